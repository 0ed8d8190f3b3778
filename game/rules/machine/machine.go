// Package machine runs the circuit of a rule sheet: it keeps the truth of atoms while moves are
// made and taken back. The cost of a change of one atom grows with the number of rules that use
// it, not with the number of all rules.
package machine

import (
	"math/bits"
	"slices"

	"oxo/game/rules/gdl"
)

// Machine is a state of the game: the truth of the atoms that are kept, with no move made.
type Machine struct {
	p *Program
	frame
	pending []uint64 // atoms whose counts may have changed, a bit each
	groups  []uint64 // words of pending that are not 0, a bit each
	settled uint8    // the questions with no pending atoms, a bit each
	work    int      // conditions of rules looked at
	changes []int32  // of [Machine.Make]: the fluents that have changed

	// To take back moves: see [Machine.Unmake].
	trail  []int32 // the atoms that the last moves have changed
	marks  []int   // where the atoms of each move begin
	saves  bool    // moves are taken back, and the machine is small: it keeps frames from now on
	frames []frame // the states before the last moves; those from the length on are free

	// For atoms that are not kept: see ask.
	made [2]int32 // the atoms of the moves made; 0 for none
	seen []uint32 // of each atom: the question it was computed for, times two, plus one if true
	now  uint32
}

// frame is the part of a machine that moves change.
type frame struct {
	truth   []uint64 // by atom, a bit each
	watched []uint64 // see [wires]
	counts  []int32  // of the gates
}

// Clone returns a copy.
func (m *Machine) Clone() *Machine {
	c := *m
	c.truth, c.watched, c.counts = slices.Clone(m.truth), slices.Clone(m.watched), slices.Clone(m.counts)
	c.pending, c.groups, c.seen = slices.Clone(m.pending), slices.Clone(m.groups), make([]uint32, len(m.seen))
	c.changes, c.trail, c.marks, c.saves, c.frames, c.now = nil, nil, nil, false, nil, 0
	return &c
}

// Holds reports whether a literal is true, if no move is made.
func (m *Machine) Holds(l gdl.Literal) bool {
	m.settle(everything)
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

// turn changes the truth of an atom that is kept, and the bits that depend on it. It returns 1 if the atom becomes true, otherwise 0.
func (m *Machine) turn(a int32, at *spans) (rises use) {
	word := &m.truth[a>>6]
	*word ^= 1 << (a & 63)
	for _, bit := range m.p.watch[at.watch:at.until] {
		m.watched[bit>>6] ^= 1 << (bit & 63)
	}
	return use(*word >> (a & 63) & 1)
}

// flip changes an atom that is kept, and counts again for the gates that use it.
func (m *Machine) flip(a int32) {
	p := m.p
	at := &p.spans[a]
	rises := m.turn(a, at)
	if !m.saves {
		m.trail = append(m.trail, a)
	}
	m.work += int(at.to - at.uses)
	for _, u := range p.uses[at.uses:at.rules] {
		gate := int32(u >> 1)
		c := &m.counts[gate]
		if u&1 == rises {
			if *c++; *c == 1 {
				m.wake(p.atomOf[gate])
			}
		} else if *c--; *c == 0 {
			m.wake(p.atomOf[gate])
		}
	}
	for _, u := range p.uses[at.rules:at.to] {
		c := &m.counts[u>>1]
		if u&1 == rises {
			if *c++; *c == 1 { // the rule does not hold any more
				h := p.head[int(u>>1)-len(p.atomOf)]
				r := &m.counts[h]
				if *r--; *r == 0 || p.loop != nil && p.loop[p.atomOf[h]] != 0 { // the atom's other rules may depend on the atom itself
					m.wake(p.atomOf[h])
				}
			}
		} else if *c--; *c == 0 {
			h := p.head[int(u>>1)-len(p.atomOf)]
			r := &m.counts[h]
			if *r++; *r == 1 {
				m.wake(p.atomOf[h])
			}
		}
	}
}

// back takes back the flip of an atom. It wakes no atoms: the others that were flipped after it are taken back too.
func (m *Machine) back(a int32) {
	p := m.p
	at := &p.spans[a]
	rises := m.turn(a, at)
	for _, u := range p.uses[at.uses:at.rules] {
		m.counts[u>>1] += int32((u^rises)&1)*-2 + 1
	}
	for _, u := range p.uses[at.rules:at.to] {
		c := &m.counts[u>>1]
		if u&1 == rises {
			if *c++; *c == 1 {
				m.counts[p.head[int(u>>1)-len(p.atomOf)]]--
			}
		} else if *c--; *c == 0 {
			m.counts[p.head[int(u>>1)-len(p.atomOf)]]++
		}
	}
}

// value returns the truth that an atom has by its count.
func (m *Machine) value(a int32) bool {
	return (m.counts[m.p.spans[a].gate] == 0) == (m.p.and[a>>6]>>(a&63)&1 != 0)
}

// wake records that an atom may have changed.
func (m *Machine) wake(a int32) {
	m.pending[a>>6] |= 1 << (a & 63)
	m.groups[a>>12] |= 1 << (a >> 6 & 63)
}

// next returns the lowest pending atom from an atom on, of those in a cone if it is not nil; or -1.
func (m *Machine) next(from int32, cone []uint64) int32 {
	words := ^uint64(0) << (from >> 6 & 63)
	for g := from >> 12; int(g) < len(m.groups); g++ {
		for words &= m.groups[g]; words != 0; words &= words - 1 {
			w := g<<6 | int32(bits.TrailingZeros64(words))
			here := m.pending[w]
			if cone != nil {
				here &= cone[w]
			}
			if w == from>>6 {
				here &= ^uint64(0) << (from & 63)
			}
			if here != 0 {
				return w<<6 | int32(bits.TrailingZeros64(here))
			}
		}
		words = ^uint64(0)
	}
	return -1
}

// drop records that an atom is not pending any more.
func (m *Machine) drop(a int32) {
	if m.pending[a>>6] &^= 1 << (a & 63); m.pending[a>>6] == 0 {
		m.groups[a>>12] &^= 1 << (a >> 6 & 63)
	}
}

// settle changes the atoms whose counts have changed, in the order of their numbers: each
// depends on lower ones only, so each changes at most once. It only looks at the atoms that decide a question, which depend on no
// others; the others stay pending.
func (m *Machine) settle(q question) {
	if m.settled>>q&1 != 0 {
		return
	}
	cone := m.p.cones[q]
	for a := m.next(0, cone); a >= 0; a = m.next(a, cone) {
		if m.p.loops(int(a)) {
			m.repeat(m.p.Loops[m.p.loop[a]-1])
			continue
		}
		m.drop(a)
		if m.bit(a) != m.value(a) {
			m.flip(a)
		}
	}
	m.settled |= 1 << q
}

// repeat computes the atoms of a loop: first all are false; then every atom that a rule makes true
// becomes true, until no rule makes another atom true.
func (m *Machine) repeat(l gdl.Loop) {
	first, last := int32(l.First), int32(l.Last)
	for a := first; a <= last; a++ {
		if m.bit(a) {
			m.flip(a)
		}
	}
	for a := first; a <= last; a++ {
		if m.value(a) {
			m.wake(a)
		}
	}
	for a := m.next(first, nil); a >= 0 && a <= last; a = m.next(first, nil) { // a flip may wake lower atoms of the loop
		m.drop(a)
		if m.value(a) && !m.bit(a) {
			m.flip(a)
		}
	}
}

// Legal appends the numbers of the moves that a role may make.
func (m *Machine) Legal(role int, buf []int32) []int32 {
	t, base := &m.p.turns[role], m.p.bases[role]
	m.settle(aside)
	if m.bit(int32(t.guard.Atom())) == t.guard.Not() {
		for _, i := range t.others {
			if bit := base + int(i); m.watched[bit>>6]>>(bit&63)&1 != 0 {
				buf = append(buf, i)
			}
		}
		return buf
	}
	m.settle(question(role))
	return members(m.watched[base>>6:m.p.bases[role+1]>>6], buf)
}

// members appends the numbers of the bits that are set.
func members(words []uint64, buf []int32) []int32 {
	for i, w := range words {
		for ; w != 0; w &= w - 1 {
			buf = append(buf, int32(i<<6|bits.TrailingZeros64(w)))
		}
	}
	return buf
}

// Over reports whether the game is over.
func (m *Machine) Over() bool {
	m.settle(aside)
	return m.bit(int32(m.p.Over.Atom())) != m.p.Over.Not()
}

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
