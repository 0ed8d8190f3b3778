package rules

import (
	"math"
	"slices"

	"oxo/game/rules/gdl"
)

// prover finds out what a move may change, in any state where it is legal. All that it knows about
// states is what positions check in play: the groups of exclusive fluents.
type prover struct {
	c      *gdl.Circuit
	t      *traits
	p      *potential
	bodies bodies
	first  []int32  // of each atom: its first rule; one more at the end
	homes  []*group // of each fluent
	truth  []int8   // of each atom in these states: 1 true, -1 false, 0 unknown
	broken bool     // no state is so
	looks  int

	// With one more assumption: see eval.
	memo  []int8
	stamp []int32 // of each atom: the assumption that memo belongs to
	now   int32
}

func newProver(c *gdl.Circuit, t *traits, p *potential) *prover {
	v := &prover{c: c, t: t, p: p, bodies: bodiesOf(c)}
	v.truth, v.memo, v.stamp = make([]int8, c.Atoms), make([]int8, c.Atoms), make([]int32, c.Atoms)
	v.first = make([]int32, c.Atoms+1)
	for i := range c.Rules {
		v.first[c.Rules[i].Head+1] = int32(i + 1)
	}
	for a := range c.Atoms {
		v.first[a+1] = max(v.first[a+1], v.first[a])
	}
	v.homes = make([]*group, len(c.Fluents))
	for i := range t.groups {
		for _, f := range t.groups[i].fluents {
			v.homes[f] = &t.groups[i]
		}
	}
	return v
}

// raised reports whether moves raise the potential in all states where they are legal. If not,
// change is a change that they may make and that does not raise it; nil if none is known.
func (v *prover) raised(moves pairOf) (ok bool, change []delta) {
	v.assume(moves)
	return v.raises(maxSplits)
}

// assume supposes that moves are legal and made, and draws the conclusions.
func (v *prover) assume(moves pairOf) {
	v.reset()
	v.suppose(v.c.Over.Opposite())
	for role, m := range moves {
		if m < 0 {
			continue
		}
		v.suppose(v.c.Guards[role][m])
		v.suppose(v.c.Legal[role][m])
		first := v.c.FirstMove(role)
		for other := range v.c.Moves[role] {
			l := gdl.Literal((first + other) << 1)
			if other != int(m) {
				l = l.Opposite()
			}
			v.set(l)
		}
	}
	v.spread()
	for role := range v.c.Moves {
		v.onlyLegal(role)
	}
	v.spread()
}

// onlyLegal rules out the moves of a role that are not legal. If a single move is left, the role
// makes it.
func (v *prover) onlyLegal(role int) {
	first := v.c.FirstMove(role)
	open, last := 0, 0
	for m, l := range v.c.Legal[role] {
		made := gdl.Literal((first + m) << 1)
		if v.of(l) < 0 || v.of(v.c.Guards[role][m]) < 0 {
			v.set(made.Opposite())
		}
		if v.of(made) >= 0 {
			open, last = open+1, m
		}
	}
	switch open {
	case 0:
		v.broken = true
	case 1:
		v.set(gdl.Literal((first + last) << 1))
	}
}

// reset forgets all facts about the states.
func (v *prover) reset() {
	clear(v.truth)
	v.broken = false
	v.set(gdl.Always)
}

// raises looks at the groups of fluents one by one; if that does not decide, it
// distinguishes cases.
func (v *prover) raises(splits int) (ok bool, change []delta) {
	if v.broken {
		return true, nil
	}
	least, wide, width := 0, -1, 0
	for i := range v.t.groups {
		g := &v.t.groups[i]
		if !slices.ContainsFunc(g.fluents, func(f int32) bool { return v.p.weights[f] != 0 }) {
			continue
		}
		d := v.look(g)
		if v.looks > maxLooks {
			return false, nil
		}
		if d.never {
			return true, nil
		}
		least += d.least
		if d.open && d.most-d.least > width {
			wide, width = i, d.most-d.least
		}
	}
	if least >= 1 {
		return true, nil
	}
	if wide < 0 || splits == 0 {
		return false, v.worst()
	}
	before := slices.Clone(v.truth)
	g := &v.t.groups[wide]
	for _, value := range v.values(g) {
		v.choose(g, value)
		v.spread()
		if ok, change = v.raises(splits - 1); !ok {
			return false, change
		}
		copy(v.truth, before)
		v.broken = false
	}
	return true, nil
}

// worst returns the change in which each group lowers the potential the most.
func (v *prover) worst() (change []delta) {
	for i := range v.t.groups {
		change = append(change, v.look(&v.t.groups[i]).change...)
	}
	return change
}

// none is the value of a group without a fluent.
const none = -1

// values returns the values that a group may have.
func (v *prover) values(g *group) (all []int32) {
	for _, f := range g.fluents {
		switch v.truth[f+1] {
		case 1:
			return []int32{f}
		case 0:
			all = append(all, f)
		}
	}
	if !g.always {
		all = append(all, none)
	}
	return all
}

// choose assumes that a group has a value.
func (v *prover) choose(g *group, value int32) {
	for _, f := range g.fluents {
		l := gdl.Literal((f + 1) << 1)
		if f != value {
			l = l.Opposite()
		}
		v.set(l)
	}
}

// shift is how one group may change the potential.
type shift struct {
	least, most int
	change      []delta // the least
	open        bool    // the group may have several values now
	never       bool    // no value is possible: there is no such state
}

// look finds out how much a group may raise or lower the potential.
func (v *prover) look(g *group) shift {
	d := shift{least: math.MaxInt, most: math.MinInt}
	values := v.values(g)
	d.open = len(values) > 1
	for _, from := range values {
		for _, to := range v.after(g, from) {
			var change []delta
			if from != to && from != none {
				change = append(change, delta(from<<1|1))
			}
			if from != to && to != none {
				change = append(change, delta(to<<1))
			}
			rise := int(v.p.rise(change))
			if rise < d.least || rise == d.least && from == to {
				d.least, d.change = rise, change
			}
			d.most = max(d.most, rise)
		}
	}
	d.never = d.least > d.most
	return d
}

// after returns the values that a group may have after the moves, if it has a value now.
func (v *prover) after(g *group, value int32) (all []int32) {
	v.now++
	for _, f := range g.fluents {
		v.stamp[f+1], v.memo[f+1] = v.now, -1
		if f == value {
			v.memo[f+1] = 1
		}
	}
	for _, f := range g.fluents {
		switch t := v.eval(v.c.Next[f]); {
		case t > 0:
			return []int32{f}
		case t == 0:
			all = append(all, f)
		}
	}
	if !g.always {
		all = append(all, none)
	}
	return all
}

// eval returns the truth of a literal with the assumption of after.
func (v *prover) eval(l gdl.Literal) int8 {
	a := l.Atom()
	t := v.truth[a]
	if t == 0 && v.stamp[a] == v.now {
		t = v.memo[a]
	} else if t == 0 && a >= v.c.FirstDerived() {
		v.stamp[a], v.memo[a] = v.now, 0 // for rules that lead back here
		t = v.byRules(a, v.eval)
		v.memo[a] = t
	}
	if l.Not() {
		return -t
	}
	return t
}

// byRules returns the truth of an atom by its rules.
func (v *prover) byRules(a int, of func(l gdl.Literal) int8) int8 {
	result := int8(-1)
	for _, r := range v.c.Rules[v.first[a]:v.first[a+1]] {
		all := int8(1)
		for _, l := range r.Body {
			v.looks++
			if all = min(all, of(l)); all < 0 {
				break
			}
		}
		if result = max(result, all); result > 0 {
			break
		}
	}
	return result
}

func (v *prover) of(l gdl.Literal) int8 {
	if l.Not() {
		return -v.truth[l.Atom()]
	}
	return v.truth[l.Atom()]
}

// set makes a literal true.
func (v *prover) set(l gdl.Literal) {
	if v.of(l) < 0 {
		v.broken = true
		return
	}
	v.truth[l.Atom()] = 1
	if l.Not() {
		v.truth[l.Atom()] = -1
	}
	if f := l.Atom() - 1; f >= 0 && f < len(v.homes) {
		v.setGroup(v.homes[f])
	}
}

// setGroup draws conclusions from one value of a group. At most one fluent of the group is true. If
// one is always true and only one is still possible, it is true.
func (v *prover) setGroup(g *group) {
	open, last := 0, none
	for _, f := range g.fluents {
		switch v.truth[f+1] {
		case 1:
			for _, other := range g.fluents {
				if v.truth[other+1] == 0 {
					v.truth[other+1] = -1
				}
				v.broken = v.broken || other != f && v.truth[other+1] > 0
			}
			return
		case 0:
			open, last = open+1, int(f)
		}
	}
	if g.always && open == 0 {
		v.broken = true
	}
	if g.always && open == 1 {
		v.truth[last+1] = 1
	}
}

// suppose makes a literal true, and also what its rules then require. For an atom these are the
// conditions that all its rules share. For a negated atom every rule must fail, so the condition of
// each rule with a single condition is false.
func (v *prover) suppose(l gdl.Literal) {
	if v.of(l) > 0 || v.broken {
		return
	}
	v.set(l)
	rules := v.bodies[l.Atom()]
	if len(rules) == 0 {
		return
	}
	if l.Not() {
		for _, body := range rules {
			if len(body) == 1 {
				v.suppose(body[0].Opposite())
			}
		}
		return
	}
	for _, c := range rules[0] {
		if !slices.ContainsFunc(rules[1:], func(body []gdl.Literal) bool { return !slices.Contains(body, c) }) {
			v.suppose(c)
		}
	}
}

// spread computes the atoms that rules define, in their order.
func (v *prover) spread() {
	for a := v.c.FirstDerived(); a < v.c.Atoms; a++ {
		switch t := v.byRules(a, v.of); {
		case t == 0:
		case v.truth[a] == 0:
			v.truth[a] = t
		case v.truth[a] != t:
			v.broken = true
			return
		}
	}
}
