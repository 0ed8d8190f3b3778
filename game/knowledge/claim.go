package knowledge

import "oxo"

// Verdict is the answer to a claim.
type Verdict int8

// Verdicts on a claim.
const (
	Open  Verdict = iota
	Holds         // the claimant can force it
	Fails         // the other side can prevent it
)

// String returns "open", "holds" or "fails".
func (v Verdict) String() string { return [...]string{"open", "holds", "fails"}[v] }

// Unit is the proof number of a position about which nothing is known. Proof numbers
// count in quarters, since the weight of a further move is less than one.
const Unit = 4

// Child is a move worth trying, with what is known about the claim after it.
type Child struct {
	Move    oxo.Move
	Verdict Verdict
	// Proof and Disproof estimate the work left to prove and to refute the claim,
	// at least 1 each and below 2^48, while the verdict is open [Allis94].
	Proof, Disproof uint64
}

// Claim is a yes-or-no question about a position; its Make and Unmake keep it in step
// with the position. Only one goroutine at a time may use it.
type Claim interface {
	// Expand appends the moves worth trying, likeliest first, and returns the verdict
	// if it needs no search; then the first appended move, if any, is one with which
	// the side to move achieves it. An omitted move of the claimant proves no more
	// than a kept one. An omitted move of the other side prevents no more than a kept
	// one, unless Narrow allowed the omission.
	Expand(buf []Child) ([]Child, Verdict)
	// Narrow lets Expand omit the other side's moves after the first n, good or not.
	// Then a verdict "fails" is still true, but "holds" is not. It reports false if
	// the limit makes no difference. 0 is no limit.
	Narrow(n int) bool
	// Claiming reports whether the claimant is to move.
	Claiming() bool
	Make(m oxo.Move)
	Unmake(m oxo.Move)
	// Key returns the identity of the question: positions with equal keys have the
	// same verdict. exact says that no two different questions share a key.
	Key() (k oxo.Key, exact bool)
	// Position returns the identity of the position itself, as exact as that of Key:
	// positions with different moves never share it, though they may share a Key. It
	// reports false if Expand is faster than keeping its result.
	Position() (oxo.Key, bool)
	// Weights are for nodes where all moves must be answered. There the work is the
	// maximum over the moves, plus this weight for each further move, in quarters; with
	// weight 0 it is the sum. The first weight is for proof numbers, when the other
	// side is to move, the second for disproof numbers, when the claimant is.
	Weights() (proof, disproof uint64)
	Clone() Claim
}

// LineClaim is a claim to complete a line. It knows when the other side needs no more search.
type LineClaim interface {
	Claim
	// Plan returns pairs of squares that stop every line, with the claimant to move, or leave what a short
	// search stops. It tries to leave some squares alone.
	Plan(leave []oxo.Move) (pairs [][2]oxo.Move, ok bool)
	// Aside returns pairs of squares that are in no line except those that they stop, with the claimant
	// to move.
	Aside() [][2]oxo.Move
	// Forced returns the square with which the other side would complete a line, with
	// the claimant to move, if there is one.
	Forced() (m oxo.Move, ok bool)
	// Moves returns moves of the claimant, which is to move. Moves that are refuted at once come
	// first.
	Moves() []oxo.Move
}

// Claimer is a [oxo.Position] with claims of its own.
type Claimer interface {
	oxo.Position
	// Claim returns the claim that a side can win, of this position and not of a copy,
	// or nil where the rules allow none. A relaxed claim ignores how the other side
	// could win: it is easier to search, and if it fails, the strict one fails, too.
	Claim(side oxo.Side, relaxed bool) LineClaim
	// Theory returns what is known of the value without a search: of an empty
	// board, that the second side does not win.
	Theory() oxo.Bounds
	// Inner returns the places that the board of a smaller game has in the position. It returns nil if the board
	// is not smaller or the rules differ.
	Inner(smaller oxo.Game) []Inner
}
