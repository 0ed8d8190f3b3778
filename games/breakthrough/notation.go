package breakthrough

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
)

func (g *game) squareName(sq int) string {
	return notation.SquareName(board.Square{Column: sq % g.columns, Row: sq / g.columns})
}

// FormatMove writes the squares that a pawn moves from and to: b2b3, also for a capture.
func (g *game) FormatMove(_ oxo.Position, m oxo.Move) string {
	from, to := fromAndTo(m)
	return g.squareName(from) + g.squareName(to)
}

// ParseMove reads what FormatMove writes, also with an x or a - in the middle.
func (g *game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*position)
	ours := ok && b.g.columns == g.columns && b.g.rows == g.rows && b.g.teleport == g.teleport
	if err := notation.Check(g, p, ours, text); err != nil {
		return 0, err
	}
	square, rest, ok1 := notation.ReadSquare(strings.ToLower(strings.TrimSpace(text)), g.columns, g.rows)
	from := square.Row*g.columns + square.Column
	square, rest, ok2 := notation.ReadSquare(strings.TrimLeft(rest, "x-"), g.columns, g.rows)
	to := square.Row*g.columns + square.Column
	if !ok1 || !ok2 || rest != "" {
		return 0, fmt.Errorf("%.20q is not a move: write the square it comes from and the square it goes to, a1 to %s, as in %s",
			text, g.squareName(g.columns*g.rows-1), g.FormatMove(p, p.Moves(nil)[0]))
	}
	var to2 []string
	for _, m := range p.Moves(nil) {
		switch f, t := fromAndTo(m); {
		case f == from && t == to:
			return m, nil
		case f == from:
			to2 = append(to2, g.squareName(t))
		}
	}
	if len(to2) == 0 {
		return 0, fmt.Errorf("no pawn of %s can move from %s: want a move such as %s", g.sideName(b.turn), g.squareName(from), g.FormatMove(p, p.Moves(nil)[0]))
	}
	return 0, fmt.Errorf("the pawn on %s cannot go to %s: it goes to %s", g.squareName(from), g.squareName(to), strings.Join(to2, " or "))
}

// FormatPosition writes the rows from the top, joined by slashes, with w, b and
// a dot for an empty square, and who is to move.
func (g *game) FormatPosition(p oxo.Position) string {
	b := p.(*position)
	var rows []string
	for row := g.rows - 1; row >= 0; row-- {
		var cells strings.Builder
		for _, pawn := range b.squares[row*g.columns : (row+1)*g.columns] {
			cells.WriteByte(".wb"[pawn])
		}
		rows = append(rows, cells.String())
	}
	return strings.Join(rows, "/") + " " + g.sideName(b.turn)
}

// ParsePosition reads what FormatPosition writes.
func (g *game) ParsePosition(text string) (oxo.Position, error) {
	board, turn, _ := strings.Cut(strings.TrimSpace(text), " ")
	rows := strings.Split(board, "/")
	if len(rows) != g.rows {
		return nil, fmt.Errorf("the position has %d row(s): %s has %d, from the top and joined by /, and then who is to move, as in %s",
			len(rows), g.Name(), g.rows, g.FormatPosition(g.Start()))
	}
	p := g.empty()
	for i, row := range rows {
		if len(row) != g.columns {
			return nil, fmt.Errorf("row %d of the position, %.40q: it has %d squares: want %d", i+1, row, len(row), g.columns)
		}
		for column, c := range row {
			sq := (g.rows-1-i)*g.columns + column
			switch c {
			case 'w', 'W':
				p.put(sq, oxo.First)
			case 'b', 'B':
				p.put(sq, oxo.Second)
			case '.', '_':
			default:
				return nil, fmt.Errorf("row %d of the position, %.40q: %q is not a square: write w, b, . or _", i+1, row, c)
			}
		}
	}
	side, err := notation.Turn(g, turn)
	if err != nil {
		return nil, err
	}
	if side == oxo.Second {
		p.pass()
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, nil
}

// check refuses positions that no game leads to.
func (p *position) check() error {
	g := p.g
	for side, n := range p.pawns {
		if n > 2*g.columns {
			return fmt.Errorf("%s has %d pawns: want at most %d, the number at the start", g.sideName(oxo.Side(side)), n, 2*g.columns)
		}
	}
	arrived := p.inRow[p.turn][g.rows-1]
	if p.turn == oxo.Second {
		arrived = p.inRow[p.turn][0]
	}
	last := p.turn.Opponent()
	far := p.inRow[last][0]
	if last == oxo.First {
		far = p.inRow[last][g.rows-1]
	}
	switch {
	case arrived > 0 || p.pawns[last] == 0:
		return fmt.Errorf("%s has won, but %s has moved since: the game was over before", g.sideName(p.turn), g.sideName(last))
	case far > 1:
		return fmt.Errorf("%s has won twice: the game was over before", g.sideName(last))
	}
	return nil
}

func (p *position) Size() (columns, rows int) { return p.g.columns, p.g.rows }

// Labels returns letters for columns and numbers for rows.
func (p *position) Labels() (columns, rows []string) { return notation.Labels(p.Size()) }

// note says which squares teleport, if any.
func (g *game) note() string {
	if !g.teleport {
		return ""
	}
	return "teleport: " + strings.Join(g.teleportSquares(), " ")
}

func (p *position) At(s board.Square) board.Cell {
	pawn := p.squares[s.Row*p.g.columns+s.Column]
	if pawn == 0 {
		return board.Cell{}
	}
	return board.Cell{Text: [...]string{"w", "b"}[pawn-1], Owner: oxo.Side(pawn - 1)}
}

// Line returns the square of the pawn that arrived.
func (p *position) Line() []board.Square {
	side, row := p.turn.Opponent(), p.g.rows-1
	if side == oxo.Second {
		row = 0
	}
	for column := range p.g.columns {
		if p.squares[row*p.g.columns+column] == int8(side)+1 {
			return []board.Square{{Column: column, Row: row}}
		}
	}
	return nil
}
