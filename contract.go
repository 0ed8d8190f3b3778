package oxo

import "errors"

// Move is one move of a game; what the number means belongs to the game.
type Move uint32

// Side is one of the two players of a game.
type Side uint8

// The two sides: First makes the first move of the game.
const (
	First Side = iota
	Second
)

// Opponent returns the other side.
func (s Side) Opponent() Side { return s ^ 1 }

// String returns "first" or "second".
func (s Side) String() string {
	if s == First {
		return "first"
	}
	return "second"
}

// Outcome is the state of a game for the side to move.
type Outcome uint8

// The outcomes, always for the side to move.
const (
	Ongoing Outcome = iota // the game goes on
	Won                    // the side to move has won
	Drawn                  // nobody has won
	Lost                   // the side to move has lost
)

// String returns the outcome in lower case: "ongoing", "won", "drawn", "lost".
func (o Outcome) String() string {
	return [...]string{"ongoing", "won", "drawn", "lost"}[o&3]
}

// Score returns the score of a finished game: [Win](0), [Draw] or [Loss](0).
// It panics for a game that goes on, which has none.
func (o Outcome) Score() Score {
	switch o {
	case Won:
		return Win(0)
	case Drawn:
		return Draw
	case Lost:
		return Loss(0)
	}
	panic("oxo: an ongoing game has no score")
}

// Winner returns the side that has won when the outcome stands with turn to
// move, and whether anybody has.
func (o Outcome) Winner(turn Side) (Side, bool) {
	switch o {
	case Won:
		return turn, true
	case Lost:
		return turn.Opponent(), true
	}
	return First, false
}

// Position is a state of a game: rules and nothing else. It is mutable and
// for one goroutine at a time.
type Position interface {
	// Moves appends the legal moves to buf and returns it, the likeliest
	// best first and always in the same order; none once the game is over.
	Moves(buf []Move) []Move
	// Make plays m, which must be legal: it trusts its caller. The turn
	// always passes.
	Make(m Move)
	// Unmake takes back m, which must be the last move made: the exact
	// inverse of Make, down to the hash.
	Unmake(m Move)
	// Outcome says whether the game is over, and how, for the side to move:
	// Lost where the last move won, Drawn where nobody can move any more and
	// nobody has won, Ongoing exactly as long as there are moves.
	Outcome() Outcome
	// Turn returns the side to move. In a finished game it is the side that
	// would be.
	Turn() Side
	// Hash returns a well-mixed number of the whole state, the side to move
	// included: equal states have equal hashes, and other states almost
	// never do.
	Hash() uint64
	// Clone returns a copy that shares nothing that changes.
	Clone() Position
}

// Game is a set of rules with its start and its notation. Its methods are
// safe for several goroutines at once and need not be fast.
type Game interface {
	// Name returns the full name, parameters included, as in "mnk:3x3x3":
	// looking the name up gives the game back.
	Name() string
	// Start returns a new position at the beginning of the game.
	Start() Position
	// ParseMove reads a move for the side to move. It returns only legal
	// moves, so none once the game is over; its error says what was wrong and
	// what would be right.
	ParseMove(p Position, text string) (Move, error)
	// FormatMove writes a legal move of p; ParseMove reads it back.
	FormatMove(p Position, m Move) string
	// ParsePosition reads a position from one line of text. It returns only
	// positions that keep the invariants of the rules; its error says what
	// was wrong and what would be right.
	ParsePosition(text string) (Position, error)
	// FormatPosition writes a position in one line; ParsePosition reads it
	// back.
	FormatPosition(p Position) string
}

// ErrGameOver is wrapped by the errors of things that need a game that goes
// on: a move, an analysis, a bot's answer.
var ErrGameOver = errors.New("the game is over")

// Key is the identity of a position in 128 bits, comparable with ==.
type Key struct{ Hi, Lo uint64 }

// Hash mixes the key into 64 bits, all of which depend on all of the key.
// The two odd constants are the fractional parts of the golden ratio and of
// the square root of 3; the finish is that of splitmix64 [Steele14].
func (k Key) Hash() uint64 {
	h := k.Lo*0x9e3779b97f4a7c15 ^ (k.Hi*0xbb67ae8584caa73b)>>1 ^ k.Hi*0xbb67ae8584caa73b<<32
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Keyed is a [Position] with an exact identity: two positions of one game
// have equal keys if and only if they are the same state. A result that
// rests on a table may be called proven only where the table is keyed so.
type Keyed interface {
	Position
	Key() Key
	// KeyBits returns how many of the low bits of keys are ever set in this
	// game, 1 to 128, Canonical's and a guide's included: short keys make small
	// tables.
	KeyBits() int
}

// Symmetric is a [Position] whose board may be turned or mirrored without
// changing what it is worth. Symmetry 0 changes nothing.
type Symmetric interface {
	Position
	// Symmetries returns how many symmetries the board has, itself included.
	Symmetries() int
	// Canonical returns the identity of the position's class, equal for all
	// positions that some symmetry maps onto each other, and the number of a
	// symmetry that maps this position onto the one that gave the identity.
	// Where the position is [Keyed] too, different classes have different
	// identities; elsewhere Hi is 0 and Lo a hash.
	Canonical() (class Key, symmetry int)
	// MapMove returns what m becomes under a symmetry.
	MapMove(m Move, symmetry int) Move
	// UnmapMove is the inverse of MapMove.
	UnmapMove(m Move, symmetry int) Move
}

// Bounds is what is certain of a value: it lies in [Lo, Hi].
type Bounds struct{ Lo, Hi Score }

// Unknown returns the bounds of a value of which nothing is known.
func Unknown() Bounds { return Bounds{-Infinity, Infinity} }

// Exactly returns the bounds of a value that is known.
func Exactly(s Score) Bounds { return Bounds{s, s} }

// Exact reports whether the bounds leave one value.
func (b Bounds) Exact() bool { return b.Lo == b.Hi }

// Back returns bounds on the move that led here, for the side that made it:
// [Score.Back] of both ends.
func (b Bounds) Back() Bounds { return Bounds{b.Hi.Back(), b.Lo.Back()} }

// Child is a move worth searching, and what is certain of its value before
// it is searched: bounds for the side that makes it. A guide may leave
// everything after Bounds out.
type Child struct {
	Move Move
	Bounds
	// Order says how good the move looks: a search takes the highest first,
	// and equal ones as they come. The unit is a sixteenth of what a winning
	// threat is worth; a search adds a quarter of one to moves that were good
	// elsewhere.
	Order int16
	// Symmetry says, where the key is given, which symmetry of the position
	// behind the move its Key stands for: the table's moves are mapped by it.
	Symmetry uint8
	// Table says what a search's table may do for the position behind it.
	Table TableUse
	// Key is, where Table is TableKey or TableLeaf, what the table calls that position
	// under Symmetry: its own Key or Canonical, or, where those have no Hi, the
	// identity of a class of positions that any play of the game leads to the
	// same ends from. With it a table is asked before the move is made.
	Key Key
}

// TableUse is what a [Child] says of the table.
type TableUse uint8

// The ways to use a table for the position behind a move.
const (
	TableAsk  TableUse = iota // the search works out the key, if it wants one
	TableNone                 // so little is left that a table costs more than it saves
	TableKey                  // the key is given
	// TableLeaf is TableKey where little is left: there the table is not asked
	// for the positions behind all moves before one is searched.
	TableLeaf
)

// Given reports whether the key comes with the child.
func (u TableUse) Given() bool { return u >= TableKey }

// Guide is what a game knows of a position beyond its rules, bound to that
// position: it sees each Make and Unmake. What it says must be true: a bound
// is a proof, and a move left out must be worth no more than some move kept,
// in result and in plies.
type Guide interface {
	// Expand appends to buf the moves worth searching, best first, and
	// returns bounds on the value of the position, all for the side to move.
	// The caller wants to know where the value lies in the window (alpha,
	// beta): where the bounds alone tell (Lo >= beta, Hi <= alpha, or both
	// equal) the moves may be left out, except under the full window
	// (-Infinity, Infinity), which always gets them. A finished game has no
	// moves and exact bounds.
	Expand(alpha, beta Score, buf []Child) ([]Child, Bounds)
	// Evaluate returns an estimate of the value for the side to move, within
	// ±MaxEstimate.
	Evaluate() Score
}

// Guided is a [Position] that has a [Guide].
type Guided interface {
	Position
	// Guide returns the guide of this position (not of a copy).
	Guide() Guide
}

// Square is a place on a [Grid]: columns from the left, rows from the
// bottom, both from 0.
type Square struct{ Column, Row int }

// Cell is what stands on a square: nothing ("" ), or a text of one or a few
// characters and the side it belongs to, which decides its colour.
type Cell struct {
	Text  string
	Owner Side // meaningless when Text is ""; First for what is nobody's
}

// Grid is a [Position] on a rectangular board, which can be drawn.
type Grid interface {
	Position
	// Size returns the number of columns and of rows.
	Size() (columns, rows int)
	// Labels returns what the notation calls the columns, from the left, and
	// the rows, from the bottom; nil for what it does not name.
	Labels() (columns, rows []string)
	// At returns what stands on a square.
	At(Square) Cell
	// Line returns the squares that decided the game, nil when none did.
	Line() []Square
}

// SideNamer is a [Game] whose sides have names: "X" and "O".
type SideNamer interface {
	Game
	SideName(Side) string
}

// Scaled is a [Game] whose players write values in a scale of their own.
type Scaled interface {
	Game
	// Scale returns a proven score of p in that scale: above 0 a win for the
	// side to move, below 0 a loss, and the more the sooner.
	Scale(p Position, s Score) int
}

// SideName returns the game's name for a side, or "first" or "second".
func SideName(g Game, s Side) string {
	if n, ok := g.(SideNamer); ok {
		return n.SideName(s)
	}
	return s.String()
}
