//go:build unix || windows

package tui

import (
	"slices"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// pointed is a legal move, with the squares that select it.
type pointed struct {
	move oxo.Move
	name string // in the game's notation
	said string // the same as players write it
	// path holds its first square, the squares that it passes and its last; one square
	// if it fills only that, or takes everything from there; none if it has no square.
	path []board.Square
	// column is the column if the move's name is only that, or -1.
	column int
}

// pointable lists the moves that are allowed now.
func pointable(g oxo.Game, p oxo.Position) []pointed {
	p = p.Clone() // for trying moves
	moves := catalog.Playable(p, nil)
	all := make([]pointed, len(moves))
	for i, m := range moves {
		all[i] = pointed{move: m, name: g.FormatMove(p, m), said: catalog.NameMove(g, p, m), column: -1}
	}
	grid, ok := p.(board.Grid)
	if !ok || steered(all) {
		return all
	}
	columnLabels, rowLabels := grid.Labels()
	heaps := board.FactsOf(g).Style.Places == board.Heaps
	before := cells(grid)
	for i := range all {
		if rowLabels == nil {
			all[i].column = slices.Index(columnLabels, all[i].name)
		}
		all[i].path = path(g, grid, all[i].move, before)
		if heaps {
			all[i].path = all[i].path[:min(1, len(all[i].path))]
		}
	}
	return all
}

// steered reports whether moves are directions, made with the arrow keys.
func steered(all []pointed) bool {
	return len(all) > 0 && !slices.ContainsFunc(all, func(m pointed) bool {
		return !slices.Contains([]string{"up", "down", "left", "right"}, m.name)
	})
}

// path returns the squares that select a move: its path if the game gives one; if it
// fills one square and empties none, only that square, not those that it flips;
// otherwise all squares that it changes, emptied ones first.
func path(g oxo.Game, grid board.Grid, m oxo.Move, before []board.Cell) []board.Square {
	if way := board.FactsOf(g).Path; way != nil {
		return way(grid, m)
	}
	grid.Make(m)
	after := cells(grid)
	grid.Unmake(m)
	columns, _ := grid.Size()
	var emptied, changed, filled []board.Square
	for i := range before {
		s := board.Square{Column: i % columns, Row: i / columns}
		switch {
		case before[i] == after[i]:
		case after[i].Text == "":
			emptied = append(emptied, s)
		case before[i].Text == "":
			filled = append(filled, s)
			fallthrough
		default:
			changed = append(changed, s)
		}
	}
	if len(emptied) == 0 && len(filled) == 1 {
		return filled
	}
	return append(emptied, changed...)
}

// cells lists the squares, row by row from the bottom left.
func cells(grid board.Grid) []board.Cell {
	columns, rows := grid.Size()
	all := make([]board.Cell, 0, columns*rows)
	for i := range columns * rows {
		all = append(all, grid.At(board.Square{Column: i % columns, Row: i / columns}))
	}
	return all
}

// fits reports whether the picked squares may select the move: they are on its path
// in order, beginning with the first.
func (m *pointed) fits(picked []board.Square) bool {
	if len(picked) == 0 {
		return false
	}
	if m.column >= 0 {
		return len(picked) == 1 && picked[0].Column == m.column
	}
	if len(m.path) == 0 || m.path[0] != picked[0] {
		return false
	}
	rest := m.path[1:]
	for _, s := range picked[1:] {
		at := slices.Index(rest, s)
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}

// whole reports whether the picked squares, which fit, reach the end of the move.
func (m *pointed) whole(picked []board.Square) bool {
	if m.column >= 0 || len(m.path) == 1 {
		return true
	}
	return len(picked) > 1 && picked[len(picked)-1] == m.path[len(m.path)-1]
}

// pick adds a square to those picked. It returns the new picked squares, and the
// moves that they select: one is to be made, several are offered in a list, and with
// none another square must be picked.
func pick(all []pointed, picked []board.Square, s board.Square) (now []board.Square, meant []pointed) {
	for _, try := range [][]board.Square{append(slices.Clone(picked), s), {s}} {
		fitting := fitting(all, try)
		if len(fitting) == 0 {
			continue
		}
		for _, m := range fitting {
			if m.whole(try) {
				meant = append(meant, m)
			}
		}
		if len(try) == 1 && len(picked) == 1 && picked[0] == s && len(meant) == 0 {
			return nil, nil // unpicked
		}
		if len(meant) > 0 && len(meant) < len(fitting) {
			meant = fitting // some continue from here
		}
		return try, meant
	}
	return nil, nil
}

// fitting lists the moves that the picked squares may select.
func fitting(all []pointed, picked []board.Square) (some []pointed) {
	for _, m := range all {
		if m.fits(picked) {
			some = append(some, m)
		}
	}
	return some
}

// next lists the squares that may be picked next.
func next(all []pointed, picked []board.Square) (squares []board.Square) {
	for _, m := range fitting(all, picked) {
		for _, s := range m.path {
			if s != picked[len(picked)-1] && m.fits(append(slices.Clone(picked), s)) && !slices.Contains(squares, s) {
				squares = append(squares, s)
			}
		}
	}
	return squares
}

// unplaced lists the moves without a square, such as a pass.
func unplaced(all []pointed) (some []pointed) {
	for _, m := range all {
		if len(m.path) == 0 && m.column < 0 {
			some = append(some, m)
		}
	}
	return some
}
