//go:build !race

package gogame

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// TestLadders: a ladder across the board takes the chain, a ladder that meets a stone of the
// chain's side does not, and a chain that can capture its way out escapes.
func TestLadders(t *testing.T) {
	g, err := newGame(9, 9, 15, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text, stone string
		falls             bool
	}{
		{"across the board", "........./........./........./........./........./........./.XO....../..XX...../......... black", "C3", true},
		{"broken", "........./........./........./......O../........./........./.XO....../..XX...../......... black", "C3", false},
		{"out by taking", "........./........./........./........./........./.O......./OXO....../..XX...../......... black", "C3", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			q, err := g.ParsePosition(c.text)
			if err != nil {
				t.Fatal(err)
			}
			p := q.(*position)
			at, _ := g.readPoint(c.stone)
			r := &reader{}
			r.begin(&p.field)
			r.left = maxRead
			if got := r.falls(at); got != c.falls {
				t.Errorf("the chain falls: %v", got)
			}
		})
	}
}

// brute tries all legal moves, and reports whether a side can take the stone at a point within a
// number of plies, whatever the other side does.
type brute struct {
	p     *position
	nodes int
}

func (b *brute) taken(at int, c colour, plies int) bool {
	p := b.p
	if p.cells[at].colour != c {
		return true
	}
	if plies == 0 {
		return false
	}
	b.nodes++
	attacks := colourOf(p.turn) != c
	for _, m := range p.Moves(nil) {
		p.Make(m)
		now := b.taken(at, c, plies-1)
		p.Unmake(m)
		if now == attacks {
			return attacks
		}
	}
	return !attacks
}

// TestLaddersOfSmallBoards: a search of all moves confirms that a chain that the reader says
// falls is taken whatever is played.
func TestLaddersOfSmallBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	g, err := newGame(4, 4, 0, true)
	if err != nil {
		t.Fatal(err)
	}
	fell, stayed := 0, 0
	for range 400 {
		p := g.Start().(*position)
		moves, _ := p.Playout(rng, nil)
		for _, m := range moves[:rng.IntN(len(moves))] {
			p.Make(m)
		}
		if p.Outcome() != oxo.Ongoing || p.passes > 0 || p.ko != 0 {
			continue
		}
		for _, at := range g.cells {
			h := &p.cells[at]
			if h.head != at || h.colour != colourOf(p.turn).other() {
				continue
			}
			r := &reader{}
			r.begin(&p.field)
			r.left = maxRead
			if !r.falls(int(at)) {
				stayed++
				continue
			}
			b := &brute{p: p}
			if !b.taken(int(at), h.colour, 7) {
				t.Errorf("%s: the chain at %d is said to fall", g.FormatPosition(p), g.squares[at])
			}
			fell++
		}
	}
	if fell < 100 || stayed < 100 {
		t.Errorf("%d chains fall, %d do not", fell, stayed)
	}
}
