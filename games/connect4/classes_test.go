//go:build !race

package connect4

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/game/board"
	"oxo/search"
)

// TestClasses compares the classes of random positions with the values of an exhaustive search
// that knows no classes: all positions of a class have the same value, ply for ply. It counts
// how often different positions share a class, so that classes of one position each would be
// noticed.
func TestClasses(t *testing.T) {
	many := 40000
	if testing.Short() {
		many = 4000
	}
	for _, c := range []struct {
		size    string
		maxIdle uint64 // squares that fit into a key, or fewer
	}{
		{"4x4", 63},
		{"4x4", 1},
		{"5x4", 63},
		{"5x4", 0},
		{"4x5", 63},
		{"4x5", 1},
		{"5x5", 63},
		{"5x5", 1},
		{"6x4", 63},
		{"6x4", 0},
		{"4x6", 63},
		{"4x9", 63},
		{"9x4", 63},
		{"7x6", 63},
		{"9x6", 1},
		{"8x7", 0},
		{"12x4", 15},
		{"4x15", 0},
	} {
		t.Run(fmt.Sprintf("%s, %d", c.size, c.maxIdle), func(t *testing.T) {
			t.Parallel()
			g, err := parse(c.size, nil)
			if err != nil {
				t.Fatal(err)
			}
			most := &g.(*game).figures.maxIdle
			if *most < c.maxIdle {
				t.Fatalf("there is room for %d idle squares, not for %d", *most, c.maxIdle)
			}
			*most = c.maxIdle
			columns, rows := g.Start().(board.Grid).Size()
			rng := rand.New(rand.NewPCG(uint64(columns), uint64(rows)))
			plain := search.New(search.Options{NoGuide: true, TableBytes: 1 << 16})
			type class struct {
				value  oxo.Score
				member oxo.Key
			}
			large, play := columns*rows > 42, random
			if large {
				play = quiet
			}
			classes, met := map[oxo.Key]class{}, 0
			for range many {
				p := play(g, rng, columns*rows-2-rng.IntN(8))
				if p == nil {
					continue
				}
				key, _ := p.Guide().(interface{ class(*state) (oxo.Key, uint8) }).class(p.now)
				member, _ := p.Canonical()
				value := plain.Search(context.Background(), p, search.Limits{}).Score
				before, ok := classes[key]
				if ok && before.value != value {
					t.Fatalf("%s is worth %v, another position of its class %v", g.FormatPosition(p), value, before.value)
				}
				if ok && before.member != member {
					met++
				}
				classes[key] = class{value, member}
			}
			if t.Logf("%d classes, %d meetings", len(classes), met); met < many/1000 && (large || columns*rows <= 25) {
				t.Error("different positions hardly ever met in a class")
			}
		})
	}
}

// TestClassesAboveWins: no stone gets above two winning squares of one side, or above one that
// wins for both. So it does not matter to the class who would win there.
func TestClassesAboveWins(t *testing.T) {
	g, err := parse("7x6", nil)
	if err != nil {
		t.Fatal(err)
	}
	rng, changed := rand.New(rand.NewPCG(8, 9)), 0
	for range 3000 {
		p := quiet(g, rng, 12+rng.IntN(20))
		if p == nil {
			continue
		}
		guide := p.Guide().(interface{ class(*state) (oxo.Key, uint8) })
		want, symmetry := guide.class(p.now)
		never := p.neverReached()
		other := *p.now
		other.moverWins ^= rng.Uint64() & never
		other.followerWins ^= rng.Uint64() & never
		if other != *p.now {
			changed++
		}
		if got, turned := guide.class(&other); got != want || turned != symmetry {
			t.Fatalf("%s: class %x with other wins on %x, want %x", g.FormatPosition(p), got, never, want)
		}
	}
	if changed < 100 {
		t.Errorf("only %d positions have squares that no stone reaches", changed)
	}
}

// neverReached returns the squares above the first square of each column that nobody
// can get past.
func (p *position) neverReached() (never uint64) {
	columns, rows := p.Size()
	for column := range columns {
		reached, before := true, [2]bool{}
		for row := range rows {
			bit := p.g.square(board.Square{Column: column, Row: row})
			wins := [2]bool{p.now.moverWins&bit != 0, p.now.followerWins&bit != 0}
			if !reached {
				never |= bit
			}
			for side := range wins {
				if wins[side] && (before[side] || wins[1-side]) {
					reached = false
				}
			}
			before = wins
		}
	}
	return never
}

// random plays a number of random moves; it returns nil if the game ends before.
func random(g oxo.Game, rng *rand.Rand, plies int) *position {
	p := g.Start().(*position)
	for range plies {
		if !p.playRandom(rng, p.g.board) {
			return nil
		}
	}
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	return p
}

// quiet is random without moves that complete a line, so that it also gets near the end of
// large boards.
func quiet(g oxo.Game, rng *rand.Rand, plies int) *position {
	p := g.Start().(*position)
	for range plies {
		if !p.playRandom(rng, ^p.now.moverWins) {
			return nil
		}
	}
	return p
}

// playRandom plays a random move to one of the squares, if there is one.
func (p *position) playRandom(rng *rand.Rand, squares uint64) bool {
	moves := slices.DeleteFunc(p.Moves(nil), func(m oxo.Move) bool {
		return p.g.playable(p.now.mask())&p.g.column(int(m))&squares == 0
	})
	if len(moves) == 0 {
		return false
	}
	p.Make(moves[rng.IntN(len(moves))])
	return true
}
