package oxo

// Margined is a [Position] whose game ends by a number: discs, points.
type Margined interface {
	Position
	// Margin returns by how much the side to move has won a finished game,
	// negative where it has lost, 0 for a draw, within ±[MaxMargin]. Only
	// the margin counts then, not the number of plies.
	Margin() int
}

// Looping is a [Position] of a game whose moves can lead back to an earlier
// state. Other games must end whatever is played. Equal states have equal
// keys, however they were reached; what a repetition is worth is no part of
// the state, and Outcome and Moves do not look at it.
type Looping interface {
	Position
	// Repeated returns how many plies ago the state was reached last, 0 for
	// never, and what a game that comes back to it is worth to the side to
	// move: [Draw] in chess and checkers, Win(0) where the repeating move is
	// forbidden. It needs to look back only to the last irreversible move,
	// and counts the moves made on this position and its original.
	Repeated() (plies int, value Score)
}

// Evaluator is a [Position] that can estimate its value.
type Evaluator interface {
	Position
	// Evaluate returns an estimate for the side to move of an ongoing game,
	// within ±[MaxEstimate], in a unit of the game's own; 0 is even.
	Evaluate() Score
}

// Key is an identity of a position in 128 bits. Pack a board into it as you
// like: two bits a square, a word of stones for each side.
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
	// KeyBits returns how many of the low bits the keys of this position, and
	// of all that come after it, can have set, 1 to 128: short keys make
	// small tables. 0 says that the key is only a hash here.
	KeyBits() int
}

// Symmetric is a [Position] whose board may be turned or mirrored without
// changing what it is worth. Symmetry 0 changes nothing.
type Symmetric interface {
	Position
	// Symmetries returns how many there are, symmetry 0 included.
	Symmetries() int
	// Canonical returns one key for all positions that a symmetry maps onto
	// each other, and a symmetry that maps this one onto the position that
	// has that key. It is exact where the position is [Keyed] exactly; else
	// it is a hash in Lo.
	Canonical() (Key, int)
	// MapMove returns what m becomes under a symmetry, UnmapMove the inverse.
	MapMove(m Move, symmetry int) Move
	UnmapMove(m Move, symmetry int) Move
}

// Square is a place on a [Grid]: columns from the left, rows from the
// bottom, both from 0.
type Square struct{ Column, Row int }

// Cell is what a square shows: nothing (""), or one or a few characters and
// the side they belong to, First for what is nobody's.
type Cell struct {
	Text  string
	Owner Side
}

// Grid is a [Position] on a rectangular board that can be drawn.
type Grid interface {
	Position
	Size() (columns, rows int)
	// Labels returns what the notation calls the columns, from the left, and
	// the rows, from the bottom; nil for what it does not name.
	Labels() (columns, rows []string)
	At(Square) Cell
	// Line returns the squares that decided the game, nil when none did.
	Line() []Square
}

// SideNamer is a [Game] whose sides have names: "X" and "O".
type SideNamer interface {
	Game
	SideName(Side) string
}

// SideName returns the game's name for a side, or "first" or "second".
func SideName(g Game, s Side) string {
	if n, ok := g.(SideNamer); ok {
		return n.SideName(s)
	}
	return s.String()
}
