//go:build !race

package loops_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/prove/loops"
)

var large = flag.Bool("large", false, "prove Go on 4x4 too, which takes a minute of a processor")

// published returns values of empty boards [Werf03] [WerfWinands09], by area, black to move.
func published() map[string]int {
	games := map[string]int{"go:3x3": 9, "go:3x3,ko=simple": 9, "go:2x4": 8, "go:4x2": 8, "go:3x4": 4, "go:3x3,komi=3": 12 / 2}
	if *large {
		games["go:4x4"] = 2
	}
	return games
}

func TestPublished(t *testing.T) {
	for name, want := range published() {
		g := gametest.Game(t, name)
		p := g.Start()
		before := g.FormatPosition(p)
		r := solve(t, p, loops.Options{})
		t.Logf("%s: %v to %v, %d positions, within %d plies, %s", name, r.Bounds.Lo(), r.Bounds.Hi(), r.Nodes, r.Plies, catalog.FormatLine(g, p, r.Line))
		if r.Bounds != oxo.Exactly(oxo.By(want)) {
			t.Errorf("%s: %v to %v, want the published %d", name, r.Bounds.Lo(), r.Bounds.Hi(), want)
		}
		if g.FormatPosition(p) != before {
			t.Errorf("%s: %s is left", name, g.FormatPosition(p))
		}
		checkLine(t, g, p, r)
	}
}

// checkLine checks that a line is legal, and that each position on it has the value.
func checkLine(t *testing.T, g oxo.Game, p oxo.Position, r loops.Result) {
	t.Helper()
	if len(r.Line) == 0 {
		t.Errorf("%s: no line", g.Name())
	}
	q, value := p.Clone(), r.Bounds.Lo()
	for _, m := range r.Line {
		q.Make(m)
		if back, worth := q.(oxo.Looping).Repeated(); back > 0 && worth != oxo.Draw {
			t.Fatalf("%s: the line repeats", g.Name())
		}
		value = value.ToParent()
		if b := solve(t, q, loops.Options{Nodes: 300_000}).Bounds; value < b.Lo() || value > b.Hi() {
			t.Fatalf("%s: %s on the line is worth %v to %v", g.Name(), g.FormatPosition(q), b.Lo(), b.Hi())
		}
	}
}

func solve(t *testing.T, p oxo.Position, o loops.Options) loops.Result {
	t.Helper()
	s, err := loops.New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return s.Solve(t.Context())
}

// minimax is plain alpha-beta by the rules, with the whole past, without a table or a guide. It stops after too many
// positions.
type minimax struct{ nodes, limit int }

func (o *minimax) value(p oxo.Position, alpha, beta oxo.Score, ply int) (v oxo.Score, ok bool) {
	if o.nodes++; o.nodes > o.limit {
		return 0, false
	}
	if back, worth := p.(oxo.Looping).Repeated(); ply > 0 && back > 0 && (worth != oxo.Draw || back <= ply) {
		return worth, true
	}
	if p.Outcome() != oxo.Ongoing {
		return oxo.By(p.(oxo.Margined).Margin()), true
	}
	best := -oxo.Infinity
	moves := p.Moves(nil)
	for i := range moves {
		m := moves[len(moves)-1-i] // a pass first: it ends games
		p.Make(m)
		v, ok := o.value(p, -beta, -max(alpha, best), ply+1)
		p.Unmake(m)
		if !ok {
			return 0, false
		}
		if best = max(best, -v); best >= beta {
			break
		}
	}
	return best, true
}

// TestMinimax: no bound contradicts minimax, at positions of random games with their whole
// past, and most values are found.
func TestMinimax(t *testing.T) {
	games, nodes := 200, 30_000
	if testing.Short() {
		games, nodes = 60, 20_000
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for _, name := range []string{"go:2x2", "go:2x3", "go:2x2,ko=simple", "go:3x2,ko=simple", "go:3x3", "go:3x3,ko=simple", "go:3x4", "go:4x4", "go:4x4,komi=1.5", "go:4x4,ko=simple"} {
		asked, exact, open := 0, 0, 0
		for range games {
			p := late(gametest.Game(t, name), rng)
			if p.Outcome() != oxo.Ongoing {
				continue
			}
			o := minimax{limit: nodes}
			want, ok := o.value(p, -oxo.Infinity, oxo.Infinity, 0)
			if !ok {
				continue
			}
			asked++
			b := solve(t, p, loops.Options{Nodes: 50_000}).Bounds
			switch {
			case want < b.Lo() || want > b.Hi():
				t.Fatalf("%s %v: %v to %v, and minimax says %v", name, p.(interface{ Key() oxo.Key }).Key(), b.Lo(), b.Hi(), want)
			case b.Exact():
				exact++
			default:
				open++
			}
		}
		t.Logf("%s: %d positions, %d values, %d open", name, asked, exact, open)
		if asked < games/20 || exact == 0 {
			t.Errorf("%s: asked about %d positions, found only %d values", name, asked, exact)
		}
	}
}

// late plays random moves for a while, with few passes.
func late(g oxo.Game, rng *rand.Rand) oxo.Position {
	p := g.Start()
	for range rng.IntN(60) {
		moves := catalog.Playable(p, nil)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		if len(moves) > 1 && rng.IntN(10) > 0 {
			m = moves[rng.IntN(len(moves)-1)]
		}
		p.Make(m)
	}
	return p
}

// TestStops: the end of the context ends the proof at once, with bounds that hold.
func TestStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	s, err := loops.New(gametest.Game(t, "go:4x4").Start(), loops.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Solve(ctx); r.Nodes > 1<<13 || r.Bounds.Exact() {
		t.Errorf("%+v", r)
	}
	small := solve(t, gametest.Game(t, "go:3x3").Start(), loops.Options{TableBytes: 20_000})
	if small.Bounds != oxo.Exactly(oxo.By(9)) {
		t.Errorf("with a small table %v to %v", small.Bounds.Lo(), small.Bounds.Hi())
	}
}

func TestUnsuited(t *testing.T) {
	for _, name := range []string{"tictactoe", "chess", "othello:4x4", "go:9x9"} {
		if _, err := loops.New(gametest.Game(t, name).Start(), loops.Options{}); !errors.Is(err, loops.ErrUnsuited) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
