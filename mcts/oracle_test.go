package mcts_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/census"
	"oxo/internal/gametest"
	"oxo/mcts"
	"oxo/search"
	"oxo/textbook"
)

// variants are searchers that must all agree with the oracle.
func variants() map[string]mcts.Options {
	return map[string]mcts.Options{
		"default":          {Seed: 1},
		"rules, play-outs": {Seed: 2, NoGuide: true, NoPriors: true, Plies: -1},
		"RAVE":             {Seed: 3, RAVE: 100, Plies: -1},
		"widening":         {Seed: 4, Widening: 0.5, Plies: 3},
		"small tree":       {Seed: 5, TreeBytes: 4000},
		"three threads":    {Seed: 6, Threads: 3},
		"result only":      {Seed: 7, ResultOnly: true},
	}
}

// check compares what is proven with the oracle's value.
func check(t *testing.T, g oxo.Game, p oxo.Position, r search.Result, want oxo.Score) {
	t.Helper()
	text := g.FormatPosition(p)
	if r.Proven && r.Score != want || want < r.Bounds.Lo() || want > r.Bounds.Hi() {
		t.Fatalf("%s %s: %v within %v to %v, and it is worth %v", g.Name(), text, r.Value, r.Bounds.Lo(), r.Bounds.Hi(), want)
	}
	if p.Outcome() != oxo.Ongoing {
		if r.HasMove || !r.Proven {
			t.Fatalf("%s %s is over: %+v", g.Name(), text, r)
		}
		return
	}
	if !r.HasMove || len(r.Line) == 0 || r.Line[0] != r.Best {
		t.Fatalf("%s %s: move %v, line %v", g.Name(), text, r.Best, r.Line)
	}
	if r.Bounds.Lo().Sign() > 0 || r.Proven { // the move is proven, too
		p.Make(r.Best)
		o, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{})
		p.Unmake(r.Best)
		if got := o.Value.ToParent(); err == nil && got < r.Bounds.Lo() {
			t.Fatalf("%s %s: the move %s is worth %v, not %v", g.Name(), text, g.FormatMove(p, r.Best), got, r.Bounds.Lo())
		}
	}
}

func oracle(t *testing.T, p oxo.Position) oxo.Score {
	t.Helper()
	r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Value
}

// TestEveryPosition: on tic-tac-toe every value is proven, and right.
func TestEveryPosition(t *testing.T) {
	for _, name := range []string{"tictactoe", "tictactoe,misere"} {
		g := gametest.Game(t, name)
		table, err := census.Solve(context.Background(), g, census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for variant, opts := range variants() {
			t.Run(name+"/"+variant, func(t *testing.T) {
				t.Parallel()
				s := mcts.New(opts)
				rng := rand.New(rand.NewPCG(1, 1))
				for range 30 {
					for p := g.Start(); ; {
						want, _ := table.Value(p)
						limits := search.Limits{Nodes: 60_000}
						if opts.Threads > 1 {
							limits = search.Limits{}
						}
						r := s.Search(context.Background(), p, limits)
						check(t, g, p, r, want)
						if !r.Proven && !opts.ResultOnly && opts.TreeBytes == 0 || opts.ResultOnly && r.Bounds.Lo().Sign() != want.Sign() {
							t.Fatalf("%s is not proven after %d play-outs: %v", g.FormatPosition(p), r.Nodes, r.Value)
						}
						if p.Outcome() != oxo.Ongoing {
							break
						}
						moves := p.Moves(nil)
						p.Make(moves[rng.IntN(len(moves))])
					}
				}
			})
		}
	}
}
