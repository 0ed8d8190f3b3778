package search

import (
	"sync/atomic"

	"oxo"
	"oxo/tt"
)

// unlimited is the depth of a search that gives up nothing.
const unlimited = 1 << 30

// tableFrom is the number of nodes from which a search uses its table: the
// searches of a game on 3x3 mostly end before, and a table costs them more
// than it saves.
const tableFrom = 48

// node returns the value of the position for its side to move, looking depth
// plies ahead; from is the child of the parent that led here. It is fail-soft:
// a result at or below alpha is an upper bound, one at or above beta a lower
// bound, one between them the value [KnuthMoore75] [Fishburn83]. At the root
// (at = 0) it keeps the best move, so neither the table nor bounds alone may
// answer there.
//
//nolint:funlen // the one recursion, by numbered steps
func (s *Searcher) node(alpha, beta oxo.Score, depth, at int, from *oxo.Child) oxo.Score {
	// Step 1. Look at the limits now and then, and count.
	if s.run.nodes >= s.run.check && s.overLimit(at) {
		return oxo.Draw // not used: every caller looks at stopped first
	}
	s.run.nodes++
	here, root := s.ply(at), at == 0
	useTable := s.table != nil && s.run.nodes > tableFrom && from.Table != oxo.TableNone

	// Step 2. What the table knows, where the parent gave the key: before the
	// game is asked, which is dearer.
	var id identity
	given := useTable && from.Table.Given() && s.givenKeys
	if given {
		id = identity{key: from.Key, symmetry: int(from.Symmetry)}
		if v, ok := s.probe(&id, alpha, beta, depth, root); ok {
			s.run.ending = TraceTable
			return v
		}
	}

	// Step 3. What the game knows: bounds, and the moves worth searching.
	children, bounds := s.expand(here, alpha, beta, root)
	s.run.ending = TraceGuide
	switch {
	case root:
		s.run.bounds = bounds
	case bounds.Lo >= beta || bounds.Exact():
		return bounds.Lo
	case bounds.Hi <= alpha:
		return bounds.Hi
	default:
		alpha = max(alpha, bounds.Lo)
	}

	// Step 4. What the table knows, where the key has to be worked out.
	if useTable && !given {
		id = s.identify()
		if v, ok := s.probe(&id, alpha, beta, depth, root); ok {
			s.run.ending = TraceTable
			return v
		}
	}

	// Step 5. The horizon: an estimate, within what is certain.
	if depth <= 0 && !root {
		s.run.doubt.horizon++
		s.run.ending = TraceHorizon
		return max(bounds.Lo, min(bounds.Hi, s.guide.Evaluate()))
	}

	// Step 6. The order of the moves: first one that the table says is enough,
	// where it is worth asking.
	var turn turns
	if !given || from.Table == oxo.TableLeaf || !s.lookAhead(children, beta) {
		turn = s.order(here, children, &id, from.Move, at)
	}

	// Step 7. Search the moves, best first.
	nodes, doubt := s.run.nodes, s.run.doubt
	best, bestMove, low := bounds.Lo, oxo.Move(0), alpha
	if root {
		best = -oxo.Infinity
	}
	wait, ending := s.share(here, at, &id, alpha, beta, useTable, children), TraceComplete
	for i := 0; i < len(children); i++ {
		if i > 0 && i < wait && s.busyElsewhere(&children[turn.at(i)]) {
			turn, wait = postpone(children, turn, i), wait-1
			i--
			continue
		}
		c := &children[turn.at(i)]
		if c.Hi <= low {
			best = max(best, s.settled(c, low, beta, c.Hi)) // no better, for certain
			continue
		}
		before := s.run.doubt
		v := s.child(c, low, beta, depth-1, at+1, i > 0)
		if s.run.stopped {
			return s.answered(at)
		}
		if v <= best {
			continue
		}
		best, bestMove = v, c.Move
		if v <= low {
			continue
		}
		// Step 8. A better move raises alpha, or ends the node: the window is
		// closed, or nothing better exists. Then one proven move is enough,
		// whatever the moves before it rested on.
		low = v
		s.improved(here, at, c.Move, from.Move, v, beta)
		if root {
			s.keep(c.Move, v, depth, before)
		}
		if v >= beta || v >= bounds.Hi {
			if s.run.doubt == before {
				s.run.doubt = doubt
			}
			if i < len(children)-1 {
				ending = TraceCutOff
			}
			break
		}
	}

	// Step 9. Keep what was found.
	s.run.ending = ending
	if useTable && len(children) > 1 {
		e := tt.Entry{Bounds: bounds, Depth: tt.Proven, Best: bestMove, HasMove: best > alpha}
		if s.run.doubt.horizon != doubt.horizon {
			e.Depth = int32(min(depth, unlimited))
		}
		if best > alpha {
			e.Lo = max(e.Lo, best)
		}
		if best < beta {
			e.Hi = min(e.Hi, best)
		}
		s.store(&id, e, s.run.nodes-nodes)
	}
	return best
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

// expand asks the guide. The root always gets its moves.
func (s *Searcher) expand(here *ply, alpha, beta oxo.Score, root bool) ([]oxo.Child, oxo.Bounds) {
	if root {
		alpha, beta = -oxo.Infinity, oxo.Infinity
	}
	children, bounds := s.guide.Expand(alpha, beta, here.children[:0])
	here.children = children
	return children, bounds
}

// child returns the value of a move that may be better than low: what is known
// of it without a search where that is enough, else that of the position
// behind it. Once a move has raised alpha, the others are first asked only
// whether they are better, by a null window [MarslandCampbell82].
func (s *Searcher) child(c *oxo.Child, low, beta oxo.Score, depth, at int, narrow bool) oxo.Score {
	if c.Exact() || c.Lo >= beta {
		s.ply(at)
		return s.settled(c, low, beta, c.Lo)
	}
	var signed *atomic.Uint64
	before := s.run.nodes
	if s.team.helped() {
		signed = s.begin(c, at)
	}
	s.p.Make(c.Move)
	from := beta.Forward()
	if narrow && beta > low+1 {
		from = (low + 1).Forward()
	}
	v := s.visit(from, low.Forward(), depth, at, c).Back()
	if narrow && v > low && v < beta && beta > low+1 && !s.run.stopped {
		v = s.visit(beta.Forward(), low.Forward(), depth, at, c).Back()
	}
	s.p.Unmake(c.Move)
	if s.team != nil && !s.run.stopped {
		s.plies[at].weigh(s.run.nodes - before)
	}
	if signed != nil {
		signed.Store(0)
	}
	return v
}

// improved notes a move that raised alpha: in the line where a window is
// open, at the root as the move to play, and among the moves to try first
// where it ended the node.
func (s *Searcher) improved(here *ply, at int, m, previous oxo.Move, v, beta oxo.Score) {
	if at == 0 {
		s.run.best, s.run.hasBest = m, true
	}
	if v >= beta {
		here.killer = m + 1
		s.counters[at&1][previous%counters] = m + 1
	}
	if at == 0 || v < beta {
		here.line = append(here.line[:0], m)
		if rest := s.plies[at+1].line; len(rest) > 0 {
			here.line = append(here.line, rest...)
		}
	}
}

// keep notes a move of the root that is certain to be worth v or more.
func (s *Searcher) keep(m oxo.Move, v oxo.Score, depth int, before doubt) {
	r := &s.run
	exact := r.doubt.inexact == before.inexact
	if v > r.reached && exact && (r.doubt.horizon == before.horizon || v.IsWin() || ends(v, depth)) {
		r.sure, r.reached = m, v
	}
}

// ends reports whether a value is a win or loss no farther away than the
// search looked: then nothing nearer was missed.
func ends(v oxo.Score, depth int) bool { return v.Sign() != 0 && v.Plies() <= depth }
