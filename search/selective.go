package search

import (
	"math"

	"oxo"
	"oxo/game/knowledge"
)

// selective is one thread of a selective search: the second recursion. Deepening uses it in
// games that are [Tactical]; a proof never uses it. It leaves out moves that are unlikely to
// matter, so it finds estimates; it calls even a win a win only after the first recursion
// has confirmed it.
type selective struct {
	game    Tactical
	known   knowledge.Tactics
	looping oxo.Looping // or nil
	tables  Endings     // or nil
	unit    oxo.Score
	parts   Parts
	table   *hints
	quiets  quietOrder
	plies   []*selectivePly
	nodes   uint64
	check   uint64            // nodes at which to check the limits
	over    func(at int) bool // checks them
	stopped bool              // a limit ended the search
	less    *[64][64]int8     // reductions in plies, by depth and place in the order
}

// selectivePly is the working memory of one ply.
type selectivePly struct {
	moves    []oxo.Move
	picker   picker
	line     []oxo.Move
	tried    []oxo.Move // quiet moves that did not end the node
	killers  [2]oxo.Move
	estimate oxo.Score
	move     oxo.Move // the move being searched, + 1; 0 is a pass
}

// frame is the state of a node being searched.
type frame struct {
	alpha, beta oxo.Score
	low         oxo.Score // the best value so far, or alpha if that is higher
	depth, at   int
	here        *selectivePly
	open        bool // wider than a null window: on the principal variation
	cut         bool // its value is expected to be at least beta
	threatened  bool
	improving   bool
	estimate    oxo.Score // the static estimate, or noEstimate
}

// candidate is one move of a node.
type candidate struct {
	move          oxo.Move
	place         int // in the order, from 0
	quiet, losing bool
}

const (
	selectiveDepth = 120 // plies of the deepest iteration
	selectivePlies = 250 // of the recursion, with extensions and quiescence
	noEstimate     = -oxo.Infinity
)

// reductions returns by how many plies a move is reduced. The number grows with the depth of
// the search and with the place of the move in the order.
func reductions() *[64][64]int8 {
	var t [64][64]int8
	for d := 1; d < 64; d++ {
		for i := 1; i < 64; i++ {
			t[d][i] = int8(0.4 + math.Log(float64(d))*math.Log(float64(i))/2.4)
		}
	}
	return &t
}

func (w *selective) ply(at int) *selectivePly {
	for at >= len(w.plies) {
		w.plies = append(w.plies, &selectivePly{})
	}
	return w.plies[at]
}

// isEstimate reports whether a score is neither a win nor a loss.
func isEstimate(s oxo.Score) bool { return s.Sign() == 0 }

// node is the selective recursion: it returns an estimate of the position for its side to move,
// depth plies ahead, fail-soft. If cut is true, the value is expected to be at least beta.
//
// nolint:funlen // the selective recursion, by numbered steps
func (w *selective) node(alpha, beta oxo.Score, depth, at int, cut bool) oxo.Score {
	// Step 1. The horizon; the limits; repetitions; tables of endings.
	f := frame{beta: beta, depth: depth, at: at, here: w.ply(at), open: beta > alpha+1, cut: cut, threatened: w.game.Threatened()}
	here, root := f.here, at == 0
	if at >= selectivePlies || depth <= 0 && (f.threatened || w.parts.has(quiescencePart)) {
		return w.quiesce(alpha, beta, at)
	}
	if w.enter(at) {
		return oxo.Draw // unused: every caller checks stopped first
	}
	here.line = here.line[:0]
	if !root {
		if v, ok := w.repetition(); ok {
			return v
		}
		if v, ok := w.fromTables(); ok {
			return v
		}
		// Step 2. A loss is not nearer than now, a win not nearer than the next ply.
		alpha, f.beta = max(alpha, oxo.Loss(0)), min(beta, oxo.Win(1))
		if alpha >= f.beta {
			return alpha
		}
	}
	f.alpha, f.low = alpha, alpha

	// Step 3. The table.
	hash := w.game.Hash()
	known, _ := w.table.probe(hash)
	if !root && !f.open && known.depth >= depth && known.decides(f.beta) {
		return known.value
	}
	w.foreseeBest(known.move)

	// Step 4. What the game has proven; the static estimate.
	if w.known.Shortlist != nil {
		if v, ok := w.shortlist(here, depth); ok {
			return v
		}
	}
	w.estimate(&f, &known)
	if depth <= 0 {
		return f.estimate
	}

	// Step 5. Prunings that look at no move.
	if !f.open && !f.threatened && isEstimate(f.beta) {
		if v, ok := w.pruned(&f); ok || w.stopped {
			return v
		}
	}
	if w.parts.has(internalReductionPart) && depth >= 4 && known.move == 0 && (f.open || cut) {
		f.depth--
	}

	// Step 6. The moves.
	if w.known.Shortlist == nil {
		here.moves = w.game.Moves(here.moves[:0])
	}
	if len(here.moves) == 0 {
		return oxo.Final(w.game)
	}
	w.arrange(here, known.move, at)
	here.tried = here.tried[:0]
	w.ply(at + 2).killers = [2]oxo.Move{} // they belonged to another node

	// Step 7. Search them, best first.
	best, bestMove := -oxo.Infinity, oxo.Move(0)
	for i := range here.moves {
		skips := !root && i > 0 && !best.IsLoss()
		m, losing := w.pick(here, skips && w.late(&f, i))
		c := candidate{m, i, w.game.Quiet(m), losing}
		if skips && w.skipped(&f, &c) {
			continue
		}
		v := w.try(&f, &c)
		if w.stopped {
			return best
		}
		if v > best {
			best = v
		}
		if v > f.low {
			f.low, bestMove = v, m+1
			if f.open {
				here.line = append(append(here.line[:0], m), w.ply(at+1).line...)
			}
			if v >= f.beta {
				w.credit(&f, &c)
				break
			}
		}
		if c.quiet {
			here.tried = append(here.tried, m)
		}
	}

	// Step 8. Store the result.
	w.table.store(hash, hint{value: best, estimate: here.estimate, move: bestMove, depth: f.depth, kind: kindOf(best, alpha, f.beta)})
	return best
}

// shortlist lists the moves of a node if the game has a Shortlist, and returns the value if
// it is known to be a win or a loss; the plies do not matter here.
func (w *selective) shortlist(here *selectivePly, depth int) (oxo.Score, bool) {
	moves, bounds := w.known.Shortlist(max(depth, 0), here.moves[:0])
	here.moves = moves
	v := bounds.Lo()
	if bounds.Hi().IsLoss() {
		v = bounds.Hi()
	}
	if !v.IsWin() && !bounds.Hi().IsLoss() && !bounds.Exact() {
		return 0, false
	}
	here.line = append(here.line[:0], moves[:min(len(moves), 1)]...)
	return v, true
}

// kindOf says whether a value found with a window is exact or a bound.
func kindOf(v, alpha, beta oxo.Score) boundKind {
	switch {
	case v >= beta:
		return atLeast
	case v <= alpha:
		return atMost
	}
	return exactly
}

// decides reports whether an entry decides the null window below beta.
func (h *hint) decides(beta oxo.Score) bool {
	return h.kind == exactly || h.kind == atLeast && h.value >= beta || h.kind == atMost && h.value < beta
}

// enter counts a node, and reports whether a limit ends the search.
func (w *selective) enter(at int) bool {
	if w.nodes >= w.check && w.over(at) {
		w.stopped = true
		return true
	}
	w.nodes++
	return false
}

// repetition returns the value of a position that was reached before, in the search or in the
// game.
func (w *selective) repetition() (oxo.Score, bool) {
	if w.looping == nil {
		return 0, false
	}
	plies, value := w.looping.Repeated()
	return value, plies > 0
}

// fromTables returns the value of a position that a table of endings has.
func (w *selective) fromTables() (oxo.Score, bool) {
	if w.tables == nil {
		return 0, false
	}
	return w.tables.Ending(w.game)
}

// estimate sets the estimate of a node, improved by the table's value if it has one, and
// whether the estimate has risen since the side's last move.
func (w *selective) estimate(f *frame, known *hint) {
	f.estimate, f.here.estimate = noEstimate, noEstimate
	if f.threatened {
		return
	}
	if f.estimate = known.estimate; known.kind == noBound || f.estimate == noEstimate {
		f.estimate = w.game.Evaluate()
	}
	f.here.estimate = f.estimate
	f.improving = w.parts.has(improvingPart) && w.improving(f.at)
	if v := known.value; isEstimate(v) && (known.kind == exactly || known.kind == atLeast && v > f.estimate || known.kind == atMost && v < f.estimate) {
		f.estimate = v
	}
}

// improving reports whether the estimate has risen since the side's last move.
func (w *selective) improving(at int) bool {
	for _, back := range [...]int{2, 4} {
		if at >= back && w.plies[at-back].estimate != noEstimate {
			return w.plies[at].estimate > w.plies[at-back].estimate
		}
	}
	return true
}

// try makes a move and returns its value. After the first move it uses a null window, at a
// reduced depth if the move is late in the order; if the value may be better it searches again
// at full depth, then with the full window.
func (w *selective) try(f *frame, c *candidate) oxo.Score {
	f.here.move = c.move + 1
	w.foresee(c.move)
	less := w.reduction(f, c)
	w.game.Make(c.move)
	w.arrive()
	next, at := f.depth-1, f.at+1
	if w.game.Threatened() {
		less--
		if w.parts.has(extensionsPart) && (!c.losing || w.known.Threatens != nil) && at < 2*f.depth+16 {
			next++
		}
	}
	low, high := f.low.ToChild(), f.beta.ToChild()
	var v oxo.Score
	if c.place == 0 {
		v = w.node(high, low, next, at, !f.open && !f.cut).ToParent()
	} else {
		from := (f.low + 1).ToChild()
		less = min(less, next-1)
		if less > 0 {
			v = w.node(from, low, next-less, at, true).ToParent()
		}
		if less <= 0 || v > f.low && !w.stopped {
			v = w.node(from, low, next, at, !f.cut).ToParent()
		}
		if f.open && v > f.low && v < f.beta && !w.stopped {
			v = w.node(high, low, next, at, false).ToParent()
		}
	}
	w.game.Unmake(c.move)
	return v
}

// quiesce returns an estimate of the position after the noisy moves that follow [Slate77]. The
// side to move may stop unless it is threatened.
//
// nolint:funlen // by numbered steps
func (w *selective) quiesce(alpha, beta oxo.Score, at int) oxo.Score {
	// Step 1. The limits, and the table.
	if w.enter(at) {
		return oxo.Draw
	}
	here := w.ply(at)
	here.line = here.line[:0]
	hash := w.game.Hash()
	known, found := w.table.probe(hash)
	if beta == alpha+1 && known.decides(beta) {
		return known.value
	}
	w.foreseeBest(known.move)

	// Step 2. Proven bounds; stopping here is worth the estimate.
	if v, ok := w.fromTables(); ok {
		return v
	}
	if w.known.Shortlist != nil {
		if v, ok := w.shortlist(here, 0); ok {
			return v
		}
	}
	deepest := at >= selectivePlies
	threatened := !deepest && w.game.Threatened()
	best, estimate := -oxo.Infinity, noEstimate
	if !threatened {
		if estimate = known.estimate; !found || estimate == noEstimate {
			estimate = w.game.Evaluate()
		}
		if best = estimate; best >= beta || deepest {
			return best
		}
	}

	// Step 3. The moves, without those that cannot help.
	if w.known.Shortlist == nil {
		here.moves = w.game.Noisy(here.moves[:0])
	}
	if threatened && len(here.moves) == 0 {
		return oxo.Final(w.game)
	}
	low, bestMove := max(alpha, best), oxo.Move(0)
	w.arrange(here, known.move, at)
	for range here.moves {
		m, losing := w.pick(here, false)
		least := oxo.Score(0)
		if !threatened && isEstimate(low) {
			least = low - estimate - 2*w.unit
		}
		w.foresee(m)
		if best > -oxo.Infinity && !best.IsLoss() && (losing || least > 0 && !w.game.Exchange(m, least)) {
			continue
		}
		here.move = m + 1
		w.game.Make(m)
		w.arrive()
		v := w.quiesce(beta.ToChild(), low.ToChild(), at+1).ToParent()
		w.game.Unmake(m)
		if w.stopped {
			return oxo.Draw
		}
		best = max(best, v)
		if v > low {
			low, bestMove = v, m+1
			if v >= beta {
				break
			}
		}
	}

	// Step 4. Store the result.
	w.table.store(hash, hint{value: best, estimate: estimate, move: bestMove, kind: kindOf(best, alpha, beta)})
	return best
}
