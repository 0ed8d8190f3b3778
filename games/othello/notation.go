package othello

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// FormatMove writes a square, "d3", or "pass".
func (g *game) FormatMove(_ oxo.Position, m oxo.Move) string {
	if m == pass {
		return "pass"
	}
	return notation.SquareName(board.Square{Column: int(m) & 7, Row: int(m) >> 3})
}

// ParseMove reads what FormatMove writes, and "--" for a pass.
func (g *game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*position)
	if err := notation.Check(g, p, ok && b.g.columns == g.columns && b.g.rows == g.rows, text); err != nil {
		return 0, err
	}
	word, moves := strings.ToLower(strings.TrimSpace(text)), p.Moves(nil)
	var names []string
	for _, m := range moves {
		names = append(names, g.FormatMove(p, m))
	}
	if word == "--" {
		word = "pass"
	}
	if i := slices.Index(names, word); i >= 0 {
		return moves[i], nil
	}
	there := "there is " + strings.Join(names, " ")
	switch s, rest, ok := notation.ReadSquare(word, g.columns, g.rows); {
	case ok && rest == "" && (b.discs[0]|b.discs[1])&g.bit(s.Column, s.Row) != 0:
		return 0, fmt.Errorf("%s is taken: %s", word, there)
	case ok && rest == "":
		return 0, fmt.Errorf("a disc on %s turns none: %s", word, there)
	case word == "pass":
		return 0, fmt.Errorf("a side that can turn discs may not pass: %s", there)
	}
	return 0, fmt.Errorf("%q is not a move: write a square, the column's letter and the row's number from the top; %s", words.Clip(text), there)
}

// FormatPosition writes the rows from the top, joined by slashes, with X for
// black, O for white and a dot, and who is to move.
func (g *game) FormatPosition(p oxo.Position) string {
	b := p.(*position)
	var text strings.Builder
	for row := range g.rows {
		if row > 0 {
			text.WriteByte('/')
		}
		for column := range g.columns {
			text.WriteString(b.disc(8*row+column, "."))
		}
	}
	return text.String() + " " + g.sideName(b.turn)
}

// disc returns the disc on a square, or the text for an empty one.
func (p *position) disc(sq int, empty string) string {
	switch {
	case p.discs[0]>>sq&1 != 0:
		return "X"
	case p.discs[1]>>sq&1 != 0:
		return "O"
	}
	return empty
}

// ParsePosition reads what FormatPosition writes, and a position on one line as in collections
// of endings: all squares from the top left, X or * for black, O for white, - or a dot, and the
// side to move, X or O.
func (g *game) ParsePosition(text string) (oxo.Position, error) {
	board, turn, _ := strings.Cut(strings.TrimSpace(text), " ")
	if len(board) == g.squares && !strings.Contains(board, "/") {
		var rows []string
		for from := 0; from < len(board); from += g.columns {
			rows = append(rows, board[from:from+g.columns])
		}
		board = strings.Join(rows, "/")
		if rest := strings.Fields(turn); len(rest) > 1 && !strings.ContainsAny(rest[0], ";%") {
			if isSquares(rest[1]) {
				return nil, fmt.Errorf("%q follows the position: want the position alone, or position and moves as a line of a file", words.Clip(rest[1]))
			}
		}
		turn = g.lineTurn(turn)
	}
	p, rows := &position{g: g}, strings.Split(board, "/")
	if len(rows) != g.rows {
		return nil, fmt.Errorf("the position has %d row(s): %s has %d, from the top and joined by /, and then who is to move, as in %s",
			len(rows), g.Name(), g.rows, g.FormatPosition(g.Start()))
	}
	for r, row := range rows {
		if err := p.parseRow(r, row); err != nil {
			return nil, err
		}
	}
	var err error
	if p.turn, err = notation.Turn(g, turn); err != nil {
		return nil, err
	}
	if n := bits.OnesCount64((p.discs[0] | p.discs[1]) & g.centre); n < 4 {
		return nil, fmt.Errorf("%d of the four squares in the middle are empty: want discs on all four, as at the start", 4-n)
	}
	return p, nil
}

// lineTurn returns the name of the side to move at the end of a line, or the text itself if it
// does not know it. Other text may follow after a semicolon or a blank.
func (g *game) lineTurn(text string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(text), ";")
	word, _, _ = strings.Cut(word, " ")
	switch word {
	case "X", "x", "*":
		return g.sideName(oxo.First)
	case "O", "o":
		return g.sideName(oxo.Second)
	}
	return text
}

// isSquares reports whether a word begins with a square, a letter and a number, and is not
// followed by a score.
func isSquares(text string) bool {
	return len(text) > 1 && !strings.ContainsAny(text, ":+") && (text[0]|0x20) >= 'a' && (text[0]|0x20) <= 'z' && text[1] >= '1' && text[1] <= '9'
}

// parseRow reads one row, counted from the top.
func (p *position) parseRow(r int, row string) error {
	g := p.g
	if len(row) != g.columns {
		return fmt.Errorf("row %d of the position, %q: it has %d squares: want %d", r+1, words.Clip(row), len(row), g.columns)
	}
	for c, disc := range row {
		switch disc {
		case 'X', 'x', '*':
			p.discs[oxo.First] |= g.bit(c, r)
		case 'O', 'o':
			p.discs[oxo.Second] |= g.bit(c, r)
		case '.', '-', '_':
		default:
			return fmt.Errorf("row %d of the position, %q: %q is not a square: write X, O or a dot", r+1, words.Clip(row), disc)
		}
	}
	return nil
}

func (p *position) Size() (columns, rows int) { return p.g.columns, p.g.rows }

// Labels returns letters for columns, and numbers for rows, counted from the top.
func (p *position) Labels() (columns, rows []string) {
	columns, rows = notation.Labels(p.Size())
	slices.Reverse(rows)
	return columns, rows
}

func (p *position) At(s board.Square) board.Cell {
	sq := 8*(p.g.rows-1-s.Row) + s.Column
	return board.Cell{Text: p.disc(sq, ""), Owner: oxo.Side(p.discs[1] >> sq & 1)}
}

// Line returns nothing: no line of squares decides this game.
func (p *position) Line() []board.Square { return nil }
