//go:build unix || windows

package tui

import (
	"oxo/game/board"

	"charm.land/lipgloss/v2"
)

// frame is the layout of a board's squares on the screen. A board that does not fit
// is scrolled: the cursor stays in the middle as far as the board's edges allow.
type frame struct {
	box
	style         board.Style
	columns, rows int
	stepX, stepY  int // distance of neighbouring squares
	lined         bool
	labels        int // width of the names of rows
	across, down  int // number of visible squares
	left, top     int // the first visible column, and the first visible row from the top
}

// pitch is a distance of squares.
type pitch struct {
	x, y  int
	lined bool
}

// pitches lists the sizes for a kind of board, largest first, for texts of a width.
func pitches(places board.Places, width int) []pitch {
	switch places {
	case board.Hash, board.PlainPlaces, board.Tray:
		if width > 1 {
			return []pitch{{width + 5, 4, true}, {width + 3, 2, true}, {width + 1, 1, false}}
		}
		return []pitch{{8, 4, true}, {6, 3, true}, {4, 2, true}, {3, 1, false}, {2, 1, false}}
	case board.Crossings:
		return []pitch{{4, 2, false}, {2, 1, false}}
	case board.Chequered:
		return []pitch{{6, 3, false}, {3, 1, false}, {2, 1, false}}
	case board.Frame:
		return []pitch{{6, 3, false}, {4, 2, false}, {3, 1, false}, {2, 1, false}}
	}
	return []pitch{{width + 2, 1, false}, {width + 1, 1, false}}
}

// large lists the sizes that only tall windows have, as pitches does.
func large(places board.Places, width int) []pitch {
	switch places {
	case board.Hash, board.PlainPlaces, board.Tray:
		if width > 1 {
			return []pitch{{width + 11, 7, true}, {width + 7, 5, true}}
		}
		return []pitch{{20, 10, true}, {16, 8, true}, {12, 6, true}, {10, 5, true}}
	case board.Crossings:
		return []pitch{{8, 4, false}, {6, 3, false}}
	case board.Chequered, board.Frame:
		return []pitch{{10, 5, false}, {8, 4, false}}
	}
	return []pitch{{width + 4, 3, false}, {width + 3, 2, false}}
}

// tall is the height from which on a board takes large sizes.
const tall = 30

// The width for the panel next to a board, if possible.
const (
	widePanel   = 30
	narrowPanel = 22
	wideScreen  = 60
)

// newFrame finds the largest size of a board that fits into a box with room for the
// panel; otherwise the largest that fits; otherwise the smallest, scrolled to the
// cursor.
func newFrame(grid board.Grid, style board.Style, in box, cursor board.Square) frame {
	f := frame{box: in, style: style}
	f.columns, f.rows = grid.Size()
	_, rowLabels := grid.Labels()
	for _, l := range rowLabels {
		f.labels = max(f.labels, lipgloss.Width(l))
	}
	width := 1
	if style.Pieces == board.Tiles {
		width = 4
	}
	for _, c := range cells(grid) {
		width = max(width, lipgloss.Width(c.Text))
	}
	panel := widePanel
	if in.width < wideScreen {
		panel = narrowPanel
	}
	sizes := pitches(style.Places, width)
	if in.height >= tall {
		sizes = append(large(style.Places, width), sizes...)
	}
	for _, room := range []int{panel, 0} {
		for _, p := range sizes {
			f.stepX, f.stepY, f.lined = p.x, p.y, p.lined
			if f.wholeWidth() <= in.width-room && f.wholeHeight() <= in.height {
				return f.see(cursor)
			}
		}
	}
	return f.see(cursor)
}

// see computes the visible part of the board.
func (f frame) see(cursor board.Square) frame {
	f.across = min(f.columns, max(1, (f.width-f.labels-2)/f.stepX))
	f.down = min(f.rows, max(1, (f.height-f.above()-f.below())/f.stepY))
	f.left = within(cursor.Column-f.across/2, f.columns-f.across)
	f.top = within(f.rows-1-cursor.Row-f.down/2, f.rows-f.down)
	return f
}

// within clamps n to the range from 0 to most.
func within(n, most int) int { return max(0, min(n, most)) }

// rimmed reports whether the board has a border.
func (f *frame) rimmed() bool {
	return f.lined && f.style.Places != board.Hash
}

func (f *frame) above() int {
	if f.rimmed() {
		return 1
	}
	return 0
}

// below returns the height of the part under the squares: the border, and the names
// of columns.
func (f *frame) below() int {
	switch {
	case f.style.Places == board.Frame:
		return 2
	case f.lined && f.style.Places == board.Hash:
		return 0 // they take the place of the line that the last row lacks
	}
	return 1
}

func (f *frame) wholeWidth() int  { return f.labels + 2 + f.columns*f.stepX }
func (f *frame) wholeHeight() int { return f.above() + f.rows*f.stepY + f.below() }

// used returns the width of the visible part.
func (f *frame) used() int { return f.labels + 2 + f.across*f.stepX }

// corner returns the top left cell of a square, and whether it is visible.
func (f *frame) corner(s board.Square) (x, y int, seen bool) {
	column, row := s.Column-f.left, f.rows-1-s.Row-f.top
	seen = column >= 0 && column < f.across && row >= 0 && row < f.down
	return f.x + f.labels + 1 + column*f.stepX, f.y + f.above() + row*f.stepY, seen
}

// middle returns the cell of a square's text.
func (f *frame) middle(s board.Square) (x, y int, seen bool) {
	x, y, seen = f.corner(s)
	return x + (f.stepX-1)/2, y + (f.stepY-1)/2, seen
}

// square returns the square at a cell of the screen, if there is one.
func (f *frame) square(x, y int) (board.Square, bool) {
	x, y = x-f.x-f.labels-1, y-f.y-f.above()
	if f.stepX == 2 {
		x++ // the text is at the left edge: the cells on both sides belong to it
	}
	if x < 0 || y < 0 || x/f.stepX >= f.across || y/f.stepY >= f.down {
		return board.Square{}, false
	}
	return board.Square{Column: f.left + x/f.stepX, Row: f.rows - 1 - f.top - y/f.stepY}, true
}
