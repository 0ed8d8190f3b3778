package census

import (
	"fmt"

	"oxo"
)

// errLoopsAndMargins is the error of a game that loops and ends by a margin.
var errLoopsAndMargins = fmt.Errorf("%w and ends with a margin: such a game cannot be solved backwards", ErrLoops)

// values computes the value of every position under best play of both sides: retrograde
// analysis [Thompson86]. If neither side can force an end, it is a draw.
func (c *closure) values() ([]oxo.Score, error) {
	byMargin := false
	for _, end := range c.ends {
		if end != ongoing && end.Sign() != 0 && !end.CountsPlies() {
			byMargin = true
			break
		}
	}
	switch {
	case byMargin && c.loops:
		return nil, errLoopsAndMargins
	case byMargin:
		return c.minimax(), nil
	}
	return c.retrograde(), nil
}

// retrograde works backwards from the ends, nearest first: a move to a loss makes a win, and
// only moves to wins make a loss. The rest are draws.
func (c *closure) retrograde() []oxo.Score {
	values := make([]oxo.Score, c.len())
	before, first := c.predecessors()
	open := make([]uint32, c.len()) // moves not known to lead to a win of the other side
	queue := make([]uint32, 0, c.len())
	for i, end := range c.ends {
		open[i] = c.many[i]
		if end != ongoing && end.Sign() != 0 {
			values[i] = end
			queue = append(queue, uint32(i))
		}
	}
	for at := 0; at < len(queue); at++ {
		i := queue[at]
		v := values[i].ToParent()
		for _, p := range before[first[i]:first[i+1]] {
			if values[p] != oxo.Draw {
				continue // decided by a nearer end
			}
			if open[p]--; v.IsWin() || open[p] == 0 {
				values[p] = v
				queue = append(queue, p)
			}
		}
	}
	return values
}

// predecessors reverses the moves.
func (c *closure) predecessors() (before, first []uint32) {
	first = make([]uint32, c.len()+1)
	for _, to := range c.next {
		first[to]++
	}
	sum := uint32(0)
	for i, n := range first {
		first[i] = sum
		sum += n
	}
	before = make([]uint32, len(c.next))
	at := append([]uint32(nil), first...)
	for i := range c.ends {
		for _, to := range c.after(i) {
			before[at[to]] = uint32(i)
			at[to]++
		}
	}
	return before, first
}

// minimax computes the values of games without loops: a position's value is the best value after one of its moves,
// which are computed before it.
func (c *closure) minimax() []oxo.Score {
	values := make([]oxo.Score, c.len())
	open := make([]uint32, c.len())
	before, first := c.predecessors()
	var ready []uint32
	for i, end := range c.ends {
		open[i], values[i] = c.many[i], -oxo.Infinity
		if end != ongoing {
			values[i] = end
			ready = append(ready, uint32(i))
		}
	}
	for len(ready) > 0 {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		for _, p := range before[first[i]:first[i+1]] {
			values[p] = max(values[p], values[i].ToParent())
			if open[p]--; open[p] == 0 {
				ready = append(ready, p)
			}
		}
	}
	return values
}
