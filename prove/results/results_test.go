package results_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"oxo"
	"oxo/examples/morris"
	"oxo/game/catalog"
	"oxo/game/rules"
	"oxo/game/rules/gdl"
	"oxo/games"
	"oxo/prove/census"
	"oxo/prove/results"
)

func find(t testing.TB, name string) oxo.Game {
	t.Helper()
	if name == "morris3" {
		return morris.Three()
	}
	if strings.HasSuffix(name, ".kif") {
		text, err := os.ReadFile("../../examples/sheets/" + name)
		if err != nil {
			t.Fatal(err)
		}
		g, err := rules.New(t.Context(), name, string(text), gdl.Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// solved returns the table of a game.
func solved(t testing.TB, g oxo.Game, threads int) *results.Table {
	t.Helper()
	table, err := results.Solve(t.Context(), g, g.Start(), results.Options{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestAgainstCensus: the counts, and the results of positions of random games, are what the solver
// of values finds: of games with symmetries, with passes, with margins, and with loops.
func TestAgainstCensus(t *testing.T) {
	for _, name := range []string{"connect4:4x4", "tictactoe", "mnk:4x3x3,misere", "othello:4x4", "morris3", "drop.kif", "noughts.kif", "nim.kif"} {
		g := find(t, name)
		want, err := census.SolveWhole(t.Context(), g, g.Start(), census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for threads := range 3 {
			table := solved(t, g, threads)
			if a, b := table.Stats(), want.Stats(); a.Wins != b.Wins || a.Draws != b.Draws || a.Losses != b.Losses {
				t.Errorf("%s with %d threads: win %d, draw %d, loss %d; want %d, %d, %d", name, threads, a.Wins, a.Draws, a.Losses, b.Wins, b.Draws, b.Losses)
			}
			compare(t, g, table, want)
		}
	}
}

// compare compares two tables in random games.
func compare(t *testing.T, g oxo.Game, table *results.Table, want *census.Whole) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		p := g.Start()
		for range 40 {
			value, ok := want.Lookup(p)
			result, found := table.Result(p)
			if !ok || !found || result != value.Sign() {
				t.Fatalf("%s: %s is %d (%v), want %v (%v)", g.Name(), g.FormatPosition(p), result, found, value, ok)
			}
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			if known, _ := table.Known(p); known.Lo() > value || known.Hi() < value {
				t.Fatalf("%s: %s is %v, and its bounds are %v", g.Name(), g.FormatPosition(p), value, known)
			}
			best, _ := table.Best(p)
			if len(best) == 0 {
				t.Fatalf("%s: no move of %s keeps its result", g.Name(), g.FormatPosition(p))
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
}

// TestPlies: the counts by ply agree with the census.
func TestPlies(t *testing.T) {
	g := find(t, "connect4:4x4")
	want, err := census.SolveWhole(t.Context(), g, g.Start(), census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := solved(t, g, 2).Stats().Plies
	for i, ply := range want.Stats().Plies {
		ply.Positions = 0
		if i >= len(got) || got[i] != ply {
			t.Fatalf("ply %d: %+v; want %+v", i, got[min(i, len(got)-1)], ply)
		}
	}
}

// TestFile: a file is read as it was written, with two bits for each result; any damage is noticed, and
// another game's file is refused.
func TestFile(t *testing.T) {
	g := find(t, "connect4:4x4")
	table := solved(t, g, 1)
	var file bytes.Buffer
	if n, err := table.WriteTo(&file); err != nil || !results.Is(file.Bytes()) || int(n) > file.Len() {
		t.Fatalf("%d bytes: %v", n, err)
	}
	again, err := results.Read(g, file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if a, b := again.Stats(), table.Stats(); a.Wins != b.Wins || a.Losses != b.Losses || a.Draws != b.Draws {
		t.Errorf("%+v was written, %+v read", b, a)
	}
	ofResults, ofKeys := again.Sizes()
	stats := table.Stats()
	if n := stats.Positions(); ofResults > n/4+1 || ofKeys > 3*n {
		t.Errorf("%d positions take %d bytes for results and %d for keys", n, ofResults, ofKeys)
	}
	want, err := census.SolveWhole(t.Context(), g, g.Start(), census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	compare(t, g, again, want)
	for at := 0; at < file.Len(); at += 997 {
		damaged := bytes.Clone(file.Bytes())
		damaged[at] ^= 4
		if _, err := results.Read(g, damaged); err == nil {
			t.Errorf("byte %d was changed, and the file is read", at)
		}
	}
	if _, err := results.Read(g, file.Bytes()[:file.Len()/2]); err == nil {
		t.Error("half of the file is read")
	}
	if _, err := results.Read(find(t, "connect4:5x4"), file.Bytes()); err == nil || !strings.Contains(err.Error(), "the table is of connect4:4x4") {
		t.Errorf("the file of another board: %v", err)
	}
}

// TestUnknown: positions that no game leads to, and positions of other games, are not in the table.
func TestUnknown(t *testing.T) {
	g := find(t, "connect4:4x4")
	p := g.Start()
	p.Make(1)
	table, err := results.Solve(t.Context(), g, p, results.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := table.Result(g.Start()); ok {
		t.Error("the table of the positions after a move has the position before it")
	}
	if _, ok := table.Result(find(t, "connect4:5x4").Start()); ok {
		t.Error("the table has a position of another board")
	}
	if _, ok := table.Best(g.Start()); ok {
		t.Error("the table has a best move of a position that it lacks")
	}
}

// TestRefused: games without exact keys, or whose positions are not made from keys; too many positions; and an
// interruption.
func TestRefused(t *testing.T) {
	g := find(t, "mnk:15x15x5")
	if _, err := results.Solve(t.Context(), g, g.Start(), results.Options{}); !errors.Is(err, results.ErrNoRestore) {
		t.Errorf("without keys: %v", err)
	}
	g = find(t, "othello")
	if _, err := results.Solve(t.Context(), g, g.Start(), results.Options{}); err == nil || !strings.Contains(err.Error(), "want at most 64") {
		t.Errorf("long keys: %v", err)
	}
	g = find(t, "connect4:5x5")
	if _, err := results.Solve(t.Context(), g, g.Start(), results.Options{MaxPositions: 10_000, Threads: 2}); !errors.Is(err, census.ErrMaxPositions) {
		t.Errorf("too many positions: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var seen string
	_, err := results.Solve(ctx, g, g.Start(), results.Options{Progress: func(p results.Progress) {
		if seen = p.String(); p.Ply > 7 {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) || !strings.HasPrefix(seen, "finding positions: ply 8, ") {
		t.Errorf("interrupted: %v, %q", err, seen)
	}
}
