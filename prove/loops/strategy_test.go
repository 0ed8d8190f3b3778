//go:build !race

package loops

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// TestConflicts: on random strategies, conflicts finds the same moves as a walk along all
// plays: those that bring back an earlier state.
func TestConflicts(t *testing.T) {
	found, none := 0, 0
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := randomStrategy(rng)
		want := map[oxo.Move]bool{}
		for i := range s.positions {
			s.walk(int32(i), nil, want)
		}
		got := map[oxo.Move]bool{}
		for _, p := range s.conflicts() {
			got[p.move] = true
		}
		if len(got) != len(want) {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
		for m := range want {
			if !got[m] {
				t.Fatalf("seed %d: %v is missing of %v", seed, m, want)
			}
		}
		if len(want) > 0 {
			found++
		} else {
			none++
		}
	}
	if found < 200 || none < 200 {
		t.Errorf("%d with conflicts, %d without", found, none)
	}
}

// randomStrategy makes a strategy with few states, so that some come back.
func randomStrategy(rng *rand.Rand) *strategy {
	s := &strategy{}
	boards := uint64(5 + rng.IntN(300))
	for i := range 4 + rng.IntN(20) {
		p := position{board: rng.Uint64N(boards), first: int32(len(s.next)), play: -1}
		for range min(i, 1+rng.IntN(3)) {
			s.next = append(s.next, rng.Int32N(int32(i)))
		}
		if p.last = int32(len(s.next)); p.last > p.first && rng.IntN(2) == 0 {
			s.next = s.next[:p.first+1]
			p.last = p.first + 1
			if s.positions[s.next[p.first]].board != p.board {
				p.play = s.name(play{move: oxo.Move(i)})
			}
		}
		s.add(p)
	}
	return s
}

// walk follows all plays from a position, after the given states.
func (t *strategy) walk(at int32, before []uint64, conflicts map[oxo.Move]bool) {
	p := &t.positions[at]
	before = append(before, p.board)
	for _, to := range t.next[p.first:p.last] {
		for _, board := range before {
			if p.play >= 0 && t.positions[to].board == board {
				conflicts[t.plays[p.play].move] = true
			}
		}
		t.walk(to, before, conflicts)
	}
}
