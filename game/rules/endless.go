package rules

import (
	"slices"

	"oxo/game/rules/gdl"
)

// This file proves of some sheets that every game ends, so that no state comes back. Both
// proofs use the groups, which play checks.

// bodies returns the rules of an atom's literal: nil for one that has none.
type bodies map[int][][]gdl.Literal

func bodiesOf(c *gdl.Circuit) bodies {
	b := bodies{}
	for _, r := range c.Rules {
		b[r.Head] = append(b[r.Head], r.Body)
	}
	return b
}

// of returns the alternatives that make a literal true.
func (b bodies) of(l gdl.Literal) [][]gdl.Literal {
	if rules, ok := b[l.Atom()]; ok && !l.Not() {
		return rules
	}
	return [][]gdl.Literal{{l}}
}

// common returns what all ways to make a literal true have in common.
func (b bodies) common(l gdl.Literal) []gdl.Literal {
	all := b.of(l)
	sure := slices.Clone(all[0])
	for _, body := range all[1:] {
		sure = slices.DeleteFunc(sure, func(l gdl.Literal) bool { return !slices.Contains(body, l) })
	}
	return sure
}

// counted proves that a group counts: each of its fluents comes only of another one that is
// true before, never in a circle. So each state is further than the last.
func counted(c *gdl.Circuit, groups []group) bool {
	rules := bodiesOf(c)
	return slices.ContainsFunc(groups, func(g group) bool { return g.always && len(g.fluents) > 1 && counts(c, rules, g) })
}

func counts(c *gdl.Circuit, rules bodies, g group) bool {
	before := map[int32][]int32{}
	for _, f := range g.fluents {
		next := c.Next[f]
		if next == gdl.Never {
			continue
		}
		for _, body := range rules.of(next) {
			var from []int32
			for _, l := range body {
				if at := int32(l.Atom() - 1); !l.Not() && slices.Contains(g.fluents, at) {
					from = append(from, at)
				}
			}
			if len(from) == 0 {
				return false
			}
			before[f] = append(before[f], from[0])
		}
	}
	return ends(g.fluents, before)
}

// ends reports whether no fluent comes before itself, also by way of others.
func ends(fluents []int32, before map[int32][]int32) bool {
	state := map[int32]int{} // 1 on the path, 2 done
	var from func(f int32) bool
	from = func(f int32) bool {
		switch state[f] {
		case 1:
			return false
		case 2:
			return true
		}
		state[f] = 1
		for _, b := range before[f] {
			if !from(b) {
				return false
			}
		}
		state[f] = 2
		return true
	}
	return !slices.ContainsFunc(fluents, func(f int32) bool { return !from(f) })
}

// maxLooks bounds the rules looked at by monotone: beyond it a game counts as one that may
// loop, which costs speed and nothing else.
const maxLooks = 200_000_000

// monotone proves that some fluents only ever become false, and that each move makes one of
// them false: boards that fill.
func monotone(c *gdl.Circuit, t *traits) bool {
	if len(c.Rules)*(len(c.Moves[0])+len(c.Moves[1])) > maxLooks {
		return false
	}
	rules := bodiesOf(c)
	var falling []int32
	for f, next := range c.Next {
		own := gdl.Literal((f + 1) << 1)
		needs := func(body []gdl.Literal) bool { return slices.Contains(body, own) }
		if next == gdl.Never || next == own || !slices.ContainsFunc(rules.of(next), func(b []gdl.Literal) bool { return !needs(b) }) {
			falling = append(falling, int32(f))
		}
	}
	v := &view{c: c, t: t, truth: make([]int8, c.Atoms)}
	v.mates = make([][]int32, len(c.Fluents))
	for _, g := range t.groups {
		for _, f := range g.fluents {
			v.mates[f] = g.fluents
		}
	}
	for role := range c.Moves {
		for m := range c.Moves[role] {
			if t.waiting[role][int32(m)] {
				continue // the other role moves
			}
			if !v.progress(rules, role, m, falling) {
				return false
			}
		}
	}
	return true
}

// view holds the truth of atoms in all states where one move is legal: 1 is true, -1 false,
// 0 unknown.
type view struct {
	c     *gdl.Circuit
	t     *traits
	truth []int8
	mates [][]int32 // the group of each fluent
}

func (v *view) of(l gdl.Literal) int8 {
	if l.Not() {
		return -v.truth[l.Atom()]
	}
	return v.truth[l.Atom()]
}

// progress reports whether a move surely makes a falling fluent false that was true.
func (v *view) progress(rules bodies, role, move int, falling []int32) bool {
	c := v.c
	clear(v.truth)
	v.truth[0] = 1
	// 1. All ways to make the move legal have some literals in common: these are true, and
	//    their mates false.
	for open := rules.common(c.Legal[role][move]); len(open) > 0; open = open[1:] {
		v.assume(open[0])
		if !open[0].Not() && open[0].Atom() >= c.FirstDerived() {
			open = append(open, rules.common(open[0])...)
		}
	}
	// 2. The role makes this move alone; the other makes one that can be legal.
	first := c.FirstMove(role)
	for m := range c.Moves[role] {
		v.truth[first+m] = -1
	}
	v.truth[first+move] = 1
	v.spread()
	other := c.FirstMove(1 - role)
	for m, l := range c.Legal[1-role] {
		if v.of(l) < 0 {
			v.truth[other+m] = -1
		}
	}
	// 3. The rules do the rest.
	v.spread()
	return slices.ContainsFunc(falling, func(f int32) bool { return v.truth[f+1] > 0 && v.of(c.Next[f]) < 0 })
}

func (v *view) assume(l gdl.Literal) {
	v.truth[l.Atom()] = 1
	if l.Not() {
		v.truth[l.Atom()] = -1
		return
	}
	if f := l.Atom() - 1; f >= 0 && f < len(v.mates) {
		for _, mate := range v.mates[f] {
			if int(mate) != f {
				v.truth[mate+1] = -1
			}
		}
	}
}

// spread computes the atoms that rules define, in their order. They keep the truth that a proof assumes.
func (v *view) spread() {
	rules := v.c.Rules
	for len(rules) > 0 {
		head := rules[0].Head
		result := int8(-1)
		for len(rules) > 0 && rules[0].Head == head {
			all := int8(1)
			for _, l := range rules[0].Body {
				all = min(all, v.of(l))
			}
			result = max(result, all)
			rules = rules[1:]
		}
		if v.truth[head] == 0 {
			v.truth[head] = result
		}
	}
}
