// Package digits computes with exact keys: a key is the sum of digits times their weights, as
// in a number with mixed radix.
package digits

import (
	"math/bits"

	"oxo"
)

// MaxBits is the number of bits that a key has at most.
const MaxBits = 128

// Times multiplies a key, and reports whether the product has at most [MaxBits] bits.
func Times(k oxo.Key, n uint64) (product oxo.Key, fits bool) {
	carry, lo := bits.Mul64(k.Lo, n)
	over, hi := bits.Mul64(k.Hi, n)
	hi, more := bits.Add64(hi, carry, 0)
	return oxo.Key{Hi: hi, Lo: lo}, over == 0 && more == 0
}

// Divide divides a key, and returns the rest too.
func Divide(k oxo.Key, n uint64) (quotient oxo.Key, rest uint64) {
	hi, rest := bits.Div64(0, k.Hi, n)
	lo, rest := bits.Div64(rest, k.Lo, n)
	return oxo.Key{Hi: hi, Lo: lo}, rest
}

// Sum adds two keys, modulo 2 to the power of [MaxBits].
func Sum(a, b oxo.Key) oxo.Key {
	lo, carry := bits.Add64(a.Lo, b.Lo, 0)
	hi, _ := bits.Add64(a.Hi, b.Hi, carry)
	return oxo.Key{Hi: hi, Lo: lo}
}

// Difference subtracts b from a, modulo 2 to the power of [MaxBits].
func Difference(a, b oxo.Key) oxo.Key {
	lo, borrow := bits.Sub64(a.Lo, b.Lo, 0)
	hi, _ := bits.Sub64(a.Hi, b.Hi, borrow)
	return oxo.Key{Hi: hi, Lo: lo}
}

// Len returns how many bits the numbers below a weight take.
func Len(weight oxo.Key) int {
	last := Difference(weight, oxo.Key{Lo: 1})
	if last.Hi > 0 {
		return 64 + bits.Len64(last.Hi)
	}
	return bits.Len64(last.Lo)
}
