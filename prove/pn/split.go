package pn

import "oxo"

// Threads divide the moves of the root. If fewer moves are open than there are threads, and
// near the root, several threads search one move. They separate at the next positions with the
// same side to move, where each takes a move that no other thread has. That side's moves must
// all be answered if the moves of the root must, so hardly any of this work is wasted.

// splitPlies is the number of plies from the root within which threads separate.
const splitPlies = 6

// splits reports whether threads separate at the positions of a ply.
func (s *Solver) splits(ply int) bool {
	return s.opts.Threads > 1 && ply <= splitPlies && ply%2 == 0
}

// solvedByOther returns the numbers of a position near the root that another worker has solved
// meanwhile.
func (w *worker) solvedByOther(ply int, key oxo.Key) (numbers, bool) {
	if w.s.opts.Threads == 1 || ply > splitPlies {
		return numbers{}, false
	}
	n, ok := w.s.table.probe(key)
	return n, ok && n.solved()
}

// enter records that a worker searches a position; leave records that it has stopped.
func (s *Solver) enter(key oxo.Key) { s.count(key, 1) }

func (s *Solver) leave(key oxo.Key) { s.count(key, -1) }

func (s *Solver) count(key oxo.Key, n int) {
	s.splitting.Lock()
	defer s.splitting.Unlock()
	if s.searched[key] += n; s.searched[key] == 0 {
		delete(s.searched, key)
	}
}

// renew looks up the numbers of the moves, which other workers may have changed, and which moves other workers are
// searching. If they are searching all open moves, no move counts as taken.
func (w *worker) renew(nodes []child) {
	w.s.splitting.Lock()
	defer w.s.splitting.Unlock()
	free := false
	for i := range nodes {
		c := &nodes[i]
		if c.numbers.solved() {
			continue
		}
		if w.lookUp(c); !c.late {
			c.busy = int16(w.s.searched[c.key])
		}
		free = free || c.busy == 0 && !c.numbers.solved()
	}
	if free {
		return
	}
	for i := range nodes {
		nodes[i].busy = 0
	}
}

// joined returns the limits of a move that need not be the best one: at least a little search.
func joined(c, limit numbers) numbers {
	limit.other = max(limit.other, min(c.other+c.other/4+1, infinity))
	return limit
}

// join returns the open move of the root with the least work, even if other workers are
// searching it, or -1.
func join(nodes []child) (best int) {
	best = -1
	for i := range nodes {
		n := nodes[i].numbers
		if !n.solved() && (best < 0 || n.other < nodes[best].numbers.other) {
			best = i
		}
	}
	return best
}
