//go:build unix || windows

package tui

import (
	"slices"

	"oxo"
	"oxo/game/board"

	"charm.land/lipgloss/v2"
)

// sight describes how a position is drawn on a board.
type sight struct {
	game   oxo.Game
	grid   board.Grid
	names  [2]string // of the sides
	cursor board.Square
	hidden bool // without the cursor
	picked []board.Square
	next   []board.Square // squares that may be picked next
	last   []board.Square // of the last move
	barred []board.Square // squares that the rules forbid to the side to move
	over   bool
	values map[board.Square]tag
}

// tag is a few characters on a square.
type tag struct {
	text, sign string
	role       role
}

// draw draws the board in its frame.
func (s *sight) draw(c *canvas, f *frame, t theme) {
	switch {
	case f.style.Places == board.Crossings:
		s.crossings(c, f, t)
	case f.style.Places == board.Chequered:
		s.chequers(c, f, t)
	case f.lined:
		s.lines(c, f, t)
	case f.style.Places == board.Frame:
		s.walls(c, f, t)
	}
	s.bar()
	s.label(c, f, t)
	line, missing := s.grid.Line(), board.FactsOf(s.game).Missing
	for row := range f.rows {
		for column := range f.columns {
			sq := board.Square{Column: column, Row: row}
			if _, _, seen := f.middle(sq); seen && (missing == nil || !missing(sq)) {
				s.square(c, f, t, sq, slices.Contains(line, sq))
			}
		}
	}
}

// bar marks the squares that the rules forbid to the side to move, in games whose players may
// overlook that.
func (s *sight) bar() {
	if barred := board.FactsOf(s.game).Barred; barred != nil && !s.over {
		s.barred = barred(s.grid)
	}
}

// square draws the contents of a square, and marks it if it has the cursor, is
// picked, or is one of those that decided the game.
func (s *sight) square(c *canvas, f *frame, t theme, sq board.Square, decided bool) {
	x, y, _ := f.middle(sq)
	text, k := s.text(f, t, sq)
	ground := noRole
	switch {
	case slices.Contains(s.picked, sq):
		ground = pickedRole
	case slices.Contains(s.last, sq):
		ground = lastRole
		k.underline = k.underline || !t.grounds && text != ""
	}
	if ground != noRole && t.grounds {
		s.fill(c, f, sq, ground)
	}
	width := lipgloss.Width(text)
	from := x - width/2
	if width%2 == 0 && width > 0 && f.stepX > 2 {
		from++
	}
	at := c.glyphs[min(max(y*c.width+x, 0), len(c.glyphs)-1)].ink.bg
	if text != "" {
		k.bg = at
		c.put(from, y, text, k)
	}
	mark := ""
	switch {
	case !s.hidden && s.cursor == sq, decided:
		mark = "[]"
	case slices.Contains(s.picked, sq):
		mark = "()"
	case slices.Contains(s.next, sq):
		mark = "><"
	}
	if mark != "" {
		k := ink{bold: true, bg: at}
		if at != noRole {
			k.fg = titleRole // visible on a dark square of a light terminal too
		}
		c.put(min(from, x)-1, y, mark[:1], k)
		c.put(max(from+width, x+1), y, mark[1:], k)
	}
}

// fill gives a square a background.
func (s *sight) fill(c *canvas, f *frame, sq board.Square, ground role) {
	x, y, _ := f.corner(sq)
	width, height := f.stepX, f.stepY
	if f.lined {
		width, height = max(1, width-1), max(1, height-1)
	}
	if f.stepX == 2 {
		width = 1
	}
	if f.style.Places == board.Crossings || f.style.Places == board.Frame {
		mx, my, _ := f.middle(sq)
		x, y, width, height = mx, my, 1, 1
	}
	for dy := range height {
		for dx := range width {
			c.ground(x+dx, y+dy, ground)
		}
	}
}

// text returns the text of a square.
func (s *sight) text(f *frame, t theme, sq board.Square) (string, ink) {
	cell := s.grid.At(sq)
	if cell.Text != "" {
		return s.piece(f, t, cell)
	}
	if slices.Contains(s.barred, sq) {
		return t.signs.barred, ink{fg: badRole, bold: true}
	}
	if v, ok := s.values[sq]; ok {
		text := v.text
		if lipgloss.Width(text) > f.stepX-1 {
			text = v.sign
		}
		if text != "" {
			return text, ink{fg: v.role}
		}
	}
	if owner := board.FactsOf(s.game).Owner; owner != nil && s.over {
		if side, ok := owner(s.grid, sq); ok {
			return t.signs.owned[side&1], ink{fg: sideRole(side)}
		}
	}
	switch f.style.Places {
	case board.Crossings, board.Heaps:
		return "", ink{}
	case board.Chequered:
		if t.grounds || !dark(sq) {
			return "", ink{}
		}
	case board.Hash, board.PlainPlaces, board.Tray:
		if f.lined {
			return "", ink{}
		}
	}
	return t.signs.empty, ink{fg: quietRole}
}

// piece returns the text of a piece.
func (s *sight) piece(f *frame, t theme, cell board.Cell) (string, ink) {
	k := ink{fg: sideRole(cell.Owner), bold: true}
	switch f.style.Pieces {
	case board.Tiles, board.Sticks:
		return cell.Text, ink{bold: true}
	case board.Stones, board.Discs:
		if stone := t.signs.stones[cell.Owner&1]; stone != "" {
			return stone, k
		}
	}
	if cell.Text == board.SideName(s.game, cell.Owner&1) {
		return s.names[cell.Owner&1], k
	}
	return cell.Text, k
}

// dark reports whether a square of a chequered board is dark; a1 is.
func dark(sq board.Square) bool { return (sq.Column+sq.Row)%2 == 0 }

func (s *sight) chequers(c *canvas, f *frame, t theme) {
	if !t.grounds {
		return
	}
	for i := range f.columns * f.rows {
		sq := board.Square{Column: i % f.columns, Row: i / f.columns}
		x, y, seen := f.corner(sq)
		if !seen {
			continue
		}
		ground := lightRole
		if dark(sq) {
			ground = darkRole
		}
		if f.stepX == 2 {
			x-- // centres the text on the cell and the one before
		}
		for d := range f.stepX * f.stepY {
			c.ground(x+d%f.stepX, y+d/f.stepX, ground)
		}
	}
}

// label writes the names of columns and rows, and marks where more of the board is.
func (s *sight) label(c *canvas, f *frame, t theme) {
	columns, rows := s.grid.Labels()
	quiet := ink{fg: quietRole}
	for row := range f.rows {
		_, y, _ := f.middle(board.Square{Row: row})
		if _, _, seen := f.middle(board.Square{Column: f.left, Row: row}); seen && row < len(rows) {
			c.put(f.x+f.labels-lipgloss.Width(rows[row]), y, rows[row], quiet)
		}
	}
	_, bottom, _ := f.corner(board.Square{Row: f.rows - f.top - f.down})
	bottom += f.stepY + f.below() - 1
	for column := range f.columns {
		x, _, seen := f.middle(board.Square{Column: column, Row: f.rows - 1 - f.top})
		if seen && column < len(columns) {
			c.put(x-(lipgloss.Width(columns[column])-1)/2, bottom, columns[column], quiet)
		}
	}
	if f.stepX == 2 && len(columns) > 0 && lipgloss.Width(columns[len(columns)-1]) > 1 {
		s.shortLabels(c, f, bottom, columns)
	}
	more := ink{fg: titleRole, bold: true}
	for i, there := range []bool{f.left > 0, f.left+f.across < f.columns, f.top > 0, f.top+f.down < f.rows} {
		if there {
			c.put(f.x+[]int{f.labels, f.used() - 1, f.labels, 0}[i], []int{bottom, bottom, f.y, bottom}[i], t.signs.more[i], more)
		}
	}
}

// shortLabels writes every second name, if names of two characters have room for one.
func (s *sight) shortLabels(c *canvas, f *frame, y int, columns []string) {
	for column := range f.columns {
		x, _, seen := f.middle(board.Square{Column: column, Row: f.rows - 1 - f.top})
		if !seen || column >= len(columns) {
			continue
		}
		name := columns[column]
		if column%2 == 1 {
			name = "  "
		}
		c.put(x, y, name+" ", ink{fg: quietRole})
	}
}
