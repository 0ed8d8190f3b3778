//go:build !race

package census_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/census"
	"oxo/search"
)

// whole solves a whole game, writes it as a file and reads it back.
func whole(t testing.TB, g oxo.Game) (*census.Whole, []byte) {
	t.Helper()
	made, err := census.SolveWhole(context.Background(), g, g.Start(), census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := made.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	read, err := census.ReadWhole(g, file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	a, b := made.Stats(), read.Stats()
	if a.Wins != b.Wins || a.Draws != b.Draws || a.Losses != b.Losses || a.Longest != b.Longest || made.Bytes() != read.Bytes() {
		t.Fatalf("%s: made %+v, read %+v", g.Name(), a, b)
	}
	return read, file.Bytes()
}

// TestWholeCounts compares with published counts, the same as in the tests of Take.
func TestWholeCounts(t *testing.T) {
	for name, want := range map[string][2]int{ // all positions, and classes of images
		"mnk:3x3x3":       {5478, 765},
		"mnk:3x3x3,torus": {5194, 0},
		"mnk:4x3x3":       {111973, 0},
	} {
		g := gametest.Game(t, name)
		made, err := census.SolveWhole(context.Background(), g, g.Start(), census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := made.Stats()
		if want[0] > 0 && s.All != want[0] || want[1] > 0 && s.Positions() != want[1] {
			t.Errorf("%s: %d positions, %d classes, want %v", name, s.All, s.Positions(), want)
		}
		samePlies(t, name, s.Plies, take(t, name, census.Options{}).Plies, take(t, name, census.Options{Symmetric: true}).Plies)
	}
}

// samePlies compares counts by ply with counts of Take, without and with symmetry.
func samePlies(t *testing.T, name string, got []census.WholePly, all, classes []census.Ply) {
	t.Helper()
	if len(got) != len(all) || len(got) != len(classes) {
		t.Fatalf("%s: %d plies, want %d", name, len(got), len(all))
	}
	for i, g := range got {
		c := classes[i]
		want := census.WholePly{Ply: i, Positions: all[i].Positions, Classes: c.Positions, Terminal: c.Terminal, First: c.First, Second: c.Second, Draw: c.Draw}
		if g != want {
			t.Errorf("%s, ply %d: %+v, want %+v", name, i, g, want)
		}
	}
}

// TestWholeAgrees compares every position of games of all kinds with the table that solves them
// backwards; for games without loops the two methods differ.
func TestWholeAgrees(t *testing.T) {
	games := []oxo.Game{gametest.RandomLoops(3, 300), gametest.KingAndRook(3)}
	for _, name := range []string{"mnk:3x3x3", "mnk:3x3x3,misere", "connect4:4x4", "othello:4x4", "sticks:9", "sticks:255x1", "sticks:3+4+5", "checkers:4x4", "breakthrough:3x4"} {
		if testing.Short() && (name == "othello:4x4" || name == "connect4:4x4") {
			continue
		}
		games = append(games, gametest.Game(t, name))
	}
	for _, g := range games {
		w, _ := whole(t, g)
		table, err := census.Solve(context.Background(), g, census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Stats(); got.Positions() != table.Len() {
			t.Errorf("%s: %d positions, want %d", g.Name(), got.Positions(), table.Len())
		}
		everyPosition(g.Start(), func(p oxo.Position) {
			got, move, ok := w.Best(p)
			want, _ := table.Value(p)
			if !ok || got != want {
				t.Fatalf("%s, %s: %v, %v, want %v", g.Name(), g.FormatPosition(p), got, ok, want)
			}
			if p.Outcome() == oxo.Ongoing {
				p.Make(move)
				if after, _ := table.Value(p); after.ToParent() != want {
					t.Fatalf("%s: %d is not a best move", g.Name(), move)
				}
				p.Unmake(move)
			}
		})
	}
}

// everyPosition calls f for every reachable position, images included.
func everyPosition(p oxo.Position, f func(oxo.Position)) {
	seen := map[oxo.Key]bool{}
	var walk func()
	walk = func() {
		if key := p.(oxo.Keyed).Key(); seen[key] {
			return
		} else {
			seen[key] = true
		}
		f(p)
		for _, m := range p.Moves(nil) {
			p.Make(m)
			walk()
			p.Unmake(m)
		}
	}
	walk()
}

// randomPosition plays a random number of random moves.
func randomPosition(g oxo.Game, rng *rand.Rand) oxo.Position {
	p := g.Start()
	for range rng.IntN(20) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
	return p
}

// likeSearch compares random positions with the results of a search.
func likeSearch(t *testing.T, g oxo.Game, w *census.Whole, n int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(19, uint64(n)))
	s := search.New(search.Options{})
	for range n {
		p := randomPosition(g, rng)
		want := s.Search(context.Background(), p, search.Limits{})
		if got, ok := w.Lookup(p); !ok || got != want.Score || !want.Proven {
			t.Fatalf("%s, %s: %v, %v, want %v", g.Name(), g.FormatPosition(p), got, ok, want.Score)
		}
	}
}

func TestWholeIsLikeSearch(t *testing.T) {
	for _, name := range []string{"mnk:3x3x3", "mnk:4x3x3"} {
		if testing.Short() && name != "mnk:3x3x3" {
			continue
		}
		g := gametest.Game(t, name)
		w, _ := whole(t, g)
		likeSearch(t, g, w, 200)
	}
}

// TestWholeFrom: a table of a part of a game has exactly that part.
func TestWholeFrom(t *testing.T) {
	g, p := gametest.Position(t, "mnk:3x3x3", ".../.X./...")
	w, err := census.SolveWhole(context.Background(), g, p, census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := w.Lookup(p); !ok || v != oxo.Draw {
		t.Errorf("%v, %v", v, ok)
	}
	if _, ok := w.Lookup(g.Start()); ok {
		t.Error("the table has a position that cannot be reached")
	}
	if s := w.Stats(); s.All < s.Positions() {
		t.Errorf("%d positions of %d classes", s.All, s.Positions())
	}
	_, p = gametest.Position(t, "mnk:3x3x3", "X../O../...")
	if w, err = census.SolveWhole(context.Background(), g, p, census.Options{}); err != nil || w.Stats().All != 0 {
		t.Errorf("a position without symmetry: %v, %v", w, err)
	}
}

// TestWholeOfLongKeys: keys of more than 64 bits, on a board with few empty squares.
func TestWholeOfLongKeys(t *testing.T) {
	g, p := gametest.Position(t, "mnk:7x7x5", "XXOOXXO/OOXXOOX/XXOOXXO/OOXXOOX/XXOOXXO/OOXXOOX/.......")
	w, err := census.SolveWhole(t.Context(), g, p, census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := w.WriteTo(&file); err != nil || !strings.Contains(file.String()[:400], "\nbytes 16 1\n") {
		t.Fatalf("%v: %.300q", err, file.String())
	}
	read, err := census.ReadWhole(g, file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	table, err := census.SolveFrom(t.Context(), g, p, census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	everyPosition(p, func(p oxo.Position) {
		want, _ := table.Value(p)
		if got, ok := read.Lookup(p); !ok || got != want {
			t.Fatalf("%s: %v, %v, want %v", g.FormatPosition(p), got, ok, want)
		}
	})
	if _, ok := read.Lookup(g.Start()); ok {
		t.Error("the table has a position that cannot be reached")
	}
}

// TestWholeFileIsChecked: a file with any byte changed or cut off is refused, as is one of
// another game or version.
func TestWholeFileIsChecked(t *testing.T) {
	g := gametest.Game(t, "mnk:2x2x2")
	_, file := whole(t, g)
	for i := range file {
		damaged := slices.Clone(file)
		damaged[i] ^= 1 << (i % 8)
		if _, err := census.ReadWhole(g, damaged); err == nil {
			t.Errorf("byte %d changed: the file was read", i)
		}
		if _, err := census.ReadWhole(g, file[:i]); err == nil {
			t.Errorf("cut at %d: the file was read", i)
		}
	}
	for text, want := range map[string]string{
		"": "is not a table", "oxo book 1\n": "is not a table",
		string(file) + "x": "not complete",
		strings.Replace(string(file), "table 1", "table 2", 1):          `of version "2": this program reads version 1`,
		strings.Replace(string(file), "little-endian", "big-endian", 1): "not complete",
		strings.Replace(string(file), "mnk:2x2x2", "mnk:3x3x3", 1):      "is of mnk:3x3x3: want one of mnk:2x2x2",
		strings.Replace(string(file), "\nmask ", "\nmusk ", 1):          `want a line that begins with "mask "`,
		string(file[:len(file)-1]):                                      "damaged or was cut short",
	} {
		if _, err := census.ReadWhole(g, []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// TestWholeIsRefused: a game that cannot be solved gets an error that says why.
func TestWholeIsRefused(t *testing.T) {
	for name, want := range map[string]string{"mnk:9x9x5": "no exact keys", "mnk:3x3x3": "more than 10", "go:2x2": "forbid that"} {
		g := gametest.Game(t, name)
		if _, err := census.SolveWhole(context.Background(), g, g.Start(), census.Options{MaxPositions: 10}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	g := gametest.Game(t, "mnk:4x4x4")
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := census.SolveWhole(ctx, g, g.Start(), census.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestWhole4x4 takes seconds, and runs only if OXO_WHOLE is set. It checks noughts and crosses
// on 4x4 with all 9,722,011 positions, by ply as published [A317573] [A317574] [A317576], and
// 10,000 random ones against a search.
func TestWhole4x4(t *testing.T) {
	if os.Getenv("OXO_WHOLE") == "" {
		t.Skip("OXO_WHOLE=1 runs it")
	}
	g := gametest.Game(t, "mnk:4x4x4")
	made, err := census.SolveWhole(context.Background(), g, g.Start(), census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := made.Stats()
	columns := map[string]func(census.WholePly) int{
		"positions": func(p census.WholePly) int { return p.Positions }, "classes": func(p census.WholePly) int { return p.Classes },
		"first": func(p census.WholePly) int { return p.First }, "second": func(p census.WholePly) int { return p.Second }, "terminal": func(p census.WholePly) int { return p.Terminal },
	}
	for what, want := range map[string][]int{
		"positions": {1, 16, 240, 1680, 10920, 43680, 160160, 400400, 895950, 1433520, 1962576, 1962576, 1543080, 881760, 333792, 83440, 8220},
		"classes":   {1, 3, 33, 219, 1413, 5514, 20122, 50215, 112379, 179510, 245690, 245690, 193318, 110452, 41870, 10489, 1059},
		"first":     {0, 0, 0, 0, 0, 0, 1100, 280, 26771, 11535, 91567, 36362, 78138, 26146, 12900, 3774, 0},
		"second":    {0, 0, 0, 0, 0, 0, 0, 2476, 642, 31841, 11251, 66364, 21718, 29258, 8496, 1335, 371},
		"terminal":  {0, 0, 0, 0, 0, 0, 0, 280, 642, 4942, 6770, 20286, 16042, 20998, 7970, 3774, 1059},
	} {
		var got []int
		for _, p := range s.Plies {
			got = append(got, columns[what](p))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s by ply: %v, want %v", what, got, want)
		}
	}
	if s.All != 9722011 || s.Positions() != 1217977 {
		t.Errorf("%d positions, %d classes", s.All, s.Positions())
	}
	likeSearch(t, g, made, 10_000)
}

// BenchmarkWholeLookup looks up random positions, including the computation of their keys.
// OXO_WHOLE selects noughts and crosses on 4x4.
func BenchmarkWholeLookup(b *testing.B) {
	name := "mnk:3x3x3"
	if os.Getenv("OXO_WHOLE") != "" {
		name = "mnk:4x4x4"
	}
	g := gametest.Game(b, name)
	w, _ := whole(b, g)
	rng := rand.New(rand.NewPCG(1, 2))
	var all []oxo.Position
	for range 1 << 16 {
		all = append(all, randomPosition(g, rng))
	}
	i := 0
	for b.Loop() {
		if _, ok := w.Lookup(all[i&(len(all)-1)]); !ok {
			b.Fatal("a position is missing")
		}
		i++
	}
}
