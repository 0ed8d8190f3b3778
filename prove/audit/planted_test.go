package audit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/race"
	"oxo/prove/audit"
	"oxo/prove/label"
	"oxo/search"
)

// TestPlanted: 20 of at least 100,000 values are wrong, and the audit finds exactly these 20.
func TestPlanted(t *testing.T) {
	race.OneThread(t)
	g := game(t, "connect4:4x4")
	planted, lines := plant(t, labelled(t, g, 27_500), plantValue)
	count, found := checked(t, open(t, lines, "", g.Name()), audit.Options{}, 2)
	if values := count.Right + count.Wrong; values < 100_000 || count.Wrong != len(planted) || count.Unproven+count.Unread+count.BestWrong != 0 {
		t.Fatalf("%+v: want 100000 values or more, %d wrong", count, len(planted))
	}
	foundPlanted(t, found, planted)
	t.Logf("%+v", count)
}

// TestPlantedBest: 20 rows have a move among the best ones that does not keep the value, and the audit finds exactly these.
func TestPlantedBest(t *testing.T) {
	race.OneThread(t)
	g := game(t, "connect4:4x4")
	planted, lines := plant(t, labelled(t, g, 3000), plantBest)
	count, found := checked(t, open(t, lines, "", g.Name()), audit.Options{}, 2)
	if count.BestWrong != len(planted) || count.BestRight < 3000 || count.Wrong+count.Unproven+count.BestUnproven+count.Unread != 0 {
		t.Fatalf("%+v: want %d wrong best moves", count, len(planted))
	}
	foundPlanted(t, found, planted)
	t.Logf("%+v", count)
}

func foundPlanted(t *testing.T, found []audit.Finding, planted map[int]bool) {
	t.Helper()
	for _, f := range found {
		if !planted[f.Record] {
			t.Errorf("no fault was planted there: %+v", f)
		}
	}
}

// labelled returns lines of JSON with the values of positions, as oxo label writes them.
func labelled(t *testing.T, g oxo.Game, positions int) []string {
	t.Helper()
	plan, err := label.NewPlan(g, label.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set := label.Set{Random: positions, Seed: 7, MaxPositions: label.DefaultMaxPositions}
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
	return strings.Split(strings.TrimSpace(file.String()), "\n")
}

// plant puts a fault into each of 20 lines. spoil reports whether it could change a row.
func plant(t *testing.T, lines []string, spoil func(rng *rand.Rand, row map[string]any) bool) (map[int]bool, string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	planted := map[int]bool{}
	for len(planted) < 20 {
		n := rng.IntN(len(lines))
		var row map[string]any
		if err := json.Unmarshal([]byte(lines[n]), &row); err != nil {
			t.Fatal(err)
		}
		if planted[n+1] || !spoil(rng, row) {
			continue
		}
		text, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		lines[n], planted[n+1] = string(text), true
	}
	return planted, strings.Join(lines, "\n") + "\n"
}

// plantValue changes the value of a move.
func plantValue(rng *rand.Rand, row map[string]any) bool {
	values, _ := row["move_values"].([]any)
	if len(values) == 0 {
		return false
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
	return true
}

// plantBest calls one more move best.
func plantBest(_ *rand.Rand, row map[string]any) bool {
	moves, _ := row["moves"].([]any)
	best, _ := row["best"].([]any)
	for _, m := range moves {
		if !slices.Contains(best, m) {
			row["best"] = append(best, m)
			return true
		}
	}
	return false
}
