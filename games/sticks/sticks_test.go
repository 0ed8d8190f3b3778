//go:build !race

package sticks_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games/sticks"
	"oxo/internal/gametest"
	"oxo/oxotest"
	"oxo/search"
)

var update = flag.Bool("update", false, "record the playthroughs again")

func game(t testing.TB, heaps []int, limit int, normal bool) oxo.Game {
	t.Helper()
	g, err := sticks.New(heaps, limit, normal)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestConformance(t *testing.T) {
	for name, perft := range map[string][]uint64{
		"sticks": {1, 3, 9, 27, 81}, "sticks:21x3,normal": {1, 3, 9, 27}, "nim": {1, 12}, "sticks:7": {1, 3},
		"sticks:1+1+1+1+1+1+1+1": {1, 8, 56}, "sticks:255+1+255x9": {}, "sticks:2+3x2,normal": {}, "sticks:255+255+255+255+255+255+255+255xall": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			oxotest.Run(t, gametest.Game(t, name), oxotest.Options{Perft: perft})
		})
	}
}

func TestPlaythrough(t *testing.T) {
	for _, name := range []string{"sticks", "nim"} {
		oxotest.Recorded(t, gametest.Game(t, name), "testdata/playthrough/"+name+".txt", *update)
	}
}

// loses is the theory in its simplest form: a position loses if every move leads to a position
// that wins.
func loses(heaps []int, limit int, normal bool, known map[string]bool) bool {
	key := fmt.Sprint(heaps)
	if l, ok := known[key]; ok {
		return l
	}
	left, lost := 0, true
	for i, n := range heaps {
		left += n
		for take := 1; take <= min(n, limit); take++ {
			heaps[i] = n - take
			lost = lost && !loses(heaps, limit, normal, known)
		}
		heaps[i] = n
	}
	if left == 0 {
		lost = normal
	}
	known[key] = lost
	return lost
}

// TestOneHeap compares every heap up to 200 sticks, with every limit up to 9 and both rules, by
// searches with the guide and with the rules alone.
func TestOneHeap(t *testing.T) {
	most := 200
	if testing.Short() {
		most = 40
	}
	for limit := 1; limit <= 9; limit++ {
		for _, normal := range []bool{false, true} {
			g := game(t, []int{most}, limit, normal)
			guided, plain := search.New(search.Options{}), search.New(search.Options{NoGuide: true})
			for n := 1; n <= most; n++ {
				p, err := g.ParsePosition(fmt.Sprint(n))
				if err != nil {
					t.Fatal(err)
				}
				want := n%(limit+1) == 0
				if !normal {
					want = n%(limit+1) == 1 || limit == 1 && n%2 == 1
				}
				a := guided.Search(context.Background(), p, search.Limits{})
				b := plain.Search(context.Background(), p, search.Limits{})
				if !a.Proven || !b.Proven || a.Score != b.Score || a.Score.IsLoss() != want || a.Score == oxo.Draw {
					t.Fatalf("%d sticks, at most %d, normal %v: %v and %v, lost: %v", n, limit, normal, a.Value, b.Value, want)
				}
			}
		}
	}
}

// TestNim compares every position of up to five heaps of up to seven sticks, with both rules.
func TestNim(t *testing.T) {
	most := 7
	if testing.Short() {
		most = 3
	}
	for _, normal := range []bool{false, true} {
		for _, limit := range []int{0, 2, 3} {
			g := game(t, []int{most, most, most, most, most}, limit, normal)
			take := limit
			if take == 0 {
				take = most
			}
			s, known := search.New(search.Options{}), map[string]bool{}
			eachPosition(5, most, func(heaps []int) {
				p, err := g.ParsePosition(strings.Join(strings.Fields(strings.Trim(fmt.Sprint(heaps), "[]")), "+"))
				if err != nil {
					t.Fatal(err)
				}
				if p.Outcome() != oxo.Ongoing {
					return
				}
				r := s.Search(context.Background(), p, search.Limits{Depth: 1})
				if r.Score.IsLoss() != loses(heaps, take, normal, known) || r.Score.Sign() == 0 {
					t.Fatalf("%v, at most %d, normal %v: %v", heaps, take, normal, r.Value)
				}
			})
		}
	}
}

// eachPosition calls f with all heaps in ascending order.
func eachPosition(heaps, most int, f func([]int)) {
	p := make([]int, heaps)
	var fill func(i, from int)
	fill = func(i, from int) {
		if i == heaps {
			f(p)
			return
		}
		for n := from; n <= most; n++ {
			p[i] = n
			fill(i+1, n)
		}
		p[i] = 0
	}
	fill(0, 0)
}

func TestWrongText(t *testing.T) {
	for name, hint := range map[string]string{
		"sticks:": "", "sticks:0": "1 to 255", "sticks:256": "1 to 255", "sticks:3+": "write numbers", "sticks:1+1+1+1+1+1+1+1+1": "1 to 8",
		"sticks:21x": "255 or all", "sticks:21x0": "1 to 255", "sticks:21x999": "1 to 255", "sticks:-3": "write numbers", "sticks,misere": "want normal", "sticks:021": "write numbers",
	} {
		if _, err := catalog.Lookup([]catalog.Family{sticks.Family()}, name); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v, want %q", name, err, hint)
		}
	}
	g := gametest.Game(t, "nim")
	for text, hint := range map[string]string{"": "a to c", "d1": "a to c", "a4": "1 to 3", "b": "1 to 4", "a0": "1 to 3", "3": "a to c", "a01": "1 to 3"} {
		if _, err := g.ParseMove(g.Start(), text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("move %q: %v, want %q", text, err, hint)
		}
	}
	for text, hint := range map[string]string{"": "has 3", "3+4": "has 3", "3+4+6": "0 to 5", "3+4+5 third": "first or second", "x+1+1": "0 to 3"} {
		if _, err := g.ParsePosition(text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("position %q: %v, want %q", text, err, hint)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, seed := range []string{"3+4+5 first", "0+0+0 second", "3+4", "1+1+1", "\xff", "3+4+5  second"} {
		f.Add(seed)
	}
	g := gametest.Game(f, "nim")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := g.ParsePosition(text)
		if err != nil {
			return
		}
		again, err := g.ParsePosition(g.FormatPosition(p))
		if err != nil || again.Hash() != p.Hash() {
			t.Fatalf("%q is read as %q, and that as %v, %v", text, g.FormatPosition(p), again, err)
		}
	})
}
