package digits_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/rules/digits"
)

func big128(k oxo.Key) *big.Int {
	n := new(big.Int).SetUint64(k.Hi)
	return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(k.Lo))
}

// TestBig compares each operation with numbers of any size.
func TestBig(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	some := func() uint64 { return rng.Uint64() >> rng.UintN(64) & -uint64(rng.UintN(4)) }
	modulus := new(big.Int).Lsh(big.NewInt(1), digits.MaxBits)
	for range 20_000 {
		a, b, n := oxo.Key{Hi: some(), Lo: some()}, oxo.Key{Hi: some(), Lo: some()}, some()
		product := new(big.Int).Mul(big128(a), new(big.Int).SetUint64(n))
		got, fits := digits.Times(a, n)
		if wantFits := product.Cmp(modulus) < 0; fits != wantFits || fits && big128(got).Cmp(product) != 0 {
			t.Fatalf("Times(%v, %d) = %v, %v; want %v, %v", a, n, got, fits, product, wantFits)
		}
		sum := new(big.Int).Add(big128(a), big128(b))
		if got := digits.Sum(a, b); big128(got).Cmp(sum.Mod(sum, modulus)) != 0 {
			t.Fatalf("Sum(%v, %v) = %v; want %v", a, b, got, sum)
		}
		rest := new(big.Int).Sub(big128(a), big128(b))
		if got := digits.Difference(a, b); big128(got).Cmp(rest.Mod(rest, modulus)) != 0 {
			t.Fatalf("Difference(%v, %v) = %v; want %v", a, b, got, rest)
		}
		if a == (oxo.Key{}) {
			continue
		}
		last := new(big.Int).Sub(big128(a), big.NewInt(1))
		if got := digits.Len(a); got != last.BitLen() {
			t.Fatalf("Len(%v) = %d; want %d", a, got, last.BitLen())
		}
	}
}
