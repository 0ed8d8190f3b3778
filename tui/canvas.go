//go:build unix || windows

package tui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"oxo/internal/languages"
)

// ink is the style of a cell of the screen.
type ink struct {
	fg, bg                   role
	bold, underline, reverse bool
}

// glyph is one cell of the screen. The text of the right half of a wide character is
// empty.
type glyph struct {
	text string
	ink  ink
}

// canvas is a screen being drawn. Anything outside is not drawn.
type canvas struct {
	width, height int
	glyphs        []glyph
	words         *languages.Catalogue // of the texts that are put; nil: English
}

func newCanvas(width, height int) *canvas {
	c := &canvas{width: width, height: height, glyphs: make([]glyph, width*height)}
	for i := range c.glyphs {
		c.glyphs[i].text = " "
	}
	return c
}

// put writes a text from (x, y), and returns the column after it.
func (c *canvas) put(x, y int, text string, k ink) int {
	for _, r := range c.words.Say(text) {
		letter := string(r)
		wide := lipgloss.Width(letter)
		if wide == 0 || r < ' ' {
			continue
		}
		c.set(x, y, letter, k)
		if wide == 2 {
			c.set(x+1, y, "", k)
		}
		x += wide
	}
	return x
}

func (c *canvas) set(x, y int, letter string, k ink) {
	if x >= 0 && y >= 0 && x < c.width && y < c.height {
		c.glyphs[y*c.width+x] = glyph{letter, k}
	}
}

// ground changes the background of a cell, but not its text.
func (c *canvas) ground(x, y int, bg role) {
	if x >= 0 && y >= 0 && x < c.width && y < c.height {
		c.glyphs[y*c.width+x].ink.bg = bg
	}
}

// write returns the screen: a line for each row, without trailing blanks.
func (c *canvas) write(t theme) string {
	var b strings.Builder
	for y := range c.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := c.glyphs[y*c.width : (y+1)*c.width]
		for len(row) > 0 && row[len(row)-1] == (glyph{text: " "}) {
			row = row[:len(row)-1]
		}
		for len(row) > 0 {
			n := 1
			for n < len(row) && row[n].ink == row[0].ink {
				n++
			}
			var run strings.Builder
			for _, g := range row[:n] {
				run.WriteString(g.text)
			}
			b.WriteString(t.paint(row[0].ink, run.String()))
			row = row[n:]
		}
	}
	return b.String()
}

// box is a rectangle of the screen.
type box struct{ x, y, width, height int }

// has reports whether a cell is in the box.
func (b box) has(x, y int) bool {
	return x >= b.x && y >= b.y && x < b.x+b.width && y < b.y+b.height
}

// clip cuts a text to a width, and marks the cut.
func clip(text string, width int) string {
	if lipgloss.Width(text) <= width {
		return text
	}
	var b strings.Builder
	left := max(width-2, 0)
	for _, r := range text {
		if left -= lipgloss.Width(string(r)); left < 0 {
			break
		}
		b.WriteRune(r)
	}
	return b.String() + "..."[:min(2, max(width, 0))]
}

// wrap breaks a text into lines of at most a width, at blanks if possible.
func wrap(text string, width int) []string {
	width = max(width, 1)
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case lipgloss.Width(line)+1+lipgloss.Width(word) <= width:
			line += " " + word
			continue
		default:
			lines = append(lines, line)
			line = word
		}
		for runes := []rune(line); len(runes) > width; runes = []rune(line) {
			lines, line = append(lines, string(runes[:width])), string(runes[width:])
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
