package oxo

// Margined is a [Position] whose game ends with a number: discs, points.
type Margined interface {
	Position
	// Margin returns the number by which the side to move has won a finished game,
	// negative if it has lost. Plies do not count in such a game.
	Margin() int
}

// Looping is a [Position] of a game whose moves can lead back to an earlier state;
// other games always end. The moves that led to a state are not part of it: Key,
// Outcome and Moves do not depend on them.
type Looping interface {
	Position
	// Repeated returns how many plies ago the state last occurred, 0 for never, and
	// the value of a repetition for the side to move: [Draw] in chess, Win(0) if the
	// repeating move is forbidden. It returns this value even without a repetition,
	// and the value is a draw in all positions of a game or in none. A rule that
	// forbids repetitions may compare less than the state: in Go the board, whichever
	// side is to move. A Clone has the past of its original.
	Repeated() (plies int, value Score)
}

// Clocked is a [Looping] position of a game that is drawn by earlier moves in two
// ways: after a number of plies without progress (in chess a capture or a pawn move),
// and when a state occurs for the third time. Neither is part of the state. A mate,
// or any other end of the game, takes precedence. A guide of such a game only knows
// states: it must not omit a move that a side may need to make progress.
type Clocked interface {
	Looping
	// Clock returns the plies since the last progress, and the number at which the
	// game is drawn.
	Clock() (plies, limit int)
	// Twice returns the hashes, as from Hash, of states since the last progress that
	// have occurred at least twice: reaching one again is a draw. It is usually empty.
	Twice() []uint64
	// Times returns how often the state has occurred, this time included.
	Times() int
}

// Barring is a [Looping] position of a game that forbids moves which bring back an
// earlier state.
type Barring interface {
	Looping
	// Past returns a hash of the earlier positions: equal pasts have equal hashes, and
	// different pasts different ones except by chance. What a search proves holds only
	// with one past.
	Past() uint64
	// Identity returns a hash of the state that may not come back, and whether the rule
	// would have forbidden the last move if it had brought such a state back.
	Identity() (board uint64, barred bool)
}

// UnderClock converts bounds of a state's value to bounds that take the earlier moves
// into account, if the position is [Clocked]. A win that may come too late becomes at
// least a draw, and a loss that may come too late at most a draw: the winning side
// never does worse than that.
func UnderClock(p Position, b Bounds) Bounds {
	c, ok := p.(Clocked)
	if !ok {
		return b
	}
	lo, hi := b.Lo(), b.Hi()
	if lo.IsWin() && tooLate(c, lo) {
		lo = Draw
	}
	if hi.IsLoss() && tooLate(c, hi) {
		hi = Draw
	}
	return Between(lo, hi)
}

// tooLate reports whether earlier moves may turn a win or a loss at this distance
// into a draw.
func tooLate(c Clocked, s Score) bool {
	plies, limit := c.Clock()
	n := s.Plies()
	return n > 0 && plies+n > limit || n > 1 && len(c.Twice()) > 0
}

// Evaluator is a [Position] that can estimate its value.
type Evaluator interface {
	Position
	// Evaluate returns an estimate for the side to move of an unfinished game, within
	// ±[MaxEstimate], in the game's own unit; 0 is even. It is reproducible, and
	// leaves the position unchanged.
	Evaluate() Score
}

// Key is an identity of a position: two bits a square, say, packed in 128.
type Key struct{ Hi, Lo uint64 }

// Hash mixes the key into 64 bits, each of which depends on the whole key.
func (k Key) Hash() uint64 {
	// The odd constants are the fractional parts of the golden ratio and of the square
	// root of 3; the final steps are splitmix64's [Steele14]. High bits are shifted
	// down first, since a product only carries upwards.
	lo, hi := (k.Lo^k.Lo>>32)*0x9e3779b97f4a7c15, (k.Hi^k.Hi>>29)*0xbb67ae8584caa73b
	h := lo ^ hi<<32 ^ hi>>32
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Keyed is a [Position] with an exact identity: keys are equal if and only if the
// states are equal. Only then may a value that comes from a table be called proven.
type Keyed interface {
	Position
	Key() Key
	// KeyBits returns the number of low bits that the keys of this position and of all
	// later ones use, 1 to 128; 0 means that the keys are only hashes.
	KeyBits() int
}

// Restorable is a [Keyed] position that can become any state of its game: a program that
// stores keys alone needs no positions.
type Restorable interface {
	Keyed
	// Restore makes the position the state with a key of this game, with no moves before
	// it: none can be taken back. If the game is [Symmetric], the key may come from
	// Canonical, and the position becomes the image that has this key. Restore trusts that
	// the key is the key of a state.
	Restore(k Key)
}

// Symmetric is a [Position] whose board may be turned or mirrored without a change of
// its value. Symmetry 0 changes nothing.
type Symmetric interface {
	Position
	// Symmetries returns the number of symmetries, including symmetry 0.
	Symmetries() int
	// Canonical returns one key for all images of a position, and a symmetry that maps
	// this position to the image with that key. If the position is not exactly
	// [Keyed], the key is a hash in Lo.
	Canonical() (Key, int)
	// MapMove maps m by a symmetry; UnmapMove is the inverse.
	MapMove(m Move, symmetry int) Move
	UnmapMove(m Move, symmetry int) Move
}
