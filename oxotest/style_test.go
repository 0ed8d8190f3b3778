//go:build !race

package oxotest_test

import (
	"testing"

	"oxo"
	"oxo/examples/sticks"
	"oxo/game/board"
	"oxo/oxotest"
)

// heap is the example game with a board: a row whose squares show a stick or a given
// text.
type heap struct {
	sticks.Game
	text  string
	style board.Style
	goal  string
	rules []string
}

type heapPosition struct {
	*sticks.Position
	text string
}

func (p heapPosition) Clone() oxo.Position {
	return heapPosition{p.Position.Clone().(*sticks.Position), p.text}
}
func (heapPosition) Size() (columns, rows int)        { return 21, 1 }
func (heapPosition) Labels() (columns, rows []string) { return nil, nil }
func (heapPosition) Line() []board.Square             { return nil }
func (p heapPosition) At(s board.Square) board.Cell {
	if s.Column < 21-len(p.Moves(nil)) {
		return board.Cell{Text: p.text}
	}
	return board.Cell{}
}

func (g heap) Start() oxo.Position {
	return heapPosition{sticks.Game{}.Start().(*sticks.Position), g.text}
}

func (g heap) Facts() *board.Facts {
	return &board.Facts{Style: g.style, Goal: g.goal, Rules: g.rules}
}

func (g heap) ParsePosition(text string) (oxo.Position, error) {
	p, err := sticks.Game{}.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	return heapPosition{p.(*sticks.Position), g.text}, nil
}

func (g heap) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	return sticks.Game{}.ParseMove(p.(heapPosition).Position, text)
}

func TestStyle(t *testing.T) {
	good := heap{text: "|", style: board.Style{Places: board.Heaps, Pieces: board.Sticks}, goal: "Take sticks.", rules: []string{"Take 1 to 3."}}
	if failures := oxotest.Check(good, oxotest.Options{}); len(failures) > 0 {
		t.Errorf("a good game fails: %v", failures)
	}
	tiles := good
	tiles.style.Pieces = board.Tiles
	failed(t, tiles, "each piece is of the kind")
	unknown := good
	unknown.style.Places = 99
	failed(t, unknown, "the kinds of a style")
	silent := good
	silent.goal = ""
	failed(t, silent, "the goal of a game is one line")
	long := good
	long.goal = string(make([]rune, 121))
	failed(t, long, "the goal of a game is one line")
	bare := good
	bare.rules = nil
	failed(t, bare, "a game with a goal has rules")
}
