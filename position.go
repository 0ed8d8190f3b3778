package oxo

import "errors"

// Move is one move of a game. Only the game knows the meaning of the number.
type Move uint32

// Side is one of the two players: First makes the first move of the game.
type Side uint8

// The two sides.
const (
	First Side = iota
	Second
)

// Opponent returns the other side.
func (s Side) Opponent() Side { return s ^ 1 }

// String returns "first" or "second".
func (s Side) String() string { return [...]string{"first", "second"}[s&1] }

// Outcome is the result of a position for the side to move.
type Outcome uint8

// Outcomes, always for the side to move.
const (
	Ongoing Outcome = iota // the game is not over
	Won                    // the side to move has won
	Drawn                  // the game is a draw
	Lost                   // the side to move has lost
)

// String returns "ongoing", "won", "drawn" or "lost".
func (o Outcome) String() string { return [...]string{"ongoing", "won", "drawn", "lost"}[o&3] }

// Winner returns the winning side, given the side to move, and whether there is one.
func (o Outcome) Winner(turn Side) (Side, bool) {
	if o == Lost {
		turn = turn.Opponent()
	}
	return turn, o == Won || o == Lost
}

// Position is a mutable state of a game, for one goroutine at a time.
type Position interface {
	// Moves appends the legal moves to buf and returns it, always in the same order,
	// likeliest best first; none if the game is over. A side without a move in an
	// unfinished game has one move, its pass.
	Moves(buf []Move) []Move
	// Make plays m and passes the turn. It trusts that m is legal. A side can move twice in a row only if the other
	// side has to pass in between.
	Make(m Move)
	// Unmake takes back m, the last move made, and restores everything.
	Unmake(m Move)
	// Outcome returns the result: Ongoing as long as there are moves, Lost if the last
	// move won.
	Outcome() Outcome
	// Turn returns the side to move; in a finished game the side whose turn it would
	// be.
	Turn() Side
	// Hash returns a well-mixed number of the whole state, including the side to move:
	// equal for equal states, almost never for others.
	Hash() uint64
	// Clone returns a copy that shares no mutable data. The copy need not be able to
	// take back moves made before it was copied.
	Clone() Position
}

// Game is a set of rules with its start and its notation. Several goroutines may call
// its methods, which need not be fast.
type Game interface {
	// Name returns the full name with parameters: "mnk:3x3x3". It begins with a word
	// without blanks; parameters follow a colon, options commas.
	Name() string
	// Start returns a new position at the beginning, with First to move.
	Start() Position
	// ParseMove reads a legal move for the side to move. Its error, like all errors
	// here, names the fault and the correct form.
	ParseMove(p Position, text string) (Move, error)
	// FormatMove writes a legal move of p; ParseMove reads it back. A pass is written "pass":
	// then users may leave out forced passes. The text does not
	// begin with # or ?, and is not "resign": these have a meaning in the line
	// protocol.
	FormatMove(p Position, m Move) string
	// ParsePosition reads a position from one line of text.
	ParsePosition(text string) (Position, error)
	// FormatPosition writes the whole state in one line; ParsePosition reads it back.
	// Texts are equal if and only if the states are equal. The text does not begin with
	// #, which is a comment in the line protocol.
	FormatPosition(p Position) string
}

// ErrGameOver is wrapped by the errors of functions that need an unfinished game.
var ErrGameOver = errors.New("the game is over")

// Final returns the score of a finished position for its side to move, by its margin
// if it is [Margined]. It panics for an unfinished game.
func Final(p Position) Score {
	o := p.Outcome()
	if m, ok := p.(Margined); ok && o != Ongoing {
		return By(m.Margin())
	}
	return o.score()
}

func (o Outcome) score() Score {
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
