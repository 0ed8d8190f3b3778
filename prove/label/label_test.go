package label_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/race"
	"oxo/prove/label"
	"oxo/search"
)

func game(t *testing.T, name string) oxo.Game {
	t.Helper()
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func plan(t *testing.T, name string, o label.Options) *label.Plan {
	t.Helper()
	p, err := label.NewPlan(game(t, name), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// made returns the positions of a set.
func made(t *testing.T, g oxo.Game, s label.Set) []label.Item {
	t.Helper()
	if s.MaxPositions == 0 {
		s.MaxPositions = label.DefaultMaxPositions
	}
	items, err := s.Make(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	return items
}

// rows labels positions.
func rows(t *testing.T, p *label.Plan, threads int, items []label.Item) []label.Row {
	t.Helper()
	var all []label.Row
	last := -1
	l := label.NewLabeler(p, search.Options{TableBytes: 1 << 22, Threads: threads}, func(n int, row label.Row) error {
		if n <= last {
			t.Errorf("row %d after row %d", n, last)
		}
		last = n
		all = append(all, slices.Clone(row))
		return nil
	})
	if err := l.Label(context.Background(), 0, items); err != nil {
		t.Fatal(err)
	}
	return all
}

// counts counts the last cells of rows.
func counts(all []label.Row) map[string]int {
	n := map[string]int{}
	for _, row := range all {
		n[row[len(row)-1].(string)]++
	}
	return n
}

// TestTicTacToe: the set of the UCI repository has 958 rows, 626 of them positive.
func TestTicTacToe(t *testing.T) {
	p := plan(t, "tictactoe", label.Options{Form: "uci-tic-tac-toe"})
	all := rows(t, p, 2, made(t, p.Game, *p.Set()))
	if n := counts(all); len(all) != 958 || n["positive"] != 626 || n["negative"] != 332 {
		t.Errorf("%d rows, %v: want 958, 626 positive, 332 negative", len(all), n)
	}
	if columns := p.Columns(); len(columns) != 10 || columns[0].Name != "top-left-square" || columns[8].Name != "bottom-right-square" {
		t.Errorf("%v", columns)
	}
	var first string
	for _, row := range all {
		var cells []string
		for _, cell := range row {
			cells = append(cells, cell.(string))
		}
		if first = strings.Join(cells, ","); first == "x,x,x,x,o,o,x,o,o,positive" {
			return
		}
	}
	t.Error("the first row of the published file is missing")
}

// TestEightStones: the set of the UCI repository has 67,557 positions. Their values, 44,473 won,
// 16,635 lost and 6,449 drawn, take too long for a test.
func TestEightStones(t *testing.T) {
	race.OneThread(t)
	p := plan(t, "connect4", label.Options{Form: "uci-connect-4"})
	if items := made(t, p.Game, *p.Set()); len(items) != 67557 {
		t.Errorf("%d positions: want 67557", len(items))
	}
}
