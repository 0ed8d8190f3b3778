package memory_test

import (
	"math"
	"strings"
	"testing"

	"oxo/internal/memory"
)

// TestSize: a size is a number and a unit, and is written in the greatest unit.
func TestSize(t *testing.T) {
	for text, want := range map[string]string{
		"64MB": "64MB", " 64 m": "64MB", "64MiB": "64MB", "2048KB": "2MB", "1536B": "1.5KB", "3G": "3GB", "5000TB": "5000TB",
	} {
		var s memory.Size
		if err := s.Set(text); err != nil || s.String() != want {
			t.Errorf("%q: %v, %v; want %s", text, s, err, want)
		}
	}
	for _, text := range []string{"", "512", "0MB", "-1MB", "1.5GB", "MB", "9999999999TB", "8XB", "1 2MB"} {
		s := memory.Size(7)
		if err := s.Set(text); err == nil || s != 7 {
			t.Errorf("%q is read as %v", text, s)
		}
	}
}

// TestFits: a table fits if it leaves the spare memory free, within the memory limit of
// the user.
func TestFits(t *testing.T) {
	t.Setenv("GOMEMLIMIT", "100MB")
	free, _ := memory.Free()
	if free > 100<<20 {
		t.Fatalf("%d bytes are free", free)
	}
	for _, c := range []struct {
		size memory.Size
		n    int
		fits bool
	}{{1, 1, true}, {memory.Size(free) - memory.Spare + 1, 1, false}, {25 << 20, 4, false}, {math.MaxInt64, 1, false}} {
		if err := c.size.Fits(c.n); (err == nil) != c.fits || err != nil && !strings.HasSuffix(err.Error(), "of memory; a smaller table does") {
			t.Errorf("%d times %v with %d bytes free: %v", c.n, c.size, free, err)
		}
	}
}
