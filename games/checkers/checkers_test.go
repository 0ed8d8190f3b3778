//go:build !race

package checkers_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games/checkers"
	"oxo/internal/gametest"
	"oxo/oxotest"
	"oxo/player"
	"oxo/search"
	"oxo/textbook"
)

var update = flag.Bool("update", false, "record the playthroughs again")

// TestConformance: perft of English and international draughts as published by Aart Bik and
// others; for 8x8 with international rules, perft of Brazilian draughts (damforum.nl).
// Deeper, by hand: oxo perft checkers 10 is 18,391,564.
func TestConformance(t *testing.T) {
	for name, perft := range map[string][]uint64{
		"checkers":                   {1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931},
		"draughts":                   {1, 9, 81, 658, 4265, 27117, 167140},
		"checkers,international":     {1, 9, 81, 658},
		"checkers:8x8,international": {1, 7, 49, 302, 1469, 7473, 37628, 187302}, "checkers:4x4": {1, 3, 9},
		"checkers:6x6": {1, 5, 25}, "checkers:6x6x1": nil, "checkers:10x8": nil, "checkers:4x10x1": nil, "checkers:10x4": nil, "checkers:6x10,international": nil,
		"checkers:4x4,international": nil, "checkers:6x6x1,international": nil,
		"draughts,fewkings": {1, 9, 81, 658, 4265, 27117}, "checkers:4x4,international,fewkings": nil, "checkers:6x6x1,international,fewkings": nil,
	} {
		if testing.Short() && perft == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			oxotest.Run(t, gametest.Game(t, name), oxotest.Options{Perft: perft, Games: 40, OracleNodes: 2_000})
		})
	}
}

// TestPerft: positions of international draughts with published numbers of lines (damforum.nl,
// "Perft"; deeper by hand): long jumps, a famous ending, kings alone, men about to become
// kings.
func TestPerft(t *testing.T) {
	for text, perft := range map[string][]uint64{
		"B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24":   {14, 55, 1168, 5432, 87195},
		"W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26": {6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050},
		"W:WK31-50:BK1-20": {17, 79, 352, 1399, 7062, 37589},
		"W:W6-10:B41-45":   {9, 81, 795, 7578, 86351},
	} {
		_, p := gametest.Position(t, "draughts", text)
		for i, want := range perft {
			if got, err := textbook.Perft(context.Background(), p, i+1); err != nil || got != want {
				t.Errorf("%s: perft(%d) = %d, %v, want %d", text, i+1, got, err, want)
			}
		}
	}
}

func TestPlaythrough(t *testing.T) {
	for name, file := range map[string]string{"checkers": "8x8", "checkers:6x6": "6x6", "draughts": "international"} {
		oxotest.Recorded(t, gametest.Game(t, name), "testdata/playthrough/"+file+".txt", *update)
	}
}

// the game implements the interface for a selective search
var _ = func(p oxo.Position) search.Tactical { return p.(search.Tactical) }

// TestMoves: positions whose moves are worked out by hand.
func TestMoves(t *testing.T) {
	for _, c := range []struct{ name, game, position, want string }{
		{"a jump is obligatory", "checkers", "B:W18,32:B1,14", "14x23"},
		{"one jump of several may be short", "checkers", "B:W18,17,26:B14,1", "14x21 14x30"},
		{"a man that becomes a king stops", "checkers", "B:W27,26:B23", "23x30 23x32"},
		{"a king goes on backward", "checkers", "B:W18,19:BK14,1", "14x16"},
		{"round to where it began", "checkers", "W:WK23:B18,10,11,19,1", "23x23"},
		{"two ways to one square take different men", "checkers", "B:W6,7,14,15,32:B2", "2x9x18 2x11x18"},
		{"men capture backward", "draughts", "W:W28:B32,1", "28x37"},
		{"the most must be captured", "draughts", "W:W28,40:B22,12,34,1", "28x8"},
		{"a king flies", "draughts", "W:WK46:B1,5", "46-41 46-37 46-32 46-28 46-23 46-19 46-14 46-10"},
		{"and jumps from afar", "draughts", "W:WK46:B23,5", "46x19 46x14 46x10"},
		{"a man passes the last row as a man", "draughts", "W:W13:B8,7,33", "13x11"},
	} {
		g, p := gametest.Position(t, c.game, c.position)
		var names []string
		for _, m := range p.Moves(nil) {
			names = append(names, g.FormatMove(p, m))
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %s: %s, want %s", c.name, c.position, got, c.want)
		}
	}
}

// TestNoProgress: moves of kings alone draw a game in the end, and a man's move restarts the
// count.
func TestNoProgress(t *testing.T) {
	g, p := gametest.Position(t, "checkers", "B:WK32,30:BK1:H79")
	drawn := func() bool { return player.Drawn(p) }
	repeated := func() int { n, _ := p.(oxo.Looping).Repeated(); return n }
	if drawn() || repeated() != 0 || strings.Contains(g.FormatPosition(p), "H") {
		t.Errorf("%s: drawn %v, repeated %d", g.FormatPosition(p), drawn(), repeated())
	}
	if _, err := catalog.ReplayFrom(g, p, "1-6"); err != nil || !drawn() || repeated() != checkers.EnglishQuiet {
		t.Errorf("%v: drawn %v, repeated %d", err, drawn(), repeated())
	}
	if _, err := catalog.ReplayFrom(g, p, "30-25"); err != nil || drawn() || repeated() != 0 {
		t.Errorf("%v: drawn %v, repeated %d", err, drawn(), repeated())
	}
	if _, err := catalog.ReplayFrom(g, p, "6-1", "32-28", "1-6", "28-32"); err != nil || repeated() != 4 {
		t.Errorf("%v: repeated %d", err, repeated())
	}
}

// TestTactical: the methods for a selective search agree with the moves, and a null move leaves
// no trace.
func TestTactical(t *testing.T) {
	for _, name := range []string{"checkers", "draughts"} {
		g := gametest.Game(t, name)
		rng := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			p := g.Start()
			for p.Outcome() == oxo.Ongoing && rng.IntN(90) > 0 {
				checkTactical(t, g, p.(search.Tactical))
				moves := p.Moves(nil)
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
	}
}

func checkTactical(t *testing.T, g oxo.Game, p search.Tactical) {
	t.Helper()
	moves, text := p.Moves(nil), g.FormatPosition(p)
	jumps := strings.Contains(g.FormatMove(p, moves[0]), "x")
	noisy := map[oxo.Move]bool{}
	for _, m := range p.Noisy(nil) {
		noisy[m] = true
	}
	unit := oxo.FactsOf(p).Unit
	if p.Threatened() != jumps || jumps && len(noisy) != len(moves) {
		t.Fatalf("%s: threatened %v, %d of %d moves are noisy", text, p.Threatened(), len(noisy), len(moves))
	}
	for _, m := range moves {
		if p.Quiet(m) == noisy[m] {
			t.Fatalf("%s: %s is quiet and noisy, or neither", text, g.FormatMove(p, m))
		}
		if p.Exchange(m, 1000*unit) || !p.Exchange(m, -1000*unit) {
			t.Fatalf("%s: %s gains 1000 men, or loses them", text, g.FormatMove(p, m))
		}
	}
	if m, ok := p.Idle(); ok {
		p.Make(m)
		if got := g.FormatPosition(p); got[1:] != text[1:] || got[0] == text[0] || len(p.Moves(nil)) == 0 && p.Outcome() == oxo.Ongoing {
			t.Fatalf("%s passed is %s", text, got)
		}
		p.Unmake(m)
	}
	if g.FormatPosition(p) != text {
		t.Fatalf("%s is %s now", text, g.FormatPosition(p))
	}
}

// TestExchange: the gain of a jump whose piece may be captured in turn.
func TestExchange(t *testing.T) {
	for _, c := range []struct {
		game, position, move string
		gains                oxo.Score // the gain is at least this, and less than this plus one
	}{
		{"checkers", "B:W18,32:B14", "14x23", 100},
		{"checkers", "B:W18,27,32:B14", "14x23", 0},
		{"checkers", "B:W32:B1,14", "14-18", 0},
		{"checkers", "B:W22,32:B1,14", "14-17", -100},
		{"draughts", "W:W28,40:B23,14,10", "28x19", 0},
	} {
		g, p := gametest.Position(t, c.game, c.position)
		m, err := g.ParseMove(p, c.move)
		if err != nil {
			t.Fatal(c.position, err)
		}
		if e := p.(search.Tactical); !e.Exchange(m, c.gains) || e.Exchange(m, c.gains+1) {
			t.Errorf("%s: %s does not gain %d", c.position, c.move, c.gains)
		}
	}
}

func TestParseMove(t *testing.T) {
	for _, c := range []struct{ game, position, text, want string }{
		{"checkers", "", "11-15", "11-15"},
		{"checkers", "", "f6-g5", "11-16"},
		{"checkers", "B:W6,7,14,15,32:B2", "2x9x18", "2x9x18"},
		{"checkers", "B:W6,7,14,15,32:B2", "2:11:18", "2x11x18"},
		{"checkers", "B:W18,26:B14", "14x30", "14x30"},
		{"checkers", "B:W18,17,26,25:B14,1", "14x21x30", "14x21x30"},
		{"draughts", "", "32-28", "32-28"},
		{"draughts", "", "d4-e5", "32-28"},
	} {
		g := gametest.Game(t, c.game)
		p := g.Start()
		if c.position != "" {
			_, p = gametest.Position(t, c.game, c.position)
		}
		if m, err := g.ParseMove(p, c.text); err != nil || g.FormatMove(p, m) != c.want {
			t.Errorf("%s: %q: %v, want %s", c.position, c.text, err, c.want)
		}
	}
}

func TestWrongText(t *testing.T) {
	for name, hint := range map[string]string{
		"checkers:": "checkers[", "checkers:8": "8x8", "checkers:7x8": "even", "checkers:12x12": "from 4 to 10", "checkers:8x8x4": "1 to 3", "checkers:8x8x0": "8x8x2",
		"checkers:8x8,misere": "no option", "checkers,international,international": "twice", "draughts:8x8": "no parameters",
	} {
		if _, err := catalog.Lookup([]catalog.Family{checkers.Family()}, name); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v, want %q", name, err, hint)
		}
	}
	g := gametest.Game(t, "checkers")
	for text, hint := range map[string]string{
		"": "squares are 1 to 32", "11": "not a move", "11-33": "not a move", "a1-a2": "not a move", "1-5": "want a move such as", "9-17": "want 9-1", "11x15": "there is no jump", "11-15-18": "not a move", "20-24": "black has no move",
	} {
		if _, err := g.ParseMove(g.Start(), text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("move %q: %v, want %q", text, err, hint)
		}
	}
	_, p := gametest.Position(t, "checkers", "B:W6,7,14,15,32:B2,24")
	for text, hint := range map[string]string{"24-27": "has to be made", "2x18": "the squares between"} {
		if _, err := g.ParseMove(p, text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("move %q: %v, want %q", text, err, hint)
		}
	}
	for text, hint := range map[string]string{
		"": "is not a position", "W:W21": "is not a position", "X:W21:B1": "write W or B", "B:W21:W1": "twice", "B:W33:B1": "1 to 32", "B:W21:B21": "two pieces", "B:W21:B1:H": "not part",
		"B:H3:W21:B1": "not part", "B:W1:B2": "K1", "B:W21:B29": "K29", "B:W:B1": "has no pieces", "B:W9-21:B1": "want at most 12", "B:W2-1:B3": "not a square", "B:W21::B1": "not part",
	} {
		if _, err := g.ParsePosition(text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("position %q: %v, want %q", text, err, hint)
		}
	}
}

// TestNoAllocation: moves allocate no memory once the lists have grown.
func TestNoAllocation(t *testing.T) {
	for _, name := range []string{"checkers", "draughts"} {
		p := gametest.Game(t, name).Start()
		buf, made := make([]oxo.Move, 0, 64), make([]oxo.Move, 0, 64)
		play := func() {
			for n := range 60 {
				if buf = p.Moves(buf[:0]); len(buf) == 0 {
					break
				}
				p.(oxo.Evaluator).Evaluate()
				made = append(made, buf[n%len(buf)])
				p.Make(made[n])
			}
			for ; len(made) > 0; made = made[:len(made)-1] {
				p.Unmake(made[len(made)-1])
			}
		}
		if n := testing.AllocsPerRun(20, play); n > 0 {
			t.Errorf("%s: %v allocations for 60 plies", name, n)
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, name := range []string{"checkers", "draughts"} {
		b.Run(name, func(b *testing.B) {
			p := gametest.Game(b, name).Start()
			b.ReportAllocs()
			for b.Loop() {
				perft(p, 6, make([][]oxo.Move, 7))
			}
		})
	}
}

func perft(p oxo.Position, depth int, bufs [][]oxo.Move) (n uint64) {
	bufs[depth] = p.Moves(bufs[depth][:0])
	if depth == 1 {
		return uint64(len(bufs[depth]))
	}
	for _, m := range bufs[depth] {
		p.Make(m)
		n += perft(p, depth-1, bufs)
		p.Unmake(m)
	}
	return n
}

func FuzzParsePosition(f *testing.F) {
	for _, seed := range []string{"B:W21,22,K32:B1,K2", "W:W21-32:B1-12:H7", "B:W:B1", "x", "\xff", "W:WK1:B"} {
		f.Add(seed)
	}
	g := gametest.Game(f, "checkers")
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

// TestSearch: the search proves endings that loop.
func TestSearch(t *testing.T) {
	_, p := gametest.Position(t, "checkers:6x6", "B:W18:BK1,K2")
	r := search.New(search.Options{}).Search(context.Background(), p, search.Limits{Nodes: 2_000_000})
	if !r.Proven || !r.Score.IsWin() {
		t.Errorf("%v after %d nodes", r.Value, r.Nodes)
	}
}
