package gogame

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// letters has the names of columns; I is left out.
const letters = "ABCDEFGHJKLMNOPQRST"

// passName is the text of a pass.
const passName = "pass"

// FormatMove writes a point, "D4", or "pass".
func (g *game) FormatMove(_ oxo.Position, m oxo.Move) string {
	if m == pass {
		return passName
	}
	return g.pointName(int(m))
}

func (g *game) pointName(at int) string {
	sq := g.squares[at]
	return letters[sq%g.columns:sq%g.columns+1] + strconv.Itoa(sq/g.columns+1)
}

// readPoint parses the name of a point, in capitals or small letters.
func (g *game) readPoint(text string) (at int, ok bool) {
	if text == "" {
		return 0, false
	}
	column := strings.Index(letters[:g.columns], strings.ToUpper(text[:1]))
	row, ok := words.Number(text[1:], g.rows)
	if column < 0 || !ok || row < 1 {
		return 0, false
	}
	return g.cell(column, row-1), true
}

// ParseMove reads what FormatMove writes. It does not check superko, since the past is not part
// of a position.
func (g *game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*position)
	if err := notation.Check(g, p, ok && b.g.columns == g.columns && b.g.rows == g.rows, text); err != nil {
		return 0, err
	}
	word := strings.TrimSpace(text)
	if strings.EqualFold(word, passName) {
		return pass, nil
	}
	at, ok := g.readPoint(word)
	c := colourOf(b.turn)
	switch {
	case !ok:
		return 0, fmt.Errorf("%q is not a move: write a letter for the column, A to %s without I, and the number of the row, 1 to %d, or pass",
			words.Clip(text), letters[g.columns-1:g.columns], g.rows)
	case b.cells[at].colour != none:
		return 0, fmt.Errorf("%s is taken: put a stone on an empty point, or pass", g.pointName(at))
	case at == b.ko:
		return 0, fmt.Errorf("%s would retake the ko at once, which is forbidden: play on another point first, or pass", g.pointName(at))
	case !b.legal(c, at):
		return 0, b.suicide(c, at)
	}
	return oxo.Move(at), nil
}

// suicide returns the error for a stone without a liberty, alone or in a chain.
func (p *position) suicide(c colour, at int) error {
	name := p.g.pointName(at)
	for _, d := range p.g.near() {
		if p.cells[at+d].colour == c {
			return fmt.Errorf("a stone on %s and the stones that it joins would have no liberty and take nothing: the rules of oxo forbid suicide; the New Zealand rules (RU[NZ]), which allow it, are not known to oxo; play on another point or pass", name)
		}
	}
	return fmt.Errorf("a stone on %s would have no liberty and take nothing: suicide is not allowed, play on another point or pass", name)
}

// Words after the side to move, in the text of a position.
const (
	passWord = "passes="
	koWord   = "ko="
)

// FormatPosition writes the rows from the top, joined by slashes, with X for black, O for white
// and a dot; then the side to move, passes=1 or passes=2 if not 0, and ko=C3 if the side to
// move may not take back there.
func (g *game) FormatPosition(p oxo.Position) string {
	b := p.(*position)
	var text strings.Builder
	for row := g.rows - 1; row >= 0; row-- {
		for column := range g.columns {
			text.WriteByte(".XO"[b.cells[g.cell(column, row)].colour])
		}
		if row > 0 {
			text.WriteByte('/')
		}
	}
	text.WriteString(" " + g.sideName(b.turn))
	if b.passes > 0 {
		text.WriteString(" " + passWord + strconv.Itoa(b.passes))
	}
	if at := b.ko; at != 0 {
		text.WriteString(" " + koWord + g.pointName(at))
	}
	return text.String()
}

// ParsePosition reads what FormatPosition writes.
func (g *game) ParsePosition(text string) (oxo.Position, error) {
	fields := strings.Fields(text)
	example := g.FormatPosition(g.Start())
	if len(fields) < 2 {
		return nil, fmt.Errorf("want rows from the top, joined by /, and then the side to move, as in %s", example)
	}
	p := g.position(slices.Clone(g.empty))
	p.note(-1)
	rows := strings.Split(fields[0], "/")
	if len(rows) != g.rows {
		return nil, fmt.Errorf("the position has %d row(s): %s has %d, from the top and joined by /, as in %s", len(rows), g.Name(), g.rows, example)
	}
	for i, row := range rows {
		if err := p.readRow(row, g.rows-1-i); err != nil {
			return nil, fmt.Errorf("row %d of the position: %w", i+1, err)
		}
	}
	for _, at := range g.cells {
		if c := p.cells[at].colour; c != none && p.head(int(at)).libs == 0 {
			return nil, fmt.Errorf("the chain on %s has no liberty: want at least one for each chain", g.pointName(int(at)))
		}
	}
	var err error
	if p.turn, err = notation.Turn(g, fields[1]); err != nil {
		return nil, err
	}
	for _, word := range fields[2:] {
		if err := p.readWord(word); err != nil {
			return nil, err
		}
	}
	p.last = 0
	p.note(1)
	return p, nil
}

// readRow puts the stones of a row.
func (p *position) readRow(row string, number int) error {
	if len(row) != p.g.columns {
		return fmt.Errorf("%q has %d points: want %d", words.Clip(row), len(row), p.g.columns)
	}
	for column := range len(row) {
		switch c := strings.IndexByte(".XO_xo", row[column]); {
		case c < 0:
			return fmt.Errorf("%q in %q is not a point: write X for black, O for white or a dot", row[column:column+1], words.Clip(row))
		case c%3 != 0:
			p.put(colour(c%3), p.g.cell(column, number))
		}
	}
	return nil
}

// readWord parses passes=1 or ko=C3.
func (p *position) readWord(word string) error {
	if text, ok := strings.CutPrefix(word, passWord); ok && p.passes == 0 && p.ko == 0 {
		if n, ok := words.Number(text, lastPass); ok && n > 0 {
			p.passes = n
			return nil
		}
	}
	if text, ok := strings.CutPrefix(word, koWord); ok && p.passes == 0 && p.ko == 0 {
		at, ok := p.g.readPoint(text)
		if !ok || !p.isKo(at) {
			return fmt.Errorf("%q is not the point of a ko, where a single stone was just taken: leave it out", words.Clip(word))
		}
		p.ko = at
		return nil
	}
	return fmt.Errorf("%q after the side to move: want passes=1 or passes=2, or ko= and the point of the ko", words.Clip(word))
}

// isKo reports whether a stone on a point would take back a stone that took one there.
func (p *position) isKo(at int) bool {
	c, found := colourOf(p.turn.Opponent()), false
	if p.cells[at].colour != none {
		return false
	}
	for _, d := range p.g.near() {
		switch q := &p.cells[at+d]; q.colour {
		case rim:
		case c:
			found = found || q.head == uint16(at+d) && q.size == 1 && q.libs == 1
		default:
			return false
		}
	}
	return found
}

func (p *position) Size() (columns, rows int) { return p.g.columns, p.g.rows }

// Labels returns letters without I for columns, and numbers for rows.
func (p *position) Labels() (columns, rows []string) {
	_, rows = notation.Labels(p.Size())
	return strings.Split(letters[:p.g.columns], ""), rows
}

func (p *position) At(s board.Square) board.Cell {
	switch p.cells[p.g.cell(s.Column, s.Row)].colour {
	case black:
		return board.Cell{Text: "X"}
	case white:
		return board.Cell{Text: "O", Owner: oxo.Second}
	}
	return board.Cell{}
}

// Line returns nothing: no line of points decides this game.
func (p *position) Line() []board.Square { return nil }
