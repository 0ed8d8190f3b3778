package mnk

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// TestSets: a game has winning sets if its only way to win is to fill one, and losing sets if
// a side that fills one loses. The test fills each set by moves, and compares the outcome.
func TestSets(t *testing.T) {
	for _, r := range []Rules{
		{Columns: 4, Rows: 4, K: 3},
		{Columns: 4, Rows: 4, K: 3, Torus: true},
		{Columns: 4, Rows: 4, K: 3, Misere: true},
		{Columns: 4, Rows: 4, K: 3, Exact: true},
		{Columns: 4, Rows: 4, K: 3, Misere: true, Exact: true},
		{Columns: 9, Rows: 8, K: 4},
	} {
		g, err := gameOf(r)
		if err != nil {
			t.Fatal(err)
		}
		sets := g.Start().(interface {
			WinningSets() [][]oxo.Move
			LosingSets() [][]oxo.Move
		})
		winning, losing := sets.WinningSets(), sets.LosingSets()
		if (winning != nil) != (!r.Misere && !r.Exact) || (losing != nil) != (r.Misere && !r.Exact) {
			t.Errorf("%s: %d winning and %d losing sets", g.Name(), len(winning), len(losing))
		}
		for _, set := range append(winning, losing...) {
			want := oxo.Lost // the side to move, as the other has the set
			if r.Misere {
				want = oxo.Won
			}
			if got := filled(g, set); got != want {
				t.Errorf("%s: %v is a set, and its squares are %v", g.Name(), set, got)
			}
		}
	}
}

// filled lets the first side take the squares of a set, and the second side other squares, far
// apart.
func filled(g *game, set []oxo.Move) oxo.Outcome {
	p := g.Start()
	in := map[oxo.Move]bool{}
	for _, m := range set {
		in[m] = true
	}
	other := oxo.Move(0)
	for i, m := range set {
		p.Make(m)
		if i == len(set)-1 {
			break
		}
		for in[other] {
			other++
		}
		p.Make(other)
		other += 2
	}
	return p.Outcome()
}

// TestLiveEnds counts the squares at the ends of live lines again, square by square: a line is
// live for a side if the other has none of its squares, and the side none of its ends.
func TestLiveEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for _, r := range []Rules{{Columns: 5, Rows: 5, K: 3, Exact: true}, {Columns: 7, Rows: 6, K: 4, Exact: true}} {
		g, err := gameOf(r)
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			p := g.Start().(*word)
			for range rng.IntN(g.squares) {
				if moves := p.Moves(nil); len(moves) > 0 {
					p.Make(moves[rng.IntN(len(moves))])
				}
			}
			var want uint64
			for i, line := range g.lines {
				for side := range oxo.Side(2) {
					live := true
					for _, sq := range line {
						owner, taken := p.stone(sq)
						live = live && (!taken || owner == side)
					}
					for _, sq := range g.ends[i] {
						owner, taken := p.stone(sq)
						live = live && (!taken || owner != side)
					}
					for _, sq := range g.ends[i] {
						if live {
							want |= 1 << sq
						}
					}
				}
			}
			if got := p.liveEnds(); got != want {
				t.Fatalf("%s: ends %x, want %x", g.FormatPosition(p), got, want)
			}
		}
	}
}
