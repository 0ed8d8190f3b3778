package gdl

import (
	"slices"

	"oxo/internal/words"
)

// maxAlternatives bounds the plain rules that one rule with "or" becomes.
const maxAlternatives = 10_000

// kind says what a condition asks.
type kind uint8

const (
	holds   kind = iota // the atom a is true
	fails               // it is not
	differs             // the terms a and b are different
	equals              // they are equal; solved before the rule is used
)

// condition is one condition of a plain rule.
type condition struct {
	kind kind
	a, b *node
}

// plain is a rule without "or", "and" and nested "not".
type plain struct {
	line int
	head *node
	body []condition
}

// normalise converts the lists of a sheet to plain rules.
func normalise(lists []*node) ([]plain, error) {
	var rules []plain
	for _, l := range lists {
		if l.name != "<=" {
			rules = append(rules, plain{line: l.line, head: l})
			continue
		}
		if len(l.args) == 0 {
			return nil, fault(l.line, "a rule without a head: want (<= HEAD CONDITION...)")
		}
		bodies, err := allOf(l.args[1:])
		if err != nil {
			return nil, err
		}
		for _, body := range bodies {
			r := plain{line: l.line, head: l.args[0], body: body}
			if r.solve() {
				rules = append(rules, r)
			}
		}
	}
	return rules, nil
}

// allOf returns the alternatives of a conjunction: each is a list of conditions.
func allOf(parts []*node) ([][]condition, error) {
	all := [][]condition{nil}
	for _, p := range parts {
		some, err := alternatives(p, false)
		if err != nil {
			return nil, err
		}
		if all, err = cross(p.line, all, some); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// cross returns each of a followed by each of b.
func cross(line int, a, b [][]condition) ([][]condition, error) {
	if len(a)*len(b) > maxAlternatives {
		return nil, fault(line, "the \"or\"s of this rule make more than %d rules: write it as several rules", maxAlternatives)
	}
	var all [][]condition
	for _, x := range a {
		for _, y := range b {
			all = append(all, slices.Concat(x, y))
		}
	}
	return all, nil
}

// alternatives returns the alternatives of one condition, or of its opposite.
func alternatives(n *node, not bool) ([][]condition, error) {
	switch n.name {
	case "not":
		if len(n.args) != 1 {
			return nil, fault(n.line, "\"not\" has %d conditions: want one", len(n.args))
		}
		return alternatives(n.args[0], !not)
	case "or", "and":
		if (n.name == "or") != not { // one of them
			var all [][]condition
			for _, a := range n.args {
				some, err := alternatives(a, not)
				if err != nil {
					return nil, err
				}
				all = append(all, some...)
			}
			return all, nil
		}
		all := [][]condition{nil}
		for _, a := range n.args {
			some, err := alternatives(a, not)
			if err != nil {
				return nil, err
			}
			if all, err = cross(n.line, all, some); err != nil {
				return nil, err
			}
		}
		return all, nil
	case "distinct":
		if len(n.args) != 2 {
			return nil, fault(n.line, "\"distinct\" has %d terms: want two", len(n.args))
		}
		return [][]condition{{{kind: pick(not, equals, differs), a: n.args[0], b: n.args[1]}}}, nil
	}
	if n.variable() || n.name == "<=" {
		return nil, fault(n.line, "%s is used as a condition: want (NAME TERM...)", words.Clip(n.String()))
	}
	return [][]condition{{{kind: pick(not, fails, holds), a: n}}}, nil
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// solve removes the equations from a rule by replacing variables by terms, and reports
// whether the equations have a solution.
func (r *plain) solve() bool {
	for {
		i := slices.IndexFunc(r.body, func(c condition) bool { return c.kind == equals })
		if i < 0 {
			return true
		}
		e := r.body[i]
		r.body = slices.Delete(slices.Clone(r.body), i, i+1)
		values := map[string]*node{}
		if !unify(e.a, e.b, values) {
			return false
		}
		r.head = put(r.head, values)
		for j, c := range r.body {
			r.body[j].a = put(c.a, values)
			if c.b != nil {
				r.body[j].b = put(c.b, values)
			}
		}
	}
}

// unify gives variables values that make two terms equal, if that is possible.
func unify(a, b *node, values map[string]*node) bool {
	a, b = put(a, values), put(b, values)
	switch {
	case a.variable() && a.name == b.name:
		return true
	case a.variable():
		if occurs(a.name, b) {
			return false
		}
		values[a.name] = b
		return true
	case b.variable():
		return unify(b, a, values)
	case a.name != b.name || len(a.args) != len(b.args):
		return false
	}
	for i := range a.args {
		if !unify(a.args[i], b.args[i], values) {
			return false
		}
	}
	return true
}

func occurs(name string, n *node) bool {
	return n.name == name || slices.ContainsFunc(n.args, func(a *node) bool { return occurs(name, a) })
}

// put returns a term whose variables are replaced by their values.
func put(n *node, values map[string]*node) *node {
	if n.variable() {
		if v, ok := values[n.name]; ok {
			return put(v, values)
		}
		return n
	}
	if len(n.args) == 0 {
		return n
	}
	c := &node{line: n.line, name: n.name, args: make([]*node, len(n.args))}
	for i, a := range n.args {
		c.args[i] = put(a, values)
	}
	return c
}

// variables appends the names of a term's variables that are not in list yet.
func variables(n *node, list []string) []string {
	if n == nil {
		return list
	}
	if n.variable() {
		if !slices.Contains(list, n.name) {
			list = append(list, n.name)
		}
		return list
	}
	for _, a := range n.args {
		list = variables(a, list)
	}
	return list
}
