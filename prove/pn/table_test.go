package pn

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"oxo"
	"oxo/internal/race"
)

// TestTableGrows stores far more than fits at first, from several goroutines while another one reads all keys. Each
// entry found is the last one stored. Hardly any is lost before the memory is full, and every key is in its own
// bucket.
func TestTableGrows(t *testing.T) {
	const threads, each = 4, 40_000
	table := newTable(32 << 20)
	first := table.used.Load()
	if taken := uint64(len(table.buckets)); taken != first || taken >= table.size {
		t.Fatalf("an empty table takes %d buckets, with %d in use, of %d", taken, first, table.size)
	}
	var all sync.WaitGroup
	for n := range uint64(threads) {
		all.Go(func() {
			for i := range uint64(each) {
				key := oxo.Key{Hi: n, Lo: i * 0x9e3779b97f4a7c15}
				table.store(key, numbers{i, n}, 1+i%7)
				if got, ok := table.probe(key); ok && got != (numbers{i, n}) {
					t.Errorf("%v has %v", key, got)
				}
			}
		})
	}
	all.Go(func() {
		for range 5 {
			if err := table.save(bufio.NewWriter(&bytes.Buffer{}), 1); err != nil {
				t.Error(err)
			}
		}
	})
	all.Wait()
	if used := table.used.Load(); used <= first || used > table.size {
		t.Fatalf("%d buckets in use of %d, %d at first", used, table.size, first)
	}
	found := 0
	for n := range uint64(threads) {
		for i := range uint64(each) {
			if got, ok := table.probe(oxo.Key{Hi: n, Lo: i * 0x9e3779b97f4a7c15}); ok {
				found++
				if got != (numbers{i, n}) {
					t.Fatalf("%d %d has %v", n, i, got)
				}
			}
		}
	}
	if found < threads*each*99/100 {
		t.Errorf("%d of %d were lost", threads*each-found, threads*each)
	}
	for i := range table.used.Load() {
		for _, e := range table.buckets[i] {
			home, lock := table.place(e.key)
			lock.Unlock()
			if e.work != 0 && home != i {
				t.Fatalf("bucket %d holds a key of bucket %d", i, home)
			}
		}
	}
}

// TestFullTable stores more than the table can hold: it keeps working, and the entries with the most work stay.
func TestFullTable(t *testing.T) {
	table := newTable(1 << 20)
	expensive := oxo.Key{Hi: 7, Lo: 7}
	table.store(expensive, numbers{1, 2}, 1<<40)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		table.store(oxo.Key{Hi: rng.Uint64(), Lo: rng.Uint64()}, numbers{3, 4}, 1)
	}
	if got, ok := table.probe(expensive); !ok || got != (numbers{1, 2}) {
		t.Errorf("the entry with the most work is lost: %v, %v", got, ok)
	}
	if full := table.full(); full < 950 {
		t.Errorf("%d thousandths are full", full)
	}
}

// TestLoadKeeps: a checkpoint has the entries in the order of their buckets. Hardly any is lost when they are read
// into empty tables. (Nearly all were lost when such tables grew as they filled.)
func TestLoadKeeps(t *testing.T) {
	race.OneThread(t)
	const each = 100_000
	saved := NewSolver(Options{TableBytes: 64 << 20})
	saved.makeTables(true)
	for kind := range saved.tables {
		for i := range uint64(each) {
			saved.tables[kind].store(oxo.Key{Hi: uint64(kind), Lo: i * 0x9e3779b97f4a7c15}, numbers{i + 1, uint64(kind) + 1}, 1)
		}
	}
	var file bytes.Buffer
	saved.at.Both, saved.at.Question = true, 1
	if err := saved.Save(&file); err != nil {
		t.Fatal(err)
	}
	loaded := NewSolver(Options{TableBytes: 64 << 20})
	if err := loaded.Load(&file); err != nil {
		t.Fatal(err)
	}
	found := 0
	for kind := range loaded.tables {
		for i := range uint64(each) {
			if got, ok := loaded.tables[kind].probe(oxo.Key{Hi: uint64(kind), Lo: i * 0x9e3779b97f4a7c15}); ok && got == (numbers{i + 1, uint64(kind) + 1}) {
				found++
			}
		}
	}
	if found < 2*each*99/100 {
		t.Errorf("%d of %d entries are there after a checkpoint", found, 2*each)
	}
}

// TestPacked: a packed number loses less than a part in 2^24, never exceeds the number, and
// keeps the order; 0 and infinity are unchanged.
func TestPacked(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	numbers := []uint64{0, 1, 2, packedExact - 1, packedExact, packedExact + 1, MostWork - 1, MostWork, infinity}
	for range 100_000 {
		n := random.Uint64() >> (12 + random.IntN(52))
		numbers = append(numbers, n, n+1)
	}
	slices.Sort(numbers)
	before := uint32(0)
	for _, n := range numbers {
		p := pack(n)
		got := unpack(p)
		if n < packedExact && got != n || n == infinity != (got == infinity) || got > n || n-got > n>>mantissa || pack(got) != p {
			t.Fatalf("%d is packed as %#x, which is %d", n, p, got)
		}
		if p < before {
			t.Fatalf("%d is packed as %#x, and a smaller number as %#x", n, p, before)
		}
		before = p
	}
}

// TestLoadOfBefore: an old checkpoint, whose numbers are not packed, can be read. Sums from
// 2^25 on, which could be too small, are left out.
func TestLoadOfBefore(t *testing.T) {
	s := NewSolver(Options{TableBytes: 1 << 20})
	s.makeTables(true)
	s.at.Both, s.at.Question = true, 1
	key := func(i int) oxo.Key { return oxo.Key{Hi: uint64(i), Lo: uint64(i) * 0x9e3779b97f4a7c15} }
	all := []numbers{{1, 7}, {packedExact - 1, 5}, {0, infinity}, {infinity, 0}, {3, packedExact}, {1 << 29, 9}}
	for i, n := range all {
		s.tables[i%2].store(key(i), n, 1)
	}
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	const entryBytes = 1 + 28
	old := file.Bytes()
	entries := old[len(old)-1-len(all)*entryBytes : len(old)-1]
	for ; len(entries) > 0; entries = entries[entryBytes:] {
		entries[0] -= packedKinds
		for i := 17; i < 25; i += 4 {
			n := unpack(binary.LittleEndian.Uint32(entries[i:]))
			binary.LittleEndian.PutUint32(entries[i:], uint32(min(n, 1<<30)))
		}
	}
	loaded := NewSolver(Options{TableBytes: 1 << 20})
	if err := loaded.Load(bytes.NewReader(old)); err != nil {
		t.Fatal(err)
	}
	for i, n := range all {
		got, ok := loaded.tables[i%2].probe(key(i))
		if want := i < 4; ok != want || ok && got != n {
			t.Errorf("%v: %v, %v", n, got, ok)
		}
	}
}
