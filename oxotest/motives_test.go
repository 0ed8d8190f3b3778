//go:build !race

package oxotest_test

import (
	"testing"

	"oxo"
	"oxo/examples/sticks"
	"oxo/game/board"
)

// talker is the example game with a given motive for each move.
type talker struct {
	sticks.Game
	says board.Motive
	make bool // it makes the move and forgets to take it back
}

type talking struct {
	*sticks.Position
	t talker
}

func (p talking) Clone() oxo.Position {
	return talking{p.Position.Clone().(*sticks.Position), p.t}
}

func (p talking) Motives(m oxo.Move) []board.Motive {
	if p.t.make {
		p.Make(m)
	}
	return []board.Motive{p.t.says}
}

func (t talker) Start() oxo.Position { return talking{t.Game.Start().(*sticks.Position), t} }

func (t talker) ParsePosition(text string) (oxo.Position, error) {
	p, err := t.Game.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	return talking{p.(*sticks.Position), t}, nil
}

func (t talker) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	return t.Game.ParseMove(p.(talking).Position, text)
}

func (t talker) FormatPosition(p oxo.Position) string {
	return t.Game.FormatPosition(p.(talking).Position)
}

func TestMotives(t *testing.T) {
	good := board.Motive{Name: "balance", Text: "leaves four"}
	failed(t, talker{says: good, make: true}, "Motives leaves the position as it was")
	for _, bad := range []board.Motive{
		{Text: "leaves four"},
		{Name: "balance"},
		{Name: "balance", Text: "Leaves four."},
		{Name: "balance", Text: "leaves 100%"},
		{Name: "balance", Text: "leaves four", Kind: board.Stops + 1},
		{Name: "balance", Text: "leaves four", Squares: []board.Square{{Column: 1}}},
	} {
		failed(t, talker{says: bad}, "a motive names what a move does")
	}
}
