package results

import (
	"errors"
	"math"
	"sync/atomic"
)

// graph has the moves of a game that loops, backwards.
type graph struct {
	positions *list
	first     []uint32 // for each position and one more: the index of the first position before it
	before    []uint32 // positions with a move to it
	left      []uint16 // moves of a position that may still keep it from losing
}

// backFromEnds solves a game that loops: from its finished games back, to the positions whose moves all
// lose, or that have one that wins. The rest are draws.
func (s *solver) backFromEnds() error {
	// 1. Find the positions.
	fresh, err := s.first()
	if err != nil {
		return err
	}
	seen := &list{}
	for fresh.n > 0 {
		after, err := s.next(fresh)
		if err != nil {
			return err
		}
		if seen, err = merge(seen, fresh, s.pool); err != nil {
			return err
		}
		if fresh, err = without(after, seen, s.pool); err != nil {
			return err
		}
		s.found.Add(int64(fresh.n))
	}
	// 2. Find the moves to each position.
	g := graph{positions: seen, first: make([]uint32, seen.n+1), left: make([]uint16, seen.n)}
	s.solving, s.all = true, 2*seen.n // both walks over the moves take nearly all the time
	s.found.Store(0)
	if err := s.countMoves(&g); err != nil {
		return err
	}
	if err := s.findMoves(&g); err != nil {
		return err
	}
	// 3. Solve.
	g.solve()
	s.solved = seen
	return s.ctx.Err()
}

// moves calls f with the number of each position, and with the number of the position after each of
// its moves. It marks finished games.
func (s *solver) moves(l *list, f func(from, to int)) error {
	return s.share(l, func(w *worker, c *cursor) error {
		begun := c.i
		for ; !c.ended(); c.next() {
			if !w.restore(c.key) {
				if l.mark(c.i) == unknown {
					l.setMark(c.i, w.end())
				}
				continue
			}
			err := w.after(func(key uint64) (bool, error) {
				to, ok := l.find(key)
				if !ok {
					return false, s.unstored(key)
				}
				f(c.i, to)
				return true, nil
			})
			if err != nil {
				return err
			}
		}
		s.found.Add(int64(c.i - begun))
		return nil
	})
}

// countMoves counts the moves from and to each position. Afterwards first has, for each position, the
// index after the last of the positions before it.
func (s *solver) countMoves(g *graph) error {
	var tooMany atomic.Bool
	err := s.moves(g.positions, func(from, to int) {
		atomic.AddUint32(&g.first[to], 1)
		if g.left[from] == math.MaxUint16 {
			tooMany.Store(true)
			return
		}
		g.left[from]++ // one goroutine has all moves of a position
	})
	if tooMany.Load() {
		return errors.New("a position has more than 65535 moves: solve it without --result")
	}
	sum := uint64(0)
	for i := range g.first {
		sum += uint64(g.first[i])
		if sum > math.MaxUint32 {
			return errors.New("there are more than 4294967295 moves between the positions")
		}
		g.first[i] = uint32(sum)
	}
	return err
}

// findMoves fills in the positions before each position, from the last to the first.
func (s *solver) findMoves(g *graph) error {
	g.before = make([]uint32, g.first[len(g.first)-1])
	return s.moves(g.positions, func(from, to int) {
		g.before[atomic.AddUint32(&g.first[to], ^uint32(0))] = uint32(from)
	})
}

// solve marks the positions, in any order: only results count.
func (g *graph) solve() {
	l := g.positions
	var solved []uint32
	for i := range l.n {
		if m := l.mark(i); m == won || m == lost {
			solved = append(solved, uint32(i))
		}
	}
	for len(solved) > 0 {
		i := solved[len(solved)-1]
		solved = solved[:len(solved)-1]
		m := l.mark(int(i))
		for _, from := range g.before[g.first[i]:g.first[i+1]] {
			if l.mark(int(from)) != unknown {
				continue
			}
			if m == won {
				if g.left[from]--; g.left[from] > 0 {
					continue
				}
			}
			l.setMark(int(from), m.toParent())
			solved = append(solved, from)
		}
	}
	for i := range l.n {
		if l.mark(i) == unknown {
			l.setMark(i, drawn)
		}
	}
}
