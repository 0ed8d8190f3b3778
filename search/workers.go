package search

import (
	"sync/atomic"

	"oxo"
	"oxo/internal/threads"
	"oxo/search/tt"
)

// helpersFrom is the number of nodes of a window after which other threads join: a smaller
// window ends before they have started.
const helpersFrom = 256

// workgroup is the threads of one search. Each searches the same window from the root, and
// finds in the table what the others store. They keep apart by deferring moves (deferral.go).
// The first to finish has the value; an exact value does not depend on which thread that is.
type workgroup struct {
	leader  *Searcher
	spare   *spareWorkers // provides helpers
	threads int           // maximum, including the leader
	root    oxo.Position  // copied for helpers while the leader searches; nil: no helpers

	open    bool        // the leader searches a window: helpers may join
	running bool        // helpers have joined this window
	helpers []*Searcher // the helpers; only the leader reads this
	window  window
	all     threads.Group
	done    atomic.Bool
	winner  *Searcher // the helper that finished first, read after all have ended
	value   oxo.Score

	searching []atomic.Uint64 // marks of moves being searched
}

// window is the window that the root is searched with.
type window struct {
	alpha, beta oxo.Score
	depth       int
	pace        uint64 // see Pacing
}

func newWorkgroup(leader *Searcher, spare *spareWorkers, threads int) *workgroup {
	g := &workgroup{leader: leader, spare: spare, threads: threads}
	g.all.Stop = func() { g.done.Store(true) }
	if threads > 1 {
		g.searching = make([]atomic.Uint64, 1<<12)
	}
	return g
}

// attach decides whether helpers may join: a search limited by nodes or plies has one thread.
func (g *workgroup) attach(q *request) {
	if g.threads == 1 {
		return
	}
	g.root = nil
	if (q.limits.Nodes == 0 || q.share) && q.limits.Depth <= 0 {
		g.root = g.leader.game.p.Clone()
	}
}

// budget divides a node budget among the available threads. Together they get a quarter more:
// for the same answer threads visit 5 to 20% more nodes than one, and a question that narrowly
// fails has to be asked again.
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

// call lets the spare threads help once the leader's window has taken long enough. An iteration
// of the selective search has no window, so it calls nobody: helpers would search an old
// window, and nothing would end them.
func (g *workgroup) call() {
	r := &g.leader.run
	if g.root == nil || !g.open || r.stop != Finished || r.nodes-r.began < helpersFrom {
		return
	}
	for free := g.spare.n.Load(); free > 0 && g.spare.take(); free-- {
		// A helper that has finished is spare before the leader sees that the window is done.
		if g.running && g.done.Load() {
			g.spare.give()
			return
		}
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
	g.all.Go(func() {
		defer g.spare.give()
		w := g.window
		h.game.pace(w.pace)
		v := h.node(w.alpha, w.beta, w.depth, 0, nil, 0)
		if h.run.stop == Finished && g.done.CompareAndSwap(false, true) {
			g.winner, g.value = h, v
		}
	})
}

// follow copies the state of the leader's search.
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

// abandon ends the helpers of a search that ends by a panic. It drops them: their positions may
// be as broken as the leader's.
func (g *workgroup) abandon() {
	if !g.running {
		return
	}
	g.done.Store(true)
	g.all.Join()
	g.running, g.open, g.helpers = false, false, nil
	g.leader.tables.each(func(t *tt.Table) { t.Unshare(0) })
}

// finish ends the helpers and returns the value of the window, from the thread that finished
// first.
func (g *workgroup) finish(v oxo.Score) oxo.Score {
	s := g.leader
	mine := s.run.stop == Finished && g.done.CompareAndSwap(false, true)
	g.done.Store(true)
	g.all.Wait()
	visited := s.run.nodes - s.run.began
	for _, h := range g.helpers {
		s.run.helped += h.run.nodes
		visited += h.run.nodes
	}
	g.running = false
	s.tables.each(func(t *tt.Table) { t.Unshare(visited) }) // each visit stores at most one entry
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
