package pn_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/prove/pn"
	"oxo/search"
)

// TestResultsEqualSearch: on positions of every kind of game the result is the same as by search, with one thread and
// two, with much memory and almost none.
func TestResultsEqualSearch(t *testing.T) {
	names := []string{
		"mnk:3x3x3", "mnk:4x3x3", "mnk:4x4x3", "mnk:4x4x4", "mnk:5x4x4", "mnk:4x3x3,misere", "mnk:3x3x3,torus",
		"mnk:4x4x3,exact", "connect4:4x4", "connect4:5x4", "sticks:17", "breakthrough:3x5", "breakthrough:4x4", "othello:4x4",
	}
	for i, name := range names {
		g := gametest.Game(t, name)
		random := rand.New(rand.NewPCG(1, uint64(i)))
		engine := search.New(search.Options{ResultOnly: true})
		for n := range 20 {
			p := randomPosition(g, random, n%10)
			s := pn.NewSolver(pn.Options{TableBytes: []int64{1, 1 << 20}[n%2], Threads: 1 + n/2%2})
			r, err := s.Result(t.Context(), p)
			if err != nil {
				t.Fatal(name, err)
			}
			got, ok := r.Known()
			want := engine.Search(t.Context(), p, search.Limits{}).Score.Result()
			if !ok || got != want {
				t.Fatalf("%s %s: %q by proof numbers, %q by search", name, g.FormatPosition(p), got, want)
			}
			checkBest(t, g, p, engine, &r, want)
		}
	}
}

// TestTurns: if one of the two claims decides a board soon, it has its turn first, or the other claim has no turn
// before that.
func TestTurns(t *testing.T) {
	race.OneThread(t)
	for name, limit := range map[string]uint64{"mnk:7x7x5": 2500, "mnk:10x10x4": 2500, "mnk:7x6x4": 500, "mnk:5x5x4": 6000} {
		r, err := pn.NewSolver(pn.Options{}).Result(t.Context(), gametest.Game(t, name).Start())
		if got, known := r.Known(); err != nil || !known || r.Nodes > limit {
			t.Errorf("%s: %q after %d nodes, want at most %d, %v", name, got, r.Nodes, limit, err)
		}
	}
}

// TestKeep: through whole games, the move that Keep returns keeps the score, and no move keeps a higher one.
func TestKeep(t *testing.T) {
	for i, name := range []string{"mnk:3x3x3", "mnk:3x3x3,misere", "breakthrough:3x5", "othello:4x4", "sticks:17"} {
		g := gametest.Game(t, name)
		random := rand.New(rand.NewPCG(2, uint64(i)))
		engine := search.New(search.Options{ResultOnly: true})
		for range 20 {
			p := randomPosition(g, random, random.IntN(6))
			if p.Outcome() != oxo.Ongoing {
				continue
			}
			want := engine.Search(t.Context(), p, search.Limits{}).Score.Result()
			least := map[string]oxo.Score{"win": oxo.By(1), "draw": oxo.Draw, "loss": -oxo.Infinity + 1}[want]
			s := pn.NewSolver(pn.Options{TableBytes: 1 << 20})
			m, err := s.Keep(t.Context(), p, least)
			if err != nil {
				t.Fatalf("%s %s: %v", name, g.FormatPosition(p), err)
			}
			checkBest(t, g, p, engine, &pn.Result{Best: m, HasMove: true}, want)
			if want == "win" {
				continue
			}
			if m, err := pn.NewSolver(pn.Options{TableBytes: 1 << 20}).Keep(t.Context(), p, oxo.By(1)); err == nil {
				t.Errorf("%s %s is a %s, but %s is returned as a win", name, g.FormatPosition(p), want, g.FormatMove(p, m))
			}
		}
	}
}

// checkBest checks that the move of a result keeps it.
func checkBest(t *testing.T, g oxo.Game, p oxo.Position, engine *search.Searcher, r *pn.Result, want string) {
	t.Helper()
	if !r.HasMove {
		return
	}
	p.Make(r.Best)
	defer p.Unmake(r.Best)
	score := engine.Search(t.Context(), p, search.Limits{}).Score
	if p.Outcome() != oxo.Ongoing {
		score = oxo.Final(p)
	}
	if kept := score.ToParent().Result(); kept != want {
		t.Errorf("%s %s: the move leads to a %s, want a %s", g.Name(), g.FormatPosition(p), kept, want)
	}
}

// randomPosition plays random moves from the start.
func randomPosition(g oxo.Game, random *rand.Rand, plies int) oxo.Position {
	p := g.Start()
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		p.Make(moves[random.IntN(len(moves))])
	}
	return p
}

// TestKnownBoards: values of boards that plain search does not finish here, or takes long to finish (sources: Hsu and
// others 2020; pairing; Charatsidis 2017).
func TestKnownBoards(t *testing.T) {
	for name, want := range map[string]string{
		"mnk:5x5x4": "draw", "mnk:6x5x4": "win", "mnk:6x6x4": "win", "mnk:7x6x4": "win", "mnk:7x7x4": "win",
		"mnk:6x6x5": "draw", "mnk:7x7x5": "draw", "mnk:7x7x6": "draw", "mnk:9x6x6": "draw", "mnk:8x8x6": "draw", "mnk:10x10x8": "draw",
	} {
		if testing.Short() && name == "mnk:7x7x5" {
			continue
		}
		r, err := pn.NewSolver(pn.Options{TableBytes: 64 << 20, Threads: 2}).Result(t.Context(), gametest.Game(t, name).Start())
		if got, ok := r.Known(); err != nil || !ok || got != want {
			t.Errorf("%s: %q, %v, want a %s", name, got, err, want)
		}
	}
}

// TestStops: the end of a context stops every thread, and what theory proves remains.
func TestStops(t *testing.T) {
	s := pn.NewSolver(pn.Options{Threads: 2})
	for limit := 100 * time.Millisecond; s.Progress().Nodes == 0; limit *= 2 { // on a slow machine the limit doubles until it is enough for a node
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		r, err := s.Result(ctx, gametest.Game(t, "mnk:10x10x5").Start())
		if cancel(); err != nil || r.Bounds.Lo() != oxo.Draw || r.Bounds.Exact() || limit > time.Hour {
			t.Fatalf("%v to %v, %v", r.Bounds.Lo(), r.Bounds.Hi(), err)
		}
	}
	if p := s.Progress(); p.Proof == 0 || p.Disproof == 0 {
		t.Errorf("progress %+v", p)
	}
}

// TestRefuses: Result refuses games whose proofs would depend on the path to a position, or on a hash.
func TestRefuses(t *testing.T) {
	for name, want := range map[string]error{"chess": pn.ErrLoops, "mnk:15x15x5": pn.ErrKeys} {
		if _, err := pn.NewSolver(pn.Options{}).Result(t.Context(), gametest.Game(t, name).Start()); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
