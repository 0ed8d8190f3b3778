package board

import "oxo"

// MotiveKind is the claim of a motive. Each kind can be checked by playing, and is
// checked before it is shown. How the game found the motive does not matter.
type MotiveKind uint8

// Kinds of motives. The mover is the side that makes the move.
const (
	// Wins: the mover has won, or after every reply it has another move with the same
	// motive, until it has won.
	Wins MotiveKind = iota
	// Holds: the mover has such a move after every reply until the game is over, and
	// does not lose.
	Holds
	// Dead: nobody can win any more, whatever both sides play.
	Dead
	// Gains: the mover's number of pieces minus the opponent's is larger than before,
	// and still is after any single reply.
	Gains
	// Threatens: after most replies the mover wins with each of the Threats.
	Threatens
	// Stops: after most other moves the opponent wins with each of the Threats, and after
	// this one with none of them.
	Stops
)

// Motive is a reason for a move that only the game itself can name.
type Motive struct {
	Kind MotiveKind
	// Name is one or two words for it: "zugzwang", "race". The motives of a plan,
	// carried out move by move, have the same name.
	Name string
	// Text describes the move; it continues a sentence that begins with the mover:
	// "leaves 8 sticks, a multiple of 4".
	Text string
	// Squares are the squares to highlight.
	Squares []Square
	// Threats are ways to win, for the kinds that are about them: a move, the only reply that
	// does not lose at once, a move, and so on. After the last move the game is won, or every
	// reply loses at once.
	Threats [][]oxo.Move
}

// Motivated is an [oxo.Position] whose game gives reasons for moves. A motive may be
// wrong: the caller plays it out, and drops one that fails.
type Motivated interface {
	oxo.Position
	// Motives returns the motives of a legal move, the best first, or nothing. It
	// leaves the position unchanged.
	Motives(m oxo.Move) []Motive
}
