//go:build !race

package census_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/census"
	"oxo/search"
)

// endingsOf solves endings, or ends the test.
func endingsOf(t *testing.T, name string, men int) *census.Endings {
	t.Helper()
	e, err := census.SolveEndings(context.Background(), gametest.Game(t, name), men, census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestEndingsCounts compares the number of positions with published tables of checkers: 6,972 positions of two pieces
// and 261,224 of three [SchaefferLake96], minus the positions where one side has no pieces. The published counts
// ignore the side to move; here a position and its image with the sides exchanged count as one.
func TestEndingsCounts(t *testing.T) {
	choose := func(n, k int) int {
		c := 1
		for i := range k {
			c = c * (n - i) / (i + 1)
		}
		return c
	}
	alone := func(pieces int) (n int) { // positions of one side: men on 28 squares, kings on the other squares of 32
		for men := range pieces + 1 {
			n += choose(28, men) * choose(32-men, pieces-men)
		}
		return 2 * n
	}
	e := endingsOf(t, "checkers", 3)
	s := e.Stats()
	if want := 6972 - alone(2) + 261224 - alone(3); s.Positions() != want {
		t.Errorf("%d positions, want %d: %+v", s.Positions(), want, s)
	}
	if s.Longest != 62 {
		t.Errorf("the longest win takes %d plies, want 62", s.Longest)
	}
}

// TestEndingsAgree compares tables with the closure of positions, which is solved backwards
// too, but finds positions by moves and numbers them by key.
func TestEndingsAgree(t *testing.T) {
	for _, c := range []struct {
		game, position string
		men            int
	}{
		{"checkers:4x4", "B:W7,8:B1,2", 4},
		{"checkers:6x6", "B:WK18,16:B1,K8", 4},
		{"checkers", "B:WK32:BK1,K10", 3},
		{"checkers:8x8x1,international", "W:WK32,30:BK1", 3},
	} {
		g, p := gametest.Position(t, c.game, c.position)
		e := endingsOf(t, c.game, c.men)
		closure, err := census.SolveFrom(context.Background(), g, p, census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		compared := 0
		rng := rand.New(rand.NewPCG(1, 1))
		for range 300 {
			q := p.Clone()
			for q.Outcome() == oxo.Ongoing && rng.IntN(20) > 0 {
				moves := q.Moves(nil)
				q.Make(moves[rng.IntN(len(moves))])
				want, _ := closure.Value(q)
				got, ok := e.Lookup(q)
				if q.Outcome() != oxo.Ongoing && !ok {
					continue // a side has no men left: this position has no number
				}
				if !ok || got != want {
					t.Fatalf("%s: %v, %v, and by its closure %v", g.FormatPosition(q), got, ok, want)
				}
				compared++
			}
		}
		if compared < 300 {
			t.Errorf("%s: %d positions compared", c.position, compared)
		}
	}
}

// TestEndingsKnown: two kings win against one in the double corner in 29 plies from this
// position, three against two in the corners in more; one king each is a draw. Another program
// computed the first value too.
func TestEndingsKnown(t *testing.T) {
	e := endingsOf(t, "checkers", 3)
	for text, want := range map[string]oxo.Score{
		"B:WK32:BK1,K10": oxo.Win(29), "B:WK32:BK1": oxo.Draw, "W:WK12:B3": oxo.Draw,
	} {
		_, p := gametest.Position(t, "checkers", text)
		if got, ok := e.Lookup(p); !ok || got != want {
			t.Errorf("%s: %v, %v, want %v", text, got, ok, want)
		}
	}
	_, p := gametest.Position(t, "checkers", "B:WK32,K31:BK1,K10")
	if got, ok := e.Lookup(p); ok {
		t.Errorf("four men: %v", got)
	}
}

// tables makes a table usable in a search.
type tables struct{ *census.Endings }

func (t tables) Ending(p oxo.Position) (oxo.Score, bool) { return t.Lookup(p) }

// TestEndingsInSearch: a search with a table proves more than a search without one: it proves draws, and values of
// positions with more men than the table has. If both prove a value, it is the same.
func TestEndingsInSearch(t *testing.T) {
	g := gametest.Game(t, "checkers:6x6")
	e := endingsOf(t, "checkers:6x6", 3)
	with, without := search.New(search.Options{Book: tables{e}}), search.New(search.Options{})
	rng := rand.New(rand.NewPCG(3, 3))
	var proven [2]int
	for range 150 {
		p := few(g, rng, 4)
		if p == nil {
			continue
		}
		a := with.Search(context.Background(), p, search.Limits{Nodes: 20_000})
		b := without.Search(context.Background(), p, search.Limits{Nodes: 20_000})
		if a.Bounds.Lo() > b.Bounds.Hi() || b.Bounds.Lo() > a.Bounds.Hi() {
			t.Fatalf("%s: %v with a table, %v without", g.FormatPosition(p), a.Bounds, b.Bounds)
		}
		if a.Proven {
			proven[0]++
			p.Make(a.Best)
			if v := with.Search(context.Background(), p, search.Limits{Nodes: 100_000}); v.Proven && v.Score.ToParent() != a.Score {
				t.Fatalf("the move leads to %s, %v, want %v", g.FormatPosition(p), v.Score, a.Score)
			}
		}
		if b.Proven {
			proven[1]++
		}
	}
	t.Logf("%d proven with a table, %d without", proven[0], proven[1])
	if proven[0] <= proven[1] {
		t.Errorf("%d proven with a table, %d without", proven[0], proven[1])
	}
}

// few plays random moves until at most a number of men are left. It counts the men in the text of the position.
func few(g oxo.Game, rng *rand.Rand, men int) oxo.Position {
	p := g.Start()
	for range 300 {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return nil
		}
		if strings.Count(g.FormatPosition(p), ",")+2 <= men {
			return p
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
	return nil
}

// TestEndingsFile: a file is read back, and a wrong one is refused.
func TestEndingsFile(t *testing.T) {
	g := gametest.Game(t, "checkers:4x4")
	var b bytes.Buffer
	e := endingsOf(t, "checkers:4x4", 3)
	if _, err := e.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	again, err := census.ReadEndings(g, file)
	if err != nil || again.Stats() != e.Stats() || again.Men() != 3 {
		t.Fatal(err, again)
	}
	damaged := bytes.Clone(file)
	damaged[len(damaged)-1] ^= 1
	for name, c := range map[string]struct {
		file []byte
		hint string
	}{
		"empty": {nil, "want \""}, "cut": {file[:len(file)-1], "cut short"}, "long": {append(bytes.Clone(file), 0), "after its"}, "damaged": {damaged, "checksum"},
		"version": {bytes.Replace(file, []byte("endings 1"), []byte("endings 2"), 1), "version"},
		"game":    {bytes.Replace(file, []byte("4x4"), []byte("6x6"), 1), "checkers:6x6"},
		"men":     {bytes.Replace(file, []byte("men 3"), []byte("men 2"), 1), "make the table again"},
		"many":    {bytes.Replace(file, []byte("men 3"), []byte("men 9"), 1), "9 men"},
		"lines":   {bytes.Replace(file, []byte("men 3\n"), nil, 1), "not complete"},
		"word":    {bytes.Replace(file, []byte("men 3"), []byte("man 3"), 1), "begins with"},
		"number":  {bytes.Replace(file, []byte("men 3"), []byte("men x"), 1), "damaged"},
	} {
		if _, err := census.ReadEndings(g, c.file); err == nil || !strings.Contains(err.Error(), c.hint) {
			t.Errorf("%s: %v, want %q", name, err, c.hint)
		}
	}
	for name, hint := range map[string]string{"tictactoe": "does not number"} {
		if _, err := census.SolveEndings(context.Background(), gametest.Game(t, name), 3, census.Options{}); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v, want %q", name, err, hint)
		}
	}
	if _, err := census.SolveEndings(context.Background(), g, 4, census.Options{MaxPositions: 100}); err == nil || !strings.Contains(err.Error(), "want at most 100") {
		t.Error(err)
	}
}
