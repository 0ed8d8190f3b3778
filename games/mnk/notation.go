package mnk

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// stones has the methods of both kinds of position that the notation needs.
type stones interface {
	board.Grid
	game() *game
	stone(square int) (oxo.Side, bool)
	place(side oxo.Side, square int) // puts a stone on a square, for reading positions
	settle()                         // looks for a complete line, after the last place
}

// squareName returns "b2": the column's letter and the row's number from the
// bottom.
func (g *game) squareName(sq int) string {
	return notation.SquareName(board.Square{Column: sq % g.rules.Columns, Row: g.rules.Rows - 1 - sq/g.rules.Columns})
}

// FormatMove returns the square's name, "b2".
func (g *game) FormatMove(_ oxo.Position, m oxo.Move) string { return g.squareName(int(m)) }

// ParseMove reads an empty square: its name in either case ("b2"), or the numbers of its column
// and row from the bottom left ("2 2" or "2,2").
func (g *game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	b, ours := g.own(p)
	if err := notation.Check(g, p, ours, text); err != nil {
		return 0, err
	}
	column, row, isSquare := splitSquare(text)
	if !isSquare {
		return 0, fmt.Errorf("%q is not a square: write its column and row, %s", words.Clip(text), g.squareRange())
	}
	if column < 1 || column > g.rules.Columns || row < 1 || row > g.rules.Rows {
		return 0, fmt.Errorf("%q is outside the board: %s", words.Clip(text), g.squareRange())
	}
	sq := (g.rules.Rows-row)*g.rules.Columns + column - 1
	if _, taken := b.stone(sq); taken {
		return 0, fmt.Errorf("%s is taken: want %s", g.squareName(sq), g.emptySquares(p))
	}
	s, ok := b.(*strict)
	if !ok {
		return oxo.Move(sq), nil
	}
	if err := g.tooFar(sq, s.ply); err != nil {
		return 0, err
	}
	if s.bars() {
		if why := s.view.foul(sq); why.forbids() {
			return 0, fmt.Errorf("%s is forbidden to %s: it makes %s; want %s", g.squareName(sq), g.sideName(oxo.First), why.words(), g.emptySquares(p))
		}
	}
	return oxo.Move(sq), nil
}

func (g *game) squareRange() string {
	return fmt.Sprintf("columns a to %c, rows 1 to %d, as in %s", 'a'+g.rules.Columns-1, g.rules.Rows, g.squareName(g.order[0]))
}

// emptySquares lists the first few empty squares by name, for error texts.
func (g *game) emptySquares(p oxo.Position) string {
	const most = 9
	var names []string
	moves := p.Moves(nil)
	for _, m := range moves[:min(len(moves), most)] {
		names = append(names, g.squareName(int(m)))
	}
	if len(moves) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names, " "), len(moves)-most)
	}
	return strings.Join(names, " ")
}

// splitSquare takes "b2", "2 2" or "2,2" apart. It returns 0 for a number too large for any
// board.
func splitSquare(text string) (column, row int, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return 0, 0, false
	}
	if c := text[0]; c >= 'a' && c <= 'z' {
		row, ok = number(text[1:])
		return int(c-'a') + 1, row, ok
	}
	fields := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\t' || c == ',' })
	if len(fields) != 2 {
		return 0, 0, false
	}
	column, ok = number(fields[0])
	row, ok2 := number(fields[1])
	return column, row, ok && ok2
}

// number reads text made only of digits. It returns 0 for a number that is too large.
func number(text string) (int, bool) {
	if text == "" || strings.ContainsFunc(text, func(c rune) bool { return c < '0' || c > '9' }) {
		return 0, false
	}
	if len(text) > 4 {
		return 0, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// FormatPosition returns the rows from the top, joined by slashes, as in "X.O/.X./..O": X and O
// are stones, a dot is an empty square. The number of stones gives the turn.
func (g *game) FormatPosition(p oxo.Position) string {
	b, ours := g.own(p)
	if !ours {
		panic("mnk: a position of another game") // a broken contract
	}
	var text strings.Builder
	for sq := range g.squares {
		if sq > 0 && sq%g.rules.Columns == 0 {
			text.WriteByte('/')
		}
		if side, taken := b.stone(sq); taken {
			text.WriteString(letter(side))
		} else {
			text.WriteByte('.')
		}
	}
	return text.String()
}

// ParsePosition reads what FormatPosition writes. It also accepts small letters, an underscore
// for an empty square, and a number for a run of empty squares ("3/3/3"). X must have as many
// stones as O, or one more, and only the side that moved last may have a line.
func (g *game) ParsePosition(text string) (oxo.Position, error) {
	rows := strings.Split(strings.TrimSpace(text), "/")
	if len(rows) != g.rules.Rows {
		return nil, fmt.Errorf("position %q has %d row(s): %s has %d, from the top and joined by /, as in %s",
			words.Clip(text), len(rows), g.Name(), g.rules.Rows, g.FormatPosition(g.Start()))
	}
	b := g.empty()
	var stones [2]int
	for i, row := range rows {
		cells, err := g.parseRow(row)
		if err != nil {
			return nil, fmt.Errorf("row %d of the position, %q: %w", i+1, words.Clip(row), err)
		}
		for column, cell := range cells {
			if cell == '.' {
				continue
			}
			side := oxo.First
			if cell == 'o' {
				side = oxo.Second
			}
			stones[side]++
			b.place(side, i*g.rules.Columns+column)
		}
	}
	if d := stones[oxo.First] - stones[oxo.Second]; d != 0 && d != 1 {
		return nil, fmt.Errorf("the position has %d X and %d O: X moves first, so want equal numbers or one more X", stones[0], stones[1])
	}
	b.settle()
	if err := g.checkLines(b); err != nil {
		return nil, err
	}
	return b, nil
}

// parseRow returns one of x, o and . for each column.
func (g *game) parseRow(row string) ([]byte, error) {
	var cells []byte
	for i := 0; i < len(row); i++ {
		switch c := row[i]; {
		case c == 'X' || c == 'x':
			cells = append(cells, 'x')
		case c == 'O' || c == 'o':
			cells = append(cells, 'o')
		case c == '.' || c == '_':
			cells = append(cells, '.')
		case c >= '0' && c <= '9':
			j := i
			for j < len(row) && row[j] >= '0' && row[j] <= '9' {
				j++
			}
			n, _ := number(row[i:j])
			if n < 1 || n > g.rules.Columns {
				return nil, fmt.Errorf("a run of %s empty squares does not fit into %d columns", words.Clip(row[i:j]), g.rules.Columns)
			}
			cells = append(cells, strings.Repeat(".", n)...)
			i = j - 1
		default:
			r, _ := utf8.DecodeRuneInString(row[i:])
			return nil, fmt.Errorf("%q is not a square: write X, O, . or _, or the number of empty squares in a row", r)
		}
	}
	if len(cells) != g.rules.Columns {
		return nil, fmt.Errorf("it has %d squares: want %d", len(cells), g.rules.Columns)
	}
	return cells, nil
}

// checkLines refuses boards on which the game was over before the last move: the side to move
// has a line, or no single stone completes all lines of the other side.
func (g *game) checkLines(b stones) error {
	if s, ok := b.(*strict); ok {
		return s.check()
	}
	mover, waiter := b.Turn(), b.Turn().Opponent()
	common := map[int]int{} // for each square, the number of the last mover's complete lines through it
	lines := 0
	for i, line := range g.lines {
		switch owner, full := g.lineOwner(b, i); {
		case full && owner == mover:
			return fmt.Errorf("%s has %d in a row and %s has moved since: the game was over before", g.sideName(mover), g.rules.K, g.sideName(waiter))
		case full:
			lines++
			for _, sq := range line {
				common[sq]++
			}
		}
	}
	if lines == 0 {
		return nil
	}
	for _, n := range common {
		if n == lines {
			return nil
		}
	}
	return fmt.Errorf("%s has lines that no single stone completes: the game was over before", g.sideName(waiter))
}

// lineOwner returns the side that has completed a line, if any. Where exactly k count, the side
// must have no stone on the line's ends.
func (g *game) lineOwner(b stones, line int) (owner oxo.Side, full bool) {
	for i, sq := range g.lines[line] {
		side, taken := b.stone(sq)
		if !taken || i > 0 && side != owner {
			return 0, false
		}
		owner = side
	}
	for _, sq := range g.ends[line] {
		if side, taken := b.stone(sq); taken && side == owner {
			return 0, false
		}
	}
	return owner, true
}

// own returns p as a position of this game.
func (g *game) own(p oxo.Position) (stones, bool) {
	b, ok := p.(stones)
	return b, ok && b.game().rules == g.rules
}

// The at and line methods are the [board.Grid] of both kinds of board.

func (g *game) at(b stones, s board.Square) board.Cell {
	side, taken := b.stone((g.rules.Rows-1-s.Row)*g.rules.Columns + s.Column)
	if !taken {
		return board.Cell{}
	}
	return board.Cell{Text: letter(side), Owner: side}
}

func (g *game) line(b stones) []board.Square {
	for i, line := range g.lines {
		if _, full := g.lineOwner(b, i); !full {
			continue
		}
		var squares []board.Square
		for _, sq := range line {
			squares = append(squares, board.Square{Column: sq % g.rules.Columns, Row: g.rules.Rows - 1 - sq/g.rules.Columns})
		}
		return squares
	}
	return nil
}
