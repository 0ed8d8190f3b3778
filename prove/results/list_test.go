package results

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// someKeys returns different keys in ascending order, near each other and far apart.
func someKeys(rng *rand.Rand, n int) (keys []uint64) {
	key := rng.Uint64() >> (rng.IntN(40) + 20)
	for range n {
		keys = append(keys, key)
		distance := rng.Uint64()>>(rng.IntN(63)+1) + 1
		if key+distance <= key {
			break
		}
		key += distance
	}
	return keys
}

func listOf(t testing.TB, p *pool, keys []uint64, m mark) *list {
	t.Helper()
	b := builder{pool: p}
	for _, key := range keys {
		b.add(key, m)
	}
	l, err := b.done()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func keysIn(l *list) (keys []uint64) {
	for c := l.read(nil); !c.ended(); c.next() {
		keys = append(keys, c.key)
	}
	return keys
}

// TestList: a list has the keys that went in, in order, finds each with its number, and no other.
func TestList(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		keys := someKeys(rng, rng.IntN(2000))
		p := &pool{}
		l := listOf(t, p, keys, drawn)
		if got := keysIn(l); !slices.Equal(got, keys) {
			t.Fatalf("the list has %d keys, want %d", len(got), len(keys))
		}
		for i, key := range keys {
			if at, ok := l.find(key); !ok || at != i || l.mark(i) != drawn {
				t.Fatalf("key %d of %d is found at %d, %v", i, len(keys), at, ok)
			}
			for _, other := range []uint64{key - 1, key + 1} {
				if _, ok := l.find(other); ok != slices.Contains(keys, other) {
					t.Fatalf("%d is found, and is not in the list", other)
				}
			}
		}
	}
}

// TestMerge: two lists become one, a list loses the keys of another, and nothing that was given back is
// read afterwards.
func TestMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	p := &pool{}
	for range 200 {
		a, b := someKeys(rng, rng.IntN(3000)), someKeys(rng, rng.IntN(3000))
		b = append(b, a[:len(a)/2]...)
		slices.Sort(b)
		b = slices.Compact(b)
		both := slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
		l, err := merge(listOf(t, p, a, won), listOf(t, p, b, won), p)
		if err != nil {
			t.Fatal(err)
		}
		if got := keysIn(l); !slices.Equal(got, both) {
			t.Fatalf("%d and %d keys become %d, want %d", len(a), len(b), len(got), len(both))
		}
		rest, err := without(l, listOf(t, p, b, lost), p)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(slices.Clone(both), func(key uint64) bool { _, ok := slices.BinarySearch(b, key); return ok })
		if got := keysIn(rest); !slices.Equal(got, want) {
			t.Fatalf("%d keys without %d are %d, want %d", len(both), len(b), len(got), len(want))
		}
	}
	if _, err := merge(listOf(t, p, []uint64{1, 2}, won), listOf(t, p, []uint64{2, 3}, lost), p); err == nil {
		t.Error("a key with two results is merged")
	}
}

// TestBag: keys in any order, more than once, become one list.
func TestBag(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	b := newBag(&pool{})
	var want []uint64
	for _, n := range []int{10, 1 << 15, 3} {
		for range n {
			key := rng.Uint64N(1 << 16)
			want = append(want, key)
			if err := b.put(key); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.flush(); err != nil {
			t.Fatal(err)
		}
	}
	l, err := b.one()
	if err != nil {
		t.Fatal(err)
	}
	if got := keysIn(l); !slices.Equal(got, slices.Compact(slices.Sorted(slices.Values(want)))) {
		t.Errorf("the bag has %d keys", len(got))
	}
}
