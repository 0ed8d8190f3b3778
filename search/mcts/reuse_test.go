package mcts_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/search"
	"oxo/search/mcts"
)

// TestOtherPast: where repetitions are forbidden, the tree of a position with another past is
// dropped, since its proofs hold only with that past. With the same past it is kept.
func TestOtherPast(t *testing.T) {
	race.OneThread(t)
	for seed := range uint64(40) {
		g := gametest.Game(t, "go:2x2")
		p := g.Start()
		rng := rand.New(rand.NewPCG(seed, 0))
		for range 6 {
			if moves := p.Moves(nil); p.Outcome() == oxo.Ongoing {
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
		if p.Outcome() != oxo.Ongoing {
			continue
		}
		fresh, err := g.ParsePosition(g.FormatPosition(p))
		if err != nil {
			t.Fatal(err)
		}
		limits := search.Limits{Nodes: 300}
		want := mcts.New(mcts.Options{}).Search(t.Context(), p, limits)
		s := mcts.New(mcts.Options{})
		s.Search(t.Context(), fresh, limits)
		r := s.Search(t.Context(), p, limits)
		if r.Proven && want.Proven && r.Value != want.Value {
			t.Errorf("%s: %v with the tree of another past, %v without", g.FormatPosition(p), r.Value, want.Value)
		}
		if again := s.Search(t.Context(), p.Clone(), limits); r.Proven && again.Nodes > 1 {
			t.Errorf("%s: %d play-outs for what the tree has", g.FormatPosition(p), again.Nodes)
		}
	}
}

// TestProvenMove: if a value is proven, by a guide or by the tree, the move played reaches it.
func TestProvenMove(t *testing.T) {
	race.OneThread(t)
	exact := search.New(search.Options{TableBytes: 1 << 20})
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p := gametest.Game(t, "connect4:5x4").Start()
		s := mcts.New(mcts.Options{Seed: seed})
		for ply := 0; p.Outcome() == oxo.Ongoing; ply++ {
			if moves := p.Moves(nil); ply < 6 || rng.IntN(2) == 0 {
				p.Make(moves[rng.IntN(len(moves))])
				continue
			}
			r := s.Search(t.Context(), p, search.Limits{Nodes: uint64(1 + rng.IntN(300))})
			p.Make(r.Best)
			if got := exact.Search(t.Context(), p, search.Limits{}).Score.ToParent(); r.Proven && got != r.Score {
				t.Fatalf("seed %d, ply %d: a move worth %v where %v is proven", seed, ply, got, r.Score)
			}
		}
	}
}

// TestDepthOfLoops: a search with a limit of depth ends even if every line repeats a position
// before this depth.
func TestDepthOfLoops(t *testing.T) {
	race.OneThread(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	for seed := range uint64(60) {
		p := gametest.RandomLoops(seed, 20).Start()
		if r := mcts.New(mcts.Options{}).Search(ctx, p, search.Limits{Depth: 10}); r.Stop == search.ByContext {
			t.Fatalf("game %d: %d play-outs, and no end", seed, r.Nodes)
		}
	}
}

// TestDepthOfKeptTree: a search with a limit of depth ends at this depth even if it starts with the
// tree of an earlier search.
func TestDepthOfKeptTree(t *testing.T) {
	race.OneThread(t)
	for name, depth := range map[string]int{"chess": 22, "go:9x9": 9, "breakthrough": 24} {
		p := gametest.Game(t, name).Start()
		s := mcts.New(mcts.Options{TreeBytes: 256 << 20})
		s.Search(t.Context(), p, search.Limits{Nodes: 10000})
		if r := s.Search(t.Context(), p, search.Limits{Depth: depth, Nodes: 12000}); r.Stop == search.ByDepth && r.Depth < depth {
			t.Errorf("%s: depth %d after %d play-outs, and %d was asked for", name, r.Depth, r.Nodes, depth)
		}
	}
}

// TestTableFullInProgress: a progress callback may call TableFull.
func TestTableFullInProgress(t *testing.T) {
	s := mcts.New(mcts.Options{Threads: 2, TreeBytes: 1 << 16})
	for range s.SearchProgress(t.Context(), gametest.Game(t, "go:5x5").Start(), search.Limits{Time: 200 * time.Millisecond}) {
		if full := s.TableFull(); full < 0 || full > 1000 {
			t.Fatalf("%d thousandths are used", full)
		}
	}
}
