package search

import (
	"sync"
	"sync/atomic"

	"oxo"
	"oxo/search/tt"
)

// helpersFrom is the number of nodes of a window from which other threads are
// called: less is done before they have started.
const helpersFrom = 256

// workgroup is the threads of one search: each searches the same window from
// the root, and what one stores in the table the others find. They keep apart
// by deferring moves (deferral.go). The first to finish has the value; exact
// search has only one, so it does not matter which.
type workgroup struct {
	leader  *Searcher
	spare   *spareWorkers // where helpers come from
	threads int           // at most, the leader's included
	root    oxo.Position  // to copy from while the leader is on its way; nil: no helpers

	open    bool        // the leader searches a window: helpers may be called
	running bool        // helpers were called for this window
	helpers []*Searcher // these; only the leader looks
	window  window
	wg      sync.WaitGroup
	done    atomic.Bool
	winner  *Searcher // the helper that was first, read when all have ended
	value   oxo.Score

	searching []atomic.Uint64 // marks of moves that are being searched
}

// window is what the root is searched with.
type window struct {
	alpha, beta oxo.Score
	depth       int
	pace        uint64 // see Pacing
}

func newWorkgroup(leader *Searcher, spare *spareWorkers, threads int) *workgroup {
	g := &workgroup{leader: leader, spare: spare, threads: threads}
	if threads > 1 {
		g.searching = make([]atomic.Uint64, 1<<12)
	}
	return g
}

// attach gets ready to call helpers, or not to: a search that nodes or plies
// limit is for one thread.
func (g *workgroup) attach(q *request) {
	if g.threads == 1 {
		return
	}
	g.root = nil
	if (q.limits.Nodes == 0 || q.share) && q.limits.Depth <= 0 {
		g.root = g.leader.game.p.Clone()
	}
}

// budget splits a node budget among the available threads. Together they get a
// quarter more: threads visit 5 to 20% more nodes than one for the same answer,
// and a question that fails for so little has to be asked again.
func (g *workgroup) budget(nodes uint64) uint64 {
	if g.root == nil || nodes <= helpersFrom {
		return nodes
	}
	helpers := uint64(max(g.spare.n.Load(), 0))
	if helpers == 0 {
		return nodes
	}
	return helpersFrom + (nodes-helpersFrom+nodes/4)/(1+helpers)
}

// call lets the spare threads help once the leader's window has taken long
// enough. An iteration of the selective search has no window: helpers called
// there would search the one before it, and nobody would wait for them.
func (g *workgroup) call() {
	r := &g.leader.run
	if g.root == nil || !g.open || r.stop != Finished || r.nodes-r.began < helpersFrom {
		return
	}
	for free := g.spare.n.Load(); free > 0 && g.spare.take(); free-- {
		g.start()
	}
}

// start lets a helper search the leader's window.
func (g *workgroup) start() {
	s := g.leader
	if !g.running {
		g.running, g.winner = true, nil
		g.done.Store(false)
		s.tables.each(func(t *tt.Table) { t.Share() })
		s.forgetSplits()
	}
	h := g.spare.helper(g)
	g.helpers = append(g.helpers, h)
	h.follow(s, g.root.Clone())
	g.wg.Go(func() {
		defer g.spare.give()
		w := g.window
		h.game.pace(w.pace)
		v := h.node(w.alpha, w.beta, w.depth, 0, nil, 0)
		if h.run.stop == Finished && g.done.CompareAndSwap(false, true) {
			g.winner, g.value = h, v
		}
	})
}

// follow takes over what the leader is doing.
func (s *Searcher) follow(leader *Searcher, p oxo.Position) {
	s.bind(p)
	s.forgetSplits()
	s.table = leader.table
	r := &leader.run
	s.run = run{
		request: r.request, clock: clock{deadline: r.deadline, timed: r.timed, limit: noEnd, budget: noEnd, every: firstNodes, look: firstNodes},
		best: r.best, hasBest: r.hasBest, reached: r.reached, provenMove: r.provenMove, proven: r.proven, restsOn: independent, counting: r.counting,
	}
	s.setCheck()
}

// finish ends the helpers and returns the value of the window: the leader's,
// or that of the helper that was first.
func (g *workgroup) finish(v oxo.Score) oxo.Score {
	s := g.leader
	mine := s.run.stop == Finished && g.done.CompareAndSwap(false, true)
	g.done.Store(true)
	g.wg.Wait()
	visited := s.run.nodes - s.run.began
	for _, h := range g.helpers {
		s.run.helped += h.run.nodes
		visited += h.run.nodes
	}
	g.running = false
	s.tables.each(func(t *tt.Table) { t.Unshare(visited) }) // a position is stored once
	if h := g.winner; !mine && h != nil {
		r := &h.run
		s.run.doubt, s.run.guide, s.run.stop = r.doubt, r.guide, Finished
		s.run.best, s.run.hasBest, s.run.provenMove, s.run.reached = r.best, r.hasBest, r.provenMove, r.reached
		s.ply(0).line = append(s.ply(0).line, h.plies[0].line...)
		v = g.value
	}
	g.spare.keep(g.helpers)
	g.helpers = g.helpers[:0]
	return v
}
