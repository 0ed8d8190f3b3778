package resolver

import (
	"slices"

	"oxo/game/rules/gdl"
)

// relation is a name with its number of terms.
type relation struct {
	name   string
	terms  int
	number int
	rules  []*gdl.Clause
	fixed  bool   // it depends neither on the state nor on moves
	moved  bool   // it depends on the moves made
	facts  *facts // if all its facts are known
	uses   []*relation
}

// The kinds of conditions.
type kind uint8

const (
	given   kind = iota // on facts that never change
	asked               // on the answers of rules
	stated              // on the state
	made                // on the moves made
	differs             // that two terms differ
)

// step is a condition of a rule, compiled.
type step struct {
	kind  kind
	not   bool
	whole bool      // all its variables have values
	in    []pattern // the terms whose variables have values, or the whole condition of made and differs
	out   []pattern // the others
	outs  []int     // their columns
	facts *facts
	index *index
	goal  *goal
	view  *view
	any   *pattern // of stated: a variable for all of a fact
}

// code is a rule, compiled for one goal.
type code struct {
	line  int
	head  []pattern // of the columns that have values in the question
	steps []step
	outs  []pattern // of the other columns
	slots int
}

// goal is a kind of question: a relation, and which of its columns have values.
type goal struct {
	of *relation
	columns
	width  int // of an answer: the number of columns that are neither known nor idle
	codes  []code
	number int
}

// compiler compiles goals when they are first needed.
type compiler struct {
	*Sheet
	goals map[goalKey]*goal
	views map[viewKey]*view
}

// columns holds two sets of columns: known ones have values in a question; the values of idle ones are not needed.
type columns struct{ known, idle uint64 }

func (c columns) answer(column int) bool { return (c.known|c.idle)>>column&1 == 0 }

type goalKey struct {
	of *relation
	columns
}

type viewKey struct {
	of   *functor
	mask uint64
}

// goal returns the goal of a relation and columns. If it is new, its rules are compiled.
func (c *compiler) goal(of *relation, cs columns) *goal {
	k := goalKey{of, cs}
	if g := c.goals[k]; g != nil {
		return g
	}
	g := &goal{of: of, columns: cs, number: len(c.goals)}
	for i := range of.terms {
		if cs.answer(i) {
			g.width++
		}
	}
	c.goals[k] = g
	for _, r := range of.rules {
		g.codes = append(g.codes, c.code(r, cs))
	}
	return g
}

// code compiles a rule.
func (c *compiler) code(r *gdl.Clause, cs columns) code {
	v := newVariables()
	v.count(r, cs)
	k := code{line: r.Line}
	for i := range r.Head.Args {
		if cs.known>>i&1 != 0 {
			k.head = append(k.head, v.pattern(c.terms, &r.Head.Args[i]))
		}
	}
	done := make([]bool, len(r.Body))
	for range r.Body {
		best, least := -1, 0.0
		for i := range r.Body {
			if done[i] {
				continue
			}
			if cost, ok := c.cost(&r.Body[i], v); ok && (best < 0 || cost < least) {
				best, least = i, cost
			}
		}
		done[best] = true // rules are safe, so one condition can always be next
		k.steps = append(k.steps, c.step(&r.Body[best], v))
	}
	for i := range r.Head.Args {
		if cs.answer(i) {
			k.outs = append(k.outs, v.pattern(c.terms, &r.Head.Args[i]))
		}
	}
	k.slots = len(v.slots)
	return k
}

// cost guesses how many answers a condition has; ok is false if it cannot be looked at yet.
func (c *compiler) cost(t *gdl.Test, v *variables) (cost float64, ok bool) {
	const rules, known, apart = 150, 4, 4 // answers of rules; the factor of a column with a value, and of a condition that shares no variable
	if t.Kind == gdl.Differs {
		return -2, v.whole(&t.A) && v.whole(&t.B)
	}
	whole := v.whole(&t.A)
	if t.Kind == gdl.Fails && !whole {
		return 0, false
	}
	of, args := c.relationOf(&t.A), t.A.Args
	simple := of.facts != nil
	size := float64(rules)
	switch {
	case of.facts != nil:
		size = float64(of.facts.count)
	case t.A.Name == "true":
		simple = true
		if f := &t.A.Args[0]; !f.Variable() {
			size, args = float64(max(2, c.functor(f).inits)), f.Args
		}
	case t.A.Name == "does":
		simple, size = true, 2
	}
	switch {
	case whole && simple:
		return -1, true
	case whole && t.Kind == gdl.Holds:
		return 0.5, true
	case whole:
		return 1.5, true
	}
	touches := len(v.bound) == 0
	for i := range args {
		if v.whole(&args[i]) {
			size /= known
		}
		touches = touches || v.touches(&args[i])
	}
	if !touches && size > 2 {
		size *= apart
	}
	return size, true
}

// step compiles a condition.
func (c *compiler) step(t *gdl.Test, v *variables) step {
	s := step{not: t.Kind == gdl.Fails, whole: v.whole(&t.A)}
	if t.Kind == gdl.Differs {
		s.kind = differs
		s.in = []pattern{v.pattern(c.terms, &t.A), v.pattern(c.terms, &t.B)}
		return s
	}
	of := c.relationOf(&t.A)
	switch {
	case of.facts != nil:
		s.kind, s.facts = given, of.facts
		if columns := c.columns(&s, t.A.Args, v); len(columns) > 0 {
			s.index = of.facts.indexOf(columns)
		}
	case t.A.Name == "true":
		c.stated(&s, &t.A.Args[0], v)
	case t.A.Name == "does":
		s.kind = made
		s.in = []pattern{v.pattern(c.terms, &t.A.Args[0]), v.pattern(c.terms, &t.A.Args[1])}
	default:
		s.kind = asked
		cs := columns{idle: v.idle(t.A.Args)}
		for _, at := range c.columns(&s, t.A.Args, v) {
			cs.known |= 1 << at
		}
		s.answers(cs)
		s.goal = c.goal(of, cs)
	}
	return s
}

// stated compiles a condition on the state.
func (c *compiler) stated(s *step, fact *gdl.Expression, v *variables) {
	s.kind = stated
	if s.whole || fact.Variable() {
		p := v.pattern(c.terms, fact)
		s.any = &p
		return
	}
	f := c.functor(fact)
	columns := c.columns(s, fact.Args, v)
	mask := uint64(0)
	for _, at := range columns {
		mask |= 1 << at
	}
	k := viewKey{f, mask}
	if c.views[k] == nil {
		c.views[k] = &view{functor: f, columns: columns, number: len(c.views)}
	}
	s.view = c.views[k]
}

// columns divides the arguments of a condition: s.in gets the arguments whose variables have values, s.out the others. It
// returns the columns of s.in.
func (c *compiler) columns(s *step, args []gdl.Expression, v *variables) (in []int) {
	for i := range args {
		if v.whole(&args[i]) {
			in = append(in, i)
			s.in = append(s.in, v.pattern(c.terms, &args[i]))
		} else {
			s.outs = append(s.outs, i)
		}
	}
	for _, i := range s.outs {
		s.out = append(s.out, v.pattern(c.terms, &args[i]))
	}
	return in
}

// answers removes from s.out the columns that answers do not have.
func (s *step) answers(cs columns) {
	var out []pattern
	for i, at := range s.outs {
		if cs.answer(at) {
			out = append(out, s.out[i])
		}
	}
	s.out = out
}

// functor returns the functor of a fact.
func (c *compiler) functor(e *gdl.Expression) *functor {
	k := functorKey{c.terms.name(e.Name), len(e.Args)}
	f := c.byFunctor[k]
	if f == nil {
		f = &functor{name: k.name, args: k.args, number: len(c.functors)}
		c.functors = append(c.functors, f)
		c.byFunctor[k] = f
	}
	return f
}

// relationOf returns the relation of a condition or a head.
func (c *Sheet) relationOf(e *gdl.Expression) *relation {
	for _, r := range c.byName[e.Name] {
		if r.terms == len(e.Args) {
			return r
		}
	}
	r := &relation{name: e.Name, terms: len(e.Args), number: len(c.relations)}
	c.relations = append(c.relations, r)
	c.byName[e.Name] = append(c.byName[e.Name], r)
	return r
}

// relate finds the relations, and which of them depend on the state and on moves.
func (c *Sheet) relate(rules []gdl.Clause) {
	for i := range rules {
		r := c.relationOf(&rules[i].Head)
		r.rules = append(r.rules, &rules[i])
		for j := range rules[i].Body {
			if t := &rules[i].Body[j]; t.Kind != gdl.Differs {
				r.uses = append(r.uses, c.relationOf(&t.A))
			}
		}
	}
	state := map[*relation]bool{}
	for _, r := range c.relations {
		r.moved = r.name == "does" && r.terms == 2
		state[r] = r.moved || r.name == "true" && r.terms == 1
	}
	for again := true; again; {
		again = false
		for _, r := range c.relations {
			moves := !r.moved && slices.ContainsFunc(r.uses, func(u *relation) bool { return u.moved })
			changes := !state[r] && slices.ContainsFunc(r.uses, func(u *relation) bool { return state[u] })
			r.moved, state[r] = r.moved || moves, state[r] || changes
			again = again || moves || changes
		}
	}
	for _, r := range c.relations {
		r.fixed = !state[r]
	}
}
