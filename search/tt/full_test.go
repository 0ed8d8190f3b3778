package tt_test

import (
	"testing"

	"oxo"
	"oxo/search/tt"
)

// TestFull: Full is 0 for an empty table and near 1000 for an overfilled one; between these it
// grows with the number of entries stored.
func TestFull(t *testing.T) {
	for _, keyBits := range []int{0, 49, 80} {
		tab := table(t, 1<<16, keyBits)
		if got := tab.Full(); got != 0 {
			t.Errorf("an empty table for keys of %d bits is at %d", keyBits, got)
		}
		store := func(from, to uint64) {
			for i := from; i < to; i++ {
				tab.Store(oxo.Key{Lo: i * 0x9e3779b9 % (1 << 40)}, entry(0, 0, tt.Proven), 1)
			}
		}
		room := uint64(1<<16) / 40 // of the largest entries
		store(0, room/4)
		some := tab.Full()
		store(room/4, 100*room)
		if all := tab.Full(); some < 20 || some > 500 || all < 900 || all > 1000 {
			t.Errorf("keys of %d bits: %d with few entries, and %d with many", keyBits, some, all)
		}
		if tab.Clear(); tab.Full() != 0 {
			t.Errorf("keys of %d bits: %d after Clear", keyBits, tab.Full())
		}
	}
	if got := table(t, 0, 0).Full(); got != 0 {
		t.Errorf("a table of one bucket is at %d", got)
	}
}
