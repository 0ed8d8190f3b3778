package referee

import (
	"strings"

	"oxo"
	"oxo/game/board"
)

// drawn is a board that a program has sent as oxo draws it: the rows from the top with / between them, a
// character for each square, a dot for an empty one, then the side to move, as in "X../.O./... X". The position
// of a rule sheet also has facts or variables that are not on its board, which a program need not know.
type drawn struct {
	oxo.Position // oxo's; only the board and the side to move are the program's
	grid         board.Grid
	rows         [][]rune // from the top
	turn         oxo.Side
}

// readDrawn reads a drawn board of the size that p has.
func readDrawn(g oxo.Game, p oxo.Position, text string) (*drawn, bool) {
	grid, ok := p.(board.Grid)
	squares, side, cut := strings.Cut(text, " ")
	if !ok || !cut {
		return nil, false
	}
	d := &drawn{Position: p.Clone(), grid: grid, turn: oxo.First}
	switch strings.TrimSpace(side) {
	case board.SideName(g, oxo.First):
	case board.SideName(g, oxo.Second):
		d.turn = oxo.Second
	default:
		return nil, false
	}
	columns, rows := grid.Size()
	for row := range strings.SplitSeq(squares, "/") {
		d.rows = append(d.rows, []rune(row))
		if len(d.rows[len(d.rows)-1]) != columns {
			return nil, false
		}
	}
	return d, len(d.rows) == rows
}

// Turn implements [oxo.Position].
func (d *drawn) Turn() oxo.Side { return d.turn }

// Size implements [board.Grid].
func (d *drawn) Size() (columns, rows int) { return d.grid.Size() }

// Labels implements [board.Grid].
func (d *drawn) Labels() (columns, rows []string) { return d.grid.Labels() }

// Line implements [board.Grid].
func (d *drawn) Line() []board.Square { return nil }

// At implements [board.Grid].
func (d *drawn) At(s board.Square) board.Cell {
	text := string(d.rows[len(d.rows)-1-s.Row][s.Column])
	if text == "." {
		text = ""
	}
	return board.Cell{Text: text}
}

// shows reports whether d shows the pieces of a position, and its side to move if the game is not over.
func (d *drawn) shows(p oxo.Position) bool {
	grid, ok := p.(board.Grid)
	if !ok || p.Outcome() == oxo.Ongoing && p.Turn() != d.turn {
		return false
	}
	for y, row := range d.rows {
		for x := range row {
			s := board.Square{Column: x, Row: len(d.rows) - 1 - y}
			if grid.At(s).Text != d.At(s).Text {
				return false
			}
		}
	}
	return true
}
