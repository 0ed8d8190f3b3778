//go:build !race

package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
)

// TestAgainstTheRules plays random games, and compares the positions after all moves
// with oxo's positions, whose rules were written independently.
func TestAgainstTheRules(t *testing.T) {
	g := gametest.Game(t, "checkers")
	rng := rand.New(rand.NewPCG(1, 9))
	jumps := 0
	for range 60 {
		p := g.Start()
		for ply := 0; ply < 120 && p.Outcome() == oxo.Ongoing; ply++ {
			b, side, err := read(g.FormatPosition(p))
			if err != nil {
				t.Fatal(err)
			}
			var got, want []string
			for _, m := range moves(&b, side) {
				got = append(got, positionAfter(t, g, p, m.String()))
				if len(m.squares) > 2 {
					jumps++
				}
			}
			all := p.Moves(nil)
			for _, m := range all {
				want = append(want, positionAfter(t, g, p, g.FormatMove(p, m)))
			}
			slices.Sort(got)
			slices.Sort(want)
			if got = slices.Compact(got); !slices.Equal(got, slices.Compact(want)) {
				t.Fatalf("%s: %v, want %v", g.FormatPosition(p), got, want)
			}
			p.Make(all[rng.IntN(len(all))])
		}
	}
	if jumps < 100 {
		t.Errorf("%d jumps over more than one man: too few to compare", jumps)
	}
}

// positionAfter returns the position after a move, by oxo's rules.
func positionAfter(t *testing.T, g oxo.Game, p oxo.Position, text string) string {
	t.Helper()
	m, err := g.ParseMove(p, text)
	if err != nil {
		t.Fatalf("%s: %s: %v", g.FormatPosition(p), text, err)
	}
	q := p.Clone()
	q.Make(m)
	return g.FormatPosition(q)
}

// TestValue compares alpha-beta with plain minimax, four plies deep.
func TestValue(t *testing.T) {
	g := gametest.Game(t, "checkers")
	rng := rand.New(rand.NewPCG(2, 9))
	for range 10 {
		p := g.Start()
		for ply := 0; ply < 40 && p.Outcome() == oxo.Ongoing; ply++ {
			all := p.Moves(nil)
			p.Make(all[rng.IntN(len(all))])
		}
		if p.Outcome() != oxo.Ongoing {
			continue
		}
		b, side, err := read(g.FormatPosition(p))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := alphaBeta(&b, side, 4, -2*won, 2*won), minimax(&b, side, 4); got != want {
			t.Errorf("%s: %d, minimax %d", g.FormatPosition(p), got, want)
		}
	}
}

func minimax(b *board, side, depth int) int {
	if depth == 0 {
		return side * material(b)
	}
	value := -won - depth
	for i, m := range moves(b, side) {
		if v := -minimax(&m.after, -side, depth-1); i == 0 || v > value {
			value = v
		}
	}
	return value
}

// TestAnswers: the program captures a hanging piece, and reports what it cannot read.
func TestAnswers(t *testing.T) {
	for position, want := range map[string]string{
		"W:W22:B18,9":       "22x15",
		"W:W22:B18,10":      "22x15x6",
		"B:W14,21:B9":       "9x18",
		"B:W32:B4":          "4-8",
		"":                  "? ",
		"W:W33:B1":          "? ",
		"W::":               "? ",
		"X:W1:B2":           "? ",
		"W:W21:B17,14,K13x": "? ",
	} {
		if got := answer(position, 5); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", position, got, want)
		}
	}
}
