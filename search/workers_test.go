package search

import (
	"context"
	"runtime"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search/tt"
)

// TestUnwind: a thread returns to the first node on its path that another thread has answered
// in the table, and no farther.
func TestUnwind(t *testing.T) {
	for _, c := range []struct {
		name  string
		at    int // the ply whose position the table has
		known oxo.Bounds
		back  int
		value oxo.Score
	}{
		{"enough from below", 2, oxo.Between(1, 5), 2, 1},
		{"enough from above", 2, oxo.Between(-5, -1), 2, -1},
		{"not enough", 2, oxo.Between(-5, 5), 0, oxo.Draw},
		{"a question that was left", 4, oxo.Between(1, 5), 0, oxo.Draw},
		{"no question was asked", 3, oxo.Between(1, 5), 0, oxo.Draw},
	} {
		table, err := tt.New(tt.Config{Bytes: 1 << 12})
		if err != nil {
			t.Fatal(err)
		}
		s := New(Options{Threads: 2})
		s.table, s.workers.running = table, true
		for i := range 5 {
			p := s.ply(i)
			p.split.nodes, p.split.window = splitFrom*sizeUnit, keyedWindow{oxo.Key{Lo: uint64(i)}, 0, 1}
		}
		s.plies[3].split.window = keyedWindow{oxo.Key{Lo: 3}, 0, 0}
		table.Store(oxo.Key{Lo: uint64(c.at)}, tt.Entry{Bounds: c.known, Depth: tt.Proven}, 100)
		s.unwind(4)
		if s.run.unwindTo != c.back || (s.run.stop != Finished) != (c.back > 0) {
			t.Errorf("%s: goes back to ply %d, stopped %v, want ply %d", c.name, s.run.unwindTo, s.run.stop, c.back)
			continue
		}
		if v := s.unwound(3); v != oxo.Draw || (s.run.stop != Finished) != (c.back > 0) {
			t.Errorf("%s: a ply below has the answer %v", c.name, v)
		}
		if v := s.unwound(2); v != c.value || s.run.stop != Finished {
			t.Errorf("%s: the answer is %v, want %v; stopped %v", c.name, v, c.value, s.run.stop)
		}
	}
}

// TestBudget: a node budget is for all threads together, except the nodes before the helpers
// join.
func TestBudget(t *testing.T) {
	if n := New(Options{}).workers.budget(10_000); n != 10_000 {
		t.Errorf("one thread has %d of 10000 nodes", n)
	}
	four := New(Options{Threads: 4}).workers
	four.root = position{}
	if n := four.budget(8000); n != helpersFrom+(8000+2000-helpersFrom)/4 {
		t.Errorf("each of four threads has %d nodes", n)
	}
	if n := four.budget(helpersFrom); n != helpersFrom {
		t.Errorf("before the others are called one has %d nodes", n)
	}
	four.spare.n.Store(0)
	if n := four.budget(8000); n != 8000 {
		t.Errorf("where no thread is spare one has %d of 8000 nodes", n)
	}
}

// TestSpareHelps: a thread of a pool without a position helps with the position of another
// thread, and the value equals the value with one thread.
func TestSpareHelps(t *testing.T) {
	p := gametest.Game(t, "mnk:5x5x4").Start()
	want := New(Options{}).Search(context.Background(), p, Limits{})
	pool := NewPool(Options{Threads: 3})
	pool.Do(2, func(s *Searcher, i int) {
		if i == 0 {
			return
		}
		for pool.spare.n.Load() < 2 {
			runtime.Gosched() // until the first thread is done
		}
		if r := s.Search(context.Background(), p, Limits{}); !r.Proven || r.Score != want.Score {
			t.Errorf("with help %+v, alone %+v", r, want)
		}
		if n := len(pool.spare.helpers); n < 2 {
			t.Errorf("%d threads helped, want 2", n)
		}
	})
	if n := pool.spare.n.Load(); n != 3 {
		t.Errorf("afterwards %d threads are spare, want all 3", n)
	}
	for i := range 3 { // the helpers are the same for every leader
		pool.Do(3, func(s *Searcher, k int) {
			for k == i && pool.spare.n.Load() < 2 {
				runtime.Gosched()
			}
			if k == i {
				s.Search(context.Background(), p, Limits{})
			}
		})
	}
	if n := len(pool.spare.helpers); n > 3 {
		t.Errorf("3 threads have %d helpers", n)
	}
	one := NewPool(Options{Threads: 3, Trace: &Trace{}})
	one.Do(2, func(s *Searcher, _ int) {
		if s.workers.threads > 1 {
			t.Error("a search that is traced has helpers")
		}
	})
}

// position is a stand-in that is not searched.
type position struct{ oxo.Position }

// TestNobodyIsLeft: when a position is done, every thread that helped with it has returned. The
// selective search has no window, so it calls no helpers: nothing would end them. (The budget
// is so small that the last moves are searched without one.)
func TestNobodyIsLeft(t *testing.T) {
	pool := NewPool(Options{Threads: 2, TableBytes: 1 << 20})
	for _, text := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
	} {
		p, err := gametest.Game(t, "chess").ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		pool.Do(1, func(s *Searcher, _ int) {
			s.Analyze(context.Background(), p, Limits{Nodes: 20})
			if n := len(s.workers.helpers); n > 0 {
				t.Errorf("%s: %d helpers are left", text, n)
			}
		})
		if n := pool.spare.n.Load(); n != 2 {
			t.Errorf("%s: %d of 2 threads are back", text, n)
		}
	}
}
