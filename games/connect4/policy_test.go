//go:build !race

package connect4_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/knowledge"
	"oxo/prove/certificate"
	"oxo/search"
)

// TestPoliciesAgainstTheOracle looks for policies in random positions: if one is found, an
// exhaustive search without a guide confirms that the side has at least that result.
func TestPoliciesAgainstTheOracle(t *testing.T) {
	for _, size := range []string{"4x4", "5x4", "4x5", "5x5", "6x5", "7x6", "8x7"} {
		g := game(t, size)
		var columns, rows int
		if _, err := fmt.Sscanf(size, "%dx%d", &columns, &rows); err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(uint64(columns), 17))
		plain := search.New(search.Options{NoGuide: true, TableBytes: 1 << 22})
		finders := map[oxo.Score]knowledge.Policies{}
		for _, least := range []oxo.Score{oxo.By(1), oxo.Draw} {
			finders[least] = g.(knowledge.Policied).Policies(least, 3000)
		}
		found, written := map[oxo.Score]int{}, 0
		for range 600 {
			p := ending(g, random, columns*rows-2-random.IntN(10))
			if p == nil {
				continue
			}
			value := plain.Search(t.Context(), p, search.Limits{}).Score
			for least, finder := range finders {
				answers, ok := finder.Find(t.Context(), p)
				if ok && -value < least {
					t.Fatalf("%s: a policy for %v, and it is worth %v to the side to move", g.FormatPosition(p), least, value)
				}
				if ok {
					found[least]++
				}
				written += len(answers)
			}
		}
		if found[oxo.Draw] == 0 || found[oxo.By(1)] == 0 || size != "4x4" && written == 0 {
			t.Errorf("%s: %v policies with %d answers were found", size, found, written)
		}
	}
}

// TestStacks: the board described to a checker agrees with the rules, in random games.
func TestStacks(t *testing.T) {
	for _, size := range []string{"4x4", "7x6", "4x7", "8x7", "12x4"} {
		g := game(t, size)
		random := rand.New(rand.NewPCG(1, 18))
		for range 50 {
			p := g.Start()
			for p.Outcome() == oxo.Ongoing {
				moves := p.Moves(nil)
				p.Make(moves[random.IntN(len(moves))])
			}
			if err := stacked(p); err != nil {
				t.Fatalf("%s: %v", g.FormatPosition(p), err)
			}
		}
	}
}

// stacked compares the stones and the lines of a finished game.
func stacked(p oxo.Position) error {
	s := p.(certificate.Stacked)
	columns, height, lines := s.Stacks()
	for square := range columns * height {
		side, ok := s.Stone(square)
		cell := p.(board.Grid).At(board.Square{Column: square / height, Row: square % height})
		if ok != (cell.Text != "") || ok && side != cell.Owner {
			return fmt.Errorf("square %d: %v, %v, and the board shows %+v", square, side, ok, cell)
		}
	}
	full := 0
	for _, line := range lines {
		count := [2]int{}
		for _, square := range line {
			if side, ok := s.Stone(square); ok {
				count[side]++
			}
		}
		if max(count[0], count[1]) == len(line) {
			full++
		}
	}
	if won := p.Outcome() != oxo.Drawn; won != (full > 0) {
		return fmt.Errorf("%d lines are complete, and the game ends with %v", full, p.Outcome())
	}
	return nil
}

// TestPoliciesStop: a search that would take days ends with its context and finds nothing.
func TestPoliciesStop(t *testing.T) {
	g := game(t, "7x6")
	p, finder := g.Start(), g.(knowledge.Policied).Policies(oxo.By(1), 1<<30)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, ok := finder.Find(ctx, p); ok {
		t.Error("a policy is found without a search")
	}
	if _, others := finder.Most(ctx, p); len(others) == 0 {
		t.Error("a policy for most replies is found without a search")
	}
	late, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, ok := finder.Find(late, p); ok {
		t.Error("the second player has a policy to win at the start")
	}
}

// TestMost: after every reply that a policy answers, the side has at least the result
// that the policy promises. With little effort most policies have no answer to some
// replies.
func TestMost(t *testing.T) {
	g := game(t, "6x5")
	random := rand.New(rand.NewPCG(3, 19))
	plain := search.New(search.Options{NoGuide: true, TableBytes: 1 << 22})
	answered, left := 0, 0
	for range 300 {
		p := ending(g, random, 30-4-random.IntN(10))
		if p == nil {
			continue
		}
		for _, least := range []oxo.Score{oxo.By(1), oxo.Draw} {
			_, others := g.(knowledge.Policied).Policies(least, 100).Most(t.Context(), p)
			left += len(others)
			for _, m := range p.Moves(nil) {
				if slices.Contains(others, m) {
					continue
				}
				answered++
				p.Make(m)
				value := plain.Search(t.Context(), p, search.Limits{}).Score
				p.Unmake(m)
				if value < least {
					t.Fatalf("%s: %v is answered, and behind it the side has %v", g.FormatPosition(p), m, value)
				}
			}
		}
	}
	if t.Log(answered, left); answered == 0 || left == 0 {
		t.Errorf("%d replies are answered, %d are left", answered, left)
	}
}
