package gdl

import "fmt"

// This file lets the grounder ask only for what decides the game, for sheets with auxiliary rules that have too many
// instances, such as "a piece on x, y threatens u, v, whatever is on w, z" for all squares. A rule waits until another
// one asks for its head: magic sets [Bancilhon86].

// demand finds, for each relation, the values with which other rules ask for its facts.
type demand struct {
	*grounder
	// asked says, for each relation that rules of the state define, which of its terms have known values
	// in every question.
	asked map[relation][]bool
}

// onDemand adds to each rule the condition that another rule asks for its head. It also adds the rules that ask.
func (g *grounder) onDemand() {
	d := &demand{grounder: g, asked: map[relation][]bool{}}
	var rules []*rule
	for _, r := range g.rules {
		if !r.changes {
			continue
		}
		rules = append(rules, r)
		if !decides(r.from) {
			d.asked[r.from] = make([]bool, r.from.terms)
			for i := range d.asked[r.from] {
				d.asked[r.from][i] = true
			}
		}
	}
	for changed := true; changed; { // fewer known terms in one rule mean fewer in other rules
		changed = false
		for _, r := range rules {
			d.follow(r, func(c *conditionOf, bound []bool, _ []int) { changed = d.narrow(c, bound) || changed })
		}
	}
	for _, r := range rules {
		d.ask(r)
	}
	for _, r := range rules {
		if guard, ok := d.question(r.from, &r.head); ok {
			r.body = append(r.body, guard)
		}
	}
	g.counts = make([]int, len(g.rules))
}

// decides reports whether all facts of a relation are needed, so that no rule has to ask for them.
func decides(r relation) bool {
	switch r {
	case relation{nextWord, 1}, relation{legalWord, 2}, relation{goalWord, 2}, relation{terminalWord, 0}:
		return true
	}
	return false
}

// narrow records which terms of a condition have no known value; changed is false if earlier questions lacked
// the same terms.
func (d *demand) narrow(c *conditionOf, bound []bool) (changed bool) {
	asked := d.asked[c.of]
	for i := range asked {
		if asked[i] && !known(&c.a.args[i], bound) {
			asked[i], changed = false, true
		}
	}
	return changed
}

// follow calls f for each condition of a rule that rules of the state define, with the variables that have values when
// the condition is looked at, and the conditions looked at before. Conditions that only check come as early as
// possible. Conditions that ask for other rules come late, since fewer questions are left then.
func (d *demand) follow(r *rule, f func(c *conditionOf, bound []bool, before []int)) {
	bound, done := make([]bool, r.slots), make([]bool, len(r.body))
	for i, asked := range d.asked[r.from] {
		if asked {
			bind(&r.head.args[i], bound)
		}
	}
	var before []int
	for range r.body {
		best, least := -1, 0.0
		for i := range r.body {
			if cost, ok := d.cost(r, &r.body[i], bound); ok && !done[i] && (best < 0 || cost < least) {
				best, least = i, cost
			}
		}
		if best < 0 {
			return // not safe: the checks refuse such rules
		}
		c := &r.body[best]
		if _, ok := d.asked[c.of]; ok && c.kind != differs {
			f(c, bound, before)
		}
		done[best] = true
		if c.kind == holds {
			bind(&c.a, bound)
		}
		before = append(before, best)
	}
}

// cost estimates how many facts fit a condition: see [rule.cost].
func (d *demand) cost(r *rule, c *conditionOf, bound []bool) (float64, bool) {
	const (
		unknown = 5_000 // assumed number of facts of a relation that is not drawn yet
		last    = 1e12
	)
	_, defined := d.asked[c.of]
	cost, ok := r.cost(c, bound, func(c *conditionOf) int {
		if defined {
			return unknown
		}
		return d.estimate(c)
	})
	switch {
	case ok && defined && c.kind == fails:
		cost = last // it leaves out nothing
	case ok && defined && cost < 0:
		cost = 0
	}
	return cost, ok
}

// question returns the condition that a rule asks for an atom; ok is false if all facts of its relation are found
// anyway.
func (d *demand) question(of relation, atom *pattern) (c conditionOf, ok bool) {
	to := relation{name: fmt.Sprintf("asked for %s/%d", of.name, of.terms)}
	p := pattern{slot: -1, fixed: -1, name: d.name(to.name)}
	fixed := true
	var args []term
	for i, asked := range d.asked[of] {
		if asked {
			p.args = append(p.args, atom.args[i])
			args = append(args, atom.args[i].fixed)
			fixed = fixed && atom.args[i].fixed >= 0
		}
	}
	if to.terms = len(p.args); to.terms == 0 {
		return c, false
	}
	if fixed {
		p.fixed = d.add(p.name, args)
	}
	return conditionOf{kind: holds, a: p, of: to, changes: true, guard: true}, true
}

// ask adds the rules by which a rule asks for its conditions: each waits for the conditions before it.
func (d *demand) ask(r *rule) {
	guard, guarded := d.question(r.from, &r.head)
	d.follow(r, func(c *conditionOf, _ []bool, before []int) {
		q, ok := d.question(c.of, &c.a)
		if !ok {
			return
		}
		asks := &rule{line: r.line, head: q.a, slots: r.slots, changes: true, from: r.from, asks: true}
		if guarded {
			asks.body = append(asks.body, guard)
		}
		for _, i := range before {
			if b := r.body[i]; b.kind != fails || !b.changes {
				asks.body = append(asks.body, b)
			}
		}
		d.rules = append(d.rules, asks)
	})
}
