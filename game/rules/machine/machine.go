// Package machine runs the circuit of a rule sheet: it keeps the truth of every atom while
// moves are made and taken back. The cost of a change of one atom grows with the number of
// rules that use it, not with the number of all rules.
package machine

import (
	"math/bits"

	"oxo/game/rules/gdl"
)

// Program is a circuit in the form that machines run. It does not change: machines share it.
type Program struct {
	*gdl.Circuit
	head    []int32 // of each rule
	size    []int32 // literals of each rule
	users   []use   // the uses of all atoms, atom by atom
	from    []int32 // where the uses of an atom begin; one more at the end
	next    []gdl.Literal
	derived int
	start   Machine // at the beginning of the game
}

// use is a rule that has an atom in its body: the rule's number twice, plus one for "not".
type use int32

// New prepares a circuit.
func New(c *gdl.Circuit) *Program {
	p := &Program{Circuit: c, next: c.Next, derived: c.FirstDerived()}
	counts := make([]int32, c.Atoms+1)
	for _, r := range c.Rules {
		p.head = append(p.head, int32(r.Head))
		p.size = append(p.size, int32(len(r.Body)))
		for _, l := range r.Body {
			counts[l.Atom()+1]++
		}
	}
	for a := range c.Atoms {
		counts[a+1] += counts[a]
	}
	p.from = counts
	p.users = make([]use, counts[c.Atoms])
	at := append([]int32(nil), counts...)
	for i, r := range c.Rules {
		for _, l := range r.Body {
			u := use(i << 1)
			if l.Not() {
				u |= 1
			}
			p.users[at[l.Atom()]] = u
			at[l.Atom()]++
		}
	}
	p.start = p.begin()
	return p
}

// begin makes the machine of the first state: all atoms are false, then the fluents of the
// start become true.
func (p *Program) begin() Machine {
	m := Machine{
		p: p, words: (p.Atoms + 63) / 64, missing: append([]int32(nil), p.size...), reasons: make([]int32, p.Atoms),
	}
	m.truth, m.pending = make([]uint64, m.words), make([]uint64, m.words)
	for i, r := range p.Rules {
		for _, l := range r.Body {
			if l.Not() { // atoms are false: their opposites hold
				m.missing[i]--
			}
		}
		if m.missing[i] == 0 {
			m.reasons[r.Head]++
			m.wake(int32(r.Head))
		}
	}
	m.flip(0)
	for f, yes := range p.Start {
		if yes {
			m.flip(int32(f + 1))
		}
	}
	m.settle()
	return m
}

// Machine is a state of the game: the truth of all atoms, with no move made.
type Machine struct {
	p       *Program
	words   int
	truth   []uint64 // by atom, a bit each
	missing []int32  // of each rule: literals that are not true
	reasons []int32  // of each atom: rules that make it true
	pending []uint64 // atoms whose reasons may have changed, a bit each
	low     int      // no word of pending below it has a bit
	changes []int32  // of [Machine.Make]: the fluents that have changed
}

// Machine returns a machine at the beginning of the game.
func (p *Program) Machine() *Machine { return p.start.Clone() }

// Clone returns a copy.
func (m *Machine) Clone() *Machine {
	c := *m
	c.truth = append([]uint64(nil), m.truth...)
	c.missing = append([]int32(nil), m.missing...)
	c.reasons = append([]int32(nil), m.reasons...)
	c.pending = make([]uint64, m.words)
	c.changes = nil
	return &c
}

// Holds reports whether a literal is true.
func (m *Machine) Holds(l gdl.Literal) bool { return m.bit(int32(l.Atom())) != l.Not() }

func (m *Machine) bit(a int32) bool { return m.truth[a>>6]>>(a&63)&1 != 0 }

// Fluent reports whether a fluent is true.
func (m *Machine) Fluent(f int) bool { return m.bit(int32(f + 1)) }

// flip changes an atom, and counts again for the rules that use it.
func (m *Machine) flip(a int32) {
	m.truth[a>>6] ^= 1 << (a & 63)
	p := m.p
	rises := int32(m.truth[a>>6] >> (a & 63) & 1)
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
				if m.reasons[h]--; m.reasons[h] == 0 {
					m.wake(h)
				}
			}
		}
	}
}

// wake notes that an atom may have changed.
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
			m.pending[w] &= m.pending[w] - 1
			if m.bit(a) != (m.reasons[a] > 0) {
				m.flip(a)
			}
		}
	}
	m.low = m.words
}

// Legal appends the numbers of the moves that a role may make.
func (m *Machine) Legal(role int, buf []int32) []int32 {
	for i, l := range m.p.Legal[role] {
		if m.Holds(l) {
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
	a, b := int32(m.p.FirstMove(0))+first, int32(m.p.FirstMove(1))+second
	m.flip(a)
	m.flip(b)
	m.settle()
	m.changes = m.changes[:0]
	for f, l := range m.p.next {
		if m.Holds(l) != m.Fluent(f) {
			m.changes = append(m.changes, int32(f))
		}
	}
	m.flip(a)
	m.flip(b)
	m.Toggle(m.changes)
	return m.changes
}

// Toggle changes fluents: those that Make has returned take its moves back.
func (m *Machine) Toggle(fluents []int32) {
	for _, f := range fluents {
		m.flip(f + 1)
	}
	m.settle()
}
