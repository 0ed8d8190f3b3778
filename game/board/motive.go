package board

import "oxo"

// MotiveKind is what a motive claims. Each can be checked by playing, and is,
// before anybody hears of it; how the game found it out is its own affair.
type MotiveKind uint8

// The kinds. The mover is the side that makes the move.
const (
	// Wins: the mover has won, or whatever is replied, it has a move with the
	// same motive again, until it has won.
	Wins MotiveKind = iota
	// Holds: the same, until the game is over, and the mover has not lost.
	Holds
	// Dead: nobody can win any more, whatever both sides play.
	Dead
	// Gains: the mover has more pieces, less the opponent's, than before; and
	// still has after any single reply.
	Gains
)

// Motive is a reason for a move that only its game can name.
type Motive struct {
	Kind MotiveKind
	// Name is one or two words for it: "zugzwang", "race". Motives of one plan
	// that is carried out move by move have the same name.
	Name string
	// Text says what the move does, as the rest of a sentence that begins with
	// the mover: "leaves 8 sticks, a multiple of 4".
	Text string
	// Squares are the places that it is about, to be lit.
	Squares []Square
}

// Motivated is an [oxo.Position] whose game can give reasons for moves. A motive
// need not be right: who asks plays it out, and drops one that fails.
type Motivated interface {
	oxo.Position
	// Motives returns what a legal move does, the best reason first; mostly
	// nothing. It leaves the position as it was.
	Motives(m oxo.Move) []Motive
}
