package machine

import (
	"math/bits"
	"slices"
)

// Make makes one move of each role, by its number, and returns the fluents that have
// changed. They are valid until the next call.
func (m *Machine) Make(first, second int32) []int32 {
	m.changes = m.changes[:0]
	m.settle(everything)
	if m.saves {
		m.save()
	}
	if m.p.all {
		m.makeAll(int32(m.p.FirstMove(0))+first, int32(m.p.FirstMove(1))+second)
		return m.changes
	}
	m.changes = members(m.watched[m.p.bases[2]>>6:], m.changes)
	m.follow(m.p.effect(first, second))
	if !m.saves {
		m.marks = append(m.marks, len(m.trail))
	}
	m.change(m.changes)
	return m.changes
}

// makeAll makes moves where all atoms are kept.
func (m *Machine) makeAll(a, b int32) {
	m.settled = 0
	m.flip(a)
	m.flip(b)
	m.settle(everything)
	m.changes = members(m.watched[m.p.bases[2]>>6:], m.changes)
	m.flip(a)
	m.flip(b)
	m.trail, m.marks = m.trail[:0], m.marks[:0]
	m.change(m.changes)
}

// Unmake takes back the last moves made, which have changed the fluents.
func (m *Machine) Unmake(fluents []int32) {
	if n := len(m.frames); n > 0 {
		m.rest() // nothing was pending when the moves were made
		f := &m.frames[n-1]
		m.frame, *f = *f, m.frame
		m.frames = m.frames[:n-1]
		return
	}
	m.saves = m.p.small
	if len(m.marks) == 0 {
		m.Toggle(fluents)
		return
	}
	m.rest()
	from := m.marks[len(m.marks)-1]
	for _, a := range m.trail[from:] {
		m.back(a)
	}
	m.trail, m.marks = m.trail[:from], m.marks[:len(m.marks)-1]
}

// maxFrames is the number of moves that a small machine can take back by its frames. It takes back others as [Machine.Toggle] does.
const maxFrames = 32

// save keeps the state before a move.
func (m *Machine) save() {
	n := len(m.frames)
	if n == maxFrames {
		m.frames, n = m.frames[:0], 0
		m.trail, m.marks = m.trail[:0], m.marks[:0]
	}
	if n == cap(m.frames) {
		m.frames = slices.Grow(m.frames, 16)
	}
	m.frames = m.frames[:n+1]
	f := &m.frames[n]
	f.truth, f.watched, f.counts = append(f.truth[:0], m.truth...), append(f.watched[:0], m.watched...), append(f.counts[:0], m.counts...)
}

// rest forgets all pending atoms.
func (m *Machine) rest() {
	for g, words := range m.groups {
		for ; words != 0; words &= words - 1 {
			m.pending[g<<6|bits.TrailingZeros64(words)] = 0
		}
		m.groups[g] = 0
	}
	m.settled = 1<<questions - 1
}

// Toggle changes fluents. It cannot be taken back.
func (m *Machine) Toggle(fluents []int32) {
	m.change(fluents)
	m.trail, m.marks, m.frames = m.trail[:0], m.marks[:0], m.frames[:0]
}

// change changes fluents. The atoms that depend on them are pending until someone asks for them.
func (m *Machine) change(fluents []int32) {
	m.settled = 0
	for _, f := range fluents {
		m.flip(f + 1)
	}
}
