package search

import (
	"sync"
	"sync/atomic"

	"oxo"
	"oxo/tt"
)

// helpersFrom is the number of nodes of a window from which other threads are
// called: less is done before they have begun.
const helpersFrom = 256

// idle are the threads that have no work of their own, and may help.
type idle struct {
	n atomic.Int64

	mu      sync.Mutex
	helpers []*Searcher // what they help with, kept from one time to the next
}

// take takes a thread, if there is one.
func (i *idle) take() bool {
	for n := i.n.Load(); n > 0; n = i.n.Load() {
		if i.n.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

func (i *idle) give() { i.n.Add(1) }

// helper returns a searcher for a team.
func (i *idle) helper(t *team) *Searcher {
	i.mu.Lock()
	defer i.mu.Unlock()
	last := len(i.helpers) - 1
	if last < 0 {
		opts := &t.leader.opts // those of every leader that the idle help
		h := New(Options{NoTable: true, NoSymmetry: opts.NoSymmetry, NoGuide: opts.NoGuide})
		h.team = t
		return h
	}
	h := i.helpers[last]
	i.helpers = i.helpers[:last]
	h.team = t
	return h
}

// keep takes helpers back.
func (i *idle) keep(helpers []*Searcher) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.helpers = append(i.helpers, helpers...)
}

// team is the threads of one search: each searches the same window from the
// root, and what one stores in the table the others find. They keep apart by
// putting off a move that another one is searching just then, as ABDADA does
// [Weill96], with the signs in a table of their own. The first to
// finish has the value; exact search has only one, so it does not matter who.
type team struct {
	leader *Searcher
	idle   *idle        // where helpers are called from
	root   oxo.Position // to copy from while the leader is on its way

	running bool        // helpers were called for this window
	helpers []*Searcher // these; only the leader looks
	window  window
	wg      sync.WaitGroup
	done    atomic.Bool
	winner  *Searcher // the helper that was first, read when all have ended
	value   oxo.Score

	busy [1 << 12]atomic.Uint64 // signs of moves that are being searched
}

// window is what is asked of the root.
type window struct {
	alpha, beta oxo.Score
	depth       int
}

// callTeam gets ready to call helpers, or not to: a search that nodes or plies
// limit is for one thread.
func (s *Searcher) callTeam(limits Limits) {
	if s.team == nil || s != s.team.leader {
		return
	}
	s.team.root = nil
	if (limits.Nodes == 0 || s.part) && limits.Depth <= 0 {
		s.team.root = s.p.Clone()
	}
}

// each returns how many of some nodes are for each thread, of those that can be
// had now. Together they get a quarter more: threads visit 5 to 20% more nodes
// than one for the same answer, and a question that fails for so little has to be
// asked again.
func (t *team) each(nodes uint64) uint64 {
	if t == nil || t.root == nil || nodes <= helpersFrom {
		return nodes
	}
	helpers := uint64(max(t.idle.n.Load(), 0))
	if helpers == 0 {
		return nodes
	}
	return helpersFrom + (nodes-helpersFrom+nodes/4)/(1+helpers)
}

// helped reports whether helpers are at the window.
func (t *team) helped() bool { return t != nil && t.running }

// over reports whether another thread has finished the window.
func (t *team) over() bool { return t.helped() && t.done.Load() }

// join calls those who are idle once the leader's window has taken long enough.
func (t *team) join(s *Searcher) {
	if t == nil || s != t.leader || t.root == nil || s.run.stopped || s.run.nodes-s.run.began < helpersFrom {
		return
	}
	for free := t.idle.n.Load(); free > 0 && t.idle.take(); free-- {
		t.call(s)
	}
}

// call lets a helper search the leader's window.
func (t *team) call(s *Searcher) {
	if !t.running {
		t.running, t.winner = true, nil
		t.done.Store(false)
		s.shareTables(true)
		s.forget()
	}
	h := t.idle.helper(t)
	t.helpers = append(t.helpers, h)
	h.follow(s, t.root.Clone())
	t.wg.Go(func() {
		defer t.idle.give()
		v := h.node(t.window.alpha, t.window.beta, t.window.depth, 0, &h.rootMove)
		if !h.run.stopped && t.done.CompareAndSwap(false, true) {
			t.winner, t.value = h, v
		}
	})
}

// forget removes what plies know of an earlier window with helpers.
func (s *Searcher) forget() {
	for _, p := range s.plies {
		p.asked, p.split = question{}, false
	}
}

// follow takes over what the leader is doing.
func (s *Searcher) follow(leader *Searcher, p oxo.Position) {
	s.bind(p)
	s.forget()
	s.table = leader.table
	r := &leader.run
	s.run = run{
		ctx: r.ctx, deadline: r.deadline, timed: r.timed, every: firstNodes,
		best: r.best, hasBest: r.hasBest, reached: r.reached, sure: r.sure, certain: r.certain,
	}
	s.setCheck()
}

// finish ends the helpers and returns the value of the window: the leader's,
// or that of the helper that was first.
func (t *team) finish(s *Searcher, v oxo.Score) oxo.Score {
	if !t.helped() {
		return v
	}
	mine := !s.run.stopped && t.done.CompareAndSwap(false, true)
	t.done.Store(true)
	t.wg.Wait()
	for _, h := range t.helpers {
		s.run.helped += h.run.nodes
	}
	t.running = false
	s.shareTables(false)
	if h := t.winner; !mine && h != nil {
		r := &h.run
		s.run.doubt, s.run.bounds, s.run.stopped = r.doubt, r.bounds, false
		s.run.best, s.run.hasBest, s.run.sure, s.run.reached = r.best, r.hasBest, r.sure, r.reached
		s.ply(0).line = append(s.ply(0).line, h.plies[0].line...)
		v = t.value
	}
	t.idle.keep(t.helpers)
	t.helpers = t.helpers[:0]
	return v
}

// sign is the place and the mark of a move from the position that the
// searcher is at.
func (t *team) sign(s *Searcher, c *oxo.Child) (place *atomic.Uint64, mark uint64) {
	key := c.Key
	if !c.Table.Given() {
		key = oxo.Key{Hi: uint64(c.Move) + 1, Lo: s.p.Hash()}
	}
	mark = key.Hash() | 1
	return &t.busy[mark>>32%uint64(len(t.busy))], mark
}

// question is what a thread wants to know of a position in the table; none where
// the window is empty.
type question struct {
	key         oxo.Key
	alpha, beta oxo.Score
}

// Threads part where the subtrees of a node have so many nodes: below they would
// spend more on the signs than on the search; and above, too much of what they
// do at the same time turns out not to be needed, where a move that one of them
// is at ends the node.
const (
	splitFrom = 16
	splitTo   = 2048
	sizeUnit  = 64
)

// weigh takes a visit of so many nodes into the mean.
func (p *ply) weigh(nodes uint64) { p.nodes += nodes - p.nodes/sizeUnit }

// share notes what is searched at a ply, for lookUp, and returns how many of the
// moves may be put off: none without helpers, and then it notes nothing.
func (s *Searcher) share(here *ply, at int, id *identity, alpha, beta oxo.Score, useTable bool, children []oxo.Child) int {
	if !s.team.helped() {
		return 0
	}
	here.asked = question{}
	if useTable && s.exact {
		here.asked = question{id.key, alpha, beta}
	}
	size := s.ply(at+1).nodes / sizeUnit
	if here.split = size >= splitFrom && size <= splitTo; !here.split {
		return 0
	}
	return len(children)
}

// lookUp asks the table for the positions on the way to a ply: where another
// thread has answered one of them meanwhile, the search here goes back to it at
// once, and does not finish what nobody needs any more.
func (s *Searcher) lookUp(at int) {
	if !s.team.helped() || s.run.stopped {
		return
	}
	for i := 1; i < at; i++ {
		p := s.plies[i]
		q := &p.asked
		if q.alpha == q.beta || p.nodes/sizeUnit < splitFrom {
			continue
		}
		e, ok := s.table.Probe(q.key)
		if !ok || e.Depth != tt.Proven || e.Lo < q.beta && e.Hi > q.alpha && !e.Exact() {
			continue
		}
		s.run.stopped, s.run.back, s.run.answer = true, i, e.Hi
		if e.Lo >= q.beta {
			s.run.answer = e.Lo
		}
		return
	}
}

// answered is what a node returns that was stopped: what another thread found of
// it, with which the search goes on, where that was why.
func (s *Searcher) answered(at int) oxo.Score {
	r := &s.run
	if r.back == 0 || r.back != at {
		return oxo.Draw
	}
	r.stopped, r.back = false, 0
	s.plies[at].line = s.plies[at].line[:0] // of the search that was left
	return r.answer
}

// busyElsewhere reports whether another thread is searching a move.
func (s *Searcher) busyElsewhere(c *oxo.Child) bool {
	if c.Table == oxo.TableNone {
		return false
	}
	place, mark := s.team.sign(s, c)
	return place.Load() == mark
}

// postpone gives the i-th move the last turn, and returns the new turns.
func postpone(children []oxo.Child, t turns, i int) turns {
	if len(children) <= fewMoves {
		return t.postponed(i, len(children))
	}
	c := children[i]
	copy(children[i:], children[i+1:])
	children[len(children)-1] = c
	return t
}

// begin signs a move, so that others put it off; what it returns, if not nil,
// is to be set to 0 afterwards.
func (s *Searcher) begin(c *oxo.Child, at int) *atomic.Uint64 {
	if c.Table == oxo.TableNone || !s.plies[at-1].split {
		return nil
	}
	if place, mark := s.team.sign(s, c); place.CompareAndSwap(0, mark) {
		return place
	}
	return nil
}
