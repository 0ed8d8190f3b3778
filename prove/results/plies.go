package results

import (
	"slices"
	"sync/atomic"

	"oxo"
	"oxo/prove/census"
)

// backByPlies solves a game without loops: it finds the positions ply by ply, and solves them from the
// last ply back to the first. A position that is reached after different numbers of plies is
// solved once for each.
func (s *solver) backByPlies() error {
	// 1. Find the positions.
	l, err := s.first()
	if err != nil {
		return err
	}
	var layers []*list
	for l.n > 0 {
		layers = append(layers, l)
		s.ply = len(layers)
		if l, err = s.next(l); err != nil {
			return err
		}
		s.found.Add(int64(l.n))
	}
	// 2. Solve them. A ply that both neighbours are done with goes to the others that are.
	s.solving, s.all = true, int(s.found.Swap(0))
	ready := pile{pool: s.pool}
	for ply, l := range slices.Backward(layers) {
		s.ply = ply
		if err := s.solvePly(layers, ply); err != nil {
			return err
		}
		s.found.Add(int64(l.n))
		if ply+1 < len(layers) {
			if err := ready.add(layers[ply+1]); err != nil {
				return err
			}
		}
	}
	// 3. Put them into one list.
	if err := ready.add(layers[0]); err != nil {
		return err
	}
	slices.Reverse(s.plies)
	s.solved, err = ready.one()
	return err
}

// solvePly solves the positions of a ply, given the next ply.
func (s *solver) solvePly(layers []*list, ply int) error {
	l, next := layers[ply], &list{}
	if ply+1 < len(layers) {
		next = layers[ply+1]
	}
	var ends, sums [4]atomic.Int64
	err := s.share(l, func(w *worker, c *cursor) error {
		var ended, counts [4]int64
		for ; !c.ended(); c.next() {
			m, end, err := w.best(c.key, next)
			if err != nil {
				return err
			}
			l.setMark(c.i, m)
			counts[m]++
			if end {
				ended[m]++
			}
		}
		for m := range counts {
			sums[m].Add(counts[m])
			ends[m].Add(ended[m])
		}
		return nil
	})
	p := census.WholePly{Ply: ply, Classes: l.n, Draw: int(sums[drawn].Load()), First: int(sums[won].Load()), Second: int(sums[lost].Load())}
	for m := range ends {
		p.Terminal += int(ends[m].Load())
	}
	if s.turn^oxo.Side(ply&1) == oxo.Second {
		p.First, p.Second = p.Second, p.First
	}
	s.plies = append(s.plies, p)
	return err
}

// best returns the result of a position from the positions after its moves, and whether the game is over
// there.
func (w *worker) best(key uint64, next *list) (m mark, end bool, err error) {
	if !w.restore(key) {
		return w.end(), true, nil
	}
	m = lost
	err = w.after(func(after uint64) (bool, error) {
		i, ok := next.find(after)
		if !ok {
			return false, w.s.unstored(after)
		}
		m = max(m, next.mark(i).toParent())
		return m != won, nil
	})
	return m, false, err
}
