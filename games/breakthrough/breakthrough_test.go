//go:build !race

package breakthrough_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games/breakthrough"
	"oxo/internal/gametest"
	"oxo/oxotest"
	"oxo/search"
)

var update = flag.Bool("update", false, "record the playthroughs again")

// TestConformance: perft of 8x8 as published (other programs count the same fourth
// number).
func TestConformance(t *testing.T) {
	for name, perft := range map[string][]uint64{
		"breakthrough": {1, 22, 484, 11132, 256036}, "breakthrough:3x5": {1}, "breakthrough:4x4": {1}, "breakthrough:5x5": {},
		"breakthrough:7x9": {}, "breakthrough:2x4": {}, "breakthrough:2x20": {}, "breakthrough:4x16": {}, "breakthrough:16x4": {}, "clashofpawns": {1, 34}, "clashofpawns,teleport": {1, 34}, "breakthrough:8x4,teleport": {}, "breakthrough:20x20": {},
	} {
		if testing.Short() && len(perft) == 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			games := 100
			if name == "breakthrough:20x20" { // its games are ten times as long
				games = 20
			}
			oxotest.Run(t, gametest.Game(t, name), oxotest.Options{Perft: perft, Games: games})
		})
	}
}

func TestPlaythrough(t *testing.T) {
	for name, file := range map[string]string{"breakthrough": "8x8", "breakthrough:5x6": "5x6"} {
		oxotest.Recorded(t, gametest.Game(t, name), "testdata/playthrough/"+file+".txt", *update)
	}
}

// TestSmallBoards solves boards with the guide, and again with the rules alone: value and plies
// are the same.
func TestSmallBoards(t *testing.T) {
	for size, want := range map[string]oxo.Score{
		"2x4": oxo.Loss(8), "3x4": oxo.Loss(12), "2x5": oxo.Loss(10), "4x4": oxo.Loss(14), "3x5": oxo.Loss(18),
	} {
		g := gametest.Game(t, "breakthrough:"+size)
		a := search.New(search.Options{}).Search(context.Background(), g.Start(), search.Limits{})
		b := search.New(search.Options{NoGuide: true}).Search(context.Background(), g.Start(), search.Limits{})
		t.Logf("%s: %v, %d nodes; by the rules alone %d", size, a.Value, a.Nodes, b.Nodes)
		if !a.Proven || !b.Proven || a.Score != b.Score || a.Score != want {
			t.Errorf("%s: %v with the guide, %v without", size, a.Value, b.Value)
		}
	}
}

// TestGuideOnEndings compares values with and without the guide on positions with few pawns,
// where runners and captures decide, on boards of several sizes.
func TestGuideOnEndings(t *testing.T) {
	many := 400
	if testing.Short() {
		many = 60
	}
	for _, name := range []string{"breakthrough:5x5", "breakthrough:6x6", "breakthrough:4x7", "breakthrough:8x8", "breakthrough:8x6,teleport"} {
		g := gametest.Game(t, name)
		rng := rand.New(rand.NewPCG(7, 8))
		guided, plain := search.New(search.Options{}), search.New(search.Options{NoGuide: true})
		checked := 0
		for range many {
			p := ending(g, rng)
			if p == nil {
				continue
			}
			a := guided.Search(context.Background(), p, search.Limits{Nodes: 200_000})
			b := plain.Search(context.Background(), p, search.Limits{Nodes: 200_000})
			if a.Bounds.Lo() > b.Bounds.Hi() || b.Bounds.Lo() > a.Bounds.Hi() {
				t.Fatalf("%s: %v with the guide, %v without", g.FormatPosition(p), a.Bounds, b.Bounds)
			}
			if a.Proven && b.Proven {
				checked++
			}
		}
		if checked < many/40-1 {
			t.Errorf("%s: only %d endings were proven", name, checked)
		}
	}
}

// ending plays random moves, captures first, until few pawns are left.
func ending(g oxo.Game, rng *rand.Rand) oxo.Position {
	p := g.Start()
	for range 200 {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return nil
		}
		if strings.Count(g.FormatPosition(p), "w")+strings.Count(g.FormatPosition(p), "b") <= 9 {
			return p
		}
		m := moves[rng.IntN(len(moves))]
		for _, c := range moves {
			before := strings.Count(g.FormatPosition(p), ".")
			p.Make(c)
			if strings.Count(g.FormatPosition(p), ".") > before && rng.IntN(2) == 0 {
				m = c
			}
			p.Unmake(c)
		}
		p.Make(m)
	}
	return nil
}

func TestWrongText(t *testing.T) {
	for name, hint := range map[string]string{
		"breakthrough:": "", "breakthrough:8": "8x8", "breakthrough:1x8": "2 to 20", "breakthrough:8x3": "4 to 20", "breakthrough:21x8": "2 to 20",
		"breakthrough:8x8,misere": "no option", "breakthrough:8x8,teleport,teleport": "twice", "breakthrough:7x8,teleport": "at least 8 columns", "breakthrough:8x7,teleport": "even number of rows", "breakthrough:08x8": "8x8",
	} {
		if _, err := catalog.Lookup([]catalog.Family{breakthrough.Family()}, name); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v, want %q", name, err, hint)
		}
	}
	g := gametest.Game(t, "breakthrough:4x4")
	for text, hint := range map[string]string{
		"": "a1 to d4", "b2": "a1 to d4", "b2b9": "a1 to d4", "e2e3": "a1 to d4", "b2b3b4": "a1 to d4", "b2b2": "goes to", "a1a2": "want a move such as", "b3b2": "want a move such as", "c4c3": "want a move such as",
	} {
		if _, err := g.ParseMove(g.Start(), text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("move %q: %v, want %q", text, err, hint)
		}
	}
	for text, hint := range map[string]string{
		"": "4, from the top", "bbbb/bbbb/wwww/wwww": "write white or black", "bbbb/bbb/wwww/wwww white": "3 squares", "bbbb/bbXb/wwww/wwww white": "not a square",
		"w.../bbb./..../wwww white": "has moved since", "w..w/bbb./..../..w. black": "won twice", "bbbb/bbbb/bwww/wwww white": "want at most", "..../..../..../..ww black": "won", "bbbb/bbbb/wwww/wwww green": "write white or black",
		"..../..../..../.... white": "won", "w.../..../..../.... black": "won", // the last pawn has won: it is on the far row
	} {
		p, err := g.ParsePosition(text)
		if text == "..../..../..../..ww black" || text == "w.../..../..../.... black" { // black has no pawn left: a finished game
			if err != nil || p.Outcome() != oxo.Lost {
				t.Errorf("position %q: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("position %q: %v, want %q", text, err, hint)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, seed := range []string{"bbbb/bbbb/wwww/wwww white", "w.../.b../..../..w. black", "..../..../..../..ww black", "x", "\xff", "bbbb/bbbb/wwww/wwww"} {
		f.Add(seed)
	}
	g := gametest.Game(f, "breakthrough:4x4")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := g.ParsePosition(text)
		if err != nil {
			return
		}
		again, err := g.ParsePosition(g.FormatPosition(p))
		if err != nil || again.Hash() != p.Hash() || again.Outcome() != p.Outcome() {
			t.Fatalf("%q is read as %q, and that as %v, %v", text, g.FormatPosition(p), again, err)
		}
	})
}
