package pn

import (
	"oxo"
	"oxo/game/knowledge"
)

// rules is the claim, for any game, that a side reaches at least a score. It uses only the
// rules and the bounds of the game's guide.
type rules struct {
	p       oxo.Position
	guide   oxo.Guide // nil if the game has none
	numbers numbered  // the guide, if it estimates the work of a position
	side    oxo.Side
	least   oxo.Score
	symm    oxo.Symmetric
	keyed   oxo.Keyed
	moves   []oxo.Move
	options []oxo.Child
}

// newRules makes the claim about a copy of a position.
func newRules(p oxo.Position, side oxo.Side, least oxo.Score) *rules {
	r := &rules{p: p.Clone(), side: side, least: least}
	if g, ok := r.p.(oxo.Guided); ok {
		r.guide = g.Guide()
		r.numbers, _ = r.guide.(numbered)
	}
	r.symm, _ = r.p.(oxo.Symmetric)
	r.keyed = r.p.(oxo.Keyed)
	return r
}

func (r *rules) Claiming() bool            { return r.p.Turn() == r.side }
func (r *rules) Make(m oxo.Move)           { r.p.Make(m) }
func (r *rules) Unmake(m oxo.Move)         { r.p.Unmake(m) }
func (r *rules) Narrow(int) bool           { return false }
func (r *rules) Weights() (uint64, uint64) { return 0, 0 }
func (r *rules) Clone() knowledge.Claim    { return newRules(r.p, r.side, r.least) }

func (r *rules) Key() (oxo.Key, bool) {
	exact := r.keyed.KeyBits() > 0
	if r.symm != nil {
		k, _ := r.symm.Canonical()
		return k, exact
	}
	return r.keyed.Key(), exact
}

// Position reports false, so that the moves are not cached: with a cache, breakthrough 5x5 takes
// 1.6 times as long.
func (r *rules) Position() (oxo.Key, bool) { return oxo.Key{}, false }

// window returns the null window of the question for the side to move, and the verdicts for
// values above and below it.
func (r *rules) window() (alpha, beta oxo.Score, above, below knowledge.Verdict) {
	if r.Claiming() {
		return r.least - 1, r.least, knowledge.Holds, knowledge.Fails
	}
	return -r.least, -r.least + 1, knowledge.Fails, knowledge.Holds
}

func (r *rules) Expand(buf []knowledge.Child) ([]knowledge.Child, knowledge.Verdict) {
	alpha, beta, above, below := r.window()
	decide := func(b oxo.Bounds) knowledge.Verdict {
		switch {
		case b.Lo() >= beta:
			return above
		case b.Hi() <= alpha:
			return below
		}
		return knowledge.Open
	}
	if r.guide == nil {
		if r.p.Outcome() != oxo.Ongoing {
			return buf, decide(oxo.Exactly(oxo.Final(r.p)))
		}
		r.moves = r.p.Moves(r.moves[:0])
		for _, m := range r.moves {
			buf = append(buf, knowledge.Child{Move: m, Proof: knowledge.Unit, Disproof: knowledge.Unit})
		}
		return buf, knowledge.Open
	}
	var bounds oxo.Bounds
	r.options, bounds = r.guide.Expand(alpha, beta, r.options[:0])
	if v := decide(bounds); v != knowledge.Open {
		return buf, v
	}
	for i := range r.options {
		o := &r.options[i]
		c := knowledge.Child{Move: o.Move, Verdict: decide(o.Bounds), Proof: knowledge.Unit, Disproof: knowledge.Unit}
		if r.numbers != nil && c.Verdict == knowledge.Open {
			r.p.Make(o.Move)
			win, loss := r.numbers.ProofNumbers()
			if r.p.Unmake(o.Move); r.Claiming() { // the other side is to move there
				win, loss = loss, win
			}
			c.Proof, c.Disproof = knowledge.Unit*win, knowledge.Unit*loss
		}
		buf = append(buf, c)
	}
	return buf, knowledge.Open
}

// numbered is a guide that estimates the work of a position: the numbers, at least 1 each, to
// prove that its side to move wins and that it loses.
type numbered interface {
	ProofNumbers() (win, loss uint64)
}
