package machine

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Kept returns the atoms that [Lanes.Step] hands on, as a machine in some state has them: a word for each, with all lanes or none.
func (l *Lanes) Kept(m *Machine) []uint64 {
	l.Load(m)
	return l.Keep(nil)
}

// Step makes the picked moves of both roles in the states of all lanes. In the lanes that begin again it makes them in the state
// that is kept in start.
func (l *Lanes) Step(start []uint64, again uint64, moves *[2]LaneMoves) {
	for i, a := range l.kept {
		l.after.set(a, l.here.truth[a]&^again|start[i]&again)
	}
	l.makePicked(moves)
	l.after.run()
	for f, lit := range l.p.Next {
		l.here.set(int32(f+1), l.after.of(lit))
	}
	l.here.run()
}

// makePicked makes the picked moves true, and the moves of the step before false.
func (l *Lanes) makePicked(moves *[2]LaneMoves) {
	first := int32(l.p.FirstMove(0))
	for role := range moves {
		for i, m := range moves[role].Moves {
			l.fresh[int32(l.p.FirstMove(role))+m] = moves[role].Picked[i]
		}
	}
	for _, a := range l.made {
		l.after.move(a, first, 0)
	}
	l.made = l.made[:0]
	for role := range moves {
		for _, m := range moves[role].Moves {
			if a := int32(l.p.FirstMove(role)) + m; l.fresh[a] != 0 {
				l.after.move(a, first, l.fresh[a])
				l.made, l.fresh[a] = append(l.made, a), 0
			}
		}
	}
}

// Replace makes some moves the legal ones in some lanes, and no others.
func (b *LaneMoves) Replace(moves []int32, lanes uint64) {
	if lanes == 0 {
		return
	}
	for i := range b.Lanes {
		b.Lanes[i] &^= lanes
	}
	i := 0
	for _, m := range moves {
		for i < len(b.Moves) && b.Moves[i] < m {
			i++
		}
		if i == len(b.Moves) || b.Moves[i] != m {
			b.Moves, b.Lanes = slices.Insert(b.Moves, i, m), slices.Insert(b.Lanes, i, 0)
		}
		b.Lanes[i] |= lanes
	}
}

// planes is the number of bits of a number of moves.
const planes = 24

// Pick picks a move in each lane at random, all with the same chance. Numbers of the lanes are kept as planes of bits: what the
// lanes do one by one is only to draw.
func (b *LaneMoves) Pick(rng *rand.Rand) {
	var count [planes]uint64
	n := 0 // planes in use
	for _, in := range b.Lanes {
		for k := 0; in != 0; k++ {
			n = max(n, k+1)
			count[k], in = count[k]^in, count[k]&in
		}
	}
	var left [planes]uint64 // how many legal moves come before the one that is picked
	if n > 1 {
		draw(rng, count[:n], left[:n])
	}
	b.Picked = b.Picked[:0]
	none := uint64(0) // lanes that have their move
	for _, in := range b.Lanes {
		in &^= none
		borrow := in
		for k := range n {
			left[k], borrow = left[k]^borrow, borrow&^left[k]
		}
		none |= borrow
		b.Picked = append(b.Picked, borrow)
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
