package mcts_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/prove/census"
	"oxo/search"
	"oxo/search/mcts"
	"oxo/textbook"
)

// variants returns options of searchers that must all agree with the oracle.
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

// check compares a proven result with the oracle's value.
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
		got, ok := oracle(p)
		p.Unmake(r.Best)
		if got = got.ToParent(); ok && got < r.Bounds.Lo() {
			t.Fatalf("%s %s: the move %s is worth %v, not %v", g.Name(), text, g.FormatMove(p, r.Best), got, r.Bounds.Lo())
		}
	}
}

// oracle returns the value by plain alpha-beta, unless that takes too long.
func oracle(p oxo.Position) (oxo.Score, bool) {
	r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{MaxNodes: 20_000})
	return r.Value, err == nil
}

// TestEveryPosition: on tic-tac-toe every value is proven, and right.
func TestEveryPosition(t *testing.T) {
	race.OneThread(t)
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
				games := 6
				if testing.Short() {
					games = 1
				}
				for range games {
					p := g.Start()
					for ply := 0; ; ply++ {
						want, _ := table.Value(p)
						limits := search.Limits{Nodes: 20_000}
						if opts.Threads > 1 {
							limits = search.Limits{}
						}
						r := s.Search(context.Background(), p, limits)
						check(t, g, p, r, want)
						if !r.Proven && !opts.ResultOnly && opts.TreeBytes == 0 && (ply > 1 || !opts.NoGuide) || opts.ResultOnly && r.Bounds.Lo().Sign() != want.Sign() {
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

// ending plays random moves until the number of legal moves is at most plies, or returns
// nil if the game ends before.
func ending(g oxo.Game, rng *rand.Rand, plies int) oxo.Position {
	p := g.Start()
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return nil
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
	return p
}

// TestGames: on random positions of every game no proven value differs from alpha-beta's, and
// most values are proven.
func TestGames(t *testing.T) {
	race.OneThread(t)
	for _, b := range []struct {
		name        string
		plies, many int
	}{
		{"mnk:4x3x3", 4, 60},
		{"mnk:4x3x3,misere", 6, 40},
		{"mnk:4x4x3,torus", 9, 40},
		{"mnk:5x4x4", 12, 40},
		{"mnk:4x4x3,exact", 8, 40},
		{"sticks:12", 1, 20},
		{"sticks:21", 4, 40},
		{"breakthrough:3x5", 8, 60},
		{"breakthrough:4x5", 16, 60},
		{"connect4:4x4", 8, 60},
		{"connect4:5x4", 12, 40},
		{"othello:4x4", 4, 60},
		{"othello:6x6", 25, 30},
	} {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			g, rng := gametest.Game(t, b.name), rand.New(rand.NewPCG(3, 4))
			if testing.Short() {
				b.many /= 5
			}
			proven, all := 0, 0
			for range b.many {
				p := ending(g, rng, b.plies-rng.IntN(2))
				if p == nil {
					continue
				}
				want, ok := oracle(p)
				if !ok {
					continue
				}
				for variant, opts := range variants() {
					text := g.FormatPosition(p)
					hash := p.Hash()
					r := mcts.New(opts).Search(t.Context(), p, search.Limits{Nodes: 1500})
					if g.FormatPosition(p) != text || p.Hash() != hash {
						t.Fatalf("%s: the search leaves %s behind", text, g.FormatPosition(p))
					}
					check(t, g, p, r, want)
					if variant == "default" {
						all++
						if _, ok := r.Bounds.Result(); ok {
							proven++
						}
					}
				}
				checkMoves(t, g, p)
			}
			if 2*proven < all || all == 0 {
				t.Errorf("%d results of %d positions are proven", proven, all)
			}
		})
	}
}

// checkMoves compares the proven bounds of every move with the oracle.
func checkMoves(t *testing.T, g oxo.Game, p oxo.Position) {
	t.Helper()
	moves := mcts.New(mcts.Options{}).Analyze(t.Context(), p, search.Limits{Nodes: 500})
	if want := len(p.Moves(nil)); len(moves) != want {
		t.Fatalf("%s %s: %d moves of %d", g.Name(), g.FormatPosition(p), len(moves), want)
	}
	for _, m := range moves {
		p.Make(m.Move)
		got, ok := oracle(p)
		p.Unmake(m.Move)
		if got = got.ToParent(); !ok {
			continue
		}
		if m.Proven && m.Score != got || got < m.Bounds.Lo() || got > m.Bounds.Hi() || m.Line[0] != m.Move {
			t.Fatalf("%s %s: %s is worth %v, not %v within %v to %v, line %v", g.Name(), g.FormatPosition(p),
				g.FormatMove(p, m.Move), got, m.Value, m.Bounds.Lo(), m.Bounds.Hi(), m.Line)
		}
	}
}

// TestLoopGames: on games with loops no proven value and no bound differs from retrograde
// analysis, whatever the path to the position.
func TestLoopGames(t *testing.T) {
	race.OneThread(t)
	graphs := 60
	if testing.Short() {
		graphs = 10
	}
	games := []*gametest.Loops{gametest.KingAndRook(4), gametest.Kings(0b11, 0b11<<16), gametest.Kings(0b111, 1<<10)}
	for seed := range graphs {
		games = append(games, gametest.RandomLoops(uint64(seed), 3+seed%40))
	}
	rng := rand.New(rand.NewPCG(5, 9))
	proven, wins := 0, 0
	for _, g := range games {
		table, err := census.Solve(t.Context(), g, census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		keep := mcts.New(mcts.Options{Seed: 1})
		for range 10 {
			keep.Clear()
			p := g.Start()
			for range rng.IntN(30) {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[rng.IntN(len(moves))])
				want, _ := table.Value(p)
				r := keep.Search(t.Context(), p, search.Limits{Nodes: 1 + rng.Uint64N(300)})
				if r.Proven && r.Score != want || want < r.Bounds.Lo() || want > r.Bounds.Hi() {
					t.Fatalf("%s %s: %v within %v to %v, and it is worth %v", g.Name(), g.FormatPosition(p), r.Value, r.Bounds.Lo(), r.Bounds.Hi(), want)
				}
				if r.Proven {
					proven++
				}
				if r.Proven && want.Sign() != 0 {
					wins++
				}
			}
		}
	}
	t.Logf("%d values proven, %d of them wins and losses", proven, wins)
	if wins == 0 || proven == wins {
		t.Errorf("%d values proven, %d of them wins and losses", proven, wins)
	}
}

// TestForbidden: where repetitions are forbidden, proven values equal minimax's, and no
// repeating move is played while there is another.
func TestForbidden(t *testing.T) {
	race.OneThread(t)
	asked, proven := 0, 0
	for seed := range uint64(300) {
		g := gametest.RandomLoops(seed, 4)
		g.Forbidden = true
		want, err := textbook.AlphaBeta(t.Context(), g.Start(), textbook.Options{MaxNodes: 200_000})
		if err != nil {
			continue
		}
		asked++
		r := mcts.New(mcts.Options{}).Search(t.Context(), g.Start(), search.Limits{Nodes: 2000})
		if r.Proven && r.Score != want.Value || want.Value < r.Bounds.Lo() || want.Value > r.Bounds.Hi() {
			t.Fatalf("%s: minimax %v, mcts %v within %v to %v", g.Name(), want.Value, r.Value, r.Bounds.Lo(), r.Bounds.Hi())
		}
		if r.Proven {
			proven++
		}
		noRepetition(t, g)
	}
	if asked < 100 || proven == 0 {
		t.Errorf("%d games, %d proven", asked, proven)
	}
}

// noRepetition plays a game by mcts.
func noRepetition(t *testing.T, g oxo.Game) {
	t.Helper()
	s := mcts.New(mcts.Options{})
	p := g.Start()
	for range 20 {
		legal := 0
		repeats := map[oxo.Move]bool{}
		for _, m := range p.Moves(nil) {
			p.Make(m)
			if plies, _ := p.(oxo.Looping).Repeated(); plies > 0 {
				repeats[m] = true
			} else {
				legal++
			}
			p.Unmake(m)
		}
		if legal == 0 {
			return
		}
		r := s.Search(t.Context(), p, search.Limits{Nodes: 50})
		if repeats[r.Best] {
			t.Fatalf("%s: after %s it plays a move that is forbidden", g.Name(), g.FormatPosition(p))
		}
		p.Make(r.Best)
	}
}
