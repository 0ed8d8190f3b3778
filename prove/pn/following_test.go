package pn_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/pn"
	"oxo/search"
)

// TestFollowing: with right advice, Following finds the existing wins and winning moves; with any other advice it
// finds nothing false.
func TestFollowing(t *testing.T) {
	for i, name := range []string{"mnk:3x3x3", "mnk:4x3x3", "mnk:4x4x3", "mnk:5x3x3", "mnk:4x4x4"} {
		g := gametest.Game(t, name)
		random := rand.New(rand.NewPCG(5, uint64(i)))
		engine := search.New(search.Options{ResultOnly: true})
		right := pn.NewFollowing(asks(engine, func(ctx context.Context, p oxo.Position) []oxo.Move {
			if a := engine.Ask(ctx, p, search.Question{AtLeast: oxo.By(1)}); a.HasMove && a.Bounds.Lo() >= oxo.By(1) {
				return []oxo.Move{a.Best}
			}
			return nil
		}))
		guess := pn.NewFollowing(asks(engine, func(_ context.Context, p oxo.Position) []oxo.Move {
			moves := p.Moves(nil)
			return []oxo.Move{moves[random.IntN(len(moves))]}
		}))
		for n := range 30 {
			p := randomPosition(g, random, 2*(n%3)) // the first side is to move
			if p.Outcome() != oxo.Ongoing {
				continue
			}
			want := engine.Search(t.Context(), p, search.Limits{}).Score.Result() == "win"
			for advice, f := range map[string]*pn.Following{"right": right, "any": guess} {
				found := f.Win(t.Context(), p)
				if found.Wins && !want || want && !found.Wins && advice == "right" {
					t.Fatalf("%s %s: with %s advice it wins: %v, and by search: %v", name, g.FormatPosition(p), advice, found.Wins, want)
				}
				if found.HasMove {
					checkBest(t, g, p, engine, &pn.Result{Best: found.Best, HasMove: true}, "win")
				}
			}
		}
	}
}

// asks returns options with which Following relies on advice: its longer search visits only ten positions.
func asks(engine *search.Searcher, advise func(context.Context, oxo.Position) []oxo.Move) pn.FollowingOptions {
	return pn.FollowingOptions{
		Advise: func(ctx context.Context, p oxo.Position, _ bool) []oxo.Move { return advise(ctx, p) },
		Try: func(ctx context.Context, p oxo.Position, longer bool) (pn.Found, bool) {
			if !longer {
				return pn.Found{}, false
			}
			a := engine.Ask(ctx, p, search.Question{AtLeast: oxo.By(1), Nodes: 10})
			wins := a.Bounds.Lo() >= oxo.By(1)
			return pn.Found{Wins: wins, Best: a.Best, HasMove: wins && a.HasMove}, wins
		},
	}
}

// TestFollowingEnds: Following finds nothing after its context has ended, and stores nothing wrong.
func TestFollowingEnds(t *testing.T) {
	g := gametest.Game(t, "mnk:4x4x3")
	engine := search.New(search.Options{ResultOnly: true})
	f := pn.NewFollowing(asks(engine, func(_ context.Context, p oxo.Position) []oxo.Move { return p.Moves(nil) }))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found := f.Win(ctx, g.Start()); found.Wins {
		t.Error("it found a win after its end")
	}
	if found := f.Win(t.Context(), g.Start()); !found.Wins {
		t.Error("it found no win after it had been stopped")
	}
	if nodes, answered, replies := f.Progress(); nodes == 0 || answered != replies {
		t.Errorf("%d positions, %d of %d replies", nodes, answered, replies)
	}
}
