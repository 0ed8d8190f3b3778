package results

import (
	"encoding/binary"
	"math/bits"
)

// A distance between two keys is written in nibbles, half bytes with the lower half first: three bits each
// from the lowest up, and a bit that says that another nibble follows. The distance less 1 is
// written, since it is at least 1. Most distances of Connect Four take one nibble, and seven
// bits in varints would take twice the room.

// maxNibbles is the number of nibbles of the longest distance.
const maxNibbles = 22

// putDistance writes a distance at a nibble of zeros, and returns the next nibble.
func putDistance(data []byte, nibble int, distance uint64) int {
	for rest := distance - 1; ; rest >>= 3 {
		bits := byte(rest & 7)
		if rest > 7 {
			bits |= 8
		}
		data[nibble/2] |= bits << (nibble % 2 * 4)
		nibble++
		if rest <= 7 {
			return nibble
		}
	}
}

// distanceAt reads the distance at a nibble, and returns the next nibble. Beyond the end of the data all
// nibbles are 0.
func distanceAt(data []byte, nibble int) (distance uint64, next int) {
	word := wordAt(data, nibble/2) >> (nibble % 2 * 4)
	if word&8 == 0 {
		return word&7 + 1, nibble + 1
	}
	const more = 0x0888888888888888 // of 15 nibbles
	n := bits.TrailingZeros64(^word&more) / 4
	if n >= 16 {
		return longDistanceAt(data, nibble)
	}
	for i := n; i >= 0; i-- {
		distance = distance<<3 | word>>(i*4)&7
	}
	return distance + 1, nibble + n + 1
}

// longDistanceAt is distanceAt for more than 15 nibbles.
func longDistanceAt(data []byte, nibble int) (distance uint64, next int) {
	for i := range maxNibbles {
		bits := wordAt(data, (nibble+i)/2) >> ((nibble + i) % 2 * 4)
		distance |= bits & 7 << (3 * i)
		if bits&8 == 0 {
			return distance + 1, nibble + i + 1
		}
	}
	return distance + 1, nibble + maxNibbles
}

// wordAt returns eight bytes as a number.
func wordAt(data []byte, i int) uint64 {
	if i+8 <= len(data) {
		return binary.LittleEndian.Uint64(data[i:])
	}
	var word [8]byte
	copy(word[:], data[min(i, len(data)):])
	return binary.LittleEndian.Uint64(word[:])
}
