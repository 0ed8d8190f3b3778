package loops

import (
	"context"

	"oxo"
)

// prover finds the margin that one side, the claimer, can reach.
type prover struct {
	s         *Solver
	p         oxo.Position
	guide     oxo.Guide
	keyed     oxo.Keyed
	symmetric oxo.Symmetric // nil if there are no symmetries
	barring   oxo.Barring   // nil if a repetition is a draw
	side      oxo.Side

	proven   int // the margin that the claimer can surely reach
	halvings int // how often the next step beyond it is halved
	idle     int // questions in a row that met no new position

	least  oxo.Score // the score in question
	table  map[oxo.Key]entry
	limit  int // maximum number of entries
	barred map[play]bool
	frames []*frame
	rests  int // the ply that the last success depends on, or none
	nodes  uint64
	ctx    context.Context
	over   bool // ctx ended
}

// none is larger than every ply: "depends on no ply".
const none = 1 << 30

// frame is the working memory of a ply.
type frame struct{ children []oxo.Child }

// play is a move at a position.
type play struct {
	key  oxo.Key
	move oxo.Move
}

// entry is the table's entry of a position.
type entry struct {
	yes, no answer
	best    oxo.Move // the best move of the side to move, + 1; 0 for none
}

// answer says that the claimer can reach a score within a number of plies, or that the search found no way to reach
// it. If plies is 0, there is no answer.
type answer struct {
	least oxo.Score
	plies int32
}

// entryBytes is the approximate memory of an entry in a map.
const entryBytes = 64

func newProver(s *Solver, side oxo.Side, bytes int64) *prover {
	pr := &prover{
		s: s, p: s.p, guide: s.guide, keyed: s.p.(oxo.Keyed), side: side, halvings: 1,
		table: map[oxo.Key]entry{}, limit: int(max(bytes/entryBytes, 1)), barred: map[play]bool{},
	}
	pr.symmetric, _ = s.p.(oxo.Symmetric)
	if _, worth := s.p.(oxo.Looping).Repeated(); worth != oxo.Draw {
		pr.barring = s.p.(oxo.Barring)
	}
	return pr
}

// raise asks for larger margins as long as they can be reached within the plies. It asks for half of the open range;
// if that fails, the next question asks for half of that.
func (pr *prover) raise(ctx context.Context, plies int) {
	pr.ctx, pr.over = ctx, false
	before, proven := len(pr.table), pr.proven
	defer func() {
		if pr.idle++; len(pr.table) > before || before >= pr.limit {
			pr.idle = 0
		}
	}()
	for !pr.s.exact() {
		by := max(pr.s.inQuestion()>>pr.halvings, 1)
		pr.least = oxo.By(pr.proven + by)
		if !pr.within(plies, 0) {
			if pr.halvings++; by == 1 {
				pr.halvings = 1
			}
			break
		}
		pr.proven, pr.halvings = pr.proven+by, 1
	}
	if pr.proven > proven && pr.barring != nil && !pr.checked(plies) {
		pr.proven = proven
	}
}

// checked reports whether a strategy for the claimer's sure margin passes the check. If the
// check bars moves, another strategy may be left.
func (pr *prover) checked(plies int) bool {
	for pr.least = oxo.By(pr.proven); pr.within(plies, 0); {
		ok, again := pr.check(plies)
		if ok || !again {
			return ok
		}
		clear(pr.table) // its answers may depend on moves that are barred now
	}
	return false
}

// window returns the null window of the question for the side to move.
func (pr *prover) window(claims bool) (alpha, beta oxo.Score) {
	if claims {
		return pr.least - 1, pr.least
	}
	return -pr.least, -pr.least + 1
}

// stopped checks the context now and then.
func (pr *prover) stopped() bool {
	const every = 1 << 12
	if pr.nodes++; pr.nodes%every == 0 {
		pr.over = pr.over || pr.ctx.Err() != nil
		pr.s.nodes.Store(pr.s.visited())
	}
	if pr.s.limit > 0 && pr.s.visited() > pr.s.limit {
		pr.over = true
	}
	return pr.over
}

// ask expands the position with the guide. It reports whether the guide's bounds answer the
// question, and the answer.
func (pr *prover) ask(at int, claims bool) (f *frame, known, yes bool) {
	for at >= len(pr.frames) {
		pr.frames = append(pr.frames, &frame{})
	}
	f = pr.frames[at]
	alpha, beta := pr.window(claims)
	children, b := pr.guide.Expand(alpha, beta, f.children[:0])
	switch f.children = children; {
	case b.Lo() >= beta:
		return f, true, claims
	case b.Hi() <= alpha:
		return f, true, !claims
	}
	return f, false, false
}

// within reports whether the claimer can reach the score in question within a number of plies.
// A yes holds whatever was on the board before, with two exceptions: the positions of this line
// from ply pr.rests on, and repetitions by the claimer's own moves, which [prover.check] finds.
// A no proves little: it may depend on the line.
func (pr *prover) within(plies, at int) bool {
	pr.rests = none
	if pr.stopped() {
		return false
	}
	// 1. The guide's bounds, and the table.
	claims := pr.p.Turn() == pr.side
	f, known, yes := pr.ask(at, claims)
	if known || plies <= 0 {
		return yes
	}
	key, symmetry := pr.identify()
	e := pr.table[key]
	if known, yes := e.answer(pr.least, plies); known {
		return yes
	}
	pr.arrange(f, e.best, symmetry)
	// 2. The moves.
	answer, rests := pr.try(f, key, symmetry, &e, plies, at)
	// 3. Store the answer.
	if pr.rests = none; answer && rests < at {
		pr.rests = rests
	} else if !pr.over {
		pr.store(key, e.best, answer, int32(plies))
	}
	return answer
}

// try looks for a move of the claimer that reaches the score in question, or one of the other
// side that prevents it, and stores it as best. It returns the ply that a yes depends on.
func (pr *prover) try(f *frame, key oxo.Key, symmetry int, e *entry, plies, at int) (answer bool, rests int) {
	claims := pr.p.Turn() == pr.side
	rests = none
	for i := range f.children {
		m := f.children[i].Move
		if claims && len(pr.barred) > 0 && pr.barred[play{key, pr.mapped(m, symmetry)}] {
			continue
		}
		yes, legal := pr.after(m, plies-1, at+1)
		switch {
		case !legal && claims: // a forbidden move does not help
		case !legal || yes != claims:
			rests = min(rests, pr.rests)
		default:
			if e.best = pr.mapped(m, symmetry) + 1; yes {
				rests = pr.rests
			}
			return claims, rests
		}
	}
	return !claims, rests
}

// after makes a move and asks the question. A move that brings back an earlier state is not
// legal: then pr.rests is the ply of that state.
func (pr *prover) after(m oxo.Move, plies, at int) (yes, legal bool) {
	pr.p.Make(m)
	defer pr.p.Unmake(m)
	if back := pr.repeats(); back > 0 {
		pr.rests = max(at-back, -1)
		return false, false
	}
	return pr.within(plies, at), true
}

// repeats returns how many plies ago the forbidden state of the last move occurred, or 0. If a
// repetition is a draw it does not matter: a side that can reach an end need not repeat.
func (pr *prover) repeats() int {
	if pr.barring == nil {
		return 0
	}
	back, _ := pr.barring.Repeated()
	return back
}

// answer returns what an entry says about a question.
func (e *entry) answer(least oxo.Score, plies int) (known, yes bool) {
	switch {
	case e.yes.plies > 0 && e.yes.least >= least && int(e.yes.plies) <= plies:
		return true, true
	case e.no.plies > 0 && e.no.least <= least && int(e.no.plies) >= plies:
		return true, false
	}
	return false, false
}

// store stores an answer. For the same score the strongest answer stays; an answer about another score replaces it.
func (pr *prover) store(key oxo.Key, best oxo.Move, yes bool, plies int32) {
	e, ok := pr.table[key]
	if !ok && len(pr.table) >= pr.limit {
		return
	}
	e.best = best
	switch {
	case yes && (e.yes.plies == 0 || e.yes.least != pr.least || e.yes.plies > plies):
		e.yes = answer{pr.least, plies}
	case !yes && (e.no.least != pr.least || e.no.plies < plies):
		e.no = answer{pr.least, plies}
	}
	pr.table[key] = e
}

// identify returns a key common to all images of the position, and the symmetry to the
// canonical one.
func (pr *prover) identify() (oxo.Key, int) {
	if pr.symmetric != nil {
		return pr.symmetric.Canonical()
	}
	return pr.keyed.Key(), 0
}

func (pr *prover) mapped(m oxo.Move, symmetry int) oxo.Move {
	if symmetry == 0 {
		return m
	}
	return pr.symmetric.MapMove(m, symmetry)
}

// arrange puts the likeliest move first; the table's move comes before all.
func (pr *prover) arrange(f *frame, best oxo.Move, symmetry int) {
	if best != 0 {
		best--
		if symmetry != 0 {
			best = pr.symmetric.UnmapMove(best, symmetry)
		}
		for i := range f.children {
			if f.children[i].Move == best {
				f.children[i].Order = 1 << 30
			}
		}
	}
	for i := range f.children { // insertion sort: the lists are almost in order
		c, j := f.children[i], i
		for ; j > 0 && f.children[j-1].Order < c.Order; j-- {
			f.children[j] = f.children[j-1]
		}
		f.children[j] = c
	}
}

// soonest returns the move with which the claimer, who is to move, keeps its sure margin in the fewest plies, at most
// maxPlies.
func (pr *prover) soonest(ctx context.Context, maxPlies int) (oxo.Move, bool) {
	pr.ctx, pr.over, pr.least = ctx, false, oxo.By(pr.proven)
	var f frame
	for plies := 1; plies <= maxPlies && !pr.over; plies++ {
		f.children, _ = pr.guide.Expand(-oxo.Infinity, oxo.Infinity, f.children[:0])
		key, symmetry := pr.identify()
		pr.arrange(&f, pr.table[key].best, symmetry)
		for _, c := range f.children {
			if yes, legal := pr.after(c.Move, plies-1, 1); yes && legal {
				return c.Move, true
			}
		}
	}
	return 0, false
}
