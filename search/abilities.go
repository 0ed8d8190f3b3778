package search

import (
	"cmp"
	"reflect"

	"oxo"
	"oxo/game/knowledge"
)

// abilities holds the position being searched and what it can do, looked up once per position
// value.
type abilities struct {
	p          oxo.Position
	comparable bool // p can be compared with ==
	guide      oxo.Guide
	keyGuide   knowledge.KeyGuide // nil unless a guide gives the keys of the table
	pacing     Pacing             // nil if the guide does not ask for the node budget
	rules      rulesGuide
	evaluator  oxo.Evaluator // nil: every estimate is 0
	keyed      oxo.Keyed
	keyBits    int // 0: keys are hashes
	symmetric  oxo.Symmetric
	looping    oxo.Looping
	clocked    oxo.Clocked // nil unless a number of moves without progress ends the game
	forbids    bool        // a repetition is not a draw, so values depend on earlier moves
	margins    bool
	point      oxo.Score // the estimate of a margin of one
	tactical   Tactical  // nil if deepening searches all moves to the same depth
	tactics    knowledge.Tactics
}

// exact reports whether a table hit is surely of the same position.
func (a *abilities) exact() bool { return a.keyBits > 0 }

// bind looks up what the position can do, and reports whether p is a new value. If it is the
// same as last time, bind looks up nothing, which saves a fifth of a small search.
func (a *abilities) bind(p oxo.Position, opts *Options) bool {
	if a.comparable && a.p == p {
		if a.keyed != nil {
			a.keyBits = a.keyed.KeyBits() // keys may have become exact since
		}
		return false
	}
	*a = abilities{p: p, comparable: reflect.TypeOf(p).Kind() == reflect.Pointer, rules: rulesGuide{moves: a.rules.moves}}
	_, a.margins = p.(oxo.Margined)
	a.point = pointOf(p)
	a.evaluator, _ = p.(oxo.Evaluator)
	if a.looping, _ = p.(oxo.Looping); a.looping != nil {
		_, value := a.looping.Repeated()
		a.forbids = value != oxo.Draw
		a.clocked, _ = p.(oxo.Clocked)
	}
	if a.keyed, _ = p.(oxo.Keyed); a.keyed != nil {
		a.keyBits = a.keyed.KeyBits()
	}
	symmetric, _ := p.(oxo.Symmetric)
	if !opts.NoSymmetry {
		a.symmetric = symmetric
	}
	if !opts.NoSelective && opts.Trace == nil && !a.forbids && !a.margins {
		a.lookUpTactics(p)
	}
	a.rules.p, a.rules.margins = p, a.margins
	a.guide = &a.rules
	if g, ok := p.(oxo.Guided); ok && !opts.NoGuide {
		a.guide = g.Guide()
		a.pacing, _ = a.guide.(Pacing)
		if symmetric == a.symmetric && opts.Shuffle == 0 {
			a.keyGuide, _ = a.guide.(knowledge.KeyGuide)
		}
	}
	if tables, ok := opts.Book.(Endings); ok {
		g := newEndingGuide(a, p, tables)
		if a.guide = g; a.keyGuide != nil {
			a.keyGuide = g
		}
	}
	return true
}

// lookUpTactics looks up what a selective search asks, if the game has it.
func (a *abilities) lookUpTactics(p oxo.Position) {
	if t, ok := p.(Tactical); ok {
		a.tactical, a.tactics = t, t.Tactics()
	}
}

// pointOf returns the estimate of a margin of one, if the game says so.
func pointOf(p oxo.Position) oxo.Score { return cmp.Or(oxo.FactsOf(p).Unit, 1) }

// Pacing is an [oxo.Guide] that can spend more time on a better move order if many positions
// are searched after it.
type Pacing interface {
	oxo.Guide
	// Pace says how many positions the search may visit until the next call, or 0 if it only
	// looks some plies ahead. Before the first call the guide assumes few.
	Pace(positions uint64)
}

func (a *abilities) pace(positions uint64) {
	if a.pacing != nil {
		a.pacing.Pace(positions)
	}
}

// evaluate returns the estimate of the position.
func (a *abilities) evaluate() oxo.Score {
	if a.evaluator == nil {
		return oxo.Draw
	}
	return a.evaluator.Evaluate()
}

// rulesGuide searches a game by its rules alone.
type rulesGuide struct {
	p       oxo.Position
	margins bool
	moves   []oxo.Move
}

// Expand lists the legal moves; only a finished game has a known value.
func (g *rulesGuide) Expand(_, _ oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	if g.p.Outcome() != oxo.Ongoing {
		return buf, oxo.Exactly(oxo.Final(g.p))
	}
	g.moves = g.p.Moves(g.moves[:0])
	// An ongoing game ends at the next ply at the earliest.
	node := oxo.Between(oxo.Loss(1), oxo.Win(1))
	if g.margins {
		node = oxo.Between(oxo.By(-oxo.MaxMargin), oxo.By(oxo.MaxMargin))
	}
	for i, m := range g.moves {
		// The game's own move order counts: a killer moves up two places.
		buf = append(buf, oxo.Child{Move: m, Bounds: node, Order: int32(-2 * i)})
	}
	return buf, node
}
