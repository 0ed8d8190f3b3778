package pn_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/prove/pn"
	"oxo/search"
)

// TestEndedContext: the result is true even if the context has ended. (A relaxed claim that holds was once taken for
// a win there.)
func TestEndedContext(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	known := 0
	for _, name := range []string{"mnk:4x4x3", "mnk:5x4x4", "mnk:5x5x4"} {
		g, rng, engine := gametest.Game(t, name), rand.New(rand.NewPCG(3, 3)), search.New(search.Options{ResultOnly: true})
		for range 100 {
			p := randomPosition(g, rng, 4+rng.IntN(12))
			r, err := pn.NewSolver(pn.Options{TableBytes: 1 << 16}).Result(ended, p)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := r.Known()
			if !ok || p.Outcome() != oxo.Ongoing {
				continue
			}
			known++
			if want := engine.Search(t.Context(), p, search.Limits{}).Score.Result(); got != want {
				t.Errorf("%s %s: %s, want %s", name, g.FormatPosition(p), got, want)
			}
		}
	}
	if known < 50 {
		t.Errorf("only %d positions were known", known)
	}
}

// TestBothSides: a solver that has answered questions about one side answers questions about the other side like a
// new solver. (It once read entries about one side as entries about the other.)
func TestBothSides(t *testing.T) {
	race.OneThread(t)
	prevents := func(s *pn.Solver, p oxo.Position, side oxo.Side) bool {
		return s.Preventer(t.Context(), p, side) != nil
	}
	seen := 0
	for _, name := range []string{"mnk:3x3x3", "mnk:4x3x3"} {
		g, rng := gametest.Game(t, name), rand.New(rand.NewPCG(1, 9))
		for range 1500 {
			p := randomPosition(g, rng, 2+rng.IntN(6))
			if p.Outcome() != oxo.Ongoing {
				continue
			}
			for _, side := range []oxo.Side{oxo.First, oxo.Second} {
				want := prevents(pn.NewSolver(pn.Options{TableBytes: 1 << 15}), p, side)
				used := pn.NewSolver(pn.Options{TableBytes: 1 << 15})
				if _, err := used.Result(t.Context(), p); err != nil {
					t.Fatal(err)
				}
				if got := prevents(used, p, side); got != want {
					t.Fatalf("%s %s: side %v prevents %v after a result, want %v", name, g.FormatPosition(p), side, got, want)
				}
				prevents(used, p, side.Opponent())
				if got := prevents(used, p, side); got != want {
					t.Fatalf("%s %s: side %v prevents %v after the other side, want %v", name, g.FormatPosition(p), side, got, want)
				}
				seen++
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d cases", seen)
	}
}

// TestKeepBothSides: one solver keeps a draw for both sides alternately.
func TestKeepBothSides(t *testing.T) {
	race.OneThread(t)
	g, rng := gametest.Game(t, "mnk:4x3x3,exact"), rand.New(rand.NewPCG(5, 5))
	draws := 0
	for range 1500 {
		p := randomPosition(g, rng, 2+rng.IntN(5))
		if p.Outcome() != oxo.Ongoing || search.New(search.Options{}).Search(t.Context(), p, search.Limits{}).Score != oxo.Draw {
			continue
		}
		draws++
		s := pn.NewSolver(pn.Options{TableBytes: 1 << 15})
		if _, err := s.Result(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		for p.Outcome() == oxo.Ongoing {
			m, err := s.Keep(t.Context(), p, oxo.Draw)
			if err != nil {
				t.Fatalf("%s: %v", g.FormatPosition(p), err)
			}
			p.Make(m)
		}
		if p.Outcome() != oxo.Drawn {
			t.Fatalf("%s: want a draw", g.FormatPosition(p))
		}
	}
	if draws < 30 {
		t.Errorf("only %d draws", draws)
	}
}

// TestKeepWithoutKeys: the positions of a wide board have no exact keys.
func TestKeepWithoutKeys(t *testing.T) {
	_, err := pn.NewSolver(pn.Options{}).Keep(t.Context(), gametest.Game(t, "mnk:9x8x6").Start(), oxo.Draw)
	if !errors.Is(err, pn.ErrKeys) {
		t.Errorf("%v, want %v", err, pn.ErrKeys)
	}
}

// TestKeepUsesTheProof: the moves of a strategy use the proof of its result, whichever side wins, even after loading
// a checkpoint: nothing is proven again.
func TestKeepUsesTheProof(t *testing.T) {
	race.OneThread(t)
	for _, name := range []string{"breakthrough:3x6", "breakthrough:4x5"} {
		for _, load := range []bool{false, true} {
			g := gametest.Game(t, name)
			p := g.Start()
			const table = 8 << 20
			s := pn.NewSolver(pn.Options{TableBytes: table})
			r, err := s.Result(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if load {
				s = loaded(t, s, p, table)
			}
			before := s.Progress().Nodes
			winner := p.Turn()
			if result, _ := r.Known(); result == "loss" {
				winner = winner.Opponent()
			}
			asked := keepSome(t, s, p, winner, 4)
			if again := s.Progress().Nodes - before; again > r.Nodes/4 {
				t.Errorf("%s, loaded %v: %d positions for the result, and %d for %d moves of its strategy", name, load, r.Nodes, again, asked)
			}
		}
	}
}

// loaded returns a solver that continues from a checkpoint of the result of p.
func loaded(t *testing.T, s *pn.Solver, p oxo.Position, size int64) *pn.Solver {
	t.Helper()
	var kept bytes.Buffer
	if err := s.Save(&kept); err != nil {
		t.Fatal(err)
	}
	from := pn.NewSolver(pn.Options{TableBytes: size})
	if err := from.Load(&kept); err != nil {
		t.Fatal(err)
	}
	if _, err := from.Result(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	return from
}

// keepSome asks for the winner's moves after all replies within a depth, and returns the number
// of calls.
func keepSome(t *testing.T, s *pn.Solver, p oxo.Position, winner oxo.Side, plies int) (asked int) {
	t.Helper()
	if plies == 0 || p.Outcome() != oxo.Ongoing {
		return 0
	}
	moves := p.Moves(nil)
	if p.Turn() == winner {
		m, err := s.Keep(t.Context(), p, oxo.By(1))
		if err != nil {
			t.Fatal(err)
		}
		moves, asked = []oxo.Move{m}, 1
	}
	for _, m := range moves {
		p.Make(m)
		asked += keepSome(t, s, p, winner, plies-1)
		p.Unmake(m)
	}
	return asked
}
