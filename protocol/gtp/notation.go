package gtp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// Words for moves that are not squares.
const (
	pass   = "pass"
	resign = "resign"
)

// notation is GTP's notation of a game's moves.
type notation struct {
	game oxo.Game
	// columns, if not empty, are the game's names of the columns: then each move is a
	// square or a pass.
	columns []string
}

// maxColumns is the number of letters for columns: I is omitted.
const maxColumns = 25

// newNotation derives the notation from the moves at the start of a game.
func newNotation(g oxo.Game) notation {
	start := g.Start()
	grid, ok := start.(board.Grid)
	if !ok {
		return notation{game: g}
	}
	columns, rows := grid.Labels()
	ok = len(columns) > 0 && len(columns) <= maxColumns && len(rows) > 0
	for i, label := range columns {
		ok = ok && (label == string(rune('a'+i)) || label == column(i))
	}
	for _, m := range start.Moves(nil) {
		name := g.FormatMove(start, m)
		ok = ok && (name == pass || len(name) > 1 && slices.Contains(columns, name[:1]) && slices.Contains(rows, name[1:]))
	}
	if !ok {
		columns = nil
	}
	return notation{g, columns}
}

// vertices reports whether moves are squares: letters for columns, numbers for rows.
func (n notation) vertices() bool { return len(n.columns) > 0 }

// format writes a legal move.
func (n notation) format(p oxo.Position, m oxo.Move) string {
	text := n.game.FormatMove(p, m)
	if !n.vertices() || text == pass {
		return strings.ReplaceAll(text, " ", "_")
	}
	return column(slices.Index(n.columns, text[:1])) + text[1:]
}

// column returns GTP's letter for a column, counted from 0; I is omitted.
func column(i int) string {
	if i >= 'I'-'A' {
		i++
	}
	return string(rune('A' + i))
}

// parse reads a legal move. Its error names the fault and legal moves.
func (n notation) parse(p oxo.Position, text string) (oxo.Move, error) {
	if !n.vertices() {
		m, err := n.game.ParseMove(p, text)
		if err != nil {
			if other, err := n.game.ParseMove(p, strings.ReplaceAll(text, "_", " ")); err == nil {
				return other, nil
			}
		}
		return m, err
	}
	text = strings.ToLower(text)
	if text != "" && text != pass {
		if text[0] == 'i' {
			return 0, errors.New("column I does not exist: J follows H")
		}
		for i, name := range n.columns {
			if strings.EqualFold(column(i), text[:1]) {
				text = name + text[1:]
				break
			}
		}
	}
	m, err := n.game.ParseMove(p, text)
	if err != nil {
		return 0, fmt.Errorf("want %s", n.some(p)) // the game's own error would use its own letters
	}
	if plies := catalog.Repeats(p, m); plies > 0 {
		return 0, fmt.Errorf("it repeats the board of %d plies before (superko)", plies)
	}
	return m, nil
}

// some writes the first legal moves.
func (n notation) some(p oxo.Position) string {
	const most = 9
	var names []string
	moves := p.Moves(nil)
	for _, m := range moves[:min(len(moves), most)] {
		names = append(names, n.format(p, m))
	}
	text := strings.Join(names, " ")
	if more := len(moves) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// line writes a sequence of moves from p.
func (n notation) line(p oxo.Position, moves []oxo.Move) []string {
	q := p.Clone()
	var names []string
	for _, m := range moves {
		names = append(names, n.format(q, m))
		q.Make(m)
	}
	return names
}

// side reads a colour; Black moves first.
func side(text string) (oxo.Side, error) {
	switch strings.ToLower(text) {
	case "b", "black":
		return oxo.First, nil
	case "w", "white":
		return oxo.Second, nil
	}
	return 0, fail("syntax error", "%q is not a colour: want b or w, black or white; black moves first", text)
}

// colour writes a side.
func colour(s oxo.Side) string { return [...]string{"black", "white"}[s&1] }

// passing returns the pass, if it is a legal move.
func (n notation) passing(p oxo.Position) (oxo.Move, bool) {
	for _, m := range p.Moves(nil) {
		if n.game.FormatMove(p, m) == pass {
			return m, true
		}
	}
	return 0, false
}

// mustPass reports whether a side can only pass.
func (n notation) mustPass(p oxo.Position) bool {
	moves := p.Moves(nil)
	return len(moves) == 1 && n.game.FormatMove(p, moves[0]) == pass
}
