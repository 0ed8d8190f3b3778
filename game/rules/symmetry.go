package rules

import (
	"oxo"
	"oxo/game/rules/automorphism"
	"oxo/game/rules/gdl"
)

// This file finds the symmetries of a sheet: permutations of the fluents and moves that map its rules onto themselves. Colours suggest
// them, and every rule is checked.

const maxColouringWork = 10_000_000 // conditions of rules looked at, in all colourings

// symmetries returns the symmetries of a circuit that also map the groups of fluents in the keys onto each other;
// the first changes nothing.
func symmetries(c *gdl.Circuit, t *traits, w *packing) []symmetry {
	s := &symmetrist{c: c, t: t}
	s.link()
	var all []symmetry
	for _, p := range automorphism.Group(s) {
		all = append(all, symmetryOf(c, p, w))
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
	work    int
}

// Size implements [automorphism.Structure]: the parts are the atoms, and the fluents and moves decide what becomes of the others.
func (s *symmetrist) Size() (first, all int) { return s.c.FirstDerived(), s.c.Atoms }

// Spent implements [automorphism.Structure].
func (s *symmetrist) Spent() bool { return s.work > maxColouringWork }

func (s *symmetrist) link() {
	s.defined = map[int32][]int32{}
	for i, r := range s.c.Rules {
		s.defined[int32(r.Head)] = append(s.defined[int32(r.Head)], int32(i))
	}
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
	asAlways
	asStart
)

// Colours implements [automorphism.Structure]: the first colours show the role of each atom in the circuit.
func (s *symmetrist) Colours() []uint64 {
	colours := make([]uint64, s.c.Atoms)
	colours[0] = asAlways
	for f := range s.c.Fluents {
		colours[f+1] = asFluent
		if s.c.Start[f] {
			colours[f+1] = asStart
		}
	}
	for role, moves := range s.c.Moves {
		for m := range moves {
			a := s.c.FirstMove(role) + m
			colours[a] = automorphism.Mixed(asMove, uint64(role))
			if s.t.waiting[role][int32(m)] {
				colours[a] = automorphism.Mixed(colours[a], asWaiting)
			}
		}
		for _, g := range s.c.Goals[role] {
			colours[g.If.Atom()] += automorphism.Mixed(automorphism.Mixed(asGoal, uint64(role)), automorphism.Mixed(uint64(g.Points), sign(g.If)))
		}
	}
	colours[s.c.Over.Atom()] += automorphism.Mixed(asOver, sign(s.c.Over))
	return colours
}

func sign(l gdl.Literal) uint64 { return uint64(l & 1) }

// around returns for each atom a colour computed from its own colour and the colours of its neighbours.
// Around implements [automorphism.Structure].
func (s *symmetrist) Around(colours []uint64) []uint64 {
	next := make([]uint64, len(colours))
	of := func(l gdl.Literal) uint64 { return automorphism.Mixed(colours[l.Atom()], sign(l)) }
	join := func(a int, l gdl.Literal, as uint64) {
		next[a] += automorphism.Mixed(of(l), as)
		next[l.Atom()] += automorphism.Mixed(automorphism.Mixed(colours[a], sign(l)), as<<8)
	}
	for _, r := range s.c.Rules {
		s.work += len(r.Body) + 1
		var body uint64
		for _, l := range r.Body {
			body += automorphism.Mixed(of(l), asBody)
		}
		next[r.Head] += automorphism.Mixed(body, asBody)
		whole := automorphism.Mixed(body, colours[r.Head])
		for _, l := range r.Body {
			next[l.Atom()] += automorphism.Mixed(whole, sign(l)+asBody<<8)
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
		next[a] = automorphism.Mixed(colours[a], next[a])
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
			all += automorphism.Mixed(colours[f+1], asGroup)
		}
		for _, f := range g.fluents {
			next[f+1] += automorphism.Mixed(all, asGroup<<8)
		}
	}
}
