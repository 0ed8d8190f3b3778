package gamefile

import (
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
)

// smart writes a game in the Smart Game Format, FF[4]. The first side is Black. A
// move without a square is a pass.
func (g *Game) smart() (string, error) {
	stones := board.FactsOf(g.Rules).SGF
	grid, ok := g.Start.(board.Grid)
	if stones == nil || !ok {
		return "", fmt.Errorf("%s is not a game of stones: want pgn instead of sgf", g.Rules.Name())
	}
	begin := newSetup(grid)
	begin.turn = grid.Turn()
	if p, err := begin.position(g.Rules); err != nil || g.Rules.FormatPosition(p) != g.Rules.FormatPosition(g.Start) {
		return "", fmt.Errorf("SGF cannot express all of %s: want pgn instead of sgf", g.Rules.FormatPosition(g.Start))
	}
	columns, rows := grid.Size()
	size := fmt.Sprint(columns)
	if columns != rows {
		size = fmt.Sprintf("%d:%d", columns, rows)
	}
	var s strings.Builder
	fmt.Fprintf(&s, "(;FF[4]GM[%d]CA[UTF-8]AP[oxo]SZ[%s]PB[%s]PW[%s]", stones.Number, size, escapeSGF(g.Names[0]), escapeSGF(g.Names[1]))
	if g.Date != "" {
		fmt.Fprintf(&s, "DT[%s]", escapeSGF(strings.ReplaceAll(g.Date, ".", "-")))
	}
	fmt.Fprintf(&s, "RE[%s]RU[%s]", g.smartResult(), escapeSGF(g.Rules.Name()))
	if komi := board.FactsOf(g.Rules).Komi; komi != nil {
		fmt.Fprintf(&s, "KM[%g]", *komi)
	}
	s.WriteString(stonesOf(grid))
	g.smartMoves(&s, grid)
	s.WriteString(")\n")
	return s.String(), nil
}

// smartMoves writes a node for each move. A better line is a variation: the game
// continues in the first branch, which is closed after its last move.
func (g *Game) smartMoves(s *strings.Builder, grid board.Grid) {
	var better []string // the better lines of open branches
	p := g.Start.Clone()
	for i, m := range g.Moves {
		n := &Note{}
		if i < len(g.Notes) {
			n = &g.Notes[i]
		}
		s.WriteString("\n")
		if len(n.Better) > 0 {
			s.WriteString("(")
			better = append(better, g.line(p, n.Better, grid))
		}
		s.WriteString(g.stone(p, m, grid))
		s.WriteString([...]string{"", "DO[]", "BM[1]", "BM[2]"}[n.Mark])
		if n.Comment != "" {
			fmt.Fprintf(s, "C[%s]", escapeSGF(n.Comment))
		}
		p.Make(m)
	}
	for _, line := range slices.Backward(better) {
		fmt.Fprintf(s, ")\n(%s)", line)
	}
}

// line writes nodes for a sequence of moves from p, which it leaves unchanged.
func (g *Game) line(p oxo.Position, moves []oxo.Move, grid board.Grid) string {
	var s strings.Builder
	q := p.Clone()
	for _, m := range moves {
		s.WriteString(g.stone(q, m, grid))
		q.Make(m)
	}
	return s.String()
}

// stone writes the node of a move.
func (g *Game) stone(p oxo.Position, m oxo.Move, grid board.Grid) string {
	return fmt.Sprintf(";%s[%s]", [2]string{"B", "W"}[p.Turn()&1], smartPoint(grid, g.Rules.FormatMove(p, m)))
}

// stonesOf writes the stones at the start of a game, and the first side if it is
// White.
func stonesOf(grid board.Grid) string {
	columns, rows := grid.Size()
	var s strings.Builder
	for side, name := range [2]string{"AB", "AW"} {
		begun := false
		for y := rows - 1; y >= 0; y-- {
			for x := range columns {
				if stoneOf(grid, x, y) != "XO"[side] {
					continue
				}
				if !begun {
					s.WriteString(name)
					begun = true
				}
				fmt.Fprintf(&s, "[%s]", point(x, rows-1-y))
			}
		}
	}
	if grid.Turn() == oxo.Second {
		s.WriteString("PL[W]")
	}
	return s.String()
}

// point writes a column and a row from the top as letters.
func point(x, y int) string { return string([]byte{'a' + byte(x), 'a' + byte(y)}) }

// smartPoint finds the square that a move names.
func smartPoint(grid board.Grid, text string) string {
	columns, rows := grid.Labels()
	for x, column := range columns {
		for y, row := range rows {
			if strings.EqualFold(column+row, text) {
				return point(x, len(rows)-1-y)
			}
		}
	}
	return ""
}

// smartResult writes the winner and the margin or reason.
func (g *Game) smartResult() string {
	by := g.By
	if by == "" {
		by = g.margin()
	}
	switch g.Result {
	case FirstWins:
		return "B+" + escapeSGF(by)
	case SecondWins:
		return "W+" + escapeSGF(by)
	case Drawn:
		return "0"
	}
	return "?"
}

// margin returns the margin of a finished game, in discs. It is not for Go, where the
// players may have agreed on dead stones that are still on the board.
func (g *Game) margin() string {
	p := g.Start.Clone()
	for _, m := range g.Moves {
		p.Make(m)
	}
	m, ok := p.(oxo.Margined)
	if _, loops := p.(oxo.Looping); !ok || loops || p.Outcome() == oxo.Ongoing {
		return ""
	}
	return fmt.Sprint(max(m.Margin(), -m.Margin()))
}

// escapeSGF escapes a text for a value.
func escapeSGF(text string) string {
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`, `:`, `\:`).Replace(text)
}
