package machine

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// WideMoves are the moves of a role that are legal in some lanes.
type WideMoves struct {
	Moves  []int32
	Lanes  []WideSet // of each move, where it is legal
	Picked []WideSet // of each move, where it is made: see [WideMoves.Pick]
}

// Legal finds the legal moves of a role where the game is not over.
func (l *WideLanes) Legal(role int, over *WideSet, buf *WideMoves) {
	buf.Moves, buf.Lanes = buf.Moves[:0], buf.Lanes[:0]
	p := l.p
	for m, lit := range p.Legal[role] {
		in := l.of(lit)
		guard := l.of(p.Guards[role][m])
		some := uint64(0)
		for j := range in {
			in[j] &= guard[j] &^ over[j]
			some |= in[j]
		}
		if some != 0 {
			buf.Moves, buf.Lanes = append(buf.Moves, int32(m)), append(buf.Lanes, in)
		}
	}
}

// Counts returns the lanes in which some moves are legal, and those in which two or more are.
func (b *WideMoves) Counts() (one, two WideSet) {
	for i := range b.Lanes {
		for j, w := range &b.Lanes[i] {
			two[j] |= one[j] & w
			one[j] |= w
		}
	}
	return one, two
}

// Replace makes some moves the legal ones in some lanes, and no others.
func (b *WideMoves) Replace(moves []int32, lanes *WideSet) {
	if lanes.Empty() {
		return
	}
	for i := range b.Lanes {
		for j, w := range lanes {
			b.Lanes[i][j] &^= w
		}
	}
	i := 0
	for _, m := range moves {
		for i < len(b.Moves) && b.Moves[i] < m {
			i++
		}
		if i == len(b.Moves) || b.Moves[i] != m {
			b.Moves, b.Lanes = slices.Insert(b.Moves, i, m), slices.Insert(b.Lanes, i, WideSet{})
		}
		for j, w := range lanes {
			b.Lanes[i][j] |= w
		}
	}
}

// planes is the number of bits of a number of moves.
const planes = 24

// Pick picks a move in each lane at random, all with the same chance.
func (b *WideMoves) Pick(rng *rand.Rand) {
	b.Picked = slices.Grow(b.Picked[:0], len(b.Lanes))[:len(b.Lanes)]
	for j := range wideWords {
		b.pick(rng, j)
	}
}

// pick picks moves in 64 lanes. The numbers of the lanes are kept as planes of bits: what the lanes do one by one is only to draw.
func (b *WideMoves) pick(rng *rand.Rand, word int) {
	var count [planes]uint64
	n := 0 // planes in use
	for i := range b.Lanes {
		for k, in := 0, b.Lanes[i][word]; in != 0; k++ {
			n = max(n, k+1)
			count[k], in = count[k]^in, count[k]&in
		}
	}
	var left [planes]uint64 // how many legal moves come before the one that is picked
	if n > 1 {
		draw(rng, count[:n], left[:n])
	}
	none := uint64(0) // lanes that have their move
	for i := range b.Lanes {
		borrow := b.Lanes[i][word] &^ none
		for k := 0; k < n && borrow != 0; k++ {
			left[k], borrow = left[k]^borrow, borrow&^left[k]
		}
		none |= borrow
		b.Picked[i][word] = borrow
	}
}

// draw draws a number below its count for each lane.
func draw(rng *rand.Rand, count, left []uint64) {
	for lane := range 64 {
		n := uint64(0)
		for k, w := range count {
			n |= w >> lane & 1 << k
		}
		x, _ := bits.Mul64(rng.Uint64(), n)
		for k := range left {
			left[k] |= x >> k & 1 << lane
		}
	}
}
