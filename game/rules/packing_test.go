package rules

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/rules/gdl"
)

// TestPacking: keys equal the numbers that big integers give, and have the same length. If the numbers have more than
// 128 bits, the keys are hashes.
func TestPacking(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	exact, hashed := 0, 0
	for range 2000 {
		// 1. Random groups, so that the product of their values is near 128 bits.
		var groups []group
		c := &gdl.Circuit{}
		for range rng.IntN(60) {
			g := group{always: rng.IntN(2) == 0}
			for range 1 + rng.IntN(9) {
				g.fluents = append(g.fluents, int32(len(c.Fluents)))
				c.Fluents = append(c.Fluents, "f")
			}
			groups = append(groups, g)
		}
		// 2. The same packing with big integers.
		weight := big.NewInt(1)
		var digits []*big.Int
		for i := range groups {
			for j := range groups[i].fluents {
				n := int64(j)
				if !groups[i].always {
					n++
				}
				digits = append(digits, new(big.Int).Mul(weight, big.NewInt(n)))
			}
			weight.Mul(weight, big.NewInt(int64(groups[i].values())))
		}
		want := new(big.Int).Sub(weight, big.NewInt(1)).BitLen() + 1
		w := pack(c, groups)
		if want > 128 {
			hashed++
			if w.bits != 0 {
				t.Fatalf("%d bits are %d", want, w.bits)
			}
			continue
		}
		exact++
		if w.bits != want {
			t.Fatalf("%d bits, want %d", w.bits, want)
		}
		for f, d := range digits {
			if got := w.digits[f]; number(got).Cmp(d) != 0 {
				t.Fatalf("fluent %d adds %v, want %v", f, number(got), d)
			}
		}
	}
	if exact < 100 || hashed < 100 {
		t.Errorf("%d exact keys, %d hashes: want some of both", exact, hashed)
	}
}

// number returns a key as a whole number.
func number(k oxo.Key) *big.Int {
	n := new(big.Int).Lsh(new(big.Int).SetUint64(k.Hi), 64)
	return n.Add(n, new(big.Int).SetUint64(k.Lo))
}
