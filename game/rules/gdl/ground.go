package gdl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

// Bounds limits the work on a sheet. A zero number stands for the default.
type Bounds struct {
	Terms int // different terms; 4 million by default
	Rules int // instances of the sheet's rules; 4 million by default
}

// The defaults of Bounds, and the depth of terms in terms: lists that grow for ever reach
// it soon.
const (
	defaultTerms = 4_000_000
	defaultRules = 4_000_000
	maxTermDepth = 40
	maxSteps     = 10_000_000 // conditions looked at; a number, since with a limit of time the game would depend on the machine
)

// instance is a rule with values for its variables. Its body holds the conditions on
// atoms that change: twice the atom's number, plus one for "not".
type instance struct {
	head term
	rule int32
	body []int32
}

// grounder finds all atoms that can become true, and the instances of rules that make them true.
type grounder struct {
	*terms
	rules     []*rule
	tables    map[relation]*table
	since     []int32 // by term: when it became a fact, from 1 on; 0 for other terms
	clock     int32
	queue     []term // facts whose consequences are not drawn yet
	users     map[relation][]use
	instances []instance
	counts    []int // instances by rule
	record    bool
	bounds    Bounds
	ctx       context.Context
	steps     int
	counting  *count // if instances are only counted
	err       error

	// The join that runs now.
	rule   *rule
	ruleAt int32 // its number
	plan   *plan
	values []term
	trail  []int32
	limit  int32 // no fact younger than this
	words  wordTerms
}

// use is a condition that facts of a relation meet.
type use struct{ rule, at int }

// wordTerms are the numbers of the language's words.
type wordTerms struct{ init, next, legal, now, does int32 }

func newGrounder(ctx context.Context, rules []plain, bounds Bounds) *grounder {
	g := &grounder{terms: newTerms(), tables: map[relation]*table{}, bounds: bounds, ctx: ctx}
	g.words = wordTerms{g.name(initWord), g.name(nextWord), g.name(legalWord), g.name(trueWord), g.name(doesWord)}
	changes := changing(rules)
	for i := range rules {
		g.rules = append(g.rules, g.ruleOf(&rules[i], changes))
	}
	g.counts = make([]int, len(g.rules))
	return g
}

// ruleOf numbers the variables of a rule.
func (g *grounder) ruleOf(p *plain, changes map[relation]bool) *rule {
	slots := map[string]int32{}
	r := &rule{line: p.line, from: relationOf(p.head), changes: changes[relationOf(p.head)]}
	for _, c := range p.body {
		d := conditionOf{kind: c.kind, a: g.compile(c.a, slots)}
		if c.kind == differs {
			d.b = g.compile(c.b, slots)
		} else {
			d.of = relationOf(c.a)
			d.changes = changes[d.of]
		}
		r.body = append(r.body, d)
	}
	r.head = g.compile(p.head, slots)
	r.slots = len(slots)
	return r
}

// drawFixed draws all consequences of facts that never change, group by group.
func (g *grounder) drawFixed(groups [][]relation) error {
	of := map[relation][]int{}
	for i, r := range g.rules {
		if !r.changes {
			of[r.from] = append(of[r.from], i)
		}
	}
	for _, group := range groups {
		var here []int
		inside := map[relation]bool{}
		for _, r := range group {
			inside[r] = true
			here = append(here, of[r]...)
		}
		slices.Sort(here)
		g.draw(here, func(c *conditionOf) bool { return inside[c.of] })
	}
	return g.err
}

// drawRest draws all other consequences at once. It treats a negated condition that can change as
// possible.
func (g *grounder) drawRest() error {
	g.record = true
	var rest []int
	for i, r := range g.rules {
		if r.changes {
			rest = append(rest, i)
		}
	}
	if t := g.tables[relation{initWord, 1}]; t != nil {
		for _, f := range t.facts {
			g.fact(g.add(g.words.now, g.all[f].args))
		}
	}
	g.draw(rest, func(c *conditionOf) bool { return c.changes })
	return g.err
}

// draw draws the consequences of some rules. grows says which conditions may get new
// facts meanwhile.
func (g *grounder) draw(rules []int, grows func(c *conditionOf) bool) {
	g.users = map[relation][]use{}
	g.extend()
	var fixed []int
	for _, i := range rules {
		r := g.rules[i]
		grown := false
		r.plans = make([]plan, len(r.body)+1)
		for at := range r.body {
			if c := &r.body[at]; c.kind == holds && grows(c) {
				grown = true
				r.plans[at] = r.plan(at, g.estimate)
				g.users[c.of] = append(g.users[c.of], use{i, at})
			}
		}
		if !grown {
			r.plans[len(r.body)] = r.plan(-1, g.estimate)
			fixed = append(fixed, i)
		}
	}
	for _, i := range fixed {
		g.begin(i, len(g.rules[i].body))
		g.limit = g.clock
		g.join(0)
	}
	for len(g.queue) > 0 && g.err == nil {
		f := g.queue[0]
		g.queue = g.queue[1:]
		c := &g.all[f]
		for _, u := range g.users[relation{g.names[c.name], len(c.args)}] {
			g.begin(u.rule, u.at)
			g.limit = g.since[f]
			if g.match(&g.rule.body[u.at].a, f, g.values, &g.trail) {
				g.join(0)
			}
		}
	}
	g.queue = nil
}

// estimate guesses the number of facts of a condition.
func (g *grounder) estimate(c *conditionOf) int {
	n := 0
	if t := g.tables[c.of]; t != nil {
		n = len(t.facts)
	}
	if c.changes {
		return max(n, 300)
	}
	return n
}

func (g *grounder) begin(i, planned int) {
	g.rule, g.ruleAt = g.rules[i], int32(i)
	g.plan = &g.rule.plans[planned]
	if cap(g.values) < g.rule.slots {
		g.values = make([]term, g.rule.slots)
	}
	g.values = g.values[:g.rule.slots]
	for s := range g.values {
		g.values[s] = unbound
	}
	g.trail = g.trail[:0]
}

// join looks at the conditions from the given step on, and notes an instance if all are
// met.
func (g *grounder) join(at int) {
	if g.err != nil || g.counting.full() {
		return
	}
	if at == len(g.plan.steps) {
		g.found()
		return
	}
	if g.step(); g.err != nil {
		return
	}
	s := &g.plan.steps[at]
	c := &g.rule.body[s.at]
	if s.whole {
		if g.meets(c, s) {
			g.join(at + 1)
		}
		return
	}
	t := g.tables[c.of]
	if t == nil {
		return
	}
	limit := g.limit
	for _, i := range g.candidates(t, c, s.shape) {
		f := t.facts[i]
		if since := g.since[f]; since > limit || since == limit && s.older {
			break
		}
		mark := len(g.trail)
		if g.match(&c.a, f, g.values, &g.trail) {
			g.join(at + 1)
		}
		for _, slot := range g.trail[mark:] {
			g.values[slot] = unbound
		}
		g.trail = g.trail[:mark]
	}
}

// step counts the steps of all joins.
func (g *grounder) step() {
	switch g.steps++; {
	case g.steps > maxSteps:
		g.err = g.tooMuch("to find its rules without variables takes too many steps")
	case g.steps%4096 == 0 && g.ctx.Err() != nil:
		g.err = g.tooMuch("it takes longer than the limit of time")
	}
}

// meets reports whether a condition without open variables is met, or can be.
func (g *grounder) meets(c *conditionOf, s *step) bool {
	a, exists := g.build(&c.a, g.values, false)
	switch c.kind {
	case differs:
		b, other := g.build(&c.b, g.values, false)
		return exists != other || !exists && !g.same(&c.a, &c.b) || exists && a != b
	case fails:
		return c.changes || !exists || g.since[a] == 0
	}
	if !exists || g.since[a] == 0 {
		return false
	}
	return g.since[a] < g.limit || g.since[a] == g.limit && !s.older
}

// same reports whether two patterns are equal terms that have no number yet.
func (g *grounder) same(a, b *pattern) bool {
	x, _ := g.build(a, g.values, true)
	y, _ := g.build(b, g.values, true)
	g.extend()
	return x == y
}

// extend makes room in since for each term.
func (g *grounder) extend() {
	for len(g.since) < len(g.all) {
		g.since = append(g.since, 0)
	}
}

// found notes an instance of the rule, and its head as a fact.
func (g *grounder) found() {
	if g.counting != nil {
		g.counting.n++
		return
	}
	head, _ := g.build(&g.rule.head, g.values, true)
	g.extend()
	if g.all[head].depth > maxTermDepth {
		g.err = fault(g.rule.line, "the rule makes terms in terms without end: want a bound")
		return
	}
	if g.record && !g.rule.asks {
		n := instance{head: head, rule: g.ruleAt}
		for i := range g.rule.body {
			c := &g.rule.body[i]
			if c.changes && !c.guard && c.kind != differs {
				a, _ := g.build(&c.a, g.values, true)
				n.body = append(n.body, int32(a)<<1|int32(c.kind)&1)
			}
		}
		g.extend()
		g.instances = append(g.instances, n)
	}
	g.counts[g.ruleAt]++
	switch {
	case len(g.instances) > cmp.Or(g.bounds.Rules, defaultRules):
		g.err = g.tooMuch(fmt.Sprintf("it has more than %d rules without variables", cmp.Or(g.bounds.Rules, defaultRules)))
	case len(g.all) > cmp.Or(g.bounds.Terms, defaultTerms):
		g.err = g.tooMuch(fmt.Sprintf("it has more than %d different terms", cmp.Or(g.bounds.Terms, defaultTerms)))
	}
	g.fact(head)
}

// fact adds a fact. A fluent that may come next may be true, and a role that may make a move may
// have made it.
func (g *grounder) fact(f term) {
	g.extend()
	if g.since[f] != 0 {
		return
	}
	g.clock++
	g.since[f] = g.clock
	c := g.all[f]
	r := relation{g.names[c.name], len(c.args)}
	if g.tables[r] == nil {
		g.tables[r] = &table{}
	}
	g.tables[r].facts = append(g.tables[r].facts, f)
	g.queue = append(g.queue, f)
	switch c.name {
	case g.words.next:
		g.fact(g.add(g.words.now, c.args))
	case g.words.legal:
		g.fact(g.add(g.words.does, c.args))
	}
}

// ErrTooLarge is wrapped by the error of a sheet that exceeds the bounds.
var ErrTooLarge = errors.New("the sheet is too large")

// tooMuch names the rule that has most instances.
func (g *grounder) tooMuch(why string) error {
	most := 0
	for i := range g.counts {
		if g.counts[i] > g.counts[most] {
			most = i
		}
	}
	r := g.rules[most]
	return fault(r.line, "%w: %s; the rule of %s has the most, %d", ErrTooLarge, why, r.from, g.counts[most])
}
