package tt_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"oxo"
	"oxo/search/tt"

	"pgregory.net/rapid"
)

func table(t interface{ Fatal(...any) }, size int64, keyBits int) *tt.Table {
	tab, err := tt.New(tt.Config{Bytes: size, KeyBits: keyBits})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func entry(lo, hi oxo.Score, depth int32) tt.Entry {
	return tt.Entry{Bounds: oxo.Between(lo, hi), Depth: depth, Best: 7, HasMove: true}
}

// TestSize: a table takes at most the memory given, and at least half of it.
func TestSize(t *testing.T) {
	for _, keyBits := range []int{0, 20, 49, 64, 65, 104} {
		for _, size := range []int64{-5, 0, 1, 127, 128, 1000, 1 << 10, 1 << 20, 3 << 20} {
			got := table(t, size, keyBits).Bytes()
			if got > max(size, tt.MinBytes) || 2*got < size && keyBits != 20 {
				t.Errorf("a table of %d bytes for keys of %d bits takes %d", size, keyBits, got)
			}
		}
	}
	if _, err := tt.New(tt.Config{Bytes: tt.MaxBytes + 1}); !errors.Is(err, tt.ErrTooLarge) {
		t.Errorf("a table beyond all memory: %v", err)
	}
}

func TestLayout(t *testing.T) {
	for _, c := range []struct {
		bytes   int64
		keyBits int
		oneWord bool
	}{{1 << 20, 49, true}, {1 << 10, 49, false}, {1 << 20, 0, false}, {1 << 20, 64, false}, {64, 20, true}, {1 << 20, 128, false}, {1 << 20, 1, true}, {1 << 20, 104, true}, {1 << 20, 120, false}} {
		if got := table(t, c.bytes, c.keyBits).Packed(); got != c.oneWord {
			t.Errorf("%+v: one word: %v", c, got)
		}
	}
}

func TestResize(t *testing.T) {
	tab := table(t, 1<<20, 49)
	tab.Store(oxo.Key{Lo: 5}, entry(0, 0, tt.Proven), 1)
	if err := tab.Resize(1 << 12); err != nil || tab.Bytes() != 1<<12 || tab.Packed() {
		t.Errorf("%v, %d bytes", err, tab.Bytes())
	}
	if _, ok := tab.Probe(oxo.Key{Lo: 5}); ok {
		t.Error("an entry outlives Resize")
	}
	if err := tab.Resize(tt.MaxBytes + 1); !errors.Is(err, tt.ErrTooLarge) {
		t.Errorf("%v", err)
	}
	tab.Store(oxo.Key{Lo: 5}, entry(0, 0, tt.Proven), 1)
	if _, ok := tab.Probe(oxo.Key{Lo: 5}); !ok {
		t.Error("the table is lost after a size that was refused")
	}
}

// TestGenerations clears and ages tables more often than there are generation numbers: cleared
// entries never come back, aged ones stay.
func TestGenerations(t *testing.T) {
	for _, keyBits := range []int{0, 49, 80} {
		tab := table(t, 1<<16, keyBits)
		for i := range uint64(40) {
			kept, gone := oxo.Key{Lo: 2*i + 1}, oxo.Key{Lo: 1000 + i}
			tab.Store(gone, entry(0, 0, tt.Proven), 1)
			tab.Clear()
			tab.Store(kept, entry(oxo.Draw, oxo.Win(5), tt.Proven), 1)
			for range i {
				tab.Age()
			}
			if _, ok := tab.Probe(gone); ok {
				t.Fatalf("%d bits, round %d: a cleared entry is found", keyBits, i)
			}
			if e, ok := tab.Probe(kept); !ok || e.Hi() != oxo.Win(5) {
				t.Fatalf("%d bits, round %d: an aged entry is lost: %+v", keyBits, i, e)
			}
		}
	}
}

// TestReplacement: in a full bucket an old entry is replaced before a new one, then the one of
// least work.
func TestReplacement(t *testing.T) {
	for _, keyBits := range []int{0, 40} {
		tab := table(t, 64, keyBits) // one bucket
		full := 0
		for ; tab.Stats().Collisions == 0; full++ {
			tab.Store(oxo.Key{Lo: uint64(full)}, entry(0, 0, tt.Proven), 1<<(full%4+2))
		}
		if _, ok := tab.Probe(oxo.Key{Lo: 0}); ok {
			t.Errorf("%d bits: the least work did not give way", keyBits)
		}
		tab.Age()
		tab.Store(oxo.Key{Lo: 100}, entry(0, 0, tt.Proven), 1)
		tab.Store(oxo.Key{Lo: 101}, entry(0, 0, tt.Proven), 1)
		if _, ok := tab.Probe(oxo.Key{Lo: 100}); !ok {
			t.Errorf("%d bits: a new entry gives way before an old one", keyBits)
		}
		s := tab.Stats()
		if s.Stores != uint64(full)+2 || s.Probes != 2 || s.Hits != 1 || s.Collisions != 3 {
			t.Errorf("%d bits, %d: %+v", keyBits, full, s)
		}
	}
}

// TestMerge: proven bounds are merged, and estimates never replace them.
func TestMerge(t *testing.T) {
	tab := table(t, 1<<12, 0)
	key := oxo.Key{Hi: 3}
	store := func(e tt.Entry) tt.Entry {
		tab.Store(key, e, 1)
		got, ok := tab.Probe(key)
		if !ok {
			t.Fatal("what was stored is not found")
		}
		return got
	}
	store(entry(-50, 50, 3))
	if got := store(entry(oxo.Draw, oxo.Win(5), tt.Proven)); got.Depth != tt.Proven || got.Hi() != oxo.Win(5) {
		t.Errorf("proven bounds do not replace estimates: %+v", got)
	}
	if got := store(entry(-10, 10, 99)); got.Depth != tt.Proven || got.Lo() != oxo.Draw {
		t.Errorf("an estimate replaces proven bounds: %+v", got)
	}
	if got := store(entry(oxo.Loss(3), oxo.Win(9), tt.Proven)); got.Bounds != oxo.Between(oxo.Draw, oxo.Win(9)) {
		t.Errorf("proven bounds are not merged: %+v", got)
	}
}

// TestNeverAnotherPosition: an entry found is the last one stored for exactly that key, however
// small the table.
func TestNeverAnotherPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tab := table(t, rapid.Int64Range(0, 2000).Draw(t, "size"), 0)
		last := map[oxo.Key]tt.Entry{}
		for range rapid.IntRange(1, 300).Draw(t, "stores") {
			key := oxo.Key{Hi: rapid.Uint64Range(0, 3).Draw(t, "hi"), Lo: rapid.Uint64Range(0, 30).Draw(t, "lo")}
			e := entry(oxo.Score(rapid.IntRange(-9, 0).Draw(t, "lo bound")), oxo.Score(rapid.IntRange(0, 9).Draw(t, "hi bound")), rapid.Int32Range(1, 99).Draw(t, "depth"))
			e.Best = oxo.Move(rapid.Uint32().Draw(t, "best"))
			tab.Store(key, e, rapid.Uint64Range(0, 1<<40).Draw(t, "nodes"))
			last[key] = e
			for other := range last {
				if got, ok := tab.Probe(other); ok && got != last[other] {
					t.Fatalf("%v is found as %+v, stored was %+v", other, got, last[other])
				}
			}
			if _, ok := tab.Probe(key); !ok {
				t.Fatalf("%v is not found although it was just stored", key)
			}
		}
	})
}

// bound draws a score of any kind.
func bound(t *rapid.T, label string) oxo.Score {
	n := rapid.IntRange(0, 200).Draw(t, label+" plies")
	return rapid.SampledFrom([]oxo.Score{
		oxo.Win(n), oxo.Loss(n), oxo.Draw, -oxo.Infinity, oxo.Infinity, oxo.Score(n), oxo.Score(-n), oxo.MaxEstimate, -oxo.MaxEstimate,
	}).Draw(t, label)
}

// TestPacked: whatever else is done with the table, and whatever the length of keys and the
// size of the table, an entry in one word or two is never another position's. Its bounds are
// never tighter than those stored, and exact for every win or loss within 126 plies. Its move
// is the one stored or none.
func TestPacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keyBits := rapid.IntRange(1, 110).Draw(t, "key bits")
		tab, err := tt.New(tt.Config{
			Bytes: rapid.Int64Range(64, 1<<14).Draw(t, "size"), KeyBits: keyBits,
			Start: rapid.Int64Range(0, 1<<10).Draw(t, "start"),
		})
		if err != nil || !tab.Packed() {
			return
		}
		type known struct {
			true  oxo.Bounds
			moves map[oxo.Move]bool
		}
		last := map[oxo.Key]known{}
		for range rapid.IntRange(1, 200).Draw(t, "stores") {
			key := oxo.Key{Lo: rapid.Uint64().Draw(t, "low") & (1<<keyBits - 1)}
			if keyBits > 64 {
				key.Hi = rapid.Uint64().Draw(t, "high") & (1<<(keyBits-64) - 1)
			}
			k, ok := last[key]
			if !ok {
				a, b := bound(t, "a"), bound(t, "b")
				k = known{true: oxo.Between(min(a, b), max(a, b)), moves: map[oxo.Move]bool{}}
			}
			switch rapid.IntRange(0, 20).Draw(t, "besides") {
			case 0:
				tab.Clear()
				clear(last)
				k.moves = map[oxo.Move]bool{}
			case 1:
				tab.Age()
			case 2:
				tab.Reserve(rapid.Uint64Range(0, 4000).Draw(t, "entries"))
			}
			e := entry(k.true.Lo(), k.true.Hi(), tt.Proven)
			e.Best = oxo.Move(rapid.Uint32Range(0, 300).Draw(t, "best"))
			k.moves[e.Best] = true
			last[key] = k
			tab.Store(key, e, rapid.Uint64().Draw(t, "nodes"))
			got, ok := tab.Probe(key)
			if !ok {
				t.Fatalf("%x is not found although it was just stored", key)
			}
			short := func(s oxo.Score) bool { return s.Sign() != 0 && s.Plies() >= 0 && s.Plies() <= 126 || s == 0 }
			if short(e.Lo()) && got.Lo() != e.Lo() || short(e.Hi()) && got.Hi() != e.Hi() {
				t.Fatalf("%v is found as %v", e.Bounds, got.Bounds)
			}
			for other, k := range last {
				got, ok := tab.Probe(other)
				if ok && (got.Lo() > max(k.true.Lo(), oxo.Loss(0)) || got.Hi() < min(k.true.Hi(), oxo.Win(0)) || got.HasMove && !k.moves[got.Best]) {
					t.Fatalf("%x is found as %+v, stored was %+v", other, got, k)
				}
			}
		}
	})
}

// TestShared: goroutines store bounds that identify their key, and look up each other's:
// nothing found belongs to another key. It runs under the race detector too.
func TestShared(t *testing.T) {
	for _, keyBits := range []int{0, 44, 80} {
		t.Run(fmt.Sprint(keyBits), func(t *testing.T) {
			tab := table(t, 1<<10, keyBits)
			tab.Share()
			found := make([]int, 4)
			var wg sync.WaitGroup
			for i := range found {
				wg.Go(func() {
					rng := rand.New(rand.NewPCG(uint64(i), 1))
					for range 20000 {
						n := rng.Uint64N(200)
						lo, hi := oxo.Loss(int(n)%100), oxo.Win(int(n)/2)
						if key := (oxo.Key{Lo: n}); n%2 == 0 {
							tab.Store(key, entry(lo, hi, tt.Proven), n)
						} else if e, ok := tab.Probe(oxo.Key{Lo: n - 1}); ok {
							found[i]++
							if n--; e.Lo() != oxo.Loss(int(n)%100) || e.Hi() != oxo.Win(int(n)/2) {
								t.Errorf("%d is found as %+v", n, e)
							}
						}
					}
				})
			}
			wg.Wait()
			if found[0] == 0 {
				t.Error("nothing was ever found")
			}
		})
	}
}

// TestSharedByOne: in a shared table, one goroutine alone stores and replaces exactly as in a
// table of its own.
func TestSharedByOne(t *testing.T) {
	for _, keyBits := range []int{0, 44, 80} {
		own, shared := table(t, 1<<10, keyBits), table(t, 1<<10, keyBits)
		shared.Share()
		rng := rand.New(rand.NewPCG(11, uint64(keyBits)))
		for range 2000 {
			n, nodes := rng.Uint64N(500), rng.Uint64()>>rng.IntN(64)
			e := entry(oxo.Loss(int(n)%100), oxo.Win(int(n)/5), tt.Proven)
			own.Store(oxo.Key{Lo: n}, e, nodes)
			shared.Store(oxo.Key{Lo: n}, e, nodes)
		}
		if own.Stats().Collisions == 0 {
			t.Errorf("%d bits: nothing was replaced", keyBits)
		}
		for n := range uint64(500) {
			want, ok := own.Probe(oxo.Key{Lo: n})
			if got, found := shared.Probe(oxo.Key{Lo: n}); got != want || found != ok {
				t.Fatalf("%d bits, key %d: shared %+v, %v, want %+v, %v", keyBits, n, got, found, want, ok)
			}
		}
	}
}
