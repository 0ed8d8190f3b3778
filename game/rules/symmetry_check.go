package rules

import (
	"slices"

	"oxo/game/rules/gdl"
)

// Holds implements [automorphism.Structure]: the start, the rules, the next state, the legal moves, the end,
// the goals and the assumptions of play are the same after it.
func (s *symmetrist) Holds(p []int32) bool {
	c := s.c
	to := func(l gdl.Literal) gdl.Literal { return gdl.Literal(p[l.Atom()]<<1) | l&1 }
	if p[0] != 0 || to(c.Over) != c.Over {
		return false
	}
	for f, l := range c.Next {
		if g := int(p[f+1]) - 1; g < 0 || g >= len(c.Fluents) || c.Next[g] != to(l) || c.Start[g] != c.Start[f] {
			return false
		}
	}
	for role := range c.Moves {
		if !s.holdsMoves(p, role, to) {
			return false
		}
	}
	for a := range p {
		if !s.holdsRules(int32(a), p[a], to) {
			return false
		}
	}
	return s.holdsGroups(p)
}

func (s *symmetrist) holdsMoves(p []int32, role int, to func(gdl.Literal) gdl.Literal) bool {
	c := s.c
	first := c.FirstMove(role)
	for m, l := range c.Legal[role] {
		n := int(p[first+m]) - first
		if n < 0 || n >= len(c.Moves[role]) || c.Legal[role][n] != to(l) || c.Guards[role][n] != to(c.Guards[role][m]) ||
			s.t.waiting[role][int32(n)] != s.t.waiting[role][int32(m)] {
			return false
		}
	}
	for _, g := range c.Goals[role] {
		if !slices.Contains(c.Goals[role], gdl.Goal{Points: g.Points, If: to(g.If)}) {
			return false
		}
	}
	return true
}

// holdsRules reports whether the rules of an atom become the rules of its image.
func (s *symmetrist) holdsRules(a, image int32, to func(gdl.Literal) gdl.Literal) bool {
	if len(s.defined[a]) != len(s.defined[image]) {
		return false
	}
	bodies := func(of int32, to func(gdl.Literal) gdl.Literal) (all [][]gdl.Literal) {
		for _, r := range s.defined[of] {
			body := make([]gdl.Literal, 0, len(s.c.Rules[r].Body))
			for _, l := range s.c.Rules[r].Body {
				body = append(body, to(l))
			}
			slices.Sort(body)
			all = append(all, body)
		}
		slices.SortFunc(all, slices.Compare)
		return all
	}
	return slices.EqualFunc(bodies(a, to), bodies(image, func(l gdl.Literal) gdl.Literal { return l }), slices.Equal)
}

// holdsGroups reports whether each group becomes a group of the same kind: else an image would have no exact key.
func (s *symmetrist) holdsGroups(p []int32) bool {
	home := make([]int, len(s.c.Fluents))
	for i, g := range s.t.groups {
		for _, f := range g.fluents {
			home[f] = i
		}
	}
	for _, g := range s.t.groups {
		to := home[p[g.fluents[0]+1]-1]
		other := &s.t.groups[to]
		if len(other.fluents) != len(g.fluents) || other.always != g.always || other.checked != g.checked ||
			slices.ContainsFunc(g.fluents, func(f int32) bool { return home[p[f+1]-1] != to }) {
			return false
		}
	}
	return true
}
