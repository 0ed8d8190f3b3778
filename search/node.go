package search

import (
	"time"

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
// plies ahead. It is fail-soft: a result at or below alpha is an upper bound,
// one at or above beta a lower bound, one between them the value
// [KnuthMoore75] [Fishburn83]. At the root (at = 0) it keeps the best move,
// so neither the table nor bounds alone may answer there.
//
//nolint:funlen // the one recursion, by numbered steps
func (s *Searcher) node(alpha, beta oxo.Score, depth, at int) oxo.Score {
	// Step 1. Look at the limits now and then, and count.
	if s.run.nodes >= s.run.check && s.overLimit() {
		return oxo.Draw // not used: every caller looks at stopped first
	}
	s.run.nodes++
	here, root := s.ply(at), at == 0

	// Step 2. What the game knows: bounds, and the moves worth searching.
	children, bounds := s.expand(here, alpha, beta, root)
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

	// Step 3. What the table knows.
	var id identity
	useTable := s.table != nil && s.run.nodes > tableFrom
	if useTable {
		id = s.identify()
		if v, ok := s.probe(&id, alpha, beta, depth, root, children); ok {
			return v
		}
	}

	// Step 4. The horizon: an estimate, within what is certain.
	if depth <= 0 && !root {
		s.run.doubt.horizon++
		return max(bounds.Lo, min(bounds.Hi, s.guide.Evaluate()))
	}

	// Step 5. Search the moves, best first.
	nodes, doubt := s.run.nodes, s.run.doubt
	best, bestMove, low := bounds.Lo, oxo.Move(0), alpha
	if root {
		best = -oxo.Infinity
	}
	for i := range children {
		c := &children[i]
		before := s.run.doubt
		v := s.child(c, low, beta, depth-1, at+1, i > 0)
		if s.run.stopped {
			return oxo.Draw
		}
		if v <= best {
			continue
		}
		best, bestMove = v, c.Move
		if v <= low {
			continue
		}
		// Step 6. A better move raises alpha, or ends the node: the window is
		// closed, or nothing better exists. Then one proven move is enough,
		// whatever the moves before it rested on.
		low = v
		s.improved(here, at, c.Move, v, beta)
		if root {
			s.keep(c.Move, v, depth, before)
		}
		if v >= beta || v >= bounds.Hi {
			if s.run.doubt == before {
				s.run.doubt = doubt
			}
			break
		}
	}

	// Step 7. Keep what was found.
	if useTable {
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

// expand asks the guide. The root always gets its moves, the best of an
// earlier search first.
func (s *Searcher) expand(here *ply, alpha, beta oxo.Score, root bool) ([]oxo.Child, oxo.Bounds) {
	if root {
		alpha, beta = -oxo.Infinity, oxo.Infinity
	}
	children, bounds := s.guide.Expand(alpha, beta, here.children[:0])
	here.children = children
	if s.rng != nil {
		s.rng.Shuffle(len(children), func(i, j int) { children[i], children[j] = children[j], children[i] })
	}
	if root && s.run.hasBest {
		promote(children, s.run.best)
	}
	return children, bounds
}

// child returns the value of a move: what is known of it without a search
// where that is enough, else that of the position behind it. Once a move has
// raised alpha, the others are first asked only whether they are better, by
// a null window [MarslandCampbell82].
func (s *Searcher) child(c *oxo.Child, low, beta oxo.Score, depth, at int, narrow bool) oxo.Score {
	switch {
	case c.Exact() || c.Lo >= beta:
		s.ply(at)
		return c.Lo
	case c.Hi <= low:
		return c.Hi
	}
	s.p.Make(c.Move)
	from := beta.Forward()
	if narrow && beta > low+1 {
		from = (low + 1).Forward()
	}
	v := s.node(from, low.Forward(), depth, at).Back()
	if narrow && v > low && v < beta && !s.run.stopped {
		v = s.node(beta.Forward(), low.Forward(), depth, at).Back()
	}
	s.p.Unmake(c.Move)
	return v
}

// improved notes a move that raised alpha: in the line where a window is
// open, and at the root as the move to play.
func (s *Searcher) improved(here *ply, at int, m oxo.Move, v, beta oxo.Score) {
	if at == 0 {
		s.run.best, s.run.hasBest = m, true
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

// promote moves the child of a move to the front.
func promote(children []oxo.Child, m oxo.Move) {
	for i, c := range children {
		if c.Move == m {
			copy(children[1:i+1], children[:i])
			children[0] = c
			return
		}
	}
}

// identity is how the table knows a position.
type identity struct {
	key      oxo.Key
	hash     uint64
	symmetry int // maps the position onto the one that the key is of
}

func (s *Searcher) identify() identity {
	var id identity
	switch {
	case s.symmetric != nil:
		id.key, id.symmetry = s.symmetric.Canonical()
	case s.keyed != nil:
		id.key = s.keyed.Key()
	default:
		id.key.Lo = s.p.Hash()
	}
	id.hash = id.key.Hash()
	return id
}

// probe returns the value if the table knows enough of it; else it puts the
// table's move first. An exact search trusts only exact keys.
func (s *Searcher) probe(id *identity, alpha, beta oxo.Score, depth int, root bool, children []oxo.Child) (oxo.Score, bool) {
	e, ok := s.table.Probe(id.key, id.hash)
	if !ok {
		return 0, false
	}
	if !root && int(e.Depth) >= depth && (e.Lo >= beta || e.Hi <= alpha || e.Exact()) && (s.exact || depth < unlimited/2) {
		if e.Depth != tt.Proven {
			s.run.doubt.horizon++
		}
		if !s.exact {
			s.run.doubt.inexact++
		}
		if e.Lo >= beta {
			return e.Lo, true
		}
		return e.Hi, true
	}
	if e.HasMove {
		m := e.Best
		if id.symmetry != 0 {
			m = s.symmetric.UnmapMove(m, id.symmetry)
		}
		promote(children, m)
	}
	return 0, false
}

func (s *Searcher) store(id *identity, e tt.Entry, nodes uint64) {
	if id.symmetry != 0 && e.HasMove {
		e.Best = s.symmetric.MapMove(e.Best, id.symmetry)
	}
	s.table.Store(id.key, id.hash, e, nodes)
}

// checkEvery is how many nodes pass between two looks at the clock and the
// context.
const checkEvery = 256

// overLimit looks at the limits and the context, and notes when to look again.
func (s *Searcher) overLimit() bool {
	r := &s.run
	if r.maxNodes > 0 && r.nodes >= r.maxNodes || s.outOfTime() {
		r.stopped = true
	}
	s.setCheck()
	return r.stopped
}

func (s *Searcher) outOfTime() bool {
	r := &s.run
	return r.ctx.Err() != nil || r.timed && !time.Now().Before(r.deadline)
}

func (s *Searcher) setCheck() {
	r := &s.run
	r.check = r.nodes + checkEvery
	if r.maxNodes > 0 {
		r.check = min(r.check, r.maxNodes)
	}
}
