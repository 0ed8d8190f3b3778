package census

import (
	"context"

	"oxo"
)

// byClock holds the values of a table under the rule of no progress, by the plies without
// progress so far.
type byClock struct {
	t     *Table
	limit int
	first int           // the least number of plies with values
	after [][]oxo.Score // after[n][i] is the value of position i after first+n plies
}

// maxClockBytes limits the memory for values by plies.
const maxClockBytes = 1 << 30

// UnderClock returns the value of a position of the table if the plies without progress count, best play from there,
// and whether both could be computed. They cannot if states of the past count too ([oxo.Clocked]), if some win takes
// more plies than the rule allows in all, or if memory is short.
func (t *Table) UnderClock(ctx context.Context, p oxo.Clocked) (oxo.Score, []oxo.Move, bool) {
	plies, limit := p.Clock()
	c := byClock{t: t, limit: limit, first: plies}
	if len(p.Twice()) > 0 || plies >= limit || t.closure.resets == nil || !c.fits() {
		return 0, nil, false
	}
	for plies := limit; plies >= c.first; plies-- {
		if ctx.Err() != nil {
			return 0, nil, false
		}
		c.layer(plies)
	}
	value, ok := c.value(p)
	if !ok {
		return 0, nil, false
	}
	return value, c.line(p, value), true
}

// fits reports whether no win takes longer than the limit, and the values by plies fit into
// memory.
func (c *byClock) fits() bool {
	for _, v := range c.t.values {
		if v.Sign() != 0 && v.Plies() > c.limit {
			return false
		}
	}
	return int64(c.limit-c.first+1)*int64(len(c.t.values))*4 <= maxClockBytes
}

// layer computes the values after a number of plies without progress. It uses the values after one ply more. A win in
// time keeps its value. A move that makes progress leads to a position with its full value.
func (c *byClock) layer(plies int) {
	t := c.t
	values := make([]oxo.Score, len(t.values))
	for i, v := range t.values {
		switch {
		case v.Sign() == 0 || plies+v.Plies() <= c.limit || t.closure.ends[i] != ongoing:
			values[i] = v
		case plies < c.limit:
			values[i] = c.best(i, plies)
		}
	}
	for len(c.after) <= c.limit-c.first {
		c.after = append(c.after, nil)
	}
	c.after[plies-c.first] = values
}

// best returns the value of the best move of a position.
func (c *byClock) best(i, plies int) oxo.Score {
	best := -oxo.Infinity
	from := int(c.t.closure.first[i])
	for n, to := range c.t.closure.after(i) {
		v := c.after[plies+1-c.first][to]
		if c.t.closure.resets.has(from + n) {
			v = c.t.values[to]
		}
		best = max(best, v.ToParent())
	}
	return best
}

// value returns the value of a position.
func (c *byClock) value(p oxo.Clocked) (oxo.Score, bool) {
	key, ok := c.t.closure.of.known(p)
	if !ok {
		return 0, false
	}
	n, ok := c.t.closure.keys.number(key)
	plies, _ := p.Clock()
	if !ok {
		return 0, false
	}
	if plies < c.first {
		return c.t.values[n], true
	}
	return c.after[plies-c.first][n], true
}

// line returns best play to the end of the game. For a draw it ends before the last move.
func (c *byClock) line(p oxo.Clocked, value oxo.Score) (line []oxo.Move) {
	const maxDrawMoves = 20
	q := p.Clone().(oxo.Clocked)
	for q.Outcome() == oxo.Ongoing {
		if plies, _ := q.Clock(); plies >= c.limit || value == oxo.Draw && len(line) >= maxDrawMoves {
			break
		}
		m, ok := c.move(q, value)
		if !ok {
			break
		}
		q.Make(m)
		line, value = append(line, m), value.ToChild()
	}
	return line
}

// move returns a move that keeps the value of a position.
func (c *byClock) move(q oxo.Clocked, value oxo.Score) (oxo.Move, bool) {
	for _, m := range q.Moves(nil) {
		q.Make(m)
		v, ok := c.value(q)
		q.Unmake(m)
		if ok && v.ToParent() == value {
			return m, true
		}
	}
	return 0, false
}

// bitset is a list of bits.
type bitset []uint64

func (b bitset) has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

// with returns the list with the i-th bit appended.
func (b bitset) with(i int, set bool) bitset {
	if i>>6 >= len(b) {
		b = append(b, 0)
	}
	if set {
		b[i>>6] |= 1 << (i & 63)
	}
	return b
}
