package census

import (
	"math/big"
	"math/bits"
)

// Number is a count of up to 128 bits. A larger sum is marked as too large instead of wrapping
// around.
type Number struct {
	hi, lo   uint64
	tooLarge bool
}

// Of returns n as a Number.
func Of(n uint64) Number { return Number{lo: n} }

// Plus returns the sum.
func (n Number) Plus(o Number) Number {
	lo, carry := bits.Add64(n.lo, o.lo, 0)
	hi, over := bits.Add64(n.hi, o.hi, carry)
	return Number{hi, lo, n.tooLarge || o.tooLarge || over != 0}
}

// String returns the number in decimal, or "more than 2^128".
func (n Number) String() string {
	if n.tooLarge {
		return "more than 2^128"
	}
	b := new(big.Int).SetUint64(n.hi)
	return b.Lsh(b, 64).Add(b, new(big.Int).SetUint64(n.lo)).String()
}

// MarshalJSON writes the number, which may exceed 64 bits, or null if it is too large.
func (n Number) MarshalJSON() ([]byte, error) {
	if n.tooLarge {
		return []byte("null"), nil
	}
	return []byte(n.String()), nil
}
