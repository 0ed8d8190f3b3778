//go:build !race

package mnk

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// TestField makes and takes back random moves. The sets of squares that complete a line, make a four
// or make three of five must agree with the lines, which are counted in another way. And a field
// after moves made and taken back must equal a new field with the same stones.
func TestField(t *testing.T) {
	for _, r := range []rules{
		{Columns: 15, Rows: 15, K: 5},
		{Columns: 15, Rows: 15, K: 5, Exact: true},
		{Columns: 12, Rows: 9, K: 4},
		{Columns: 11, Rows: 9, K: 4, Exact: true},
		{Columns: 12, Rows: 11, K: 5, Torus: true},
		{Columns: 11, Rows: 12, K: 5, Torus: true, Exact: true},
		{Columns: 20, Rows: 20, K: 5},
	} {
		g := newGame(t, r)
		p := newWide(g)
		if p.field == nil {
			t.Fatalf("%v has no field", r)
		}
		rng := rand.New(rand.NewPCG(3, uint64(r.Columns)))
		var made []oxo.Move
		for range 400 {
			moves := p.Moves(nil)
			if len(moves) == 0 || len(made) > 0 && rng.IntN(5) < 2 {
				p.Unmake(made[len(made)-1])
				made = made[:len(made)-1]
				continue
			}
			// Near the middle, so that there are lines.
			m := moves[min(rng.IntN(len(moves)), rng.IntN(len(moves)), rng.IntN(len(moves)))]
			p.Make(m)
			made = append(made, m)
			if rng.IntN(4) == 0 {
				compareField(t, p)
			}
		}
	}
}

// compareField compares the field of a position with its lines, and with a new field.
func compareField(t *testing.T, p *wide) {
	t.Helper()
	p.count()
	again := newField(p.t.patterns)
	for _, s := range p.laid {
		again.put(int(s.side), int(s.sq))
	}
	if again.flags != p.field.flags || again.counts != p.field.counts {
		t.Fatalf("%s with stones %v: other sets or weights than after putting them once", p.g.Name(), p.laid)
	}
	for side := range 2 {
		var holes squareSet
		for missing, flag := range [...]int{1: isFive, 2: isFour, 3: isBuild} {
			if missing == 0 {
				continue
			}
			p.addHoles(&holes, side, missing)
			if set := p.field.set(side, flag); set != holes {
				t.Fatalf("%s with stones %v, side %d: the squares that lack %d are %v, want those of the lines, %v", p.g.Name(), p.laid, side, missing, set, holes)
			}
		}
	}
}
