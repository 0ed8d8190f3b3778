package oxo

import "fmt"

// Bounds is what is proven of a value: it lies within [Lo, Hi]. The zero
// value says nothing, from -Infinity to Infinity.
type Bounds struct {
	lo, hi Score // xor -Infinity and Infinity, so that zero says nothing
}

// Between returns the bounds of a value from lo to hi.
func Between(lo, hi Score) Bounds { return Bounds{lo ^ -Infinity, hi ^ Infinity} }

// Exactly returns the bounds of a known value.
func Exactly(s Score) Bounds { return Between(s, s) }

// Lo returns the least that the value can be.
func (b Bounds) Lo() Score { return b.lo ^ -Infinity }

// Hi returns the most that the value can be.
func (b Bounds) Hi() Score { return b.hi ^ Infinity }

// Exact reports whether one value is left.
func (b Bounds) Exact() bool { return b.Lo() == b.Hi() }

// And returns what both bounds say together.
func (b Bounds) And(o Bounds) Bounds { return Between(max(b.Lo(), o.Lo()), min(b.Hi(), o.Hi())) }

// Clamp returns the score within the bounds that is nearest to s.
func (b Bounds) Clamp(s Score) Score { return max(b.Lo(), min(b.Hi(), s)) }

// ToParent returns the bounds of the move that led here: [Score.ToParent].
func (b Bounds) ToParent() Bounds { return Between(b.Hi().ToParent(), b.Lo().ToParent()) }

// Decide reports whether the bounds alone tell where the value lies in the
// window (alpha, beta). Under the full window, which asks for moves, never.
func (b Bounds) Decide(alpha, beta Score) bool {
	full := alpha == -Infinity && beta == Infinity
	return !full && (b.Lo() >= beta || b.Hi() <= alpha || b.Exact())
}

// Result returns "win", "draw" or "loss" where the bounds leave one of them.
func (b Bounds) Result() (string, bool) {
	return b.Lo().Result(), b.Lo().Sign() == b.Hi().Sign()
}

// Known reports whether b says anything of the least and of the most that the value can
// be. What every position without an end is worth, a loss with the next ply or better, is
// nothing; and so are [MaxMargin] and [Infinity], which stand for any value.
func (b Bounds) Known() (lo, hi bool) {
	l, h := b.Lo(), b.Hi()
	return b.Exact() || l > Loss(1) && l != By(-MaxMargin), b.Exact() || h < Win(1) && h != By(MaxMargin)
}

// String returns "unknown" where the bounds say nothing, the score where one is left, what
// [Score.OrBetter] or [Score.OrWorse] writes where one end is known, and else "between loss
// by 3 and win by 2".
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
