//go:build !race

package oxotest_test

import (
	"errors"
	"testing"

	"oxo/game/board"
	"oxo/oxotest"
)

// setUp is the example game with a board that is set up by hand.
type setUp struct {
	heap
	setup *board.Setup
}

func (g setUp) Facts() *board.Facts { return &board.Facts{Setup: g.setup} }

// sound is a setup of a row of sticks. Its only field is the whole text.
func (g heap) sound() *board.Setup {
	return &board.Setup{
		Palette: []board.Cell{{Text: g.text}}, Fields: []board.Field{{Name: "text"}},
		Read: func(text string) (board.Draft, error) {
			p, err := g.ParsePosition(text)
			if err != nil {
				return board.Draft{}, err
			}
			d := board.Draft{Turn: p.Turn(), Fields: []string{text}}
			for column := range 21 {
				d.Cells = append(d.Cells, p.(heapPosition).At(board.Square{Column: column}))
			}
			return d, nil
		},
		Write: func(d board.Draft) string { return d.Fields[0] },
	}
}

// TestSetup: a setup that differs from the positions is detected.
func TestSetup(t *testing.T) {
	g := heap{text: "|"}
	if failures := oxotest.Check(setUp{g, g.sound()}, oxotest.Options{}); len(failures) > 0 {
		t.Errorf("a good game fails: %v", failures)
	}
	const whole, squares = "a position can be set up as it is drawn", "a draft has the squares of its position"
	for _, broken := range []struct {
		promise string
		breaks  func(s *board.Setup)
	}{
		{whole, func(s *board.Setup) { s.Write = func(board.Draft) string { return "0" } }},
		{whole, func(s *board.Setup) {
			s.Read = func(string) (board.Draft, error) { return board.Draft{}, errors.New("want another text") }
		}},
		{whole, func(s *board.Setup) { s.Fields = nil }},
		{whole, func(s *board.Setup) { s.Fields[0].Values = []string{"", "another"} }},
		{whole, changed(func(d *board.Draft) { d.Turn ^= 1 })},
		{squares, changed(func(d *board.Draft) { d.Cells[0].Text = "x" })},
		{squares, func(s *board.Setup) { s.Palette[0].Text = "x" }},
		{squares, func(s *board.Setup) { s.Palette = nil }},
		{squares, func(s *board.Setup) { s.Holds = func(board.Square) bool { return false } }},
	} {
		s := g.sound()
		broken.breaks(s)
		failed(t, setUp{g, s}, broken.promise)
	}
}

// changed breaks the drafts that a setup reads.
func changed(f func(d *board.Draft)) func(s *board.Setup) {
	return func(s *board.Setup) {
		read := s.Read
		s.Read = func(text string) (board.Draft, error) {
			d, err := read(text)
			if err == nil {
				f(&d)
			}
			return d, err
		}
	}
}
