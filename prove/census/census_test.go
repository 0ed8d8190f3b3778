//go:build !race

package census_test

import (
	"context"
	"slices"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/census"
	"oxo/textbook"
)

func take(t *testing.T, name string, opts census.Options) *census.Census {
	t.Helper()
	g := gametest.Game(t, name)
	c, err := census.Take(context.Background(), g, g.Start(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestPublishedCounts: positions and games of small boards, from [A008907] [A061526] or
// computed independently for this project.
func TestPublishedCounts(t *testing.T) {
	for name, want := range map[string]struct {
		games     string
		positions int
	}{
		"mnk:3x3x3":       {"255168", 5478},
		"mnk:3x4x3":       {"151188768", 111973},
		"mnk:3x3x3,torus": {"204336", 5194},
	} {
		total := take(t, name, census.Options{}).Total()
		if total.Games().String() != want.games || total.Positions != want.positions {
			t.Errorf("%s: %s games, %d positions", name, total.Games(), total.Positions)
		}
	}
}

func TestTicTacToeByPly(t *testing.T) {
	c := take(t, "mnk:3x3x3", census.Options{})
	s := take(t, "mnk:3x3x3", census.Options{Symmetric: true})
	var positions, classes []int
	var games []string
	for i, p := range c.Plies {
		positions, classes = append(positions, p.Positions), append(classes, s.Plies[i].Positions)
		if i >= 5 {
			games = append(games, p.Games().String())
		}
	}
	if want := []int{1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78}; !slices.Equal(positions, want) {
		t.Errorf("positions %v", positions)
	}
	if want := []int{1, 3, 12, 38, 108, 174, 204, 153, 57, 15}; !slices.Equal(classes, want) {
		t.Errorf("classes %v", classes)
	}
	if want := []string{"1440", "5328", "47952", "72576", "127872"}; !slices.Equal(games, want) {
		t.Errorf("games %v", games)
	}
	total := c.Total()
	if total.GamesFirst.String() != "131184" || total.GamesSecond.String() != "77904" || total.GamesDrawn.String() != "46080" {
		t.Errorf("games won %s and %s, drawn %s", total.GamesFirst, total.GamesSecond, total.GamesDrawn)
	}
	if s.Total().Games() != total.Games() {
		t.Errorf("%s games by classes", s.Total().Games())
	}
}

// TestFourByFour checks the classes of 4x4 by ply, and their winners under best play [A317573]
// [A317574] [A317576].
func TestFourByFour(t *testing.T) {
	if testing.Short() {
		t.Skip("1.2 million positions; not in short mode")
	}
	c := take(t, "mnk:4x4x4", census.Options{Symmetric: true})
	var classes, first, second, terminal []int
	for _, p := range c.Plies {
		classes, first, second, terminal = append(classes, p.Positions), append(first, p.First), append(second, p.Second), append(terminal, p.Terminal)
	}
	for _, check := range []struct {
		name      string
		got, want []int
	}{
		{"classes", classes, []int{1, 3, 33, 219, 1413, 5514, 20122, 50215, 112379, 179510, 245690, 245690, 193318, 110452, 41870, 10489, 1059}},
		{"won by X, plies 6 to 15", first[6:16], []int{1100, 280, 26771, 11535, 91567, 36362, 78138, 26146, 12900, 3774}},
		{"won by O, plies 7 to 16", second[7:], []int{2476, 642, 31841, 11251, 66364, 21718, 29258, 8496, 1335, 371}},
		{"finished, plies 7 to 16", terminal[7:], []int{280, 642, 4942, 6770, 20286, 16042, 20998, 7970, 3774, 1059}},
	} {
		if !slices.Equal(check.got, check.want) {
			t.Errorf("%s: %v, want %v", check.name, check.got, check.want)
		}
	}
	if total := c.Total(); total.Positions != 1217977 || total.Games().String() != "15038733958272" {
		t.Errorf("%d classes, %s games", total.Positions, total.Games())
	}
}

func TestDepthAndLimit(t *testing.T) {
	c := take(t, "gomoku", census.Options{Depth: 2})
	if c.Complete || len(c.Plies) != 3 || c.Plies[2].Positions != 225*224 {
		t.Errorf("%+v", c)
	}
	g := gametest.Game(t, "mnk:4x4x4")
	if _, err := census.Take(context.Background(), g, g.Start(), census.Options{MaxPositions: 1000}); err == nil {
		t.Error("no error for too many positions")
	}
	w := gametest.Game(t, "gomoku")
	if _, err := census.Take(context.Background(), w, w.Start(), census.Options{Symmetric: true, Depth: 1}); err == nil {
		t.Error("no error for classes of positions without a key")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := census.Take(ctx, g, g.Start(), census.Options{}); err == nil {
		t.Error("no error after cancelling")
	}
}

// TestTable compares a solved table with the oracle on every position.
func TestTable(t *testing.T) {
	for _, name := range []string{"mnk:3x3x3", "mnk:3x3x3,misere", "mnk:3x3x3,torus", "mnk:3x2x2"} {
		g := gametest.Game(t, name)
		table, err := census.Solve(context.Background(), g, census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		var visit func(p oxo.Position)
		visit = func(p oxo.Position) {
			if seen[g.FormatPosition(p)] {
				return
			}
			seen[g.FormatPosition(p)] = true
			r, _ := textbook.AlphaBeta(context.Background(), p, textbook.Options{})
			value, best, ok := table.Lookup(p)
			if !ok || value != r.Value {
				t.Fatalf("%s %s: table %v, %v, oracle %v", name, g.FormatPosition(p), value, ok, r.Value)
			}
			for _, m := range p.Moves(nil) {
				p.Make(m)
				if reply, _, _ := table.Lookup(p); m == best && reply.ToParent() != value {
					t.Fatalf("%s %s: the table's move is worth %v, not %v", name, g.FormatPosition(p), reply.ToParent(), value)
				}
				visit(p)
				p.Unmake(m)
			}
		}
		visit(g.Start())
	}
	g := gametest.Game(t, "mnk:3x3x3")
	p, err := g.ParsePosition("X../.../...")
	if err != nil {
		t.Fatal(err)
	}
	table, err := census.Solve(context.Background(), gametest.Game(t, "mnk:3x2x2"), census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Make(8) // no position of 3x2 has a stone on the ninth square
	if _, _, ok := table.Lookup(p); ok {
		t.Error("a position that is not in the table is found")
	}
}

func TestNumber(t *testing.T) {
	n := census.Of(1)
	for range 127 {
		n = n.Plus(n)
	}
	if got := n.String(); got != "170141183460469231731687303715884105728" {
		t.Errorf("2^127 is %s", got)
	}
	if got := n.Plus(n).String(); got != "more than 2^128" {
		t.Errorf("2^128 is %s", got)
	}
}
