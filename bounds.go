package oxo

import "fmt"

// Bounds are proven bounds of a value: it is within [Lo, Hi]. The zero value is the
// trivial bounds, from -Infinity to Infinity.
type Bounds struct {
	lo, hi Score // xor -Infinity and Infinity, so that zero is trivial
}

// Between returns the bounds of a value from lo to hi.
func Between(lo, hi Score) Bounds { return Bounds{lo ^ -Infinity, hi ^ Infinity} }

// Exactly returns the bounds of a known value.
func Exactly(s Score) Bounds { return Between(s, s) }

// Lo returns the lower bound.
func (b Bounds) Lo() Score { return b.lo ^ -Infinity }

// Hi returns the upper bound.
func (b Bounds) Hi() Score { return b.hi ^ Infinity }

// Exact reports whether the bounds leave a single value.
func (b Bounds) Exact() bool { return b.Lo() == b.Hi() }

// And returns the intersection of both bounds.
func (b Bounds) And(o Bounds) Bounds { return Between(max(b.Lo(), o.Lo()), min(b.Hi(), o.Hi())) }

// Clamp returns the score within the bounds that is nearest to s.
func (b Bounds) Clamp(s Score) Score { return max(b.Lo(), min(b.Hi(), s)) }

// ToParent returns the bounds of the move that led here: [Score.ToParent].
func (b Bounds) ToParent() Bounds { return Between(b.Hi().ToParent(), b.Lo().ToParent()) }

// Decide reports whether the bounds alone determine the search result in the window
// (alpha, beta). In the full window, which asks for a move, they never determine it.
func (b Bounds) Decide(alpha, beta Score) bool {
	full := alpha == -Infinity && beta == Infinity
	return !full && (b.Lo() >= beta || b.Hi() <= alpha || b.Exact())
}

// Result returns "win", "draw" or "loss", and whether the bounds leave only that one.
func (b Bounds) Result() (string, bool) {
	return b.Lo().Result(), b.Lo().Sign() == b.Hi().Sign()
}

// Known reports whether the lower and the upper bound carry information. A loss in one
// ply as lower bound and a win in one as upper bound hold for every unfinished position
// and carry none; neither do [MaxMargin] and [Infinity], which stand for any value.
func (b Bounds) Known() (lo, hi bool) {
	l, h := b.Lo(), b.Hi()
	return b.Exact() || l > Loss(1) && l != By(-MaxMargin), b.Exact() || h < Win(1) && h != By(MaxMargin)
}

// String returns "unknown" for trivial bounds, the score if only one is left, the
// text of [Score.OrBetter] or [Score.OrWorse] if one bound is known, and otherwise
// "between loss by 3 and win by 2".
func (b Bounds) String() string {
	lo, hi := b.Known()
	switch {
	case b.Exact():
		return b.Lo().String()
	case lo && hi:
		return fmt.Sprintf("between %v and %v", b.Lo(), b.Hi())
	case lo:
		return b.Lo().OrBetter()
	case hi:
		return b.Hi().OrWorse()
	}
	return "unknown"
}
