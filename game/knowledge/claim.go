package knowledge

import "oxo"

// Verdict is the answer to a claim.
type Verdict int8

// The verdicts.
const (
	Open  Verdict = iota
	Holds         // the claimant can force it
	Fails         // the other side can prevent it
)

// String returns "open", "holds" or "fails".
func (v Verdict) String() string { return [...]string{"open", "holds", "fails"}[v] }

// Unit is the proof number of a position of which nothing is known. Proof numbers
// count in quarters, since the weight of a further move is less than one.
const Unit = 4

// Child is a move worth trying, and what is known of the claim behind it.
type Child struct {
	Move    oxo.Move
	Verdict Verdict
	// Proof and Disproof estimate the work left to prove and to refute the claim,
	// at least 1 each and below 2^48, while the verdict is open [Allis94].
	Proof, Disproof uint64
}

// Claim is a question of yes or no about a position, which sees each Make and
// Unmake. It is for one goroutine at a time.
type Claim interface {
	// Expand appends the moves worth trying, likeliest first, and returns the
	// verdict where it needs no search; then the first move appended, if any, is one
	// that the side to move reaches it with. For the
	// claimant a move left out proves no more than one kept; for the other side it
	// prevents no more, unless Narrow allowed that.
	Expand(buf []Child) ([]Child, Verdict)
	// Narrow lets Expand leave out the other side's moves behind the first n, good
	// or not: that the claim fails is then still true, that it holds is not. It
	// reports false where that makes no difference. 0 is no limit.
	Narrow(n int) bool
	// Claiming reports whether the claimant is to move.
	Claiming() bool
	Make(m oxo.Move)
	Unmake(m oxo.Move)
	// Key returns an identity of the question: positions with equal keys have the
	// same verdict. Exact says that no two other questions share a key.
	Key() (k oxo.Key, exact bool)
	// Position returns an identity of the position itself, as exact as that of Key: two whose moves are not
	// the same do not share it, while they may well share a Key. It reports false where Expand takes less
	// time than to keep what it returned.
	Position() (oxo.Key, bool)
	// Weights are how much each further move adds to the greatest number of work
	// among the moves that must all be answered, in quarters; 0: the numbers are
	// added up. The first is for proof numbers, where the other side is to move, the
	// second for disproof numbers, where the claimant is.
	Weights() (proof, disproof uint64)
	Clone() Claim
}

// Claimer is a [oxo.Position] with claims of its own.
type Claimer interface {
	oxo.Position
	// Claim returns the claim that a side can win, of this position and not of a
	// copy, or nil where the rules allow none. A relaxed claim ignores how the
	// other side could win: it is easier to search, and where it fails so does the
	// strict one.
	Claim(side oxo.Side, relaxed bool) Claim
	// Theory returns what is known of the value without a search: of an empty
	// board, that the second side does not win.
	Theory() oxo.Bounds
}

// Drawless is a [oxo.Position] of a game that somebody wins: that a side cannot win
// is then that it loses.
type Drawless interface {
	oxo.Position
	Drawless()
}
