package tt

import (
	"testing"

	"oxo"
)

// TestAgeOfFew: entries are renumbered when a part of the table is new, not after every few
// entries.
func TestAgeOfFew(t *testing.T) {
	for _, c := range []struct {
		stores  uint64
		shared  uint64 // stores while the table is shared
		numbers bool   // they are renumbered
	}{{0, 0, false}, {100, 0, false}, {4096, 0, true}, {0, 100, false}, {100, 4096, true}} {
		tab, err := New(Config{Bytes: 1 << 19, KeyBits: 40}) // 65,536 slots
		if err != nil {
			t.Fatal(err)
		}
		for tab.gen.now < tab.gen.last {
			tab.Age()
		}
		for n := range c.stores {
			tab.Store(oxo.Key{Lo: n}, Entry{Bounds: oxo.Exactly(0), Depth: Proven}, 1)
		}
		tab.Share()
		tab.Unshare(c.shared)
		tab.Age()
		if again := tab.gen.now < tab.gen.last; again != c.numbers {
			t.Errorf("%+v: numbered again: %v", c, again)
		}
		if _, ok := tab.Probe(oxo.Key{Lo: 0}); ok != (c.stores > 0) {
			t.Errorf("%+v: the first entry is found: %v", c, ok)
		}
	}
}

// TestAgeOfWholeKeys: entries with whole keys are renumbered when their generation numbers are
// used up: a valid one stays, and one from before Clear does not come back.
func TestAgeOfWholeKeys(t *testing.T) {
	tab, err := New(Config{Bytes: 1 << 12})
	if err != nil || tab.Packed() {
		t.Fatal(err, tab.Packed())
	}
	cleared, kept := oxo.Key{Lo: 1}, oxo.Key{Lo: 2}
	store := func(k oxo.Key) { tab.Store(k, Entry{Bounds: oxo.Exactly(0), Depth: 3}, 1) }
	tab.gen.now = tab.gen.last - 1
	store(cleared)
	tab.Clear()
	store(kept)
	if tab.Age(); tab.gen.now == tab.gen.last {
		t.Fatal("nothing was renumbered")
	}
	if _, ok := tab.Probe(cleared); ok {
		t.Error("a cleared entry is found")
	}
	if _, ok := tab.Probe(kept); !ok {
		t.Error("a valid entry is lost")
	}
}
