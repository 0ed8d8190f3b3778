//go:build !race

package mnk

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestSetOrder: sets are in the order of numbers with 128 bits.
func TestSetOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(61, 62))
	for range 1000 {
		a := set[broad]{high: broad{random.Uint64N(3)}, low: random.Uint64N(3)}
		b := set[broad]{high: broad{random.Uint64N(3)}, low: random.Uint64N(3)}
		_, borrow := bits.Sub64(a.low, b.low, 0)
		_, borrow = bits.Sub64(a.high[0], b.high[0], borrow)
		if a.less(b) != (borrow == 1) {
			t.Fatalf("%v is less than %v: %v", a, b, a.less(b))
		}
	}
}
