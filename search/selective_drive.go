package search

import (
	"sync/atomic"
	"time"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/threads"
)

// confirmShare is the divisor of the node budget of confirming a win: the proof may take this
// part of the nodes so far.
const confirmShare = 4

// aspirationFrom is the depth from which an iteration begins with a narrow window.
const aspirationFrom = 5

// certainly is the estimate, in units, of a win that is not confirmed.
const certainly = 300

// selects reports whether the search is selective: the game is [Tactical] and a limit makes the
// result an estimate.
func (s *Searcher) selects() bool {
	l, g := s.run.limits, &s.game
	return g.tactical != nil && (l.Depth > 0 || l.Nodes > 0 || l.Time > 0) && !s.decided()
}

// readySelective makes the working memory of the selective search.
func (s *Searcher) readySelective() {
	if s.chosen == nil {
		bytes := int64(hintBytes)
		if !s.opts.NoTable {
			bytes = s.opts.TableBytes / 2
		}
		s.chosen = &selective{table: newHints(bytes), less: reductions(), quiets: newQuietOrder()}
	}
	w := s.chosen
	w.bind(s.game.tactical, s.game.tactics, &s.opts)
	if s.opts.KeepTable {
		w.table.age()
	} else {
		w.forget()
	}
	if s.workers.threads > 1 {
		w.table.use(uint64(w.table.all) - 1)
	}
	w.over = func(at int) bool {
		s.run.nodes = w.nodes
		stop := s.overLimit(at)
		w.check = s.run.check
		return stop
	}
}

// forget clears everything learned.
func (w *selective) forget() {
	w.table.clear()
	w.quiets.clear()
}

// bind prepares to search a position.
func (w *selective) bind(t Tactical, known knowledge.Tactics, opts *Options) {
	w.game, w.unit, w.parts = t, pointOf(t), allParts&^opts.Without
	w.tables, _ = opts.Book.(Endings)
	w.looping, _ = t.(oxo.Looping)
	w.known = known
	for _, p := range w.plies {
		p.killers = [2]oxo.Move{}
	}
}

// play is deepening for a game that is [Tactical]: iterations of the selective search, and now
// and then an attempt at a proof.
func (s *Searcher) play(depth int) Value {
	r, w := &s.run, s.chosen
	if depth <= 0 {
		depth = selectiveDepth
	}
	root := s.workers.root // here the proofs' helpers work for the selective search
	s.workers.root = nil
	defer func() { s.workers.root = root }()
	stop := s.assist(w, root)
	defer stop()
	s.askGame()
	estimate, proofs := s.value(), uint64(0)
	for d := 1; d <= depth; d++ {
		s.reopen()
		score, ok := s.iterate(w, d, estimate.Score)
		if ok {
			r.depth, estimate.Score = d, s.unconfirmed(score)
			if !isEstimate(score) {
				s.confirm(score, r.nodes/confirmShare)
			}
		}
		share := r.nodes / s.game.proofPart()
		if s.certain() {
			share = proofs + r.nodes // only the number of plies is unknown
		}
		if proofs < share && r.stop != ByContext && !s.limitReached() {
			before := r.nodes
			s.proveShare(max(firstShare, share-proofs))
			proofs += r.nodes - before
		}
		if s.settledMove(s.value()) || s.limitReached() || s.spent() {
			break
		}
	}
	if r.stop == Finished && !s.decided() {
		r.stop = ByDepth
	}
	s.keepChoice()
	return s.better(s.value(), estimate)
}

// The depths passed to [knowledge.Tactics] for a shortlist at the root, before the search: it looks longer
// for a forced win if there is time.
const (
	rootDepth    = 9
	patientDepth = 12
	patientTime  = 250 * time.Millisecond
)

// askGame records a win that a game's shortlist proves at the root, and the move that keeps
// it.
func (s *Searcher) askGame() {
	r, w := &s.run, s.chosen
	if w.known.Shortlist == nil {
		return
	}
	depth := rootDepth
	if r.limits.Time >= patientTime {
		depth = patientDepth
	}
	moves, b := w.known.Shortlist(depth, w.ply(0).moves[:0])
	w.ply(0).moves = moves
	if lo := b.Lo(); lo.IsWin() && lo > r.reached {
		r.provenMove, r.reached = moves[0], lo
		known := r.proven.And(b)
		s.tighten(known.Lo(), known.Hi())
	}
}

// glance runs one iteration of the selective search, as far as the limits allow.
func (s *Searcher) glance(depth int) Value {
	r := &s.run
	s.reopen()
	score, ok := s.iterate(s.chosen, depth, s.value().Score)
	if !ok {
		return s.value()
	}
	if r.depth = depth; !isEstimate(score) {
		s.confirm(score, r.nodes/confirmShare)
	}
	if r.stop == Finished && !s.decided() {
		r.stop = ByDepth
	}
	if v := s.value(); v.Proven || !isEstimate(v.Score) {
		return v
	}
	return Value{Score: s.unconfirmed(score)}
}

// certain reports whether the winner is proven.
func (s *Searcher) certain() bool { return s.run.proven.Lo().IsWin() || s.run.proven.Hi().IsLoss() }

// spent reports whether the time that the search aims at is over. A single legal move needs no
// time, nor does a confirmed win.
func (s *Searcher) spent() bool {
	r := &s.run
	if r.aim.IsZero() {
		return false
	}
	lo := r.proven.Lo()
	return len(s.chosen.plies[0].moves) == 1 || lo.IsWin() && r.reached >= lo || time.Now().After(r.aim)
}

// reopen lets the search continue up to its limits.
func (s *Searcher) reopen() {
	r := &s.run
	r.stop, r.budget = Finished, r.limit
	s.setCheck()
}

// iterate searches depth plies ahead and reports whether it completed the iteration. It keeps
// the best move even of an incomplete one.
func (s *Searcher) iterate(w *selective, depth int, last oxo.Score) (oxo.Score, bool) {
	r := &s.run
	s.growHints(w)
	before := r.nodes
	defer func() { w.table.seen += r.nodes - before }()
	w.nodes, w.check, w.stopped = r.nodes, r.check, false
	alpha, beta, delta := -oxo.Infinity, oxo.Infinity, w.unit/4
	if depth >= aspirationFrom && w.parts.has(aspirationPart) && isEstimate(last) {
		alpha, beta = last-delta, last+delta
	}
	for {
		v := w.node(alpha, beta, depth, 0, false)
		r.nodes = w.nodes
		if line := w.plies[0].line; len(line) > 0 {
			r.best, r.hasBest = line[0], true
			r.line, r.lineValue, r.lineProven = append(r.line[:0], line...), v, false
		}
		switch delta *= 2; {
		case w.stopped:
			return 0, false
		case v <= alpha:
			alpha = -oxo.Infinity
			if isEstimate(v - delta) {
				alpha = v - delta
			}
		case v >= beta:
			beta = oxo.Infinity
			if isEstimate(v + delta) {
				beta = v + delta
			}
		default:
			s.publish()
			return v, true
		}
		if delta > 16*w.unit {
			alpha, beta = -oxo.Infinity, oxo.Infinity
		}
	}
}

// growHints lets the table grow with the positions visited, before an iteration, while no other
// thread uses it. With several threads it has its full size from the start.
func (s *Searcher) growHints(w *selective) {
	if s.workers.threads == 1 {
		w.table.grow(w.table.seen)
	}
}

// unconfirmed turns a win or loss of the selective search into an estimate.
func (s *Searcher) unconfirmed(v oxo.Score) oxo.Score {
	if !isEstimate(v) {
		v = oxo.Score(v.Sign()) * max(certainly*s.chosen.unit-oxo.Score(v.Plies()), 1)
	}
	return s.run.proven.Clamp(v)
}

// confirm lets the proving recursion check a win or loss.
func (s *Searcher) confirm(v oxo.Score, nodes uint64) {
	b := s.run.proven
	if v.IsWin() && b.Lo() >= v || v.IsLoss() && b.Hi() <= v || s.limitReached() {
		return
	}
	s.attempt(max(nodes, firstShare), func(end uint64) {
		if v.IsWin() {
			s.try(v-1, v, end, end)
		} else {
			s.try(v, v+1, end, end)
		}
	})
}

// proveShare attempts a proof within a node budget.
func (s *Searcher) proveShare(nodes uint64) {
	s.attempt(nodes, func(end uint64) { s.prove(end) })
}

// attempt lets the proving recursion search within a node budget. It drops unproven results
// about the best move.
func (s *Searcher) attempt(nodes uint64, ask func(end uint64)) {
	r := &s.run
	best, hasBest, value := r.best, r.hasBest, r.lineValue
	s.kept = append(s.kept[:0], r.line...)
	end := s.openShare(nodes)
	s.useTable(s.tables.proofs)
	ask(end)
	if r.stop == byBudget {
		r.stop = Finished
	}
	if !s.decided() && hasBest {
		r.best, r.hasBest = best, hasBest
		r.line, r.lineValue, r.lineProven = append(r.line[:0], s.kept...), value, false
	}
}

// keepChoice makes sure that there is a move to play even if no iteration was completed.
func (s *Searcher) keepChoice() {
	r := &s.run
	if r.hasBest {
		return
	}
	if h, ok := s.chosen.table.probe(s.game.p.Hash()); ok && h.move != 0 {
		r.best, r.hasBest = h.move-1, true
	}
}

// assist lets other threads search the same position independently: what one stores in the
// table, the others need not search: lazy SMP [Oestensen16]. It returns the function that ends
// them.
func (s *Searcher) assist(w *selective, root oxo.Position) func() {
	if root == nil {
		return func() {}
	}
	var done atomic.Bool
	helpers := threads.Group{Stop: func() { done.Store(true) }}
	for i := 1; i < s.workers.threads; i++ {
		h := &selective{table: w.table, less: w.less, quiets: newQuietOrder()}
		p := root.Clone().(Tactical)
		h.bind(p, p.Tactics(), &s.opts)
		h.over = func(int) bool {
			h.check = h.nodes + helperNodes
			return done.Load()
		}
		helpers.Go(func() {
			for d := 1 + i%2; d <= selectiveDepth && !h.stopped; d++ {
				h.node(-oxo.Infinity, oxo.Infinity, d, 0, false)
			}
			s.assisted.Add(h.nodes)
		})
	}
	return func() {
		done.Store(true)
		helpers.Wait()
		s.run.helped += s.assisted.Swap(0)
	}
}
