//go:build !race

package mnk_test

import (
	"context"
	"strings"
	"testing"

	"oxo"
	"oxo/prove/census"
	"oxo/search"
)

// TestMisereBounds compares the guide's bounds for every position of small misere boards with
// the value solved backwards from the rules alone. The boards have even and odd numbers of
// squares; on some of them each theorem about avoiding lines decides, on others it must not.
func TestMisereBounds(t *testing.T) {
	for _, c := range []struct {
		name    string
		decided int // positions that the guide proves drawn at least: without them the test shows nothing
	}{
		{"3x3x3,misere", 300},
		{"3x3x2,misere", 0},
		{"4x3x3,misere", 900},
		{"4x3x2,misere", 0},
		{"5x2x3,misere", 5000},
		{"3x3x3,misere,torus", 0},
		{"4x3x3,misere,torus", 0},
		{"4x3x4,misere", 50000},
		{"4x3x4,misere,torus", 14000},
		{"5x2x3,misere,torus", 200},
		{"4x3x3,misere,exact", 2000},
		{"4x3x2,misere,torus,exact", 0},
		{"11x1x3,misere", 4000},
		{"9x1x3,misere,torus", 500},
		{"7x1x3,misere,exact", 300},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := game(t, c.name)
			table, err := census.Solve(context.Background(), g, census.Options{})
			if err != nil {
				t.Fatal(err)
			}
			decided, seen := 0, map[oxo.Key]bool{}
			compareBounds(t, g, g.Start(), table, seen, &decided)
			if decided < c.decided {
				t.Errorf("%d of %d positions are decided, and %d are expected at least", decided, len(seen), c.decided)
			}
		})
	}
}

// compareBounds compares a position and all positions after it, once each, and counts those
// that the guide proves drawn before their end.
func compareBounds(t *testing.T, g oxo.Game, p oxo.Position, table *census.Table, seen map[oxo.Key]bool, decided *int) {
	t.Helper()
	key := p.(oxo.Keyed).Key()
	if seen[key] || p.Outcome() != oxo.Ongoing {
		return
	}
	seen[key] = true
	value, ok := table.Value(p)
	_, b := p.(oxo.Guided).Guide().Expand(-oxo.Infinity, oxo.Infinity, nil)
	if !ok || value < b.Lo() || value > b.Hi() {
		t.Fatalf("%s is worth %v (%v), and the guide says %v", g.FormatPosition(p), value, ok, b)
	}
	if b.Exact() && b.Lo() == oxo.Draw {
		*decided++
	}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		compareBounds(t, g, p, table, seen, decided)
		p.Unmake(m)
	}
}

// TestMirroring: if the side to move can make a mirrored position, that move draws at least.
func TestMirroring(t *testing.T) {
	for text, want := range map[string]string{
		"5x5x4,misere": "c3", "3x3x3,misere": "b2", "5x5x4,misere c3 b5": "d1", "4x4x3,misere a1 d4 b1": "c4", "5x4x3,misere b2 d3 c1": "c4",
		"5x5x4,misere a1": "", "5x3x3,misere": "", "5x5x3,misere": "", "4x3x3,misere": "",
	} {
		name, moves, _ := strings.Cut(text, " ")
		g := game(t, name)
		p := after(t, g, moves)
		children, b := p.(oxo.Guided).Guide().Expand(-oxo.Infinity, oxo.Infinity, nil)
		got := b.Lo() >= oxo.Draw
		for _, c := range children {
			p.Make(c.Move)
			_, bounds := p.(oxo.Guided).Guide().Expand(-oxo.Infinity, oxo.Infinity, nil)
			p.Unmake(c.Move)
			if g.FormatMove(p, c.Move) == want && bounds.Hi() > oxo.Draw {
				t.Errorf("%s: the side to move can win after %s", text, want)
			}
		}
		if got != (want != "") {
			t.Errorf("%s: %v, want a draw at least by %q", text, b, want)
		}
	}
}

// after returns the position after moves with blanks between them.
func after(t *testing.T, g oxo.Game, moves string) oxo.Position {
	t.Helper()
	p := g.Start()
	for word := range strings.FieldsSeq(moves) {
		m, err := g.ParseMove(p, word)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	return p
}

// TestMirrored: which boards have a mirror, and its consequence: the side to move does not win.
func TestMirrored(t *testing.T) {
	for text, want := range map[string]bool{
		"4x4x4,misere": true, "4x3x3,misere": true, "3x3x3,misere": false, "3x3x3,misere b2": true,
		"3x3x3,misere b2 a1 c3": true, "3x3x3,misere b2 a1 c2": false, "4x3x3,misere a1 d3": true, "4x3x3,misere a1 d1": true, "4x3x3,misere a1 a3": false,
		"4x3x3,misere a1 b3": false, "5x3x3,misere c2": false, // c2 d2 e2 does not contain the image of any of its squares
		"4x4x3,misere,torus a1 c1": true, "4x4x3,misere,torus": true,
	} {
		name, moves, _ := strings.Cut(text, " ")
		_, b := after(t, game(t, name), moves).(oxo.Guided).Guide().Expand(-oxo.Infinity, oxo.Infinity, nil)
		if got := b.Hi() <= oxo.Draw; got != want {
			t.Errorf("%s: %v, so that the side to move cannot win: %v, want %v", text, b, got, want)
		}
	}
}

// TestMisereBoards compares larger boards with a search that has no guide.
func TestMisereBoards(t *testing.T) {
	for _, name := range []string{"4x4x3,misere", "4x4x4,misere", "4x4x3,misere,torus", "5x3x3,misere", "5x3x4,misere"} {
		g := game(t, name)
		guided := search.New(search.Options{}).Search(context.Background(), g.Start(), search.Limits{})
		plain := search.New(search.Options{NoGuide: true, ResultOnly: true}).Search(context.Background(), g.Start(), search.Limits{})
		want, known := plain.Bounds.Result()
		if got, ok := guided.Bounds.Result(); !ok || !known || got != want {
			t.Errorf("%s: %v, want %v", name, guided.Bounds, plain.Bounds)
		}
	}
}
