// Package picture draws boards as SVG, in the style of the page: for notebooks, and for programs
// that talk, which cannot run a page. A picture needs no other file: its colours are in it.
package picture

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"
)

// Board has everything that a picture shows. Squares are numbered row by row from the bottom left. The kinds have the
// names that a state of package api gives them.
type Board struct {
	Title          string // read aloud in place of the picture: the game, and its state in words
	Text           string // the position in the notation of the game; the picture shows it if the game has no board
	Columns, Rows  int    // 0 for a game without a board
	ColumnLabels   []string
	RowLabels      []string
	SquareNames    []string
	Cells          []Cell
	Places, Pieces string
	Wraps          bool
	Missing        []int
	Lines          [][2]int
	Line, Last     []int
	Barred         []int // squares that the rules forbid to the side to move
	Owners         []int // at the end of a game about squares; else nil
	Marks          []Mark
}

// Cell is the contents of a square.
type Cell struct {
	Text  string
	Owner int // 0, 1, or -1 for nobody
}

// Mark is a short text on a square, such as the value of a move to it.
type Mark struct {
	Square int    `json:"square" doc:"The number of the square, row by row from the bottom left"`
	Text   string `json:"text" doc:"At most 6 characters are drawn"`
}

// unit is the side of a square, in the unit of the picture.
const unit = 48

// Margins of a picture.
const (
	margin     = 12 // around the squares
	labelWidth = 22 // left of the squares and below them, if there are labels
)

// drawing is a picture on its way.
type drawing struct {
	*Board
	out           strings.Builder
	left, top     float64 // of the squares
	width, height float64 // of one square
}

// SVG draws a board.
func SVG(b *Board) string {
	d := &drawing{Board: b, left: margin, top: margin, width: unit, height: unit}
	if b.Columns <= 0 || b.Rows <= 0 || len(b.Cells) != b.Columns*b.Rows {
		d.lines()
		return d.out.String()
	}
	if b.Places == "heaps" {
		d.width, d.height = unit/2, unit*3/2
	}
	if b.RowLabels != nil {
		d.left += labelWidth
	}
	below := 0.0
	if b.ColumnLabels != nil {
		below = labelWidth
	}
	across, down := d.width*float64(b.Columns), d.height*float64(b.Rows)
	d.begin(d.left+across+margin, d.top+down+margin+below)
	d.field(across, down)
	for i := range b.Cells {
		if !slices.Contains(b.Missing, i) {
			d.place(i)
		}
	}
	d.under(across, down)
	for i := range b.Cells {
		d.square(i)
	}
	d.labels(down)
	for _, m := range b.Marks {
		d.mark(m)
	}
	d.out.WriteString("</svg>\n")
	return d.out.String()
}

// begin writes the beginning of a picture.
func (d *drawing) begin(width, height float64) {
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" role="img" font-family="system-ui, 'DejaVu Sans', sans-serif">`,
		width, height, width, height)
	d.printf("\n<title>%s</title>\n<desc>%s</desc>\n", escaped(d.Title), escaped(d.Text))
	d.printf(`<rect x="0" y="0" width="%g" height="%g" fill="%s"/>`+"\n", width, height, paper)
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.out, format, args...) }

// Limits of a picture of text.
const (
	lineLength = 64
	maxLines   = 40
	lineHeight = 20
	charWidth  = 9
)

// lines draws the text of a position without a board.
func (d *drawing) lines() {
	lines := wrapped(d.Text)
	if more := len(lines) - maxLines; more > 0 {
		lines = append(lines[:maxLines], fmt.Sprintf("and %d lines more", more))
	}
	longest := 1
	for _, line := range lines {
		longest = max(longest, utf8.RuneCountInString(line))
	}
	d.begin(float64(longest*charWidth+2*margin), float64(len(lines)*lineHeight+2*margin))
	for i, line := range lines {
		d.printf(`<text class="line" x="%d" y="%d" font-family="ui-monospace, 'DejaVu Sans Mono', monospace" font-size="14" fill="%s">%s</text>`+"\n",
			margin, margin+i*lineHeight+lineHeight*3/4, ink, escaped(line))
	}
	d.out.WriteString("</svg>\n")
}

// wrapped breaks a text into lines, at blanks where there are any.
func wrapped(text string) []string {
	var lines []string
	line, length := "", 0
	end := func() { lines, line, length = append(lines, line), "", 0 }
	for word := range strings.FieldsSeq(text) {
		runes := []rune(word)
		if length > 0 && length+1+len(runes) > lineLength {
			end()
		}
		for len(runes) > lineLength {
			lines, runes = append(lines, string(runes[:lineLength])), runes[lineLength:]
		}
		if length > 0 {
			line, length = line+" ", length+1
		}
		line, length = line+string(runes), length+len(runes)
	}
	end()
	return lines
}

// escaped writes text so that XML can hold it.
func escaped(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == utf8.RuneError || r == '\ufffe' || r == '\uffff' {
			return -1
		}
		return r
	}, text)
	return html.EscapeString(text)
}

// corner returns the top left corner of a square.
func (d *drawing) corner(square int) (x, y float64) {
	return d.left + d.width*float64(square%d.Columns), d.top + d.height*float64(d.Rows-1-square/d.Columns)
}
