// Package keybits shortens keys: it leaves out the bits that are 0 in all keys of a game.
package keybits

import (
	"math/bits"

	"oxo"
)

// Packing removes the bits that are 0 in all keys: keys of k in a row on 4x4 use 16 of each
// 64 bits. It keeps the order of keys.
type Packing struct {
	mask oxo.Key // the bits that keys use
	runs []run
	bits int // the length of a packed key in bits
}

// run is a run of adjacent bits of a key, and its destination.
type run struct {
	word int    // 0 for the low word of the key, 1 for the high one
	from int    // the lowest bit of the run in that word
	ones uint64 // a one for each bit
	to   int    // destination of the lowest bit, 0 to 127
}

// New returns the packing of keys that have no bits outside a mask.
func New(mask oxo.Key) Packing {
	k := Packing{mask: mask}
	for word, rest := range [2]uint64{mask.Lo, mask.Hi} {
		for rest != 0 {
			from := bits.TrailingZeros64(rest)
			length := bits.TrailingZeros64(^(rest >> from))
			if k.bits < 64 {
				length = min(length, 64-k.bits) // no run spans both words
			}
			ones := ^uint64(0) >> (64 - length)
			k.runs = append(k.runs, run{word, from, ones, k.bits})
			k.bits += length
			rest &^= ones << from
		}
	}
	return k
}

// Mask returns the bits that keys use.
func (k *Packing) Mask() oxo.Key { return k.mask }

// Bits returns the length of a packed key in bits.
func (k *Packing) Bits() int { return k.bits }

// Holds reports whether a key uses no other bits.
func (k *Packing) Holds(key oxo.Key) bool { return key.Lo&^k.mask.Lo == 0 && key.Hi&^k.mask.Hi == 0 }

// Pack removes the unused bits.
func (k *Packing) Pack(key oxo.Key) oxo.Key {
	var packed [2]uint64
	words := [2]uint64{key.Lo, key.Hi}
	for i := range k.runs {
		r := &k.runs[i]
		packed[r.to>>6&1] |= words[r.word&1] >> (r.from & 63) & r.ones << (r.to & 63)
	}
	return oxo.Key{Lo: packed[0], Hi: packed[1]}
}

// Unpack is the inverse of Pack.
func (k *Packing) Unpack(packed oxo.Key) oxo.Key {
	var key [2]uint64
	words := [2]uint64{packed.Lo, packed.Hi}
	for i := range k.runs {
		r := &k.runs[i]
		key[r.word&1] |= words[r.to>>6&1] >> (r.to & 63) & r.ones << (r.from & 63)
	}
	return oxo.Key{Lo: key[0], Hi: key[1]}
}
