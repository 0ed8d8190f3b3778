// Package machine runs the circuit of a rule sheet: it keeps the truth of atoms while moves are
// made and taken back. The cost of a change of one atom grows with the number of rules that use
// it, not with the number of all rules.
package machine

import (
	"math/bits"

	"oxo/game/rules/gdl"
)

// Machine is a state of the game: the truth of the atoms that are kept, with no move made.
type Machine struct {
	p       *Program
	words   int
	truth   []uint64 // by atom, a bit each
	missing []int32  // of each rule: literals that are not true
	reasons []int32  // of each atom: rules that make it true
	pending []uint64 // atoms whose reasons may have changed, a bit each
	work    int      // conditions of rules looked at
	low     int      // all words of pending below this index are 0
	changes []int32  // of [Machine.Make]: the fluents that have changed

	// For atoms that are not kept: see ask.
	made [2]int32 // the atoms of the moves made; 0 for none
	seen []uint32 // of each atom: the question it was computed for, times two, plus one if true
	now  uint32
}

// Clone returns a copy.
func (m *Machine) Clone() *Machine {
	c := *m
	c.truth = append([]uint64(nil), m.truth...)
	c.missing = append([]int32(nil), m.missing...)
	c.reasons = append([]int32(nil), m.reasons...)
	c.pending, c.seen = make([]uint64, m.words), make([]uint32, len(m.seen))
	c.changes, c.now = nil, 0
	return &c
}

// Holds reports whether a literal is true, if no move is made.
func (m *Machine) Holds(l gdl.Literal) bool {
	if m.p.kept[l.Atom()] {
		return m.bit(int32(l.Atom())) != l.Not()
	}
	m.ask([2]int32{})
	return m.is(int32(l.Atom())) != l.Not()
}

func (m *Machine) bit(a int32) bool { return m.truth[a>>6]>>(a&63)&1 != 0 }

// Fluent reports whether a fluent is true.
func (m *Machine) Fluent(f int) bool { return m.bit(int32(f + 1)) }

// ask begins a question about atoms that are not kept, after some moves.
func (m *Machine) ask(made [2]int32) {
	m.made = made
	if m.now++; m.now == 1<<31 {
		clear(m.seen)
		m.now = 1
	}
}

// is computes an atom from its rules, once for each question.
func (m *Machine) is(a int32) bool {
	p := m.p
	if p.kept[a] {
		return m.bit(a)
	}
	if m.seen[a]>>1 == m.now {
		return m.seen[a]&1 != 0
	}
	if p.loop != nil && p.loop[a] != 0 {
		m.solve(p.Loops[p.loop[a]-1])
		return m.seen[a]&1 != 0
	}
	yes := a == m.made[0] || a == m.made[1]
	yes = yes || m.byRules(a)
	m.seen[a] = m.now << 1
	if yes {
		m.seen[a]++
	}
	return yes
}

// byRules reports whether a rule makes an atom true.
func (m *Machine) byRules(a int32) bool {
	p := m.p
	for i := p.rules[a]; i < p.rules[a+1]; i++ {
		yes := true
		for _, l := range p.Rules[i].Body {
			m.work++
			if m.is(int32(l.Atom())) == l.Not() {
				yes = false
				break
			}
		}
		if yes {
			return true
		}
	}
	return false
}

// solve computes the atoms of a loop whose truth is not kept. It uses the method of repeat.
func (m *Machine) solve(l gdl.Loop) {
	for a := l.First; a <= l.Last; a++ {
		m.seen[a] = m.now << 1
	}
	for again := true; again; {
		again = false
		for a := l.First; a <= l.Last; a++ {
			if m.seen[a]&1 == 0 && m.byRules(int32(a)) {
				m.seen[a]++
				again = true
			}
		}
	}
}

// flip changes an atom that is kept, and counts again for the rules that use it.
func (m *Machine) flip(a int32) {
	m.truth[a>>6] ^= 1 << (a & 63)
	p := m.p
	rises := int32(m.truth[a>>6] >> (a & 63) & 1)
	m.work += int(p.from[a+1] - p.from[a])
	for _, u := range p.users[p.from[a]:p.from[a+1]] {
		r := u >> 1
		if rises != int32(u&1) { // the literal becomes true
			if m.missing[r]--; m.missing[r] == 0 {
				h := p.head[r]
				if m.reasons[h]++; m.reasons[h] == 1 {
					m.wake(h)
				}
			}
		} else {
			if m.missing[r]++; m.missing[r] == 1 {
				h := p.head[r]
				if m.reasons[h]--; m.reasons[h] == 0 || p.loop != nil && p.loop[h] != 0 { // the atom's other reasons may depend on the atom itself
					m.wake(h)
				}
			}
		}
	}
}

// wake records that an atom may have changed.
func (m *Machine) wake(a int32) {
	w := int(a >> 6)
	m.pending[w] |= 1 << (a & 63)
	m.low = min(m.low, w)
}

// settle changes the atoms whose reasons have changed, in the order of their numbers: each
// depends on lower ones only, so each changes at most once.
func (m *Machine) settle() {
	for w := m.low; w < m.words; w++ {
		for m.pending[w] != 0 {
			a := int32(w<<6 | bits.TrailingZeros64(m.pending[w]))
			if m.p.loop != nil && m.p.loop[a] != 0 {
				m.repeat(m.p.Loops[m.p.loop[a]-1])
				continue
			}
			m.pending[w] &= m.pending[w] - 1
			if m.bit(a) != (m.reasons[a] > 0) {
				m.flip(a)
			}
		}
	}
	m.low = m.words
}

// repeat computes the atoms of a loop: first all are false; then every atom that a rule makes true
// becomes true, until no rule makes another atom true.
func (m *Machine) repeat(l gdl.Loop) {
	for a := int32(l.First); a <= int32(l.Last); a++ {
		if m.bit(a) {
			m.flip(a)
		}
		m.pending[a>>6] |= 1 << (a & 63)
	}
	first, last := l.First>>6, l.Last>>6
	for w := first; w <= last; {
		here := m.pending[w]
		if w == first {
			here &= ^uint64(0) << (l.First & 63)
		}
		if w == last {
			here &= ^uint64(0) >> (63 - l.Last&63)
		}
		if here == 0 {
			w++
			continue
		}
		a := int32(w<<6 | bits.TrailingZeros64(here))
		m.pending[w] &^= here & -here
		if m.reasons[a] > 0 && !m.bit(a) {
			m.low = w
			m.flip(a) // may wake atoms of the loop in lower words
			w = max(m.low, first)
		}
	}
}

// Legal appends the numbers of the moves that a role may make.
func (m *Machine) Legal(role int, buf []int32) []int32 {
	t := &m.p.turns[role]
	if m.bit(int32(t.guard.Atom())) == t.guard.Not() {
		for _, i := range t.others {
			if l := m.p.Legal[role][i]; m.bit(int32(l.Atom())) != l.Not() {
				buf = append(buf, i)
			}
		}
		return buf
	}
	for i, l := range m.p.Legal[role] {
		if m.bit(int32(l.Atom())) != l.Not() {
			buf = append(buf, int32(i))
		}
	}
	return buf
}

// Over reports whether the game is over.
func (m *Machine) Over() bool { return m.Holds(m.p.Over) }

// Points returns what a role gets; ok is false if the sheet gives it nothing, or two
// different numbers.
func (m *Machine) Points(role int) (points int, ok bool) {
	for _, g := range m.p.Goals[role] {
		if !m.Holds(g.If) {
			continue
		}
		if ok && g.Points != points {
			return 0, false
		}
		points, ok = g.Points, true
	}
	return points, ok
}

// Make makes one move of each role, by its number, and returns the fluents that have
// changed. They are valid until the next call.
func (m *Machine) Make(first, second int32) []int32 {
	m.changes = m.changes[:0]
	if m.p.all {
		m.makeAll(int32(m.p.FirstMove(0))+first, int32(m.p.FirstMove(1))+second)
		return m.changes
	}
	e := m.p.effect(first, second)
	m.ask(e.made)
	for i, f := range e.changes {
		var will bool
		if e.coded {
			will = m.holds(&e.code, e.next[i])
		} else {
			l := m.p.Next[f]
			will = m.is(int32(l.Atom())) != l.Not()
		}
		if will != m.Fluent(int(f)) {
			m.changes = append(m.changes, f)
		}
	}
	m.Toggle(m.changes)
	return m.changes
}

// makeAll makes moves where all atoms are kept.
func (m *Machine) makeAll(a, b int32) {
	m.flip(a)
	m.flip(b)
	m.settle()
	for f, l := range m.p.Next {
		if (m.bit(int32(l.Atom())) != l.Not()) != m.Fluent(f) {
			m.changes = append(m.changes, int32(f))
		}
	}
	m.flip(a)
	m.flip(b)
	m.Toggle(m.changes)
}

// Unmake takes back the last moves made, which have changed the fluents.
func (m *Machine) Unmake(fluents []int32) { m.Toggle(fluents) }

// Toggle changes fluents.
func (m *Machine) Toggle(fluents []int32) {
	for _, f := range fluents {
		m.flip(f + 1)
	}
	m.settle()
}
