package search

import (
	"context"
	"runtime"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/tt"
)

// TestGoesBack: a thread leaves what another one has answered: it goes back to
// the first question on its way whose answer the table has, and no farther.
func TestGoesBack(t *testing.T) {
	for _, c := range []struct {
		name  string
		at    int // the ply whose position the table knows
		known oxo.Bounds
		back  int
		value oxo.Score
	}{
		{"enough from below", 2, oxo.Bounds{Lo: 1, Hi: 5}, 2, 1},
		{"enough from above", 2, oxo.Bounds{Lo: -5, Hi: -1}, 2, -1},
		{"not enough", 2, oxo.Bounds{Lo: -5, Hi: 5}, 0, oxo.Draw},
		{"a question that was left", 4, oxo.Bounds{Lo: 1, Hi: 5}, 0, oxo.Draw},
		{"no question was asked", 3, oxo.Bounds{Lo: 1, Hi: 5}, 0, oxo.Draw},
	} {
		table, err := tt.New(tt.Config{Bytes: 1 << 12})
		if err != nil {
			t.Fatal(err)
		}
		s := New(Options{Threads: 2})
		s.table, s.team.running = table, true
		for i := range 5 {
			p := s.ply(i)
			p.nodes, p.asked = splitFrom*sizeUnit, question{oxo.Key{Lo: uint64(i)}, 0, 1}
		}
		s.plies[3].asked = question{oxo.Key{Lo: 3}, 0, 0}
		table.Store(oxo.Key{Lo: uint64(c.at)}, tt.Entry{Bounds: c.known, Depth: tt.Proven}, 100)
		s.lookUp(4)
		if s.run.back != c.back || s.run.stopped != (c.back > 0) {
			t.Errorf("%s: goes back to ply %d, stopped %v, want ply %d", c.name, s.run.back, s.run.stopped, c.back)
			continue
		}
		if v := s.answered(3); v != oxo.Draw || s.run.stopped != (c.back > 0) {
			t.Errorf("%s: a ply below has the answer %v", c.name, v)
		}
		if v := s.answered(2); v != c.value || s.run.stopped {
			t.Errorf("%s: the answer is %v, want %v; stopped %v", c.name, v, c.value, s.run.stopped)
		}
	}
}

// TestEach: a budget of nodes is for all threads together, but for what one does
// before it calls the others.
func TestEach(t *testing.T) {
	var alone *team
	if n := alone.each(10_000); n != 10_000 {
		t.Errorf("one thread has %d of 10000 nodes", n)
	}
	four := New(Options{Threads: 4}).team
	four.root = position{}
	if n := four.each(8000); n != helpersFrom+(8000+2000-helpersFrom)/4 {
		t.Errorf("each of four threads has %d nodes", n)
	}
	if n := four.each(helpersFrom); n != helpersFrom {
		t.Errorf("before the others are called one has %d nodes", n)
	}
	four.idle.n.Store(0)
	if n := four.each(8000); n != 8000 {
		t.Errorf("where nobody is idle one has %d of 8000 nodes", n)
	}
}

// TestIdleHelps: a thread of a crew that has no position any more helps with that
// of another one, and the value is that of one thread.
func TestIdleHelps(t *testing.T) {
	p := gametest.Game(t, "mnk:5x5x4").Start()
	want := New(Options{}).Search(context.Background(), p, Limits{})
	crew := NewCrew(Options{Threads: 3})
	crew.Do(2, func(s *Searcher, i int) {
		if i == 0 {
			return
		}
		for crew.idle.n.Load() < 2 {
			runtime.Gosched() // until the first is done
		}
		if r := s.Search(context.Background(), p, Limits{}); !r.Proven || r.Score != want.Score {
			t.Errorf("with help %+v, alone %+v", r, want)
		}
		if n := len(crew.idle.helpers); n < 2 {
			t.Errorf("%d threads helped, want 2", n)
		}
	})
	if n := crew.idle.n.Load(); n != 3 {
		t.Errorf("afterwards %d threads are idle, want all 3", n)
	}
	for i := range 3 { // whoever is helped, the helpers are the same
		crew.Do(3, func(s *Searcher, k int) {
			for k == i && crew.idle.n.Load() < 2 {
				runtime.Gosched()
			}
			if k == i {
				s.Search(context.Background(), p, Limits{})
			}
		})
	}
	if n := len(crew.idle.helpers); n > 3 {
		t.Errorf("3 threads have %d helpers", n)
	}
	one := NewCrew(Options{Threads: 3, Trace: &Trace{}})
	one.Do(2, func(s *Searcher, _ int) {
		if s.team != nil {
			t.Error("a search that is traced has helpers")
		}
	})
}

// position stands for one that is not looked at.
type position struct{ oxo.Position }
