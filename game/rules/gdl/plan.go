package gdl

import "fmt"

// This file plans in which order the conditions of a rule are looked at.

// rule is a plain rule with numbered variables.
type rule struct {
	line    int
	head    pattern
	body    []conditionOf
	slots   int
	changes bool // the head depends on the state or the moves
	from    relation
	asks    bool   // its head is a question, and no part of the game: see [grounder.onDemand]
	plans   []plan // one for each condition that may begin: see [program.plan]
}

// conditionOf is one condition of a rule.
type conditionOf struct {
	kind    kind
	a, b    pattern
	of      relation
	changes bool
	guard   bool // it is a question
}

// plan is an order of the other conditions of a rule, after the condition that a new
// fact meets.
type plan struct {
	first int // the condition that the new fact meets; -1 for none
	steps []step
}

// step looks at one condition.
type step struct {
	at    int    // the condition
	whole bool   // all its variables have values
	shape *shape // else: how to find facts
	older bool   // facts must be older than the first fact; otherwise they may be the first fact
}

// shape describes the facts that a search looks for: which parts must have which names,
// and which parts have known values.
type shape struct {
	text  string
	names []place // with a name and a number of arguments
	known []place // with a value
}

// place is a part of a term: the first argument's second argument, say.
type place struct {
	path  []uint8
	name  int32
	terms int
}

// shapeOf returns the shape of a pattern when some variables have values.
func shapeOf(p *pattern, bound []bool) *shape {
	s := &shape{}
	s.walk(p, bound, nil)
	return s
}

func (s *shape) walk(p *pattern, bound []bool, path []uint8) {
	if known(p, bound) {
		s.known = append(s.known, place{path: append([]uint8(nil), path...)})
		s.text += fmt.Sprintf("=%v", path)
		return
	}
	if p.slot >= 0 {
		return
	}
	if len(path) > 0 {
		s.names = append(s.names, place{append([]uint8(nil), path...), p.name, len(p.args)})
		s.text += fmt.Sprintf("(%v)%d/%d", path, p.name, len(p.args))
	}
	for i := range p.args {
		s.walk(&p.args[i], bound, append(path, uint8(i)))
	}
}

// known reports whether all variables of a pattern have values.
func known(p *pattern, bound []bool) bool {
	if p.fixed >= 0 {
		return true
	}
	if p.slot >= 0 {
		return bound[p.slot]
	}
	for i := range p.args {
		if !known(&p.args[i], bound) {
			return false
		}
	}
	return true
}

// bind marks the variables of a pattern, and returns how many were not marked.
func bind(p *pattern, bound []bool) (fresh int) {
	if p.fixed >= 0 {
		return 0
	}
	if p.slot >= 0 {
		if bound[p.slot] {
			return 0
		}
		bound[p.slot] = true
		return 1
	}
	for i := range p.args {
		fresh += bind(&p.args[i], bound)
	}
	return fresh
}

// plan orders the conditions greedily: what only checks comes first, then the condition
// that is likely to have the fewest facts. size estimates them.
func (r *rule) plan(first int, size func(c *conditionOf) int) plan {
	p := plan{first: first}
	bound, done := make([]bool, r.slots), make([]bool, len(r.body))
	if first >= 0 {
		bind(&r.body[first].a, bound)
		done[first] = true
	}
	for range r.body {
		best, least := -1, 0.0
		for i := range r.body {
			if done[i] {
				continue
			}
			if cost, ok := r.cost(&r.body[i], bound, size); ok && (best < 0 || cost < least) {
				best, least = i, cost
			}
		}
		if best < 0 {
			break
		}
		c := &r.body[best]
		done[best] = true
		s := step{at: best, whole: known(&c.a, bound), older: best < first}
		if !s.whole && c.kind == holds {
			s.shape = shapeOf(&c.a, bound)
			bind(&c.a, bound)
		}
		p.steps = append(p.steps, s)
	}
	return p
}

// cost estimates how many facts fit a condition; ok is false if it cannot be looked at
// yet.
func (r *rule) cost(c *conditionOf, bound []bool, size func(c *conditionOf) int) (cost float64, ok bool) {
	whole := known(&c.a, bound) && (c.kind != differs || known(&c.b, bound))
	if whole {
		return -1, true
	}
	if c.kind != holds {
		return 0, false
	}
	trial := append([]bool(nil), bound...)
	fresh := bind(&c.a, trial)
	all := bind(&c.a, make([]bool, r.slots))
	cost = float64(size(c))
	for range all - fresh { // each known variable divides the facts
		cost /= 4
	}
	return cost, true
}
