//go:build !race

package explain_test

import (
	"strconv"
	"strings"
	"testing"

	"oxo"
	"oxo/examples/sticks"
	"oxo/explain"
	"oxo/game/board"
)

// liar is the example game, but claims that each move wins, holds, kills the game,
// gains something, threatens and stops the same move.
type liar struct {
	sticks.Game
	tires bool // it stops claiming after a while
}

type lying struct {
	*sticks.Position
	l liar
}

func (p lying) Clone() oxo.Position { return lying{p.Position.Clone().(*sticks.Position), p.l} }

func (p lying) Motives(oxo.Move) (all []board.Motive) {
	left, _, _ := strings.Cut(p.l.FormatPosition(p), " ")
	if n, err := strconv.Atoi(left); err != nil || p.l.tires && n < 10 {
		return nil
	}
	for kind := board.Wins; kind <= board.Stops; kind++ {
		all = append(all, board.Motive{Kind: kind, Name: "lie", Text: "says so", Threats: [][]oxo.Move{{1}}})
	}
	return all
}

func (l liar) Start() oxo.Position { return lying{l.Game.Start().(*sticks.Position), l} }

func (l liar) FormatPosition(p oxo.Position) string {
	return l.Game.FormatPosition(p.(lying).Position)
}

func (l liar) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	return l.Game.ParseMove(p.(lying).Position, text)
}

// TestWhyLiar: the game's claim about a move is repeated only if it is true.
func TestWhyLiar(t *testing.T) {
	if told := believed(t, liar{}); told == 0 {
		t.Error("not even the truth was told")
	}
	if told := believed(t, liar{tires: true}); told > 0 {
		t.Errorf("a plan that ends on the way was told %d times", told)
	}
}

// believed returns how often a claim of the game was repeated, and checks that it was
// true.
func believed(t *testing.T, g liar) (told int) {
	t.Helper()
	j := newJudge(t, g)
	for p := g.Start(); p.Outcome() == oxo.Ongoing; p.Make(p.Moves(nil)[0]) {
		for _, m := range p.Moves(nil) {
			b, err := explain.Why(t.Context(), g, p, m, explain.WhyOptions{})
			if err != nil {
				t.Fatal(err)
			}
			j.check(p, m, b, 6)
			for _, s := range b.Sentences {
				for _, c := range s.Claims {
					if c.Kind == explain.IsDead || c.Kind == explain.HasMotive && c.Motive.Kind == board.Gains {
						t.Errorf("%s %s: %s", g.FormatPosition(p), g.FormatMove(p, m), s.Text)
					}
					if c.Kind == explain.HasMotive {
						told++
					}
				}
			}
		}
	}
	return told
}
