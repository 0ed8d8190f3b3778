//go:build !race

package walk

import (
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/certificate"
)

// TestRaces: on small boards, if the checker accepts a race for a side, that side does not lose, and its moves win
// against all moves of the other side.
func TestRaces(t *testing.T) {
	names := []string{"breakthrough:2x5", "breakthrough:2x6", "breakthrough:2x7", "breakthrough:3x4", "breakthrough:4x4", "breakthrough:3x5"}
	if testing.Short() {
		names = names[:4]
	}
	for _, name := range names {
		g := gametest.Game(t, name)
		known, seen, found, open := map[uint64]int{}, map[uint64]bool{}, 0, 0
		gametest.Worth(g.Start(), known)
		sides := bothRaces(t, g)
		var look func(p oxo.Position)
		look = func(p oxo.Position) {
			if seen[p.Hash()] || p.Outcome() != oxo.Ongoing {
				return
			}
			seen[p.Hash()] = true
			for side, r := range sides {
				wins := (known[p.Hash()] > 0) == (p.Turn() == oxo.Side(side))
				_, first := r.Need(p.(certificate.Racing))
				switch {
				case first && !wins:
					t.Fatalf("%s: %s is lost for the %v side, but the race says that it arrives first", name, g.FormatPosition(p), oxo.Side(side))
				case first:
					found++
					keeps(t, g, p, r, oxo.Side(side))
				case wins:
					open++
				}
			}
			for _, m := range p.Moves(nil) {
				p.Make(m)
				look(p)
				p.Unmake(m)
			}
		}
		look(g.Start())
		t.Logf("%s: %d positions, %d races, %d other wins", name, len(seen), found, open)
		if found < open {
			t.Errorf("%s: %d races, and %d other wins", name, found, open)
		}
	}
}

// bothRaces returns the races of each side.
func bothRaces(t *testing.T, g oxo.Game) (of [2]*certificate.Races) {
	t.Helper()
	for side := range of {
		r, ok := certificate.NewRaces(g.Start(), oxo.Side(side))
		if !ok {
			t.Fatalf("%s has no races", g.Name())
		}
		of[side] = r
	}
	return of
}

// keeps checks a race one move further. If it is the turn of the side that arrives first, its best move ends the game
// or leads to a race again. Otherwise every move of the other side leads to a race again.
func keeps(t *testing.T, g oxo.Game, p oxo.Position, r *certificate.Races, side oxo.Side) {
	t.Helper()
	moves := p.Moves(nil)
	if p.Turn() == side {
		moves = []oxo.Move{best(r, p.(certificate.Racing), side)}
	}
	for _, m := range moves {
		p.Make(m)
		still := p.Outcome() != oxo.Ongoing && p.Turn() != side // the side has won
		if p.Outcome() == oxo.Ongoing {
			_, still = r.Need(p.(certificate.Racing))
		}
		p.Unmake(m)
		if !still {
			t.Fatalf("%s: the %v side no longer arrives first after %s", g.FormatPosition(p), side, g.FormatMove(p, m))
		}
	}
}

// TestLongRaces: on larger boards too each move leads from race to race, until the side has won, as far as random
// moves show.
func TestLongRaces(t *testing.T) {
	for i, name := range []string{"breakthrough:5x5", "breakthrough:5x6", "breakthrough:6x5", "breakthrough:4x7", "breakthrough:8x8", "breakthrough:9x7", "breakthrough:12x12"} {
		g := gametest.Game(t, name)
		sides := bothRaces(t, g)
		random := rand.New(rand.NewPCG(31, uint64(i)))
		found, games := [2]int{}, 60
		if testing.Short() {
			games = 15
		}
		for range games {
			p, racing := g.Start(), [2]bool{}
			for p.Outcome() == oxo.Ongoing {
				m := eager(p, random)
				for side, r := range sides {
					if _, first := r.Need(p.(certificate.Racing)); first {
						found[side]++
						racing[side] = true
						keeps(t, g, p, r, oxo.Side(side))
						if p.Turn() == oxo.Side(side) {
							m = best(r, p.(certificate.Racing), oxo.Side(side))
						}
					} else if racing[side] {
						t.Fatalf("%s: the %v side no longer arrives first", g.FormatPosition(p), oxo.Side(side))
					}
				}
				p.Make(m)
			}
			if loser := p.Turn(); racing[loser] {
				t.Fatalf("%s: the %v side lost, but had a race", g.FormatPosition(p), loser)
			}
		}
		t.Log(name, "races:", found)
		if found[0]+found[1] == 0 {
			t.Errorf("%s: no races", name)
		}
	}
}

// eager returns a random move: one that ends the game, if there is one.
func eager(p oxo.Position, random *rand.Rand) oxo.Move {
	moves := p.Moves(nil)
	for _, m := range moves {
		p.Make(m)
		ends := p.Outcome() != oxo.Ongoing
		p.Unmake(m)
		if ends {
			return m
		}
	}
	return moves[random.IntN(len(moves))]
}
