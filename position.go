package oxo

import "errors"

// Move is one move of a game. What the number means belongs to the game.
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

// Outcome says how a position stands for the side to move.
type Outcome uint8

// The outcomes, always for the side to move.
const (
	Ongoing Outcome = iota // the game goes on
	Won                    // the side to move has won
	Drawn                  // nobody has won
	Lost                   // the side to move has lost
)

// String returns "ongoing", "won", "drawn" or "lost".
func (o Outcome) String() string { return [...]string{"ongoing", "won", "drawn", "lost"}[o&3] }

// Winner returns the side that has won, given the side to move, and whether
// anybody has.
func (o Outcome) Winner(turn Side) (Side, bool) {
	if o == Lost {
		turn = turn.Opponent()
	}
	return turn, o == Won || o == Lost
}

// Position is a state of a game, mutable, for one goroutine at a time.
type Position interface {
	// Moves appends the legal moves to buf and returns it, in the same order
	// every time, likeliest best first; none once the game is over. A side
	// that cannot move in an ongoing game has one move, its pass.
	Moves(buf []Move) []Move
	// Make plays m and passes the turn. It trusts that m is legal.
	Make(m Move)
	// Unmake takes back m, the last move made, exactly.
	Unmake(m Move)
	// Outcome says whether the game is over: Ongoing exactly as long as
	// there are moves, Lost where the last move won.
	Outcome() Outcome
	// Turn returns the side to move; in a finished game, the side that would.
	Turn() Side
	// Hash returns a well-mixed number of the whole state, the side to move
	// included: equal for equal states, almost never for others.
	Hash() uint64
	// Clone returns a copy that shares nothing that changes. It need not be able to take back a move that was made
	// before it was copied.
	Clone() Position
}

// Game is a set of rules with its start and its notation. Its methods are
// safe for several goroutines and need not be fast.
type Game interface {
	// Name returns the full name, parameters included: "mnk:3x3x3". It begins with a word that has no
	// blank; parameters follow a colon, options commas.
	Name() string
	// Start returns a new position at the beginning, with First to move.
	Start() Position
	// ParseMove reads a legal move for the side to move. Its error says what
	// was wrong and what would be right, as all errors here do.
	ParseMove(p Position, text string) (Move, error)
	// FormatMove writes a legal move of p; ParseMove reads it back. It does not begin with # or ?, and is not
	// "resign": these are words of the line protocol.
	FormatMove(p Position, m Move) string
	// ParsePosition reads a position from one line of text.
	ParsePosition(text string) (Position, error)
	// FormatPosition writes the whole state in one line; ParsePosition reads
	// it back. Two positions are the same state exactly when it is equal. It does not begin with #, which is a comment
	// of the line protocol.
	FormatPosition(p Position) string
}

// ErrGameOver is wrapped by the errors of things that need an ongoing game.
var ErrGameOver = errors.New("the game is over")

// Final returns the score of a finished position for its side to move, by its
// margin where it is [Margined]. It panics for an ongoing one.
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
