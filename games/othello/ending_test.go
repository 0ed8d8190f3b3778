//go:build !race

package othello

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// slowTurns is a slow version of turns that follows the rules step by step.
func slowTurns(g *game, own, opp uint64, square int) uint64 {
	turned := uint64(0)
	for dc := -1; dc <= 1; dc++ {
		for dr := -1; dr <= 1; dr++ {
			run := uint64(0)
			for c, r := square&7+dc, square>>3+dr; c >= 0 && c < g.columns && r >= 0 && r < g.rows; c, r = c+dc, r+dr {
				at := g.bit(c, r)
				if opp&at == 0 || dc == 0 && dr == 0 {
					if own&at != 0 {
						turned |= run
					}
					break
				}
				run |= at
			}
		}
	}
	return turned
}

// slow returns the margin by plain minimax.
func slow(g *game, own, opp uint64) int {
	best := -unknown
	for squares := g.all &^ (own | opp); squares != 0; squares &= squares - 1 {
		square := bits.TrailingZeros64(squares)
		if t := slowTurns(g, own, opp, square); t != 0 {
			best = max(best, -slow(g, opp^t, own^t^1<<square))
		}
	}
	if best > -unknown {
		return best
	}
	for squares := g.all &^ (own | opp); squares != 0; squares &= squares - 1 {
		if slowTurns(g, opp, own, bits.TrailingZeros64(squares)) != 0 {
			return -slow(g, opp, own)
		}
	}
	return bits.OnesCount64(own) - bits.OnesCount64(opp)
}

func sized(t testing.TB, columns, rows int) *game {
	t.Helper()
	g, err := newGame(columns, rows)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// random plays random moves until the given number of squares is empty.
func random(g *game, rng *rand.Rand, empty int) (own, opp uint64) {
	for {
		p := g.Start().(*position)
		for bits.OnesCount64(g.all&^(p.discs[0]|p.discs[1])) > empty {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
		if own, opp = p.sides(); bits.OnesCount64(g.all&^(own|opp)) == empty {
			return own, opp
		}
	}
}

func sizes() [][2]int {
	return [][2]int{{8, 8}, {6, 6}, {4, 4}, {4, 6}, {6, 4}, {8, 4}, {4, 8}, {6, 8}}
}

// TestOperations compares moves and turned discs with the slow versions.
func TestOperations(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range sizes() {
		g := sized(t, size[0], size[1])
		for range 2000 {
			own := rng.Uint64() & rng.Uint64() & g.all
			opp := rng.Uint64() & g.all &^ own
			legal := g.legal(own, opp)
			for squares := g.all &^ (own | opp); squares != 0; squares &= squares - 1 {
				square := bits.TrailingZeros64(squares)
				want := slowTurns(g, own, opp, square)
				if got := g.turns(own, opp, square); got != want || (legal>>square&1 != 0) != (want != 0) {
					t.Fatalf("%s: %x against %x, square %d: turns %x, want %x; legal %x", g.Name(), own, opp, square, got, want, legal)
				}
			}
			if legal&^(g.all&^(own|opp)) != 0 {
				t.Fatalf("%s: %x against %x: legal %x", g.Name(), own, opp, legal)
			}
		}
	}
}

// TestEndings compares the solver with minimax, in all kinds of windows, with and without what it
// remembers of other endings.
func TestEndings(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, size := range sizes() {
		g := sized(t, size[0], size[1])
		remembers := &finisher{game: g, calls: rememberedAfter - 1}
		remembers.begin()
		for empty := range 8 {
			for range 60 >> max(0, empty-4) {
				own, opp := random(g, rng, empty)
				want := slow(g, own, opp)
				for range 12 {
					alpha := rng.IntN(2*g.squares+1) - g.squares - 1
					beta := alpha + 1
					if rng.IntN(3) == 0 {
						beta += rng.IntN(20)
					}
					e := g.endingOf(own, opp)
					for _, by := range []*finisher{{game: g}, remembers} {
						v := by.solve(e, alpha, beta)
						if v <= alpha && v < want || v >= beta && v > want || v > alpha && v < beta && v != want {
							t.Fatalf("%s: %x against %x in (%d, %d): %d, want %d", g.Name(), own, opp, alpha, beta, v, want)
						}
					}
				}
			}
		}
	}
}

// TestStable continues games at random: a disc that stable returns is never turned.
func TestStable(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	found := 0
	for _, size := range sizes() {
		g := sized(t, size[0], size[1])
		for range 300 {
			own, opp := random(g, rng, rng.IntN(g.squares/2))
			p := &position{g: g, discs: [2]uint64{own, opp}}
			keep := [2]uint64{g.stable(own, opp), g.stable(opp, own)}
			found += bits.OnesCount64(keep[0])
			for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(moves[:0]) {
				p.Make(moves[rng.IntN(len(moves))])
				if keep[0]&^p.discs[0] != 0 || keep[1]&^p.discs[1] != 0 {
					t.Fatalf("%s: %x against %x: %x are not stable", g.Name(), own, opp, keep)
				}
			}
		}
	}
	if found < 5000 {
		t.Errorf("only %d stable discs", found)
	}
}
