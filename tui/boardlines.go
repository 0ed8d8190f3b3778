//go:build unix || windows

package tui

import "oxo/game/board"

// lines draws lines between the squares, and a border if the kind of board has one.
func (s *sight) lines(c *canvas, f *frame, t theme) {
	x0, y0, _ := f.corner(board.Square{Column: f.left, Row: f.rows - 1 - f.top})
	x1, y1 := x0+f.across*f.stepX-1, y0+f.down*f.stepY-1
	quiet := ink{fg: quietRole}
	rim := f.rimmed()
	for y := y0 - 1; y <= y1; y++ {
		level := (y-y0+1)%f.stepY == 0
		for x := x0 - 1; x <= x1; x++ {
			upright := (x-x0+1)%f.stepX == 0
			edge := x == x0-1 || x == x1 || y == y0-1 || y == y1
			if edge && !rim {
				continue
			}
			switch {
			case level && upright:
				c.put(x, y, crossing(t, x == x0-1, x == x1, y == y0-1, y == y1), quiet)
			case level:
				c.put(x, y, t.signs.across, quiet)
			case upright:
				c.put(x, y, t.signs.down, quiet)
			}
		}
	}
}

// crossing returns the character where lines meet, given the edges that it is at.
func crossing(t theme, left, right, top, bottom bool) string {
	switch {
	case left && top:
		return t.signs.corners[0]
	case right && top:
		return t.signs.corners[1]
	case left && bottom:
		return t.signs.corners[2]
	case right && bottom:
		return t.signs.corners[3]
	case top:
		return t.signs.teeTop
	case bottom:
		return t.signs.teeBottom
	case left:
		return t.signs.teeL
	case right:
		return t.signs.teeR
	}
	return t.signs.cross
}

// crossings draws lines that cross in the middle of the squares.
func (s *sight) crossings(c *canvas, f *frame, t theme) {
	quiet := ink{fg: quietRole}
	if own := board.FactsOf(s.game).Lines; own != nil {
		for _, l := range own {
			s.between(c, f, t, l)
		}
		return
	}
	for i := range f.columns * f.rows {
		sq := board.Square{Column: i % f.columns, Row: i / f.columns}
		x, y, seen := f.middle(sq)
		if !seen {
			continue
		}
		right, bottom := sq.Column == f.columns-1, sq.Row == 0
		c.put(x, y, crossing(t, sq.Column == 0, right, sq.Row == f.rows-1, bottom), quiet)
		if sq.Column-f.left < f.across-1 {
			for dx := 1; dx < f.stepX; dx++ {
				c.put(x+dx, y, t.signs.across, quiet)
			}
		}
		if f.rows-1-sq.Row-f.top < f.down-1 {
			for dy := 1; dy < f.stepY; dy++ {
				c.put(x, y+dy, t.signs.down, quiet)
			}
		}
	}
}

// between draws the line between two points, which is level, upright or diagonal, and its ends.
func (s *sight) between(c *canvas, f *frame, t theme, l [2]board.Square) {
	quiet := ink{fg: quietRole}
	x0, y0, seen := f.middle(l[0])
	x1, y1, also := f.middle(l[1])
	if !seen || !also {
		return
	}
	sign := t.signs.across
	switch {
	case x0 == x1:
		sign = t.signs.down
	case (x1 > x0) == (y1 > y0) && y0 != y1:
		sign = "\\"
	case y0 != y1:
		sign = "/"
	}
	steps := max(x1-x0, x0-x1, y1-y0, y0-y1)
	for n := 1; n < steps; n++ {
		if y0 == y1 || n*(y1-y0)%steps == 0 {
			c.put(x0+n*(x1-x0)/steps, y0+n*(y1-y0)/steps, sign, quiet)
		}
	}
	for _, at := range [][2]int{{x0, y0}, {x1, y1}} {
		c.put(at[0], at[1], t.signs.empty, quiet)
	}
}

// walls draws the frame in which pieces fall.
func (s *sight) walls(c *canvas, f *frame, t theme) {
	x0, y0, _ := f.corner(board.Square{Column: f.left, Row: f.rows - 1 - f.top})
	x1, y1 := x0+f.across*f.stepX, y0+f.down*f.stepY
	if f.stepX == 2 {
		x1-- // the last column already has a gap after it
	}
	quiet := ink{fg: quietRole}
	for y := y0; y < y1; y++ {
		c.put(x0-1, y, t.signs.down, quiet)
		c.put(x1, y, t.signs.down, quiet)
	}
	for x := x0; x < x1; x++ {
		c.put(x, y1, t.signs.across, quiet)
	}
	c.put(x0-1, y1, t.signs.corners[2], quiet)
	c.put(x1, y1, t.signs.corners[3], quiet)
}
