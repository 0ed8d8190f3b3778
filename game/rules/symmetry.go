package rules

import (
	"math/bits"
	"slices"

	"oxo"
	"oxo/game/rules/gdl"
)

// This file finds the symmetries of a sheet: permutations of the fluents and moves that map its rules onto themselves,
// such as a turned board, or heaps that change places. Colours narrow down which atom may become which [Weisfeiler68]:
// at first all fluents have one; then each atom's new colour is made of the colours around it, until no more colours
// appear. Then one atom gets a colour of its own, and in a second colouring another atom, which had the same colour
// before, gets it. If the colours that follow distinguish all atoms, they determine a permutation, and every rule is
// checked to see whether the permutation is a symmetry.

const (
	maxSymmetries    = 16         // more would cost each move more than they save
	maxColouringWork = 10_000_000 // conditions of rules looked at, in all colourings
	maxPicks         = 8          // atoms that get a colour of their own, one after the other
)

// symmetries returns the symmetries of a circuit that also map the groups of fluents in the keys onto each other;
// the first changes nothing.
func symmetries(c *gdl.Circuit, t *traits, w *packing) []symmetry {
	same := make([]int32, c.Atoms)
	for a := range same {
		same[a] = int32(a)
	}
	s := &symmetrist{c: c, t: t, group: [][]int32{same}}
	s.link()
	s.search(nil, s.refine(s.colours()), 0)
	all := make([]symmetry, len(s.group))
	for i, p := range s.group {
		all[i] = symmetryOf(c, p, w)
	}
	return all
}

// symmetryOf converts a permutation of atoms.
func symmetryOf(c *gdl.Circuit, p []int32, w *packing) symmetry {
	s := symmetry{fluents: make([]int32, len(c.Fluents)), digits: make([]oxo.Key, len(c.Fluents))}
	for f := range s.fluents {
		s.fluents[f] = p[f+1] - 1
		s.digits[f] = w.digits[s.fluents[f]]
	}
	first := c.FirstMove(0)
	n := c.FirstDerived() - first
	s.moves, s.back = make([]int32, n), make([]int32, n)
	for m := range s.moves {
		to := p[first+m] - int32(first)
		s.moves[m], s.back[to] = to, int32(m)
	}
	return s
}

// symmetrist looks for permutations of the atoms.
type symmetrist struct {
	c       *gdl.Circuit
	t       *traits
	defined map[int32][]int32 // the rules of each atom
	group   [][]int32         // the symmetries found, closed under composition
	work    int
	many    bool // there are more symmetries than are kept
}

func (s *symmetrist) link() {
	s.defined = map[int32][]int32{}
	for i, r := range s.c.Rules {
		s.defined[int32(r.Head)] = append(s.defined[int32(r.Head)], int32(i))
	}
}

// search adds the symmetries that leave the picked atoms in place. It picks one more atom, and looks for a symmetry
// that maps this atom to each other atom of its colour.
func (s *symmetrist) search(picked []int32, colours []uint64, depth int) {
	class := smallest(colours, s.c.FirstDerived())
	if class == nil || depth == maxPicks || s.spent() {
		return
	}
	a := s.pick(colours, class[0])
	s.search(append(picked, class[0]), a, depth+1) // first those that keep it
	for _, to := range class[1:] {
		if s.spent() {
			return
		}
		if s.reaches(picked, class[0], to) {
			continue
		}
		if p := s.match(a, s.pick(colours, to), depth+1); p != nil {
			s.add(p)
		}
	}
}

func (s *symmetrist) spent() bool { return s.many || s.work > maxColouringWork }

// reaches reports whether a symmetry found so far maps an atom to another one and leaves the picked atoms in place.
func (s *symmetrist) reaches(picked []int32, from, to int32) bool {
	return slices.ContainsFunc(s.group, func(p []int32) bool {
		return p[from] == to && !slices.ContainsFunc(picked, func(a int32) bool { return p[a] != a })
	})
}

// match returns a symmetry that maps each colour to itself, or nil.
func (s *symmetrist) match(a, b []uint64, depth int) []int32 {
	class := smallest(a, s.c.FirstDerived())
	if class == nil {
		if p := permutation(a, b); p != nil && s.holds(p) {
			return p
		}
		return nil
	}
	if depth == maxPicks {
		return nil
	}
	next := s.pick(a, class[0])
	for to, colour := range b {
		if colour != a[class[0]] || s.spent() {
			continue
		}
		if p := s.match(next, s.pick(b, int32(to)), depth+1); p != nil {
			return p
		}
	}
	return nil
}

// smallest returns the atoms of the smallest colour that more than one of the first atoms has; nil if all these atoms
// have different colours.
func smallest(colours []uint64, atoms int) []int32 {
	count := map[uint64]int{}
	for _, c := range colours[:atoms] {
		count[c]++
	}
	best := -1
	for a, c := range colours[:atoms] {
		if n := count[c]; n > 1 && (best < 0 || n < count[colours[best]]) {
			best = a
		}
	}
	if best < 0 {
		return nil
	}
	var class []int32
	for a, c := range colours[:atoms] {
		if c == colours[best] {
			class = append(class, int32(a))
		}
	}
	return class
}

// permutation maps each atom to the atom with the same colour; nil if a colour is missing or occurs twice.
func permutation(a, b []uint64) []int32 {
	at := make(map[uint64]int32, len(b))
	for i, c := range b {
		at[c] = int32(i)
	}
	p := make([]int32, len(a))
	used := make([]bool, len(b))
	for i, c := range a {
		to, ok := at[c]
		if !ok || used[to] {
			return nil
		}
		p[i], used[to] = to, true
	}
	return p
}

// add adds a symmetry and its products with the others, if they are not too many.
func (s *symmetrist) add(p []int32) {
	group := slices.Clone(s.group)
	generators := append(slices.Clone(s.group), p)
	for i := 0; i < len(group); i++ {
		for _, g := range generators {
			product := make([]int32, len(g))
			for a := range product {
				product[a] = g[group[i][a]]
			}
			if slices.ContainsFunc(group, func(q []int32) bool { return slices.Equal(q, product) }) {
				continue
			}
			if group = append(group, product); len(group) > maxSymmetries {
				s.many = true
				return
			}
		}
	}
	s.group = group
}

// mixed computes a colour from two numbers.
func mixed(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b|1)
	return (hi ^ lo ^ a>>29) * 0xbf58476d1ce4e5b9
}

// The roles that an atom may have in the circuit, as numbers for colours.
const (
	asFluent uint64 = iota + 1
	asMove
	asWaiting
	asOver
	asGoal
	asNext
	asLegal
	asGuard
	asBody
	asGroup
	picked
	asStart
)

// colours returns the first colours, which show the role of each atom in the circuit.
func (s *symmetrist) colours() []uint64 {
	colours := make([]uint64, s.c.Atoms)
	colours[0] = picked
	for f := range s.c.Fluents {
		colours[f+1] = asFluent
		if s.c.Start[f] {
			colours[f+1] = asStart
		}
	}
	for role, moves := range s.c.Moves {
		for m := range moves {
			a := s.c.FirstMove(role) + m
			colours[a] = mixed(asMove, uint64(role))
			if s.t.waiting[role][int32(m)] {
				colours[a] = mixed(colours[a], asWaiting)
			}
		}
		for _, g := range s.c.Goals[role] {
			colours[g.If.Atom()] += mixed(mixed(asGoal, uint64(role)), mixed(uint64(g.Points), sign(g.If)))
		}
	}
	colours[s.c.Over.Atom()] += mixed(asOver, sign(s.c.Over))
	return colours
}

func sign(l gdl.Literal) uint64 { return uint64(l & 1) }

// pick gives an atom a colour of its own.
func (s *symmetrist) pick(colours []uint64, a int32) []uint64 {
	next := slices.Clone(colours)
	next[a] = mixed(next[a], picked)
	return s.refine(next)
}

// refine computes new colours from the colours of the neighbours, until the number of colours does not grow any more.
func (s *symmetrist) refine(colours []uint64) []uint64 {
	for n := distinct(colours); !s.spent(); {
		next := s.around(colours)
		m := distinct(next)
		if m == n {
			return colours
		}
		colours, n = next, m
	}
	return colours
}

func distinct(colours []uint64) int {
	sorted := slices.Sorted(slices.Values(colours))
	return len(slices.Compact(sorted))
}

// around returns for each atom a colour computed from its own colour and the colours of its neighbours.
func (s *symmetrist) around(colours []uint64) []uint64 {
	next := make([]uint64, len(colours))
	of := func(l gdl.Literal) uint64 { return mixed(colours[l.Atom()], sign(l)) }
	join := func(a int, l gdl.Literal, as uint64) {
		next[a] += mixed(of(l), as)
		next[l.Atom()] += mixed(mixed(colours[a], sign(l)), as<<8)
	}
	for _, r := range s.c.Rules {
		s.work += len(r.Body) + 1
		var body uint64
		for _, l := range r.Body {
			body += mixed(of(l), asBody)
		}
		next[r.Head] += mixed(body, asBody)
		whole := mixed(body, colours[r.Head])
		for _, l := range r.Body {
			next[l.Atom()] += mixed(whole, sign(l)+asBody<<8)
		}
	}
	for f, l := range s.c.Next {
		join(f+1, l, asNext)
	}
	for role := range s.c.Moves {
		for m, l := range s.c.Legal[role] {
			join(s.c.FirstMove(role)+m, l, asLegal)
			join(s.c.FirstMove(role)+m, s.c.Guards[role][m], asGuard)
		}
	}
	s.aroundGroups(colours, next)
	for a := range next {
		next[a] = mixed(colours[a], next[a])
	}
	s.work += s.c.Atoms
	return next
}

// aroundGroups adds to the colour of each fluent the colours of the other fluents of
// its group.
func (s *symmetrist) aroundGroups(colours, next []uint64) {
	for _, g := range s.t.groups {
		var all uint64
		for _, f := range g.fluents {
			all += mixed(colours[f+1], asGroup)
		}
		for _, f := range g.fluents {
			next[f+1] += mixed(all, asGroup<<8)
		}
	}
}
