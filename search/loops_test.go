package search_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/oxotest"
	"oxo/prove/census"
	"oxo/search"
	"oxo/textbook"
)

var loopGraphs = flag.Int("loops", 150, "how many random games with loops TestLoops compares with retrograde analysis")

// loopGames returns games with loops of every kind.
func loopGames(graphs int) []*gametest.Loops {
	games := []*gametest.Loops{
		gametest.KingAndRook(4), gametest.KingAndRook(5),
		gametest.Kings(0b11, 0b11<<16), gametest.Kings(0b111, 1<<10), gametest.Kings(0b101<<3, 0b1001<<10),
	}
	for seed := range graphs {
		games = append(games, gametest.RandomLoops(uint64(seed), 3+seed%40))
	}
	return games
}

// TestLoops: on games with loops no proven value and no bound differs from retrograde analysis,
// whatever the options and the path to the position.
func TestLoops(t *testing.T) {
	graphs := *loopGraphs
	if testing.Short() {
		graphs /= 5
	}
	rng := rand.New(rand.NewPCG(5, 9))
	proven, open, wins := 0, 0, 0
	for _, g := range loopGames(graphs) {
		table, err := census.Solve(context.Background(), g, census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		keep := search.New(search.Options{KeepTable: true, TableBytes: 1 << 20})
		for range 40 {
			p := g.Start()
			for range rng.IntN(30) {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[rng.IntN(len(moves))])
			}
			want, ok := table.Value(p)
			if !ok {
				t.Fatalf("%s %s is not in the table", g.Name(), g.FormatPosition(p))
			}
			s := keep
			if rng.IntN(3) > 0 {
				opts := randomOptions(rng)
				opts.Threads = 1 + rng.IntN(2)
				s = search.New(opts)
			}
			limits := search.Limits{Nodes: 1 + rng.Uint64N(20_000)}
			if rng.IntN(3) == 0 {
				limits.Depth = 1 + rng.IntN(12)
			}
			r := s.Search(context.Background(), p, limits)
			if r.Proven && r.Score != want || want < r.Bounds.Lo() || want > r.Bounds.Hi() {
				t.Fatalf("%s %s, %+v: %v within %v to %v, and it is worth %v", g.Name(), g.FormatPosition(p), limits, r.Value, r.Bounds.Lo(), r.Bounds.Hi(), want)
			}
			if r.Proven {
				proven++
			} else {
				open++
			}
			if r.Proven && r.HasMove && want.Sign() != 0 {
				wins++
				checkLoopMove(t, g, table, p, r, want)
			}
			a := s.Ask(context.Background(), p, search.Question{AtLeast: 1, Nodes: 2000})
			if want < a.Bounds.Lo() || want > a.Bounds.Hi() {
				t.Fatalf("%s %s: asked for a win, %v to %v, and it is worth %v", g.Name(), g.FormatPosition(p), a.Bounds.Lo(), a.Bounds.Hi(), want)
			}
		}
	}
	t.Logf("%d values proven, %d of them wins and losses, %d open", proven, wins, open)
	if proven < open || wins < proven/20 {
		t.Errorf("%d proven, %d wins and losses, %d open", proven, wins, open)
	}
}

// checkLoopMove checks that the move of a proven win or loss keeps the value.
func checkLoopMove(t *testing.T, g oxo.Game, table *census.Table, p oxo.Position, r search.Result, want oxo.Score) {
	t.Helper()
	p.Make(r.Best)
	got, _ := table.Value(p)
	p.Unmake(r.Best)
	if got.ToParent() != want {
		t.Fatalf("%s %s: the move is worth %v, the position %v", g.Name(), g.FormatPosition(p), got.ToParent(), want)
	}
}

// TestLoopsAgainstMinimax: the textbook scores a repetition at once, and gives the same values
// as retrograde analysis.
func TestLoopsAgainstMinimax(t *testing.T) {
	race.OneThread(t)
	asked := 0
	for seed := range uint64(300) {
		g := gametest.RandomLoops(seed, 4)
		table, err := census.Solve(context.Background(), g, census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := textbook.AlphaBeta(context.Background(), g.Start(), textbook.Options{MaxNodes: 200_000})
		if err != nil {
			continue
		}
		asked++
		if want, _ := table.Value(g.Start()); r.Value != want {
			t.Fatalf("%s: minimax %v, retrograde analysis %v", g.Name(), r.Value, want)
		}
	}
	if asked < 100 {
		t.Errorf("only %d games", asked)
	}
}

// TestForbidden: if a player who repeats loses, the search proves the value of minimax or
// leaves it open.
func TestForbidden(t *testing.T) {
	race.OneThread(t)
	asked := 0
	for seed := range uint64(300) {
		g := gametest.RandomLoops(seed, 4)
		g.Forbidden = true
		want, err := textbook.AlphaBeta(context.Background(), g.Start(), textbook.Options{MaxNodes: 200_000})
		if err != nil {
			continue
		}
		asked++
		r := search.New(search.Options{}).Search(context.Background(), g.Start(), search.Limits{Nodes: 20_000})
		if r.Proven && r.Score != want.Value || want.Value < r.Bounds.Lo() || want.Value > r.Bounds.Hi() {
			t.Fatalf("%s: minimax %v, search %v within %v to %v", g.Name(), want.Value, r.Value, r.Bounds.Lo(), r.Bounds.Hi())
		}
	}
	if asked < 100 {
		t.Errorf("only %d games", asked)
	}
}

func TestLoopsConformance(t *testing.T) {
	race.OneThread(t)
	for _, g := range []oxo.Game{gametest.KingAndRook(4), gametest.Kings(0b11, 1<<16), gametest.RandomLoops(7, 20)} {
		t.Run(g.Name(), func(t *testing.T) {
			oxotest.Run(t, g, oxotest.Options{MaxPlies: 100, OracleNodes: 5000})
		})
	}
}
