package write

import (
	"oxo"
	"oxo/prove/certificate/lines"
)

// keyIndex finds the number of a key, by linear probing. It takes 17 to 23 bytes for each key, less than a map: the
// certificate of (9,8,5) would have hundreds of millions of keys. It keeps 96 of the 128 bits of a key. If two
// positions had the same 96 bits, the checker would refuse the file.
type keyIndex struct {
	keys  lines.List[shortKey]
	count int      // keys in the index; later ones in keys come from a notes file
	slots []uint32 // 0, or the number of a key plus 1
}

// shortKey is a key without its lowest bits.
type shortKey [3]uint32

func shortOf(k oxo.Key) shortKey {
	return shortKey{uint32(k.Hi >> 32), uint32(k.Hi), uint32(k.Lo >> 32)}
} //nolint:gosec // parts

func (k *shortKey) hash() uint64 {
	return oxo.Key{Hi: uint64(k[0])<<32 | uint64(k[1]), Lo: uint64(k[2])}.Hash()
}

// maxKeys bounds the number of keys.
const maxKeys = 1<<31 - 2

// firstSlots is how many slots there are at first.
const firstSlots = 1 << 8

// addKey adds a key with the next number. An equal key that was added before is not found any more. A full index,
// with maxKeys keys, adds nothing.
func (x *keyIndex) addKey(key shortKey) {
	if x.count >= maxKeys {
		return
	}
	if 4*x.count >= 3*len(x.slots) {
		x.grow()
	}
	if x.count < x.keys.Len() {
		*x.keys.At(x.count) = key
	} else {
		x.keys.Append(key)
	}
	slot, _ := x.slot(key)
	x.count++
	x.slots[slot] = uint32(x.count) //nolint:gosec // maxKeys at most
}

// numberOf returns the number of a key.
func (x *keyIndex) numberOf(key shortKey) (n int, ok bool) {
	if len(x.slots) == 0 {
		return 0, false
	}
	slot, ok := x.slot(key)
	return int(x.slots[slot]) - 1, ok
}

// slot returns the slot of a key, or the free slot for it.
func (x *keyIndex) slot(key shortKey) (slot uint64, there bool) {
	mask := uint64(len(x.slots) - 1)
	for slot = key.hash() & mask; x.slots[slot] != 0; slot = (slot + 1) & mask {
		if *x.keys.At(int(x.slots[slot]) - 1) == key {
			return slot, true
		}
	}
	return slot, false
}

// grow doubles the number of slots.
func (x *keyIndex) grow() {
	old := x.slots
	x.slots = make([]uint32, max(2*len(old), firstSlots))
	for _, n := range old {
		if n != 0 {
			slot, _ := x.slot(*x.keys.At(int(n) - 1))
			x.slots[slot] = n
		}
	}
}
