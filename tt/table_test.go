package tt_test

import (
	"testing"

	"oxo"
	"oxo/tt"

	"pgregory.net/rapid"
)

func entry(lo, hi oxo.Score, depth int32) tt.Entry {
	return tt.Entry{Bounds: oxo.Bounds{Lo: lo, Hi: hi}, Depth: depth, Best: 7, HasMove: true}
}

func TestSize(t *testing.T) {
	for _, size := range []int64{-5, 0, 1, 159, 160, 1000, 1 << 10, 1 << 20, 3 << 20} {
		got := tt.New(size).Bytes()
		if got > max(size, 160) || 2*got < size {
			t.Errorf("a table of %d bytes takes %d", size, got)
		}
	}
}

func TestForget(t *testing.T) {
	table := tt.New(1 << 12)
	key := oxo.Key{Lo: 1}
	table.Store(key, key.Hash(), entry(0, 0, tt.Proven), 1)
	if e, ok := table.Probe(key, key.Hash()); !ok || e.Lo != 0 || !e.HasMove || e.Best != 7 {
		t.Errorf("%+v, %v", e, ok)
	}
	table.Forget()
	if _, ok := table.Probe(key, key.Hash()); ok {
		t.Error("a forgotten entry is found")
	}
}

// TestMerge: proven bounds are merged and never give way to estimates.
func TestMerge(t *testing.T) {
	table := tt.New(1 << 12)
	key := oxo.Key{Hi: 3}
	store := func(e tt.Entry) tt.Entry {
		table.Store(key, key.Hash(), e, 1)
		got, ok := table.Probe(key, key.Hash())
		if !ok {
			t.Fatal("what was stored is not found")
		}
		return got
	}
	store(entry(-50, 50, 3))
	if got := store(entry(oxo.Draw, oxo.Win(5), tt.Proven)); got.Depth != tt.Proven || got.Hi != oxo.Win(5) {
		t.Errorf("proven bounds do not replace estimates: %+v", got)
	}
	if got := store(entry(-10, 10, 99)); got.Depth != tt.Proven || got.Lo != oxo.Draw {
		t.Errorf("an estimate replaces proven bounds: %+v", got)
	}
	if got := store(entry(oxo.Loss(3), oxo.Win(9), tt.Proven)); got.Bounds != (oxo.Bounds{Lo: oxo.Draw, Hi: oxo.Win(9)}) {
		t.Errorf("proven bounds are not merged: %+v", got)
	}
}

// TestNeverAnotherPosition: an entry that is found is the last one stored for
// the very key, however small the table.
func TestNeverAnotherPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := tt.New(rapid.Int64Range(0, 2000).Draw(t, "size"))
		last := map[oxo.Key]tt.Entry{}
		for range rapid.IntRange(1, 300).Draw(t, "stores") {
			key := oxo.Key{Hi: rapid.Uint64Range(0, 3).Draw(t, "hi"), Lo: rapid.Uint64Range(0, 30).Draw(t, "lo")}
			e := entry(oxo.Score(rapid.IntRange(-9, 0).Draw(t, "lo bound")), oxo.Score(rapid.IntRange(0, 9).Draw(t, "hi bound")), rapid.Int32Range(1, 99).Draw(t, "depth"))
			e.Best = oxo.Move(rapid.Uint32().Draw(t, "best"))
			table.Store(key, key.Hash(), e, rapid.Uint64Range(0, 1<<40).Draw(t, "nodes"))
			last[key] = e
			for other := range last {
				if got, ok := table.Probe(other, other.Hash()); ok && got != last[other] {
					t.Fatalf("%v is found as %+v, stored was %+v", other, got, last[other])
				}
			}
			if _, ok := table.Probe(key, key.Hash()); !ok {
				t.Fatalf("%v is not found although it was just stored", key)
			}
		}
	})
}
