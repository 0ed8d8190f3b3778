// Package resolver runs the rules of a sheet as they are, with variables. In each state it asks for the legal moves, the end
// and the next state, and follows only the rules that help to answer these questions. It is for sheets whose circuits are too
// large: chess has some millions of rules without variables, and one state needs some hundreds of them.
//
// A question is a relation with values for some of its terms. Its goal says which terms have values. For each goal the compiler
// orders the conditions of the rules when the sheet is read. A machine keeps the answers to a question until the state changes
// (tabling) [TamakiSato86]. If a question depends on itself, its rules run until they find no more answers.
package resolver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"oxo"
	"oxo/game/rules/gdl"
)

// Bounds of the work.
const (
	maxCalls      = 10_000    // questions within questions
	maxRecords    = 1_000_000 // questions in one state
	maxSteps      = 4_000_000 // conditions tested in one state
	maxFixedSteps = 300_000   // conditions tested for a relation that never changes; a relation that needs more is computed in each state
)

// Sheet is a sheet that is ready to run. It does not change: machines share it.
type Sheet struct {
	Roles [2]string

	terms     *terms
	relations []*relation
	byName    map[string][]*relation
	functors  []*functor
	byFunctor map[functorKey]*functor
	roles     [2]term
	fluents   list
	moves     list // of both roles
	ranks     atomic.Pointer[[]int32]
	start     []term
	legal     *goal // for a role
	points    *goal // for a role
	over      *goal
	next      *goal
}

// Read reads a sheet. The context limits the work.
func Read(ctx context.Context, text string) (*Sheet, error) {
	rules, err := gdl.Clauses(text)
	if err != nil {
		return nil, err
	}
	s := &Sheet{terms: newTerms(), byName: map[string][]*relation{}, byFunctor: map[functorKey]*functor{}}
	s.relate(rules)
	c := &compiler{Sheet: s, goals: map[goalKey]*goal{}, views: map[viewKey]*view{}}
	m := &Machine{s: s}
	for _, r := range s.inOrder() {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("the facts that never change take too long: %w", err)
		}
		r.facts = m.all(c, r)
	}
	if err := s.begin(); err != nil {
		return nil, err
	}
	s.legal = c.goal(s.relation("legal", 2), columns{known: 1})
	s.points = c.goal(s.relation("goal", 2), columns{known: 1})
	s.over = c.goal(s.relation("terminal", 0), columns{})
	s.next = c.goal(s.relation("next", 1), columns{})
	return s, nil
}

// inOrder returns the relations that never change, each after the relations that it uses, as far as that is possible.
func (s *Sheet) inOrder() (order []*relation) {
	seen := map[*relation]bool{}
	var visit func(r *relation)
	visit = func(r *relation) {
		if seen[r] || !r.fixed {
			return
		}
		seen[r] = true
		for _, u := range r.uses {
			visit(u)
		}
		order = append(order, r)
	}
	for _, r := range s.relations {
		visit(r)
	}
	return order
}

// all returns all facts of a relation that never changes; nil if that takes too many steps.
func (m *Machine) all(c *compiler, r *relation) *facts {
	m.newState()
	m.steps = maxSteps - maxFixedSteps
	g := c.goal(r, columns{})
	found := m.question(g, nil)
	if m.fault != "" {
		return nil
	}
	return &facts{width: r.terms, rows: append([]term(nil), found.rows...), count: found.count}
}

// begin computes the roles and the facts of the start.
func (s *Sheet) begin() error {
	roles, start := s.relation("role", 1).facts, s.relation("init", 1).facts
	switch {
	case roles == nil || start == nil:
		return errors.New("the sheet is too large: its roles or its start take too many steps")
	case roles.count != 2:
		return fmt.Errorf("%w: it has %d, want two, as in (role white) (role black)", gdl.ErrRoles, roles.count)
	}
	for i := range s.roles {
		s.roles[i] = roles.rows[i]
		s.Roles[i] = s.terms.text(roles.rows[i])
	}
	s.start = start.rows
	for _, f := range s.start {
		c := s.terms.at(f)
		k := functorKey{c.name, len(c.args)}
		if s.byFunctor[k] == nil {
			s.byFunctor[k] = &functor{name: c.name, args: len(c.args), number: len(s.functors)}
			s.functors = append(s.functors, s.byFunctor[k])
		}
		s.byFunctor[k].inits++
		s.fluents.number(s.terms, f, &s.terms.at(f).fluent)
	}
	return nil
}

func (s *Sheet) relation(name string, terms int) *relation {
	return s.relationOf(&gdl.Expression{Name: name, Args: make([]gdl.Expression, terms)})
}

// Rules returns the number of rules.
func (s *Sheet) Rules() (n int) {
	for _, r := range s.relations {
		n += len(r.rules)
	}
	return n
}

// Fluents returns the number of fluents that have numbers. A fluent gets the next number when it is first met.
func (s *Sheet) Fluents() int { return len(s.fluents.all()) }

// Fluent returns the text of a fluent.
func (s *Sheet) Fluent(f int32) string { return s.fluents.all()[f].text }

func (s *Sheet) fluent(f int32) *compound { return s.terms.at(s.fluents.all()[f].term) }

// Sum returns 128 bits of a fluent, made from its text.
func (s *Sheet) Sum(f int32) oxo.Key { return s.fluent(f).sum }

// Parts returns the name and the arguments of a fluent, as numbers.
func (s *Sheet) Parts(f int32) []int32 {
	c := s.fluent(f)
	parts := []int32{c.name}
	for _, a := range c.args {
		parts = append(parts, int32(a))
	}
	return parts
}

// Joined returns a fluent with the name of from[0]. Its argument i is the argument i of from[i].
func (s *Sheet) Joined(from ...int32) int32 {
	c := s.fluent(from[0])
	args := make([]term, len(c.args))
	for i := range args {
		args[i] = s.fluent(from[i]).args[i]
	}
	t := s.terms.add(c.name, args)
	return s.fluents.number(s.terms, t, &s.terms.at(t).fluent)
}

// Move returns the text of a move.
func (s *Sheet) Move(m int32) string { return s.moves.all()[m].text }

// Parse returns the fluent with a text such as mark(1,2). ok is false if the sheet does not have a fact of that name, or does
// not have a word of the text.
func (s *Sheet) Parse(text string) (f int32, ok bool) {
	t, rest := s.parse(text, 0)
	if t == none || rest != "" {
		return 0, false
	}
	c := s.terms.at(t)
	if s.byFunctor[functorKey{c.name, len(c.args)}] == nil {
		return 0, false
	}
	return s.fluents.number(s.terms, t, &c.fluent), true
}

// parse reads a term at the beginning of a text. It returns none where a text begins without a term.
func (s *Sheet) parse(text string, depth int) (t term, rest string) {
	end := strings.IndexAny(text, "(),")
	if end < 0 {
		end = len(text)
	}
	name, known := s.terms.byName[text[:end]]
	if rest = text[end:]; !known || depth > maxDepth {
		return none, rest
	}
	var args []term
	if strings.HasPrefix(rest, "(") {
		for rest[0] == '(' || rest[0] == ',' {
			var a term
			if a, rest = s.parse(rest[1:], depth+1); a == none || rest == "" {
				return none, rest
			}
			args = append(args, a)
		}
		if rest[0] != ')' {
			return none, rest
		}
		rest = rest[1:]
	}
	return s.terms.add(name, args), rest
}
