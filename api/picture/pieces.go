package picture

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// walker returns the outline of a chessman around its middle, about 36 high, and the lines on it:
// the drawings of web/page/pieces.js.
func walker(kind string) (body, open string) {
	switch kind {
	case "p":
		return "M-12 18c0-7 5-8 6-15h-3.5v-4h4.2a8 8 0 1 1 10.6 0H9.5v4H6c1 7 6 8 6 15z", ""
	case "r":
		return "M-14 18v-5l4-4V-6l-4-4v-8h6v4h4.5v-4h7v4H8v-4h6v8l-4 4V9l4 4v5z", ""
	case "n":
		return "M-13 18c0-9 8-12 7-18-4 3-6 5-9 3-3-3 0-8 4-12l1-7 5 4c10 0 17 8 17 18 0 6-2 8-2 12z", ""
	case "b":
		return "M-13 18c0-4 4-4 6-7-6-4-6-12 0-18 3-3 4-4 4-6a3 3 0 1 1 6 0c0 2 1 3 4 6 6 6 6 14 0 18 2 3 6 3 6 7z", "M0-6V4M-4-1H4"
	case "q":
		return "M-13 18l2-8-5-19 8 8 3-13 5 12 5-12 3 13 8-8-5 19 2 8z", "M-11 10H11"
	case "k":
		return "M-13 18l1-7c-9-7-6-17 3-17 4 0 7 2 9 5 2-3 5-5 9-5 9 0 12 10 3 17l1 7z", "M-12 11H12"
	}
	return "", ""
}

// square draws a place with everything on it: the name, the piece, the owner, and the mark of the last move.
func (d *drawing) square(i int) {
	x, y := d.corner(i)
	if i < len(d.SquareNames) && d.SquareNames[i] != "" {
		d.printf(`<text class="name" x="%g" y="%g" font-size="9" fill="%s">%s</text>`+"\n", x+2, y+9, ink, escaped(d.SquareNames[i]))
	}
	x, y = x+d.width/2, y+d.height/2
	c := d.Cells[i]
	if c.Text != "" {
		d.printf(`<g class="piece owner%d" transform="translate(%g %g)">`, c.Owner, x, y)
		d.piece(c)
		d.out.WriteString("</g>\n")
	}
	if i < len(d.Owners) && d.Owners[i] >= 0 && c.Text == "" {
		fill, rim := sideColours(d.Owners[i])
		d.printf(`<rect class="owned" x="%g" y="%g" width="12" height="12" fill="%s" stroke="%s"/>`+"\n", x-6, y-6, fill, rim)
	}
	if slices.Contains(d.Barred, i) {
		const arm = unit / 6
		d.printf(`<path class="barred" d="M%g %gL%g %gM%g %gL%g %g" stroke="%s" stroke-width="3"/>`+"\n", x-arm, y-arm, x+arm, y+arm, x-arm, y+arm, x+arm, y-arm, red)
	}
	if d.isLast(i) && d.Places != "chequered" {
		d.last(x, y, c)
	}
}

// last marks a square of the last move.
func (d *drawing) last(x, y float64, c Cell) {
	switch {
	case d.Places == "heaps":
	case c.Text != "" && (d.Pieces == "stones" || d.Pieces == "discs"):
		colour := "#5fcaae"
		if c.Owner == 1 {
			colour = accent
		}
		d.printf(`<circle class="last" cx="%g" cy="%g" r="5" fill="%s"/>`+"\n", x, y, colour)
	default:
		d.printf(`<rect class="last" x="%g" y="%g" width="%g" height="%g" rx="5" fill="none" stroke="%s" stroke-width="2"/>`+"\n",
			x-d.width/2+3, y-d.height/2+3, d.width-6, d.height-6, accent)
	}
}

// sideColours returns the colours of stones: dark for the first side, light for the second.
func sideColours(owner int) (fill, rim string) {
	if owner == 1 {
		return light, lightRim
	}
	return dark, darkRim
}

// piece draws a piece around the origin, at most half a square from it.
func (d *drawing) piece(c Cell) {
	switch d.Pieces {
	case "marks":
		if c.Owner == 0 {
			d.printf(`<path d="M-12-12 12 12M12-12-12 12" fill="none" stroke="%s" stroke-width="5" stroke-linecap="round"/>`, first)
		} else {
			d.printf(`<circle cx="0" cy="0" r="12" fill="none" stroke="%s" stroke-width="5"/>`, secondInk)
		}
	case "discs":
		fill, rim, lift := red, redRim, redLift
		if c.Owner == 1 {
			fill, rim, lift = second, secondRim, secondLift
		}
		d.printf(`<circle cx="0" cy="0" r="18" fill="%s" stroke="%s"/><circle cx="0" cy="0" r="11" fill="none" stroke="%s"/>`, fill, rim, lift)
	case "stones":
		fill, rim := sideColours(c.Owner)
		d.printf(`<circle cx="0" cy="0" r="21" fill="%s" stroke="%s"/>`, fill, rim)
	case "sticks":
		d.printf(`<rect x="-4" y="-28" width="8" height="56" rx="4" fill="%s" stroke="%s"/>`, stick, stickRim)
	case "tiles":
		d.tile(c.Text)
	case "draughtsmen":
		d.draughtsman(c.Text)
	case "pawns", "chessmen":
		d.chessman(c)
	default:
		d.lettered(c)
	}
}

func (d *drawing) chessman(c Cell) {
	kind := strings.ToLower(c.Text)
	if d.Pieces == "pawns" {
		kind = "p"
	}
	body, open := walker(kind)
	if body == "" {
		d.lettered(c)
		return
	}
	fill, rim, cross := light, rimOnLight, rimOnLight
	if c.Owner == 1 {
		fill, rim, cross = dark, rimOnDark, dark
	}
	if kind == "k" {
		d.printf(`<path d="M0-2V-18M-5-13H5" fill="none" stroke="%s" stroke-width="2.6"/>`, cross)
	}
	d.printf(`<path d="%s" fill="%s" stroke="%s" stroke-width="1.8" stroke-linejoin="round"/>`, body, fill, rim)
	if open != "" {
		d.printf(`<path d="%s" fill="none" stroke="%s" stroke-width="1.8"/>`, open, rim)
	}
}

func (d *drawing) draughtsman(text string) {
	fill, rim := light, rimOnLight
	if strings.EqualFold(text, "b") {
		fill, rim = dark, rimOnDark
	}
	d.printf(`<circle cx="0" cy="0" r="18" fill="%s" stroke="%s" stroke-width="1.4"/><circle cx="0" cy="0" r="13" fill="none" stroke="%s"/>`, fill, rim, rim)
	if text != strings.ToLower(text) {
		d.printf(`<path class="crown" d="M-8 6V-4l4 4 4-7 4 7 4-4V6z" fill="%s"/>`, rim)
	}
}

func (d *drawing) lettered(c Cell) {
	fill, rim, letter := first, first, surface
	if c.Owner == 1 {
		fill, rim, letter = second, secondRim, ink
	}
	d.printf(`<circle cx="0" cy="0" r="17" fill="%s" stroke="%s"/>`, fill, rim)
	d.letters(c.Text, 17, 30, letter)
}

// tile draws a tile, the darker the larger its number.
func (d *drawing) tile(text string) {
	n, err := strconv.Atoi(text)
	step := 1.0
	if err == nil && n > 1 {
		step = min(math.Log2(float64(n)), 9)
	}
	letter := "#4b2a45"
	if step >= 5 {
		letter = "#fbf8ef"
	}
	d.printf(`<rect x="-21" y="-21" width="42" height="42" rx="5" fill="#fbf8ef" stroke="%s"/><rect x="-21" y="-21" width="42" height="42" rx="5" fill="#4b2a45" fill-opacity="%.2f"/>`,
		lineColor, step*0.1)
	d.letters(text, 18, 38, letter)
}

// letters draws text around the origin, as large as size and as wide as width at most.
func (d *drawing) letters(text string, size, width float64, colour string) {
	n := max(utf8.RuneCountInString(text), 1)
	size = min(size, width/(0.65*float64(n)))
	d.printf(`<text x="0" y="%.1f" font-size="%.1f" font-weight="600" text-anchor="middle" fill="%s">%s</text>`, size*0.36, size, colour, escaped(text))
}

// maxOfMark is the number of characters of a mark that are drawn.
const maxOfMark = 6

// mark draws a short text in the corner of a square.
func (d *drawing) mark(m Mark) {
	runes := []rune(m.Text)
	if m.Square < 0 || m.Square >= len(d.Cells) || len(runes) == 0 || slices.Contains(d.Missing, m.Square) {
		return
	}
	text := string(runes[:min(len(runes), maxOfMark)])
	x, y := d.corner(m.Square)
	width := min(float64(min(len(runes), maxOfMark))*7+6, d.width)
	d.printf(`<g class="mark"><rect x="%g" y="%g" width="%g" height="14" rx="4" fill="%s" stroke="%s"/>`, x+d.width-width, y, width, surface, accent)
	d.printf(`<text x="%g" y="%g" font-size="%.1f" font-weight="600" text-anchor="middle" fill="%s">%s</text></g>`+"\n",
		x+d.width-width/2, y+10.5, min(11, width/(0.65*float64(len([]rune(text))))), accent, escaped(text))
}
