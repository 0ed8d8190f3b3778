package label_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"oxo"
	"oxo/prove/label"
	"oxo/textbook"
)

// TestOracle: the values of all moves equal plain minimax, for any number of threads.
func TestOracle(t *testing.T) {
	for _, c := range []struct {
		name string
		set  label.Set
	}{
		{"tictactoe", label.Set{All: true}},
		{"tictactoe,misere", label.Set{Plies: 3, Exact: true}},
		{"connect4:4x4", label.Set{Plies: 6, Exact: true, Random: 60, Seed: 1}},
		{"othello:4x4", label.Set{Random: 40, Seed: 2}},
		{"breakthrough:3x4", label.Set{Plies: 6, Exact: true, Random: 40, Seed: 3}},
		{"sticks:12", label.Set{All: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := plan(t, c.name, label.Options{})
			items := made(t, p.Game, c.set)
			all := rows(t, p, 1, items)
			if len(all) != len(items) {
				t.Fatalf("%d rows of %d positions", len(all), len(items))
			}
			for i, row := range all {
				if want := oracle(t, p, items[i].Position); fmt.Sprint(row) != fmt.Sprint(want) {
					t.Fatalf("%v, want %v", row, want)
				}
			}
			for _, threads := range []int{2, 5} {
				if again := rows(t, p, threads, items); !reflect.DeepEqual(again, all) {
					t.Errorf("%d threads give other rows", threads)
				}
			}
		})
	}
}

// oracle makes the row of a position by minimax.
func oracle(t *testing.T, p *label.Plan, at oxo.Position) label.Row {
	t.Helper()
	r, err := textbook.MinimaxDepth(context.Background(), at, textbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	values := map[oxo.Move]oxo.Score{}
	for _, m := range r.Moves {
		values[m.Move] = m.Value
	}
	number := func(s oxo.Score) int { return s.Plies() + s.Margin() }
	var names, results, best []string
	var numbers []int
	for m := oxo.Move(0); len(names) < len(values); m++ { // in the order of their numbers
		v, ok := values[m]
		if !ok {
			continue
		}
		names = append(names, p.Game.FormatMove(at, m))
		results = append(results, v.Result())
		numbers = append(numbers, number(v))
		if v == r.Value {
			best = append(best, p.Game.FormatMove(at, m))
		}
	}
	turn := label.SideToMove(p, at)
	return label.Row{p.Game.FormatPosition(at), turn, r.Value.Result(), number(r.Value), true, names, results, numbers, best}
}
