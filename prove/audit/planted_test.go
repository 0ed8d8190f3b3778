package audit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo/internal/race"
	"oxo/prove/audit"
	"oxo/prove/label"
	"oxo/search"
)

// TestPlanted: 20 of at least 100,000 values are wrong, and the audit finds exactly these 20.
func TestPlanted(t *testing.T) {
	race.OneThread(t)
	g := game(t, "connect4:4x4")
	plan, err := label.NewPlan(g, label.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set := label.Set{Random: 27_500, Seed: 7, MaxPositions: label.DefaultMaxPositions}
	items, err := set.Make(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w, err := plan.NewWriter("jsonl", &file)
	if err != nil {
		t.Fatal(err)
	}
	labeler := label.NewLabeler(plan, search.Options{TableBytes: 1 << 24, Threads: 2}, func(_ int, row label.Row) error { return w.Write(row) })
	if err := labeler.Label(context.Background(), 0, items); err != nil {
		t.Fatal(err)
	}
	planted, lines := plant(t, strings.Split(strings.TrimSpace(file.String()), "\n"))
	count, found := checked(t, open(t, lines, "", g.Name()), audit.Options{}, 2)
	if values := count.Right + count.Wrong; values < 100_000 || count.Wrong != len(planted) || count.Unproven+count.Unread != 0 {
		t.Fatalf("%+v: want 100000 values or more, %d wrong", count, len(planted))
	}
	for _, f := range found {
		if !planted[f.Record] {
			t.Errorf("no fault was planted there: %+v", f)
		}
	}
	t.Logf("%+v", count)
}

// plant changes a value in each of 20 lines.
func plant(t *testing.T, lines []string) (map[int]bool, string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	planted := map[int]bool{}
	for len(planted) < 20 {
		n := rng.IntN(len(lines))
		var row map[string]any
		if err := json.Unmarshal([]byte(lines[n]), &row); err != nil {
			t.Fatal(err)
		}
		values, _ := row["move_values"].([]any)
		if planted[n+1] || len(values) == 0 {
			continue
		}
		at := rng.IntN(len(values))
		plies, _ := row["move_plies"].([]any)
		switch values[at] {
		case "draw":
			values[at] = []string{"win", "loss"}[rng.IntN(2)]
		default:
			n, _ := plies[at].(float64)
			plies[at] = n + 2 // the winner is right, the number of plies is wrong
		}
		text, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		lines[n], planted[n+1] = string(text), true
	}
	return planted, strings.Join(lines, "\n") + "\n"
}
