package search

import (
	"oxo"
	"oxo/game/knowledge"
	"oxo/search/trace"
	"oxo/search/tt"
)

// unlimited is the depth of a search that leaves nothing out.
const unlimited = 1 << 30

// tableFrom is the node count from which a search uses its table: most searches of a game on
// 3x3 end before, and a table would cost them more than it saves.
const tableFrom = 48

// maxPlies limits the depth of the recursion. No ordinary game is that long; the limit guards
// the stack in a game that loops without saying so.
const maxPlies = 1 << 18

// node is the proving recursion: it returns the value of the position for its side to move,
// looking at all moves, depth plies ahead. The position is the one after move number index of
// the ply before; that ply may know its key. At the root, at is 0 and before is nil. The result
// is fail-soft: at or below alpha it is an upper bound, at or above beta a lower bound, between
// them the value [KnuthMoore75] [Fishburn83]. The root keeps the best move, so there neither
// the table nor bounds alone may end the node.
//
//nolint:funlen // the proving recursion, by numbered steps
func (s *Searcher) node(alpha, beta oxo.Score, depth, at int, before *ply, index int) oxo.Score {
	// Step 1. Check the limits now and then, and count.
	if s.run.nodes >= s.run.check && s.overLimit(at) {
		return oxo.Draw // unused: every caller checks stop first
	}
	s.run.nodes++
	here, root := s.ply(at), at == 0
	use := useOf(before, index)
	useTable := s.table != nil && s.run.nodes > tableFrom && use != knowledge.NoKey
	s.run.restsOn = independent

	// Step 2. A position that was reached before on this path, in a game where there is one.
	if s.game.looping != nil && !root {
		if v, ok := s.repetition(alpha, beta, at); ok {
			return s.ended(trace.Repetition, v)
		}
	}

	// Step 3. The table, if the parent gave the key: cheaper than the game.
	var id identity
	given := useTable && use.Given()
	if given {
		id = identity{key: before.keys.At(index), symmetry: int(before.keys.Symmetry[index&(fewMoves-1)])}
		if v, ok := s.probe(&id, alpha, beta, depth, root); ok {
			return s.ended(trace.Table, v)
		}
	}

	// Step 4. The game: bounds, and the moves worth searching.
	children, bounds := s.expand(here, alpha, beta, root)
	lo, hi := bounds.Lo(), bounds.Hi()
	switch {
	case root:
		s.run.guide, lo = bounds, -oxo.Infinity // so that some move is better
	case lo >= beta || lo == hi:
		return s.ended(trace.Guide, lo)
	case hi <= alpha:
		return s.ended(trace.Guide, hi)
	default:
		alpha = max(alpha, lo)
	}

	// Step 5. The table, if the key has to be computed.
	if useTable && !given {
		id = s.identify()
		if v, ok := s.probe(&id, alpha, beta, depth, root); ok {
			return s.ended(trace.Table, v)
		}
	}

	// Step 6. The horizon: an estimate, clamped to the proven bounds.
	if (depth <= 0 || at >= maxPlies) && !root {
		return s.ended(trace.Horizon, s.horizon(bounds))
	}

	// Step 7. The order of the moves; a move that the table proves sufficient comes first.
	from := moveTo(before, index)
	order := s.arrange(here, &id, from, at, given && use != knowledge.LeafKeyGiven, beta)

	// Step 8. Search the moves, best first.
	nodes, undoubted, rests := s.run.nodes, s.run.doubt, independent
	best, bestMove, low := lo, oxo.Move(0), alpha
	deferrable, ending := 0, trace.Complete
	if s.workers.running {
		deferrable = s.openSplit(here, at, &id, alpha, beta, useTable)
	}
	for i := 0; i < len(children); i++ {
		index := order.at(i)
		if i > 0 && i < deferrable && s.searchedByOther(here, index) {
			order, deferrable = s.deferMove(here, order, i), deferrable-1
			i--
			continue
		}
		c := &children[index]
		if high := c.Hi(); high <= low {
			best = max(best, s.settled(c, low, beta, high)) // proven to be no better
			continue
		}
		doubtful := s.run.doubt
		v := s.child(here, index, low, beta, depth-1, at+1, i > 0)
		if s.run.stop != Finished {
			return s.unwound(at)
		}
		rests = min(rests, s.run.restsOn)
		if v <= best {
			continue
		}
		best, bestMove = v, c.Move
		if v <= low {
			continue
		}
		// Step 9. A better move raises alpha, or ends the node. In the second case one proven
		// move is enough, whatever the moves before it rested on.
		low = v
		s.improved(here, at, c.Move, from, v, beta, depth, doubtful)
		if v >= beta || v >= hi {
			if rests = s.run.restsOn; s.run.doubt == doubtful {
				s.run.doubt = undoubted
			}
			if i < len(children)-1 {
				ending = trace.CutOff
			}
			break
		}
	}

	// Step 10. Store the result.
	store := useTable && len(children) > 1
	if s.run.restsOn = independent; rests < at {
		bounds = s.restOn(rests, best, alpha, beta, bounds)
	} else if store {
		bounds = found(bounds, best, alpha, beta)
	}
	if store {
		s.store(&id, tt.Entry{Bounds: bounds, Depth: s.depth(depth, undoubted), Best: bestMove, HasMove: best > alpha}, s.run.nodes-nodes)
	}
	return s.ended(ending, best)
}

// ply returns the working memory of a ply.
func (s *Searcher) ply(at int) *ply {
	for at >= len(s.plies) {
		s.plies = append(s.plies, &ply{})
	}
	p := s.plies[at]
	p.line = p.line[:0]
	return p
}

// ended records for the trace why the node that returns v ended.
func (s *Searcher) ended(why trace.Ending, v oxo.Score) oxo.Score {
	s.ending = why
	return v
}

// expand calls the guide. The root always gets its moves.
func (s *Searcher) expand(here *ply, alpha, beta oxo.Score, root bool) ([]oxo.Child, oxo.Bounds) {
	if root {
		if alpha, beta = -oxo.Infinity, oxo.Infinity; s.expanded {
			s.expanded = false
			return here.children, s.rootBounds
		}
	}
	var children []oxo.Child
	var bounds oxo.Bounds
	switch here.keyed = s.game.keyGuide != nil && s.table != nil && !s.run.counting.on; {
	case here.keyed:
		children, bounds = s.game.keyGuide.ExpandKeys(alpha, beta, here.children[:0], &here.keys)
		here.keyed = len(children) <= fewMoves
	case s.run.counting.on:
		children, bounds = s.game.guide.Expand(alpha, beta, here.children[:0])
		children, bounds = s.expandCounted(children, bounds, alpha, beta)
	default:
		children, bounds = s.game.guide.Expand(alpha, beta, here.children[:0])
	}
	here.children = children
	return children, bounds
}

// useOf says how the table is used for the position after a move of a ply, or for the root if
// before is nil.
func useOf(before *ply, index int) knowledge.KeyUse {
	if before == nil || !before.keyed {
		return knowledge.ComputeKey
	}
	return before.keys.Use[index&(fewMoves-1)]
}

// moveTo returns the move that led to the position, 0 for the root.
func moveTo(before *ply, index int) oxo.Move {
	if before == nil {
		return 0
	}
	return before.children[index].Move
}

// horizon returns an estimate. There is no quiescence search here: the selective recursion has
// one.
func (s *Searcher) horizon(bounds oxo.Bounds) oxo.Score {
	s.run.doubt.horizon++
	return bounds.Clamp(s.game.evaluate())
}

// child returns the value of a move that may be better than low. If the proven bounds of the
// move are enough, it does not search the position after it. Once a move has raised alpha, the
// others are first searched with a null window [MarslandCampbell82].
func (s *Searcher) child(here *ply, index int, low, beta oxo.Score, depth, at int, narrow bool) oxo.Score {
	c := &here.children[index]
	if lo := c.Lo(); lo >= beta || lo == c.Hi() {
		s.ply(at)
		s.run.restsOn = independent
		return s.settled(c, low, beta, lo)
	}
	var claim claim
	before := s.run.nodes
	if s.workers.running {
		claim = s.markSearching(here, index)
	}
	s.game.p.Make(c.Move)
	from := beta.ToChild()
	if narrow && beta > low+1 {
		from = (low + 1).ToChild()
	}
	v := s.visit(from, low.ToChild(), depth, at, here, index).ToParent()
	if narrow && v > low && v < beta && beta > low+1 && s.run.stop == Finished {
		v = s.visit(beta.ToChild(), low.ToChild(), depth, at, here, index).ToParent()
	}
	s.game.p.Unmake(c.Move)
	if s.workers.threads > 1 {
		if s.run.stop == Finished {
			s.plies[at].split.weigh(s.run.nodes - before)
		}
		claim.clear()
	}
	return v
}

// improved records a move that raised alpha: in the line if the window is open, at the root as
// the move to play, and as killer and countermove if it ended the node.
func (s *Searcher) improved(here *ply, at int, m, previous oxo.Move, v, beta oxo.Score, depth int, before doubt) {
	if at == 0 && !s.forbidden(m) { // a limit may end the search before any other move
		s.run.best, s.run.hasBest = m, true
		s.keepProven(m, v, depth, before)
	}
	if v >= beta {
		here.killer = m + 1
		s.countermoves[at&1][previous%maxCountermoves] = m + 1
	}
	if at == 0 || v < beta {
		here.line = append(here.line[:0], m)
		if rest := s.plies[at+1].line; len(rest) > 0 {
			here.line = append(here.line, rest...)
		}
	}
}

// keepProven records a move of the root that is proven to be worth at least v.
func (s *Searcher) keepProven(m oxo.Move, v oxo.Score, depth int, before doubt) {
	r := &s.run
	exact := r.doubt.inexact == before.inexact
	if s.game.clocked != nil && !r.counting.on {
		v = oxo.UnderClock(s.game.clocked, oxo.Exactly(v)).Lo()
	}
	if v > r.reached && exact && (r.doubt.horizon == before.horizon || v.IsWin() || endsWithin(v, depth)) {
		r.provenMove, r.reached = m, v
	}
}

// endsWithin reports whether a value is a win or loss within the depth searched: then nothing
// nearer was missed. A margin has no distance.
func endsWithin(v oxo.Score, depth int) bool { return v.CountsPlies() && v.Plies() <= depth }

// depth returns the depth of a node's result for the table: unlimited, unless it met a horizon.
func (s *Searcher) depth(depth int, before doubt) int32 {
	if s.run.doubt.horizon == before.horizon {
		return tt.Proven
	}
	return int32(min(depth, unlimited))
}

// found returns the bounds that a finished node has found.
func found(bounds oxo.Bounds, best, alpha, beta oxo.Score) oxo.Bounds {
	lo, hi := bounds.Lo(), bounds.Hi()
	if best > alpha {
		lo = max(lo, best)
	}
	if best < beta {
		hi = min(hi, best)
	}
	return oxo.Between(lo, hi)
}
