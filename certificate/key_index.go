package certificate

import "oxo"

// keyIndex finds the number of a key, by linear probing. It takes 21 to 27 bytes for each key, less than a map: the certificate of (9,8,5)
// would have more than a hundred million.
type keyIndex struct {
	keys  longList[oxo.Key]
	slots []uint32 // each is 0, or 1 more than the number of a key
}

// mostKeys is how many keys it may have.
const mostKeys = 1<<31 - 2

// firstSlots is how many slots there are at first.
const firstSlots = 1 << 8

// add adds a key: it has the next number from now on. An equal one that was added before is not found any more. It adds nothing
// behind mostKeys.
func (x *keyIndex) add(key oxo.Key) {
	n := x.keys.len()
	if n >= mostKeys {
		return
	}
	if 4*n >= 3*len(x.slots) {
		x.grow()
	}
	x.keys.add(key)
	slot, _ := x.slot(key)
	x.slots[slot] = uint32(n + 1) //nolint:gosec // mostKeys + 1 at most
}

// find returns the number of a key.
func (x *keyIndex) find(key oxo.Key) (n int, ok bool) {
	if len(x.slots) == 0 {
		return 0, false
	}
	slot, ok := x.slot(key)
	return int(x.slots[slot]) - 1, ok
}

// slot returns where a key is, or where it goes.
func (x *keyIndex) slot(key oxo.Key) (slot uint64, there bool) {
	mask := uint64(len(x.slots) - 1)
	for slot = key.Hash() & mask; x.slots[slot] != 0; slot = (slot + 1) & mask {
		if *x.keys.at(int(x.slots[slot]) - 1) == key {
			return slot, true
		}
	}
	return slot, false
}

// grow makes twice as many slots.
func (x *keyIndex) grow() {
	old := x.slots
	x.slots = make([]uint32, max(2*len(old), firstSlots))
	for _, n := range old {
		if n != 0 {
			slot, _ := x.slot(*x.keys.at(int(n) - 1))
			x.slots[slot] = n
		}
	}
}
