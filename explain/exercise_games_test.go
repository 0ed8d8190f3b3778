package explain_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo"
	"oxo/explain"
	"oxo/game/rules"
	"oxo/game/rules/gdl"
	"oxo/internal/gametest"
	"oxo/textbook"
)

// TestExercisesOfGames: exercises about positions of other games and of a rule sheet have answers
// that plain minimax gives, and moves with different results; a game without such exercises says so.
func TestExercisesOfGames(t *testing.T) {
	games := []oxo.Game{}
	for _, name := range []string{"connect4:5x4", "mnk:4x4x4", "sticks:2+3+3", "breakthrough:3x4", "othello:4x4"} {
		games = append(games, gametest.Game(t, name))
	}
	text, err := os.ReadFile(filepath.Join("..", "examples", "sheets", "noughts.kif"))
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := rules.New(context.Background(), "noughts.kif", string(text), gdl.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range append(games, sheet) {
		for seed := range uint64(10) {
			e, err := explain.NewExercise("position", seed, "", g)
			if err != nil {
				t.Fatal(err)
			}
			again, err := explain.NewExercise("position", seed, "", g)
			if err != nil || fmt.Sprint(again.Nodes) != fmt.Sprint(e.Nodes) {
				t.Fatalf("%s %d differs from itself: %v", g.Name(), seed, err)
			}
			checkPosition(t, g, e)
		}
	}
	if _, err := explain.NewExercise("position", 1, "", gametest.Game(t, "go:19x19")); err == nil || !strings.Contains(err.Error(), "no exercise found in go:19x19") {
		t.Errorf("go:19x19: %v", err)
	}
}

// checkPosition compares the right answers with minimax after each move.
func checkPosition(t *testing.T, g oxo.Game, e *explain.Exercise) {
	t.Helper()
	results := map[string]bool{}
	for _, a := range e.Solution() {
		p, err := g.ParsePosition(e.Position)
		if err != nil {
			t.Fatal(err)
		}
		m, err := g.ParseMove(p, e.Nodes[a.Node].Move)
		if err != nil {
			t.Fatal(err)
		}
		turn := p.Turn()
		p.Make(m)
		r, err := textbook.Minimax(context.Background(), p, textbook.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sign := r.Value.Sign()
		if p.Turn() != turn {
			sign = -sign
		}
		if want := [...]string{"loss", "draw", "win"}[sign+1]; a.Text != want {
			t.Errorf("%s, %s: %s is a %s, want %s", g.Name(), e.Position, e.Nodes[a.Node].Move, a.Text, want)
		}
		results[a.Text] = true
	}
	if len(results) < 2 || len(e.Nodes) > 9 {
		t.Errorf("%s, %s: %v for %d moves", g.Name(), e.Position, results, len(e.Nodes)-1)
	}
}
