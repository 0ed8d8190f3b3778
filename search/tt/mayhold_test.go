package tt

import (
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/processor"
)

// TestMayHold stores half of many keys, in tables of several layouts that grow, and looks up
// all of them: what Probe finds is always among what MayHold returns, and with vector code for
// the layout MayHold returns nothing else.
func TestMayHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, keyBits := range []int{0, 49, 64, 90, 96, 104, 124} {
		bytes := int64(1 << 20)
		if keyBits > 104 {
			bytes = 1 << 26 // smaller tables have no room for tags of this length
		}
		table, err := New(Config{Bytes: bytes, Start: 1 << 12, KeyBits: keyBits})
		if err != nil {
			t.Fatal(err)
		}
		if packed := table.Packed(); packed != (keyBits > 0 && keyBits != 64) {
			t.Fatalf("%d bits: packed: %v", keyBits, packed)
		}
		exactly := processor.Vectors() && keyBits >= 96
		found, named := 0, 0
		for round := range 2000 {
			var keys knowledge.Keys
			n := rng.IntN(knowledge.MaxKeys + 1)
			for i := range n {
				keys.Give(i, randomKey(rng, keyBits), knowledge.KeyGiven)
				if i%2 == 0 {
					table.Store(keys.At(i), Entry{Bounds: oxo.Exactly(oxo.Draw), Depth: Proven}, 1+rng.Uint64N(1000))
				}
			}
			set := table.MayHold(&keys, n)
			for i := range n {
				_, ok := table.Probe(keys.At(i))
				if may := set>>i&1 != 0; ok && !may || exactly && may && !ok {
					t.Fatalf("%d bits: Probe(%x) finds it: %v, MayHold: %v", keyBits, keys.At(i), ok, may)
				}
				if ok {
					found++
				}
				named += int(set >> i & 1)
			}
			if round%300 == 299 {
				table.Reserve(uint64(round) * 35)
			}
		}
		if t.Logf("%d bits: %d found, %d named", keyBits, found, named); found < 1000 {
			t.Errorf("%d bits: only %d found", keyBits, found)
		}
	}
}

func randomKey(rng *rand.Rand, keyBits int) oxo.Key {
	key := oxo.Key{Hi: rng.Uint64(), Lo: rng.Uint64()}
	switch {
	case keyBits == 0:
	case keyBits <= 64:
		key = oxo.Key{Lo: key.Lo >> (64 - keyBits)}
	default:
		key.Hi >>= 128 - keyBits
	}
	return key
}
