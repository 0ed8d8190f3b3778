package pn

import "oxo"

// Threads share the moves of the root. Where fewer of these are open than there are threads, and near the
// root, several threads work behind one move, and part at the next positions with the same
// side to move: of the moves there each takes one that nobody is at. That side's moves must
// all be answered if the root's must, so hardly any of this is work for nothing.

// splitPlies is how far from the root threads part.
const splitPlies = 6

// splits reports whether threads part at the positions of a ply.
func (s *Solver) splits(ply int) bool {
	return s.opts.Threads > 1 && ply <= splitPlies && ply%2 == 0
}

// elsewhere returns the numbers of a position near the root that another worker has solved meanwhile.
func (w *worker) elsewhere(ply int, key oxo.Key) (numbers, bool) {
	if w.s.opts.Threads == 1 || ply > splitPlies {
		return numbers{}, false
	}
	n, ok := w.s.table.probe(key)
	return n, ok && n.solved()
}

// enter notes that a worker is behind a position; leave that it is not any more.
func (s *Solver) enter(key oxo.Key) { s.count(key, 1) }

func (s *Solver) leave(key oxo.Key) { s.count(key, -1) }

func (s *Solver) count(key oxo.Key, n int) {
	s.splitting.Lock()
	defer s.splitting.Unlock()
	if s.behind[key] += n; s.behind[key] == 0 {
		delete(s.behind, key)
	}
}

// renew looks up what others have found of the moves, and which of them they are at. Where they are
// at all that are open, none counts as taken.
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
			c.busy = int16(w.s.behind[c.key])
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

// joined returns the limits of a move that need not be the best one: it is searched a little at least.
func joined(c, limit numbers) numbers {
	limit.other = max(limit.other, min(c.other+c.other/4+1, infinity))
	return limit
}

// join returns the move of the root with the least work that is open, though others are at it, or -1.
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
