//go:build !race

package write

import (
	"math/rand/v2"
	"testing"
)

// TestKeyIndex: an index finds the same numbers as a map, with many keys that hash to one slot, and with repeated
// keys.
func TestKeyIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 85))
	var x keyIndex
	want := map[shortKey]int{}
	if _, ok := x.numberOf(shortKey{}); ok {
		t.Error("an empty index has a key")
	}
	for n := range 100_000 {
		key := shortKey{random.Uint32N(300), 0, random.Uint32N(300)}
		got, ok := x.numberOf(key)
		if at, there := want[key]; ok != there || ok && got != at {
			t.Fatalf("key %d is found at %d, %v; it is at %d, %v", n, got, ok, at, there)
		}
		x.addKey(key)
		want[key] = n
	}
	for key, at := range want {
		if got, ok := x.numberOf(key); !ok || got != at {
			t.Fatalf("%v is found at %d, %v; it is at %d", key, got, ok, at)
		}
	}
	t.Log(len(want), "keys in", len(x.slots), "slots")
}
