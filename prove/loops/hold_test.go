package loops_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/prove/census"
	"oxo/prove/loops"
)

// retrograde solves a game backwards, as the oracle of these tests.
func retrograde(t *testing.T, g oxo.Game, p oxo.Position) *census.Table {
	t.Helper()
	table, err := census.SolveFrom(t.Context(), g, p, census.Options{MaxPositions: 5_000_000})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// checkHeld compares the proven bounds and move of a position with a table.
func checkHeld(t *testing.T, g oxo.Game, p oxo.Position, table *census.Table, o loops.HoldOptions) {
	t.Helper()
	want, ok := table.Value(p)
	if !ok {
		t.Fatalf("%s: %s is not in the table", g.Name(), g.FormatPosition(p))
	}
	before := g.FormatPosition(p)
	h, err := loops.NewHolder(p, o)
	if err != nil {
		t.Fatal(err)
	}
	r := h.Solve(t.Context())
	got, known := r.Bounds.Result()
	if !known || got != want.Result() {
		t.Fatalf("%s: %s is %q (%v to %v), and %s backwards", g.Name(), before, got, r.Bounds.Lo(), r.Bounds.Hi(), want.Result())
	}
	if text := g.FormatPosition(p); text != before {
		t.Fatalf("%s: the position is %s afterwards, and was %s", g.Name(), text, before)
	}
	if p.Outcome() != oxo.Ongoing || want < oxo.Draw {
		return
	}
	if len(r.Line) != 1 {
		t.Fatalf("%s: %s: no move", g.Name(), before)
	}
	p.Make(r.Line[0])
	after, ok := table.Value(p)
	p.Unmake(r.Line[0])
	if !ok || after.ToParent().Result() != want.Result() {
		t.Fatalf("%s: %s: move %d leads to %s for the other side, and %s was proven", g.Name(), before, r.Line[0], after.Result(), want.Result())
	}
}

// TestHoldGraphs compares every position of random graphs with retrograde analysis.
func TestHoldGraphs(t *testing.T) {
	race.OneThread(t)
	results := map[string]int{}
	for seed := range uint64(100) {
		g := gametest.RandomLoops(seed, 3+int(seed)%40)
		table := retrograde(t, g, g.Start())
		for state := range g.Most + 1 {
			p := g.At(state)
			if want, ok := table.Value(p); ok {
				results[want.Result()]++
				checkHeld(t, g, p, table, loops.HoldOptions{})
			}
		}
	}
	t.Log(results)
	for _, result := range []string{"win", "draw", "loss"} {
		if results[result] < 500 {
			t.Errorf("only %d positions are worth a %s", results[result], result)
		}
	}
}

// TestHoldGames compares positions of random games with retrograde analysis, with and without a
// table of endings.
func TestHoldGames(t *testing.T) {
	race.OneThread(t)
	for _, name := range []string{"checkers:4x4", "checkers:6x4", "checkers:4x4,international"} {
		g := gametest.Game(t, name)
		table := retrograde(t, g, g.Start())
		endings, err := census.SolveEndings(t.Context(), g, 3, census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(19, 1))
		for range 15 {
			p := g.Start()
			for plies := rng.IntN(20); plies > 0 && p.Outcome() == oxo.Ongoing; plies-- {
				moves := p.Moves(nil)
				p.Make(moves[rng.IntN(len(moves))])
			}
			checkHeld(t, g, p, table, loops.HoldOptions{})
			checkHeld(t, g, p, table, loops.HoldOptions{Ending: endings.Lookup})
		}
	}
	for _, g := range []*gametest.Loops{gametest.KingAndRook(3), gametest.KingAndRook(4), gametest.Kings(0b11, 1<<16)} {
		checkHeld(t, g, g.Start(), retrograde(t, g, g.Start()), loops.HoldOptions{})
	}
}

// TestHoldColumns proves a value that the docs state and that search does not find.
func TestHoldColumns(t *testing.T) {
	race.OneThread(t)
	g := gametest.Game(t, "checkers:4x6")
	h, err := loops.NewHolder(g.Start(), loops.HoldOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := h.Solve(t.Context())
	if result, _ := r.Bounds.Result(); result != "loss" {
		t.Errorf("%s is %q, want a loss", g.Name(), result)
	}
}

// TestHoldStops: if the context ends or the memory is full, the question stays open. A game
// whose repetitions are not draws is refused.
func TestHoldStops(t *testing.T) {
	g := gametest.Game(t, "checkers:6x6x1")
	h, err := loops.NewHolder(g.Start(), loops.HoldOptions{TableBytes: 1 << 17})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { // like a command that shows progress
		defer close(done)
		for range 1000 {
			h.Progress()
		}
	}()
	defer func() { <-done }()
	if r := h.Solve(t.Context()); r.Bounds != oxo.Between(-oxo.Infinity, oxo.Infinity) || r.Nodes == 0 {
		t.Errorf("with 128 KB: %v to %v, %d positions", r.Bounds.Lo(), r.Bounds.Hi(), r.Nodes)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if h, err = loops.NewHolder(g.Start(), loops.HoldOptions{}); err != nil {
		t.Fatal(err)
	}
	if r := h.Solve(ctx); r.Nodes > 10_000 {
		t.Errorf("after the end of the context: %d positions", r.Nodes)
	}
	for _, name := range []string{"go:3x3", "tictactoe", "othello:4x4", "chess"} {
		if _, err := loops.NewHolder(gametest.Game(t, name).Start(), loops.HoldOptions{}); !errors.Is(err, loops.ErrHold) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
