package machine

import (
	"cmp"
	"slices"

	"oxo/game/rules/gdl"
)

// wires connects the gates of a program. A gate counts literals; whether the count is 0 decides its truth. Each atom that is
// kept has a gate:
//
//   - an atom with one rule counts the literals of the rule that are false, and is true if all are true;
//   - another atom counts its rules that hold, and is true if there are some.
//
// Each rule of several literals of an atom with several rules is a gate too: it counts the literals that are false.
type wires struct {
	size   []int32  // of each gate: its count if all atoms are false
	and    []uint64 // of each atom, a bit each: it is true if the count is 0
	atomOf []int32  // of the gates of atoms, which come first
	head   []int32  // of each gate of a rule, in order: the gate of the atom
	spans  []spans  // of each atom
	uses   []use
	watch  []int32  // the bits of a machine's watched set that change with an atom, atom by atom
	bases  [3]int   // where the bits begin: of the moves of both roles, and of the fluents
	bits   int      // of the watched set
	first  []uint64 // the watched set if all atoms are false
	gateOf []int32  // of each rule of a kept atom, in order: its gate

	cones [questions][]uint64 // the atoms that decide a question, a bit each; nil for all atoms
}

// spans are the parts of the lists that belong to one atom.
type spans struct {
	uses  int32 // the gates of atoms that count a literal of the atom; ends where the next begin
	rules int32 // the gates of rules that do
	to    int32
	watch int32
	until int32
	gate  int32 // of the atom
}

// use is a gate that counts a literal of an atom: the gate's number twice, plus one if the count grows when the atom becomes true.
type use int32

// link makes the gates and the wires.
func (p *Program) link() {
	w := &p.wires
	w.and, w.spans = make([]uint64, (p.Atoms+63)/64), make([]spans, p.Atoms)
	for a := range p.Atoms {
		if p.kept[a] {
			w.spans[a].gate = int32(len(w.atomOf))
			w.atomOf = append(w.atomOf, int32(a))
		}
	}
	w.size = make([]int32, len(w.atomOf))
	n := 0
	for i := range p.Rules {
		if p.kept[p.Rules[i].Head] {
			n += len(p.Rules[i].Body)
		}
	}
	wires := make([]wire, 0, n)
	for gate, a := range w.atomOf {
		a, gate := int(a), int32(gate)
		rules := p.Rules[p.rules[a]:p.rules[a+1]]
		if len(rules) == 1 && !p.loops(a) {
			w.and[a>>6] |= 1 << (a & 63)
			wires = w.count(wires, gate, rules[0].Body)
			w.gateOf = append(w.gateOf, gate)
			continue
		}
		for _, r := range rules {
			wires = w.rule(wires, gate, r.Body, p.loops(a))
		}
	}
	w.lay(wires)
	p.look()
	p.aim()
}

// rule makes the gate of an atom count a rule that holds. A rule of one literal needs no gate, except in a loop.
func (w *wires) rule(list []wire, of int32, body []gdl.Literal, loops bool) []wire {
	if len(body) == 1 && !loops {
		w.gateOf = append(w.gateOf, of)
		if body[0].Not() {
			w.size[of]++
		}
		return append(list, wire{int32(body[0].Atom()), useOf(of, !body[0].Not())})
	}
	gate := int32(len(w.size))
	w.size, w.head, w.gateOf = append(w.size, 0), append(w.head, of), append(w.gateOf, gate)
	if list = w.count(list, gate, body); w.size[gate] == 0 {
		w.size[of]++
	}
	return list
}

// loops reports whether an atom belongs to a loop.
func (p *Program) loops(a int) bool { return p.loop != nil && p.loop[a] != 0 }

// wire leads from an atom to a gate.
type wire struct {
	from int32
	to   use
}

func useOf(gate int32, grows bool) use {
	u := use(gate << 1)
	if grows {
		u++
	}
	return u
}

// count makes a gate count the literals of a body that are false.
func (w *wires) count(list []wire, gate int32, body []gdl.Literal) []wire {
	for _, l := range body {
		list = append(list, wire{int32(l.Atom()), useOf(gate, l.Not())})
		if !l.Not() {
			w.size[gate]++
		}
	}
	return list
}

// lay sorts the wires by the atoms from which they lead. The wires of an atom that lead to atoms come before its others.
func (w *wires) lay(list []wire) {
	place := func(x wire) int {
		if int(x.to>>1) < len(w.atomOf) {
			return 2 * int(x.from)
		}
		return 2*int(x.from) + 1
	}
	counts := make([]int32, 2*len(w.spans)+1)
	for _, x := range list {
		counts[place(x)+1]++
	}
	for i := range counts[1:] {
		counts[i+1] += counts[i]
	}
	for a := range w.spans {
		w.spans[a].uses, w.spans[a].rules, w.spans[a].to = counts[2*a], counts[2*a+1], counts[2*a+2]
	}
	w.uses = make([]use, len(list))
	for _, x := range list {
		at := &counts[place(x)]
		w.uses[*at] = x.to
		*at++
	}
}

// free reports whether the machine always knows the next truth of a fluent: all atoms are kept, or no move decides it, as with a
// counter.
func (p *Program) free(f int) bool {
	a := p.Next[f].Atom()
	return p.all || p.kept[a] && !p.moved[a]
}

// look lists the bits that a machine watches: the moves that are legal, and the fluents whose next truth is known and is not their
// truth.
func (p *Program) look() {
	w := &p.wires
	var list []wire // from an atom to a bit
	var inverted []int
	watch := func(l gdl.Literal, bit int) {
		list = append(list, wire{int32(l.Atom()), use(bit)})
		if l.Not() {
			inverted = append(inverted, bit)
		}
	}
	for role, legal := range p.Legal {
		w.bases[role] = w.bits
		for m, l := range legal {
			watch(l, w.bits+m)
		}
		w.bits += (len(legal) + 63) &^ 63
	}
	w.bases[2] = w.bits
	for f, l := range p.Next {
		if p.free(f) {
			watch(gdl.Literal((f+1)<<1), w.bits+f)
			watch(l, w.bits+f)
		}
	}
	w.bits += (len(p.Next) + 63) &^ 63
	w.first = make([]uint64, w.bits/64)
	for _, bit := range inverted {
		w.first[bit>>6] ^= 1 << (bit & 63)
	}
	slices.SortStableFunc(list, func(x, y wire) int { return cmp.Compare(x.from, y.from) })
	for a := range w.spans {
		w.spans[a].watch = int32(len(w.watch))
		for ; len(list) > 0 && int(list[0].from) == a; list = list[1:] {
			w.watch = append(w.watch, int32(list[0].to))
		}
		w.spans[a].until = int32(len(w.watch))
	}
}

// question says what the machine has to know: the moves of role 0 or 1, or one of the following.
type question uint8

const (
	aside      question = 2 // whether the game is over, and whether a role only waits
	everything question = 3
	questions           = 4
)

// aim finds the atoms that decide the questions.
func (p *Program) aim() {
	var all [questions][]bool
	for q := range all[:everything] {
		all[q] = make([]bool, p.Atoms)
	}
	all[aside][p.Over.Atom()] = true
	for role, t := range p.turns {
		all[aside][t.guard.Atom()] = true
		for _, m := range t.others {
			all[aside][p.Legal[role][m].Atom()] = true
		}
		for _, l := range p.Legal[role] {
			all[role][l.Atom()] = true
		}
	}
	for q, in := range all[:everything] {
		p.close(in)
		p.cones[q] = make([]uint64, (p.Atoms+63)/64)
		for a, yes := range in {
			if yes {
				p.cones[q][a>>6] |= 1 << (a & 63)
			}
		}
	}
}

// close adds to a set the atoms on which its atoms depend.
func (p *Program) close(in []bool) {
	for again := true; again; { // once, and once more for each step of a loop
		again = false
		for i := len(p.Rules) - 1; i >= 0; i-- {
			if r := &p.Rules[i]; in[r.Head] {
				for _, l := range r.Body {
					in[l.Atom()] = true
				}
			}
		}
		for _, l := range p.Loops { // the rules may just now have reached a loop
			some := slices.Contains(in[l.First:l.Last+1], true)
			for a := l.First; a <= l.Last && some; a++ {
				again = again || !in[a]
				in[a] = true
			}
		}
	}
}

// begin makes the machine of the first state: all atoms are false, then the fluents of the
// start become true.
func (p *Program) begin() Machine {
	words := (p.Atoms + 63) / 64
	m := Machine{p: p, seen: make([]uint32, p.Atoms)}
	m.counts, m.watched = slices.Clone(p.size), slices.Clone(p.first)
	m.truth, m.pending, m.groups = make([]uint64, words), make([]uint64, words), make([]uint64, (words+63)/64)
	for _, a := range p.atomOf {
		if m.value(a) {
			m.wake(a)
		}
	}

	m.flip(0)
	for f, yes := range p.Start {
		if yes {
			m.flip(int32(f + 1))
		}
	}
	m.settle(everything)
	m.trail = nil
	return m
}
