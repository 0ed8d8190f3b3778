package oxo

import "reflect"

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
	// chess, Win(0) where the repeating move is forbidden. It returns the worth
	// where nothing is repeated, too, and that is a draw in all positions of a
	// game or in none. A rule that forbids may compare less than the state: in
	// Go the board, whoever is to move. A Clone has the past of its original.
	Repeated() (plies int, value Score)
}

// OtherGame reports whether a position is [Named], and not by this name: a table or a book of the game named
// says nothing of it.
func OtherGame(p Position, name string) bool {
	n, ok := p.(Named)
	return ok && n.GameName() != name
}

// Clocked is a [Looping] position of a game in which the moves before count in two ways that are no part of
// the state: it is a draw after some number of plies without progress (in chess a capture or a pawn's
// move), and when a state comes about for the third time. A mate, or whatever else ends the game, comes first. A guide
// of such a game knows states alone: it leaves out no move that a side may need to make progress.
type Clocked interface {
	Looping
	// Clock returns the plies since the last progress, and the number at which the game is a draw.
	Clock() (plies, limit int)
	// Twice returns the hashes, as Hash gives them, of states since the last progress that have come about
	// twice or more: to reach one again is a draw. It is mostly empty.
	Twice() []uint64
}

// UnderClock returns what bounds of the value of a state say where the plies without progress and the
// states of the game so far count as well, if the position is [Clocked]. A win that may come too late
// is at least a draw, and a loss that may come too late at most one: who would win has no worse than that.
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

// tooLate reports whether a win or a loss that far away may be a draw by the moves before.
func tooLate(c Clocked, s Score) bool {
	plies, limit := c.Clock()
	n := s.Plies()
	return n > 0 && plies+n > limit || n > 1 && len(c.Twice()) > 0
}

// Evaluator is a [Position] that can estimate its value.
type Evaluator interface {
	Position
	// Evaluate returns an estimate for the side to move of an ongoing game,
	// within ±[MaxEstimate], in a unit of the game's own; 0 is even. It is the
	// same each time, and leaves the position as it was.
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

// Named is a [Position] that says of which game it is. A search keeps what it has learned from one
// position for another only where both are of one game; of a position that does not say so it keeps
// nothing but for that position itself.
type Named interface {
	Position
	// GameName returns the [Game.Name] of the position's game, with its parameters and options: two
	// positions have the same name exactly when they follow the same rules. It is asked once a search,
	// so it should be a string that the game has at hand.
	GameName() string
}

// SameGame reports whether two positions are certain to follow the same rules: they are the same
// position, or of one type, and [Named] alike.
func SameGame(a, b Position) bool {
	if a == nil || b == nil {
		return false
	}
	kind := reflect.TypeOf(a)
	if kind != reflect.TypeOf(b) {
		return false
	}
	if n, ok := a.(Named); ok {
		return n.GameName() == b.(Named).GameName()
	}
	return kind.Kind() == reflect.Pointer && a == b
}
