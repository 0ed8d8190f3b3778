package tt_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"oxo"
	"oxo/search/tt"
)

// filled returns a table with entries of every generation, some of them cleared.
func filled(t *testing.T, c tt.Config) (*tt.Table, []oxo.Key) {
	t.Helper()
	tab, err := tt.New(c)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, uint64(c.KeyBits)))
	var keys []oxo.Key
	for round := range 5 {
		for range 400 {
			k := oxo.Key{Lo: rng.Uint64(), Hi: rng.Uint64()}
			if bits := c.KeyBits; bits > 0 && bits <= 64 {
				k = oxo.Key{Lo: k.Lo >> (64 - bits)}
			} else if bits > 64 {
				k.Hi >>= 128 - bits
			}
			keys = append(keys, k)
			tab.Store(k, entry(oxo.Loss(rng.IntN(100)), oxo.Win(rng.IntN(100)), tt.Proven), rng.Uint64()>>rng.IntN(64))
		}
		switch round {
		case 1:
			tab.Clear()
		case 2:
			tab.Age()
			tab.Reserve(3000)
		}
	}
	return tab, keys
}

func configs() []tt.Config {
	return []tt.Config{
		{Bytes: 1 << 17, KeyBits: 49},
		{Bytes: 1 << 17, Start: 1 << 12, KeyBits: 49},
		{Bytes: 1 << 14, KeyBits: 30, Margins: true},
		{Bytes: 1 << 17, KeyBits: 80},
		{Bytes: 1 << 17, Start: 1 << 12, KeyBits: 104},
		{Bytes: 1 << 16},
		{Bytes: 1 << 17, Start: 1 << 12, KeyBits: 128},
	}
}

// TestSnapshot: a table that is read back has the same entries, and behaves the same
// afterwards.
func TestSnapshot(t *testing.T) {
	for _, c := range configs() {
		tab, keys := filled(t, c)
		var file bytes.Buffer
		if n, err := tab.WriteTo(&file); err != nil || n != int64(file.Len()) {
			t.Fatalf("%+v: %d bytes of %d, %v", c, n, file.Len(), err)
		}
		read, err := tt.New(c)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := read.ReadFrom(bytes.NewReader(file.Bytes())); err != nil || n != int64(file.Len()) {
			t.Fatalf("%+v: %d bytes of %d, %v", c, n, file.Len(), err)
		}
		compare := func(when string) {
			t.Helper()
			held := 0
			for _, k := range keys {
				want, ok := tab.Probe(k)
				if got, found := read.Probe(k); got != want || ok != found {
					t.Fatalf("%+v, %s: %v, %v, want %v, %v", c, when, got, found, want, ok)
				}
				if ok {
					held++
				}
			}
			if held < 50 {
				t.Errorf("%+v, %s: %d entries are few", c, when, held)
			}
		}
		compare("read")
		for _, change := range []*tt.Table{tab, read} {
			change.Age()
			change.Reserve(6000)
			change.Store(keys[0], entry(0, 0, tt.Proven), 9)
		}
		compare("changed")
	}
}

// TestSnapshotIsRefused: a snapshot of another table, or an incomplete one, is an error.
func TestSnapshotIsRefused(t *testing.T) {
	for i, c := range configs() {
		tab, _ := filled(t, c)
		var file bytes.Buffer
		if _, err := tab.WriteTo(&file); err != nil {
			t.Fatal(err)
		}
		for j, other := range configs() {
			with, err := tt.New(other)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := with.ReadFrom(bytes.NewReader(file.Bytes())); (err == nil) != (i == j) {
				t.Errorf("%+v read by %+v: %v", c, other, err)
			}
			if _, err := with.ReadFrom(bytes.NewReader(file.Bytes()[:file.Len()-1])); err == nil {
				t.Errorf("%+v: a part was read", c)
			}
		}
		for at := range 40 { // damage in the head may be detected or not, but must not panic
			damaged := bytes.Clone(file.Bytes())
			damaged[at] ^= 0x55
			_, err := tab.ReadFrom(bytes.NewReader(damaged))
			if at == 0 && (err == nil || !strings.Contains(err.Error(), "version")) {
				t.Errorf("another version: %v", err)
			}
		}
	}
}

// TestSnapshotMeanwhile: other goroutines store while a snapshot is written, and each entry in
// it was stored by one of them.
func TestSnapshotMeanwhile(t *testing.T) {
	for _, c := range configs() {
		tab, keys := filled(t, c)
		tab.Share()
		boundsOf := func(i int) oxo.Bounds { return oxo.Between(oxo.By(-i%100-1), oxo.By(i%100+1)) }
		if !c.Margins {
			boundsOf = func(i int) oxo.Bounds { return oxo.Between(oxo.Loss(i%100), oxo.Win(i%100)) }
		}
		tab.Clear()
		stop := make(chan struct{})
		var wg sync.WaitGroup
		for worker := range 2 {
			wg.Go(func() {
				for n := worker; ; n += 2 {
					select {
					case <-stop:
						return
					default:
					}
					i := n % len(keys)
					tab.Store(keys[i], tt.Entry{Bounds: boundsOf(i), Depth: tt.Proven}, uint64(n))
				}
			})
		}
		for range 3 {
			var file bytes.Buffer
			read, err := tt.New(c)
			if err == nil {
				_, err = tab.WriteTo(&file)
			}
			if err == nil {
				_, err = read.ReadFrom(&file)
			}
			if err != nil {
				t.Fatal(err)
			}
			for i, k := range keys {
				if e, ok := read.Probe(k); ok && e.Bounds != boundsOf(i) {
					t.Fatalf("%+v: %v of %d", c, e, i)
				}
			}
		}
		close(stop)
		wg.Wait()
	}
}
