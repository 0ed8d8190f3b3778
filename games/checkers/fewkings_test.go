//go:build !race

package checkers_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games/checkers"
	"oxo/internal/gametest"
	"oxo/prove/census"
	"oxo/search"
	"oxo/textbook"
)

// TestFewKings moves kings back and forth until the count of few kings ends the game, exactly
// at the limit.
func TestFewKings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game, text string
		plies      int // until the draw; 0 for no count
	}{
		{"draughts,fewkings", "W:WK46,K47,K48:BK3", checkers.ThreeAgainstOne},
		{"draughts,fewkings", "W:WK46,K47:BK3", checkers.TwoAgainstOne},
		{"draughts,fewkings", "W:WK46:BK3", checkers.TwoAgainstOne},
		{"draughts,fewkings", "B:WK46:BK3,K2,16", checkers.ThreeAgainstOne},
		{"draughts,fewkings", "B:WK46:BK3,16", checkers.TwoAgainstOne},
		{"draughts,fewkings", "W:WK46,35,45:BK3", checkers.ThreeAgainstOne},
		{"draughts,fewkings", "W:WK46,K47,K48,K49:BK3", 0},
		{"draughts,fewkings", "W:WK46,K47:BK3,K4", 0},
		{"draughts,fewkings", "W:WK46:B6,7", 0},
		{"draughts", "W:WK46,K47:BK3", 0},
	} {
		g, p := gametest.Position(t, c.game, c.text)
		for ply := range checkers.InternationalQuiet {
			if over := p.Outcome() == oxo.Drawn; over != (c.plies > 0 && ply == c.plies) {
				t.Errorf("%s %s: ply %d: drawn: %v: %s", c.game, c.text, ply, over, g.FormatPosition(p))
			}
			moves := p.Moves(nil)
			if (p.Outcome() == oxo.Ongoing) != (len(moves) > 0) {
				t.Errorf("%s: %d moves", g.FormatPosition(p), len(moves))
			}
			m, ok := calm(p, moves)
			if !ok {
				break
			}
			p.Make(m)
		}
	}
}

// calm returns a move of a king after which nothing can be taken.
func calm(p oxo.Position, moves []oxo.Move) (oxo.Move, bool) {
	type looking interface{ Threatened() bool }
	for _, m := range moves {
		before := p.(oxo.Clocked)
		plies, _ := before.Clock()
		p.Make(m)
		after, _ := before.Clock()
		ok := after == plies+1 && !p.(looking).Threatened()
		p.Unmake(m)
		if ok {
			return m, true
		}
	}
	return 0, false
}

// TestFewKingsCount: the count continues when a man moves or becomes a king, and when a king
// captures one of two; it restarts when three pieces become two, and with the first king of the
// three.
func TestFewKingsCount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, moves, want string }{
		{"W:W35,K46:BK1:D4", "35-30", "B:W30,K46:BK1:D5"},
		{"W:W9,45,K46:BK26:D4", "9-3", "B:WK3,45,K46:BK26:D5"},
		{"W:W25,30,K33:BK48:D30", "25-20 48x14", "W:WK33:BK14"},
		{"W:W10,44:BK46", "10-4", "B:WK4,44:BK46"},
		{"W:WK33,44:BK12:D8", "33-28", "B:WK28,44:BK12:D9"},
		{"W:W44,K33:BK12:D9", "44-40", "B:WK33,40:BK12:D10"},
		{"B:WK33,K34:BK12:D8", "12x40", "W:WK33:BK40:D9"},
	} {
		g, p := gametest.Position(t, "draughts,fewkings", c.text)
		start := g.FormatPosition(p)
		moves, err := catalog.ReplayFrom(g, p, strings.Fields(c.moves)...)
		if got := g.FormatPosition(p); err != nil || got != c.want {
			t.Errorf("%s %s: %s, %v, want %s", c.text, c.moves, got, err, c.want)
			continue
		}
		for _, m := range slices.Backward(moves) {
			p.Unmake(m)
		}
		if got := g.FormatPosition(p); got != start {
			t.Errorf("%s: %s when the moves are taken back", start, got)
		}
	}
}

// TestFewKingsText: the number of moves with few kings is part of the text, the key and the hash.
func TestFewKingsText(t *testing.T) {
	t.Parallel()
	g := gametest.Game(t, "draughts,fewkings")
	for text, want := range map[string]string{
		"W:WK46,K47:BK3:D3":        "W:WK46,K47:BK3:D3",
		"W:WK46,K47:BK3:D0":        "W:WK46,K47:BK3",
		"W:WK46,K47:BK3:H3:F70":    "W:WK46,K47:BK3:D3:H3", // written by Lidraughts
		"W:WK46,K47:BK3:D3:H2":     "W:WK46,K47:BK3:D3:H2",
		"W:WK46,K47:BK3:H2:D3":     "W:WK46,K47:BK3:D3:H2",
		"W:WK46,K47:BK3,K4:H20":    "W:WK46,K47:BK3,K4:H20",
		"W:W45,K46,K47:BK3:H32:F1": "W:W45,K46,K47:BK3:D32:H32",
	} {
		p, err := g.ParsePosition(text)
		if err != nil || catalog.FormatPosition(g, p) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	keys, hashes := map[oxo.Key]string{}, map[uint64]string{}
	for _, text := range []string{"W:WK41,K42:BK3", "W:WK41,K42:BK3:D1", "W:WK41,K42:BK3:D2", "B:WK41,K42:BK3:D2", "W:WK41,42:BK3:D2", "W:W41,K42:BK3:D2", "W:WK41:BK3,K42:D2"} {
		p, err := g.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		k, h := p.(oxo.Keyed).Key(), p.Hash()
		if keys[k] != "" || hashes[h] != "" {
			t.Errorf("%s: the key or hash of %s%s", text, keys[k], hashes[h])
		}
		keys[k], hashes[h] = text, text
	}
	for text, hint := range map[string]string{
		"W:WK46,K47:BK3:D11":     "want D0 to D10",
		"W:WK46,K47:BK3:H11":     "want H0 to H10",
		"W:WK46,K47,K48:BK3:D33": "want D0 to D32",
		"W:WK46,K47:BK3,K4:D1":   "want a king alone",
		"W:WK46,K47:BK3:Dx":      "as in D12",
		"W:WK46,K47:BK3:D1:D1":   "want one D",
	} {
		if _, err := g.ParsePosition(text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v, want %q", text, err, hint)
		}
	}
	if _, err := gametest.Game(t, "draughts").ParsePosition("W:WK46,K47:BK3:D1"); err == nil || !strings.Contains(err.Error(), "option fewkings") {
		t.Errorf("without the option: %v", err)
	}
}

// TestFewKingsOracle: the search proves what plain alpha-beta finds, with a table and without.
func TestFewKingsOracle(t *testing.T) {
	t.Parallel()
	g := gametest.Game(t, "checkers:6x6,international,fewkings")
	rng := rand.New(rand.NewPCG(1, 13))
	values := map[string]int{}
	for compared := 0; compared < 100; {
		p := fewKings(g, rng)
		if p == nil {
			continue
		}
		want, err := textbook.AlphaBeta(context.Background(), p.Clone(), textbook.Options{MaxNodes: 100_000})
		if err != nil {
			continue // three pieces that become two get 10 more plies
		}
		compared++
		values[want.Value.Result()]++
		for _, bytes := range []int64{0, 1 << 16} {
			r := search.New(search.Options{TableBytes: bytes}).Search(context.Background(), p, search.Limits{Nodes: 2_000_000})
			if !r.Proven || r.Score != want.Value {
				t.Errorf("%s: %v, and alpha-beta finds %v", g.FormatPosition(p), r.Value, want.Value)
			}
		}
	}
	if values["win"] == 0 || values["draw"] == 0 {
		t.Errorf("the positions are worth %v", values)
	}
}

// fewKings returns a random ongoing position with a count that has at most 5 plies left, or nil.
func fewKings(g oxo.Game, rng *rand.Rand) oxo.Position {
	squares := rng.Perm(18)
	name := func(i int) string { return "K" + strconv.Itoa(1+squares[i]) }
	text, limit := "W:W"+name(0)+":B"+name(1), checkers.TwoAgainstOne
	if rng.IntN(2) == 0 {
		text, limit = text+","+name(2)+","+name(3), checkers.ThreeAgainstOne
	}
	if rng.IntN(2) == 0 {
		text = strings.Replace(text, "W:", "B:", 1)
	}
	p, err := g.ParsePosition(text + ":D" + strconv.Itoa(limit-1-rng.IntN(5)))
	if err != nil || p.Outcome() != oxo.Ongoing {
		return nil
	}
	return p
}

// TestFewKingsCensus: in a table solved backwards, every position of a small game has the value
// that a search proves. Some values differ from those without the rule. Tables of endings are
// refused, since they cannot number positions with a count of few kings.
func TestFewKingsCensus(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	g, without := gametest.Game(t, "checkers:6x4,international,fewkings"), gametest.Game(t, "checkers:6x4,international")
	table, err := census.Solve(ctx, g, census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := census.Solve(ctx, without, census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 13))
	counted, other := 0, 0
	for p := g.Start(); counted < 200; {
		if moves := p.Moves(nil); len(moves) > 0 {
			p.Make(moves[rng.IntN(len(moves))])
		} else {
			p = g.Start()
		}
		text := g.FormatPosition(p)
		board, _, ok := strings.Cut(text, ":D")
		if !ok || p.Outcome() != oxo.Ongoing {
			continue
		}
		counted++
		fresh, err := g.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		value, ok := table.Value(fresh)
		r := search.New(search.Options{TableBytes: 1 << 16}).Search(ctx, fresh, search.Limits{Nodes: 5_000_000})
		if !ok || !r.Proven || r.Score != value {
			t.Errorf("%s: the table has %v (%v), a search finds %v", text, value, ok, r.Value)
		}
		q, err := without.ParsePosition(board)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := plain.Value(q); ok && v != value {
			other++
		}
	}
	t.Logf("%d positions with a count, %d with another value than without", counted, other)
	if other == 0 {
		t.Error("no position has another value than without the rule")
	}
	if _, err := census.SolveEndings(ctx, g, 3, census.Options{}); err == nil || !strings.Contains(err.Error(), "no endings") {
		t.Errorf("tables of endings, which know no count: %v", err)
	}
}

// TestFewKingsName: the option makes the game international, and is part of its name.
func TestFewKingsName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"draughts,fewkings": "checkers:10x10,international,fewkings", "checkers,fewkings": "checkers:10x10,international,fewkings",
		"checkers:8x8,fewkings,international": "checkers:8x8,international,fewkings", "draughts": "checkers:10x10,international",
	} {
		if got := gametest.Game(t, name).Name(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
