package census

import (
	"context"
	"fmt"
	"iter"
	"math"

	"oxo"
)

// endingSolver solves the classes of a table, one after another.
type endingSolver struct {
	ctx   context.Context
	opts  Options
	table *Endings
	p     Ender
	moves []oxo.Move

	// The lists below are for the class being solved, by number. They reuse the memory of the
	// class before.
	values  []byte
	open    []uint16 // number of moves not known to lead to a win of the other side
	far     []uint8  // the plies of the longest loss by a move that leaves the class
	within  []uint16 // number of moves that stay in the class
	next    edges    // the numbers after these moves
	before  edges    // the reverse: for each number, the numbers with a move to it
	from    []uint32 // for each number its first index in before; and last, the length of before
	decided []bool
	queue   [maxEndingPlies + 1][]uint32
}

// edges is a list that grows without being copied, since it may take most of the memory.
type edges struct {
	blocks [][]uint32
	len    int
}

const edgeBlock = 1 << 20

// resize changes the length.
func (e *edges) resize(n int) {
	for len(e.blocks)*edgeBlock < n {
		e.blocks = append(e.blocks, make([]uint32, edgeBlock))
	}
	e.len = n
}

func (e *edges) at(i uint32) *uint32 { return &e.blocks[i/edgeBlock][i%edgeBlock] }

func (e *edges) add(n uint32) {
	e.resize(e.len + 1)
	*e.at(uint32(e.len - 1)) = n
}

func (e *edges) all() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for left, at := e.len, 0; left > 0; left, at = left-edgeBlock, at+1 {
			for _, n := range e.blocks[at][:min(left, edgeBlock)] {
				if !yield(n) {
					return
				}
			}
		}
	}
}

// cleared returns n zeros, in the memory of old if it is large enough.
func cleared[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	clear(old[:n])
	return old[:n]
}

// solve computes the value of each number of a class. Moves that leave the class lead to solved
// classes.
func (s *endingSolver) solve(class int) error {
	t := s.table
	s.values = t.values[t.begins[class]:t.begins[class+1]]
	n := len(s.values)
	s.open, s.far, s.within = cleared(s.open, n), cleared(s.far, n), cleared(s.within, n)
	s.next.resize(0)
	for i := range s.queue {
		s.queue[i] = s.queue[i][:0]
	}
	for number := range n {
		if number&0xfff == 0 {
			if err := s.ctx.Err(); err != nil {
				return err
			}
			if s.opts.Progress != nil {
				s.opts.Progress(0, t.begins[class]+number)
			}
		}
		if err := s.expand(class, number); err != nil {
			return err
		}
		if uint64(s.next.len) > math.MaxUint32 {
			return fmt.Errorf("%w: class %d has more than %d moves", ErrMaxPositions, class, uint64(math.MaxUint32))
		}
	}
	return s.spread()
}

// expand lists the moves of a position within its class, and uses the values of the others. An
// unfinished position is 0 in values until it is decided.
func (s *endingSolver) expand(class, number int) error {
	p := s.p
	if !p.SetEnding(class, number) {
		s.values[number] = noPosition
		return nil
	}
	if p.Outcome() != oxo.Ongoing {
		return s.decide(number, oxo.Final(p))
	}
	best := -oxo.Infinity // among the moves that leave the class
	s.moves = p.Moves(s.moves[:0])
	for _, m := range s.moves {
		p.Make(m)
		c, n, v, err := s.after(class)
		p.Unmake(m)
		if err != nil {
			return err
		}
		if c == class {
			s.next.add(uint32(n))
			s.within[number]++
			s.open[number]++
			continue
		}
		v = v.ToParent()
		best = max(best, v)
		if v.IsLoss() {
			s.far[number] = max(s.far[number], uint8(v.Plies()))
		} else {
			s.open[number]++ // never decremented, so the position is at least a draw
		}
	}
	if best.IsWin() || s.open[number] == 0 {
		return s.decide(number, best)
	}
	return nil
}

// after returns the number of the position if it is in the class. Otherwise it returns the value of the position and
// another class. A finished position may have a number or not.
func (s *endingSolver) after(class int) (c, number int, v oxo.Score, err error) {
	c, number, ok := s.p.Ending(s.table.men)
	if !ok && s.p.Outcome() != oxo.Ongoing {
		return -1, 0, oxo.Final(s.p), nil
	}
	if !ok || c > class {
		return 0, 0, 0, fmt.Errorf("a move of class %d leads to class %d (%v): want the same class or an earlier one, so the game numbers its endings wrongly", class, c, ok)
	}
	if c == class {
		return c, number, 0, nil
	}
	v, ok = scoreOf(s.table.values[s.table.begins[c]+number])
	if !ok {
		return 0, 0, 0, fmt.Errorf("a move leads to number %d of class %d, but the game has no position with that number", number, c)
	}
	return c, number, v, nil
}

// decide queues a number with a win or a loss, by its plies. A loss is queued only when all moves are known to lose, so
// it is final; for a win the nearest end is used.
func (s *endingSolver) decide(number int, v oxo.Score) error {
	if v == oxo.Draw {
		return nil
	}
	if !v.CountsPlies() {
		return fmt.Errorf("%v counts no plies: want a game with plies to be solved class by class", v)
	}
	plies := v.Plies()
	if v.IsWin() != (plies%2 != 0) {
		return fmt.Errorf("%v: want a game in which the winner makes the last move", v)
	}
	if plies > maxEndingPlies {
		return fmt.Errorf("an ending of %d plies is too long for a table: want at most %d", plies, maxEndingPlies)
	}
	entry := uint32(number) << 1
	if v.IsWin() {
		entry |= 1
	}
	s.queue[plies] = append(s.queue[plies], entry)
	return nil
}

// spread works backwards from the decided positions, nearest ends first.
func (s *endingSolver) spread() error {
	if err := s.reverse(); err != nil {
		return err
	}
	s.decided = cleared(s.decided, len(s.values))
	for plies := range s.queue {
		for at := 0; at < len(s.queue[plies]); at++ {
			number, wins := int(s.queue[plies][at]>>1), s.queue[plies][at]&1 != 0
			if at&0xfff == 0 && s.ctx.Err() != nil {
				return s.ctx.Err()
			}
			if s.decided[number] {
				continue
			}
			s.decided[number] = true
			s.values[number] = byteOf(plies, wins)
			for i := s.from[number]; i < s.from[number+1]; i++ {
				if err := s.settle(int(*s.before.at(i)), plies, wins); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// settle records that a move of a number leads to a win or a loss in a number of plies.
func (s *endingSolver) settle(number, plies int, wins bool) error {
	if s.decided[number] {
		return nil
	}
	if !wins {
		return s.decide(number, oxo.Win(plies+1))
	}
	if s.open[number]--; s.open[number] == 0 {
		return s.decide(number, oxo.Loss(max(plies+1, int(s.far[number]))))
	}
	return nil
}

// reverse reverses the moves: the moves to a number are in before from index from[number] on.
func (s *endingSolver) reverse() error {
	s.from = cleared(s.from, len(s.values)+1) // first the ends of the ranges, then their beginnings
	for to := range s.next.all() {
		s.from[to]++
	}
	for i := 1; i < len(s.from); i++ {
		s.from[i] += s.from[i-1]
	}
	s.before.resize(s.next.len)
	number, left := -1, uint16(0)
	for to := range s.next.all() {
		for left == 0 {
			if number++; number&0xfff == 0 && s.ctx.Err() != nil {
				return s.ctx.Err()
			}
			left = s.within[number]
		}
		left--
		s.from[to]--
		*s.before.at(s.from[to]) = uint32(number)
	}
	return nil
}
