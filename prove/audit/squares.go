package audit

import (
	"errors"
	"fmt"
	"strings"

	"oxo"
	"oxo/prove/label"
)

// openSquares opens a set of the UCI repository: the squares of a board on each line, and the result for the
// first side.
func openSquares(o *opening) (*Source, error) {
	if !text(o.data) {
		return nil, errOther
	}
	first := strings.Split(firstLine(o.data), ",")
	names := map[int]string{43: thillGame, 10: "mnk:3x3x3"} // by the cells of a line
	name := names[len(first)]
	if name == "" || strings.Trim(strings.Join(first[:len(first)-1], ""), "xob ") != "" {
		return nil, errOther
	}
	g, err := gameOf(name, o.game, o.lookup)
	if err != nil {
		return nil, fmt.Errorf("lines of squares: %w", err)
	}
	read := func(text string) (Content, error) { return readSquares(g, text) }
	return &Source{About: "a set of the UCI repository, " + g.Name(), ResultOnly: true, All: numbered(linesOf(o.data), read)}, nil
}

// readSquares reads a line of squares and a result.
func readSquares(g oxo.Game, text string) (Content, error) {
	p, squares, err := label.ReadSquares(g, text)
	if err != nil {
		return Content{}, err
	}
	cells := strings.Split(text, ",")
	if !squares {
		return Content{}, fmt.Errorf("the line %.20q: want squares, each x, o or b, and a result", text)
	}
	class := strings.ToLower(strings.TrimSpace(cells[len(cells)-1]))
	holds, err := classOf(class, p.Turn())
	if err != nil {
		return Content{}, err
	}
	return Content{Game: g, Claims: []Claim{{Position: p, Stated: class, Holds: holds, Write: func(s oxo.Score) string {
		sign := s.Sign()
		if p.Turn() == oxo.Second {
			sign = -sign
		}
		if class == "positive" || class == "negative" {
			return map[bool]string{true: "positive", false: "negative"}[sign > 0]
		}
		return ofSign(sign).Lo().Result()
	}}}, Moves: movesOf(g, p)}, nil
}

// movesOf returns a function that finds moves to a position; nil for games where oxo cannot find them.
func movesOf(g oxo.Game, p oxo.Position) func() string {
	if g.Name() == thillGame {
		return movesTo(g, p)
	}
	return nil
}

// classOf returns the bounds of a class for the side to move. Classes are about the first side.
func classOf(class string, turn oxo.Side) (oxo.Bounds, error) {
	var b oxo.Bounds
	switch class {
	case "win", "positive":
		b = won()
	case "loss":
		b = lost()
	case "draw":
		b = oxo.Exactly(oxo.Draw)
	case "negative":
		b = oxo.Between(-oxo.Infinity, oxo.Draw)
	default:
		return none(), errors.New("the last cell: want win, loss, draw, positive or negative")
	}
	if turn == oxo.Second {
		b = oxo.Between(-b.Hi(), -b.Lo())
	}
	return b, nil
}
