//go:build !race

package certificate

import (
	"bytes"
	"testing"

	"oxo"
	"oxo/internal/gametest"
)

// accepted reports whether the checker accepts a leaf for a side.
func accepted(p oxo.Position, side oxo.Side, leaf []byte) bool {
	s := &strategy{r: NewReader(bytes.NewReader(leaf), Deaf{}), Goal: Goal{Position: p, Side: side, Least: oxo.Draw}}
	_, err := s.node()
	return err == nil
}

// TestLosingLeaves: where a line loses, the checker accepts a leaf only for a side that has not lost, with any
// symmetry.
func TestLosingLeaves(t *testing.T) {
	for _, name := range []string{"mnk:3x3x3,misere", "mnk:4x3x3,misere", "mnk:3x3x3,misere,torus", "mnk:4x3x4,misere"} {
		g := gametest.Game(t, name)
		known, seen, leaves := map[uint64]int{}, map[uint64]bool{}, [2]int{}
		var look func(p oxo.Position)
		look = func(p oxo.Position) {
			if seen[p.Hash()] || p.Outcome() != oxo.Ongoing {
				return
			}
			seen[p.Hash()] = true
			value := gametest.Worth(p, known)
			for side := range oxo.Side(2) {
				mine := value
				if p.Turn() != side {
					mine = -value
				}
				tried := [][]byte{{Avoid}}
				for n := range p.(oxo.Symmetric).Symmetries() {
					tried = append(tried, []byte{Mirror, byte(n)})
				}
				for _, leaf := range tried {
					if !accepted(p, side, leaf) {
						continue
					}
					leaves[leaf[0]-Avoid]++
					if mine < 0 {
						t.Fatalf("%s: %s is lost for %v, and the leaf %v is accepted", name, g.FormatPosition(p), side, leaf)
					}
				}
			}
			for _, m := range p.Moves(nil) {
				p.Make(m)
				look(p)
				p.Unmake(m)
			}
		}
		look(g.Start())
		t.Log(name, len(seen), "positions, leaves:", leaves)
		if leaves[0] == 0 {
			t.Errorf("%s: no leaf is accepted", name)
		}
	}
}
