package oxo

// Margined is a [Position] whose game ends by a number: discs, points.
type Margined interface {
	Position
	// Margin returns by how much the side to move has won a finished game,
	// negative where it has lost. Then plies do not count.
	Margin() int
}

// Looping is a [Position] of a game whose moves can lead back to an earlier
// state; other games end whatever is played. The moves that led to a state
// are no part of it: Key, Outcome and Moves do not look at them.
type Looping interface {
	Position
	// Repeated returns how many plies ago the state was reached last, 0 for
	// never, and what a repetition is worth to the side to move: [Draw] in
	// chess, Win(0) where the repeating move is forbidden. Such a rule may
	// compare less than the state: in Go the board, whoever is to move. A
	// Clone has the past of its original.
	Repeated() (plies int, value Score)
}

// Evaluator is a [Position] that can estimate its value.
type Evaluator interface {
	Position
	// Evaluate returns an estimate for the side to move of an ongoing game,
	// within ±[MaxEstimate], in a unit of the game's own; 0 is even.
	Evaluate() Score
}

// Key is an identity of a position: two bits a square, say, packed in 128.
type Key struct{ Hi, Lo uint64 }

// Hash mixes the key into 64 bits, all of which depend on all of the key.
func (k Key) Hash() uint64 {
	// The odd constants are the fractional parts of the golden ratio and of
	// the square root of 3; the finish is that of splitmix64 [Steele14]. High
	// bits go down first, since a product only carries upwards.
	lo, hi := (k.Lo^k.Lo>>32)*0x9e3779b97f4a7c15, (k.Hi^k.Hi>>29)*0xbb67ae8584caa73b
	h := lo ^ hi<<32 ^ hi>>32
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Keyed is a [Position] with an exact identity: equal keys if and only if
// equal states. Only then may a value that rests on a table be called proven.
type Keyed interface {
	Position
	Key() Key
	// KeyBits returns how many low bits the keys of this position and of all
	// after it use, 1 to 128; 0 says that they are only hashes.
	KeyBits() int
}

// Symmetric is a [Position] whose board may be turned or mirrored without
// changing what it is worth. Symmetry 0 changes nothing.
type Symmetric interface {
	Position
	// Symmetries returns how many there are, symmetry 0 included.
	Symmetries() int
	// Canonical returns one key for all images of a position, and a symmetry
	// that maps this one onto the image that has it. Where the position is
	// not [Keyed] exactly, it is a hash in Lo.
	Canonical() (Key, int)
	// MapMove returns what m becomes under a symmetry, UnmapMove the inverse.
	MapMove(m Move, symmetry int) Move
	UnmapMove(m Move, symmetry int) Move
}
