package picture

import (
	"fmt"
	"slices"
	"strings"
)

// The colours of the page by day: see web/page/style.css.
const (
	paper      = "#f7f6f2"
	surface    = "#ffffff"
	sunk       = "#eeece5"
	ink        = "#1d2327"
	soft       = "#566068"
	lineColor  = "#868d92"
	accent     = "#0e6655"
	accentTint = "#dceee8"
	first      = "#6e295b"
	second     = "#f0b83c"
	secondRim  = "#94690a"
	secondInk  = "#7a5600"
	red        = "#a8202f"
	redRim     = "#6f1320"
	redLift    = "#c9515e"
	secondLift = "#f8d98c"
	frame      = "#33555a"
	hole       = "#f7f6f2"
	wood       = "#e9dcc0"
	woodLine   = "#86734b"
	dark       = "#1b1f22"
	darkRim    = "#000000"
	light      = "#fdfcf8"
	lightRim   = "#6e6757"
	rimOnDark  = "#ede7d6"
	rimOnLight = "#2b2a25"
	pale       = "#efe8d8"
	deep       = "#b9ae93"
	stick      = "#d9a441"
	stickRim   = "#7a5600"
)

// field draws what all squares lie on.
func (d *drawing) field(across, down float64) {
	colour := map[string]string{"hash": surface, "crossings": wood, "frame": frame, "tray": sunk, "heaps": surface}[d.Places]
	if colour == "" {
		return
	}
	const over = margin / 2
	d.printf(`<rect x="%g" y="%g" width="%g" height="%g" rx="8" fill="%s"/>`+"\n", d.left-over, d.top-over, across+2*over, down+2*over, colour)
}

// place draws one place of a board, without its piece.
func (d *drawing) place(i int) {
	x, y := d.corner(i)
	last, won := d.isLast(i), slices.Contains(d.Line, i)
	fill := surface
	switch d.Places {
	case "hash", "crossings":
		if won {
			d.printf(`<rect x="%g" y="%g" width="%g" height="%g" rx="5" fill="%s"/>`+"\n", x+3, y+3, d.width-6, d.height-6, accentTint)
		}
		return
	case "heaps":
		return
	case "frame":
		fill = hole
		if won {
			fill = accentTint
		}
		d.printf(`<circle cx="%g" cy="%g" r="%g" fill="%s"/>`+"\n", x+d.width/2, y+d.height/2, d.width*0.42, fill)
		return
	case "chequered":
		fill = deep
		if (i%d.Columns+i/d.Columns)%2 == 1 {
			fill = pale
		}
		d.printf(`<rect x="%g" y="%g" width="%g" height="%g" fill="%s"/>`+"\n", x, y, d.width, d.height, fill)
		if last || won {
			d.printf(`<rect%s x="%g" y="%g" width="%g" height="%g" fill="%s" fill-opacity="0.35"/>`+"\n", lastClass(last), x, y, d.width, d.height, accent)
		}
		return
	}
	if won {
		fill = accentTint
	}
	d.printf(`<rect x="%g" y="%g" width="%g" height="%g" rx="6" fill="%s" stroke="%s"/>`+"\n", x+1.5, y+1.5, d.width-3, d.height-3, fill, lineColor)
}

// isLast reports whether a square is marked as one of the last move. A move of many squares, such as a slide, marks none.
func (d *drawing) isLast(i int) bool { return len(d.Last) <= 3 && slices.Contains(d.Last, i) }

// lastClass is the class of a figure that marks the last move.
func lastClass(last bool) string {
	if last {
		return ` class="last"`
	}
	return ""
}

// under draws the lines between the places, or through them.
func (d *drawing) under(across, down float64) {
	var path strings.Builder
	colour, width, inset := woodLine, 1.5, 0.0
	switch {
	case d.Places == "hash":
		colour, width = lineColor, 2.2
		for x := 1; x < d.Columns; x++ {
			fmt.Fprintf(&path, "M%g %gV%g", d.left+d.width*float64(x), d.top+2, d.top+down-2)
		}
		for y := 1; y < d.Rows; y++ {
			fmt.Fprintf(&path, "M%g %gH%g", d.left+2, d.top+d.height*float64(y), d.left+across-2)
		}
	case d.Places != "crossings":
	case d.Lines != nil:
		for _, l := range d.Lines {
			x, y := d.corner(l[0])
			u, v := d.corner(l[1])
			fmt.Fprintf(&path, "M%g %gL%g %g", x+d.width/2, y+d.height/2, u+d.width/2, v+d.height/2)
		}
	default:
		if !d.Wraps {
			inset = d.width / 2
		}
		for x := range d.Columns {
			fmt.Fprintf(&path, "M%g %gV%g", d.left+d.width*(float64(x)+0.5), d.top+inset, d.top+down-inset)
		}
		for y := range d.Rows {
			fmt.Fprintf(&path, "M%g %gH%g", d.left+inset, d.top+d.height*(float64(y)+0.5), d.left+across-inset)
		}
	}
	if path.Len() > 0 {
		d.printf(`<path d="%s" fill="none" stroke="%s" stroke-width="%g"/>`+"\n", path.String(), colour, width)
	}
	if d.Wraps {
		d.printf(`<rect class="wraps" x="%g" y="%g" width="%g" height="%g" rx="6" fill="none" stroke="%s" stroke-width="2" stroke-dasharray="6 4"/>`+"\n",
			d.left-2, d.top-2, across+4, down+4, accent)
	}
	if d.Places == "crossings" && d.Lines == nil {
		d.stars()
	}
}

// stars draws the points that help the eye on large boards.
func (d *drawing) stars() {
	if min(d.Columns, d.Rows) < 9 {
		return
	}
	ends := func(n int) []int {
		if n >= 13 {
			return []int{3, n - 4}
		}
		return []int{2, n - 3}
	}
	columns, rows := ends(d.Columns), ends(d.Rows)
	if d.Columns%2 == 1 && d.Rows%2 == 1 {
		columns, rows = append(columns, d.Columns/2), append(rows, d.Rows/2)
	}
	for _, x := range columns {
		for _, y := range rows {
			if (x == d.Columns/2) != (y == d.Rows/2) && min(d.Columns, d.Rows) < 17 {
				continue // the four at the middles of the edges are on large boards only, as in Go
			}
			left, top := d.corner(y*d.Columns + x)
			d.printf(`<circle cx="%g" cy="%g" r="3.5" fill="%s"/>`+"\n", left+d.width/2, top+d.height/2, woodLine)
		}
	}
}

// labels draws the names of rows and columns.
func (d *drawing) labels(down float64) {
	const label = `<text class="label" x="%g" y="%g" font-size="12" text-anchor="middle" fill="%s">%s</text>` + "\n"
	for row, text := range d.RowLabels {
		_, y := d.corner(row * d.Columns)
		d.printf(label, d.left-labelWidth/2-margin/2, y+d.height/2+4, soft, escaped(text))
	}
	for column, text := range d.ColumnLabels {
		x, _ := d.corner(column)
		d.printf(label, x+d.width/2, d.top+down+margin/2+labelWidth*0.7, soft, escaped(text))
	}
}
