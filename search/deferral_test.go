//go:build !race

package search

import (
	"context"
	"slices"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search/tt"
)

// TestDeferMove: a deferred move is searched last, and the others keep their order. A few moves stay in place, since
// the keys of moves are stored by their places.
func TestDeferMove(t *testing.T) {
	s := New(Options{})
	for _, n := range []int{fewMoves, fewMoves + 3} {
		here := &ply{}
		var given, want []oxo.Move
		for m := range oxo.Move(n) {
			here.children = append(here.children, oxo.Child{Move: m})
			given = append(given, m)
			if m != 1 {
				want = append(want, m)
			}
		}
		want = append(want, 1)
		order := s.deferMove(here, 0, 1)
		var got, stays []oxo.Move
		for i := range n {
			got = append(got, here.children[order.at(i)].Move)
			stays = append(stays, here.children[i].Move)
		}
		if !slices.Equal(got, want) || n == fewMoves && !slices.Equal(stays, given) {
			t.Errorf("%d moves: %v, want %v; in place: %v", n, got, want, stays)
		}
	}
}

// TestOpenSplit: the moves of a node may be deferred if the searches one ply later are large enough.
func TestOpenSplit(t *testing.T) {
	s := New(Options{Threads: 2})
	s.ply(5).split.nodes = splitFrom * sizeUnit
	for at, want := range map[int]int{3: 0, 4: 5, 5: 0} {
		here := &ply{children: make([]oxo.Child, 5)}
		if got := s.openSplit(here, at, &identity{}, 0, 1, false); got != want || here.split.open != (want > 0) {
			t.Errorf("ply %d: %d moves may be deferred, want %d", at, got, want)
		}
	}
}

// TestHintReplaced: of a full bucket the shallowest entry is replaced.
func TestHintReplaced(t *testing.T) {
	h := newHints(hintBytes)
	h.age()
	hash := func(i int) uint64 { return uint64(i) * 0x9e37 & 0xffff } // one bucket
	for i, depth := range []int{9, 3, 12, 7, 5} {
		h.store(hash(i), hint{value: 1, depth: depth, kind: exactly})
	}
	for i, want := range []bool{true, false, true, true, true} {
		if _, ok := h.probe(hash(i)); ok != want {
			t.Errorf("entry %d is there: %v, want %v", i, ok, want)
		}
	}
}

// TestStatsAfterHelp: a search with helpers ends the sharing of its tables, so that they count look-ups again.
func TestStatsAfterHelp(t *testing.T) {
	s := New(Options{Threads: 2})
	s.Search(context.Background(), gametest.Game(t, "mnk:5x5x4").Start(), Limits{})
	if s.run.nodes < 2*helpersFrom {
		t.Fatalf("%d nodes are too few for a helper", s.run.nodes)
	}
	s.tables.each(func(table *tt.Table) {
		before := table.Stats().Probes
		if table.Probe(oxo.Key{Lo: 1}); table.Stats().Probes != before+1 {
			t.Errorf("after %d look-ups another one is not counted", before)
		}
	})
}
