package census

import (
	"context"
	"fmt"

	"oxo"
)

// Table is a solved game: the value of every reachable position. Any number of goroutines may
// use it.
type Table struct {
	closure *closure
	values  []oxo.Score
}

// Solve makes the table of a whole game, with or without loops. If the game has symmetries, the table has one
// position of each class. Solve overrides the options Symmetric and Depth.
func Solve(ctx context.Context, g oxo.Game, opts Options) (*Table, error) {
	start := g.Start()
	_, opts.Symmetric = start.(oxo.Symmetric)
	opts.Symmetric = opts.Symmetric && exact(start)
	return SolveFrom(ctx, g, start, opts)
}

// SolveFrom makes the table of all positions reachable from a position. It ignores Depth.
func SolveFrom(ctx context.Context, g oxo.Game, start oxo.Position, opts Options) (*Table, error) {
	if l, ok := start.(oxo.Looping); ok {
		if _, value := l.Repeated(); value != oxo.Draw {
			return nil, fmt.Errorf("%w, and its rules forbid that: the value of a position depends on the moves before, so no table can hold it", ErrLoops)
		}
	}
	c, err := closeUnder(ctx, g, start, opts)
	if err != nil {
		return nil, err
	}
	values, err := c.values()
	if err != nil {
		return nil, err
	}
	return &Table{closure: c, values: values}, ctx.Err()
}

// Len returns the number of positions in the table.
func (t *Table) Len() int { return len(t.values) }

// Moves returns the number of moves between the positions.
func (t *Table) Moves() int { return t.closure.moveCount() }

// Bytes returns the memory of the table.
func (t *Table) Bytes() int64 { return t.closure.bytes() + int64(cap(t.values))*4 }

// Results counts the positions whose side to move wins, draws and loses.
func (t *Table) Results() (wins, draws, losses int) {
	for _, v := range t.values {
		switch v.Sign() {
		case 1:
			wins++
		case 0:
			draws++
		default:
			losses++
		}
	}
	return wins, draws, losses
}

// Lookup returns the value of a position of the table's game for its side to move and, unless
// the game is over, a best move. It reports false for an unreachable position. It plays on p
// and restores it.
func (t *Table) Lookup(p oxo.Position) (value oxo.Score, best oxo.Move, ok bool) {
	return bestOf(p, t.Value)
}

// bestOf returns the value of a position and, unless the game is over, a move that keeps it,
// from a function that knows values.
func bestOf(p oxo.Position, valueOf func(oxo.Position) (oxo.Score, bool)) (value oxo.Score, best oxo.Move, ok bool) {
	if value, ok = valueOf(p); !ok {
		return value, 0, false
	}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		v, known := valueOf(p)
		p.Unmake(m)
		if known && v.ToParent() == value {
			return value, m, true
		}
	}
	return value, 0, true
}

// Value returns the value of a position for its side to move, and whether the
// table has it.
func (t *Table) Value(p oxo.Position) (oxo.Score, bool) {
	key, ok := t.closure.of.known(p)
	if !ok {
		return 0, false
	}
	n, ok := t.closure.keys.number(key)
	if !ok {
		return 0, false
	}
	return t.values[n], true
}
