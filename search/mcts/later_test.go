//go:build !race

package mcts

import (
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
)

// TestLater: RAVE counts for each move of a node the play-outs in which its side played it then
// or later, before the other side did. The test finds them by checking every ply.
func TestLater(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	const points = 6
	var all []oxo.Child
	for m := range oxo.Move(points) {
		all = append(all, oxo.Child{Move: m, Bounds: oxo.Between(-oxo.Infinity, oxo.Infinity)})
	}
	counted := 0
	for range 300 {
		w := newWorker(New(Options{}), 0)
		tr := &tree{most: 1000, useRAVE: true, rave: 100, nodes: []node{{lo: -oxo.Infinity, hi: oxo.Infinity}}}
		w.path, w.made, w.played = []uint32{0}, nil, nil
		for at, depth := uint32(0), rng.IntN(4); ; depth-- {
			tr.add(at, all, nil)
			if depth == 0 {
				break
			}
			m := oxo.Move(rng.IntN(points))
			at = tr.nodes[at].first + uint32(m)
			w.path, w.made = append(w.path, at), append(w.made, m)
		}
		for range rng.IntN(8) {
			w.played = append(w.played, oxo.Move(rng.IntN(points)))
		}
		for _, i := range w.path {
			tr.nodes[i].pending++
		}
		w.backUp(tr, &leaf{result: result{value: 1}})
		moves := slices.Concat(w.made, w.played)
		for ply, i := range w.path {
			for _, c := range tr.below(&tr.nodes[i]) {
				first := slices.Index(moves[ply:], c.move)
				want := float32(0)
				if first >= 0 && first%2 == 0 {
					want = 1
					counted++
				}
				value := want
				if (len(w.made)-ply)%2 != 0 {
					value = 0 // the other side won
				}
				if c.rave != want || c.raveSum != value {
					t.Fatalf("move %d at ply %d of %v: counted %v with %v, expected %v with %v", c.move, ply, moves, c.rave, c.raveSum, want, value)
				}
			}
		}
	}
	if counted < 500 {
		t.Errorf("only %d moves counted", counted)
	}
}

// TestFewLaterPlays: one later play that was won raises an untried move less than a hundred
// that were mostly won, and with many later plays the value approaches their mean.
func TestFewLaterPlays(t *testing.T) {
	c := chooser{priors: true, usesRAVE: true, rave: 1000, untried: 0.4}
	promise := func(n *node) float64 {
		mean, bonus := c.promise(n)
		return mean + bonus
	}
	one, hundred := node{rave: 1, raveSum: 1}, node{rave: 100, raveSum: 80}
	if promise(&one) >= promise(&hundred) {
		t.Errorf("one later play promises %v, a hundred %v", promise(&one), promise(&hundred))
	}
	if many := (node{rave: 1e5, raveSum: 8e4}); promise(&many) < 0.799 || promise(&many) > 0.8 {
		t.Errorf("many promise %v, their mean is 0.8", promise(&many))
	}
}
