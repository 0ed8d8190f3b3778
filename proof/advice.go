package proof

import (
	"slices"

	"oxo"
	"oxo/claim"
)

// Advice returns moves of the side to move that probably win, the likeliest first, or none. It is asked at
// the positions of a strict claim in which the claimant is to move, by several goroutines.
type Advice func(p oxo.Position) []oxo.Move

// advised is a claim whose claimant looks at the moves first that somebody advises. Advice changes the numbers
// of work alone, so no verdict rests on it.
type advised struct {
	claim.Claim
	p      oxo.Position
	advise Advice
}

// How much more work a move seems to be that is not advised, where another one is, and any move where none is.
const (
	unadvised = 64 * claim.Unit
	noAdvice  = 64 * claim.Unit
)

func newAdvised(c claim.Claim, p oxo.Position, advise Advice) claim.Claim {
	return &advised{c, p.Clone(), advise}
}

func (a *advised) Make(m oxo.Move) {
	a.Claim.Make(m)
	a.p.Make(m)
}

func (a *advised) Unmake(m oxo.Move) {
	a.Claim.Unmake(m)
	a.p.Unmake(m)
}

func (a *advised) Clone() claim.Claim {
	return &advised{a.Claim.Clone(), a.p.Clone(), a.advise}
}

func (a *advised) Expand(buf []claim.Child) ([]claim.Child, claim.Verdict) {
	from := len(buf)
	all, verdict := a.Claim.Expand(buf)
	if verdict != claim.Open || !a.Claiming() || len(all)-from < 2 {
		return all, verdict
	}
	moves := a.advise(a.p)
	for i := from; i < len(all); i++ {
		switch at := slices.Index(moves, all[i].Move); {
		case len(moves) == 0:
			all[i].Proof += noAdvice
		case at < 0:
			all[i].Proof += unadvised
		default:
			all[i].Proof = claim.Unit * uint32(at+1)
		}
	}
	return all, verdict
}
