package gdl

import (
	"fmt"
	"slices"
)

// split cuts rules of many variables in two, again and again: a variable that the head
// does not have goes into a rule of its own, with the conditions that have it. The number of
// instances of a rule grows with each variable, so two rules with fewer variables have fewer.
//
// For each rule it returns the rules that replace it: the rule itself if it is not split.
func split(rules []plain) [][]plain {
	all := make([][]plain, len(rules))
	number := 0
	for i := range rules {
		for open := []plain{rules[i]}; len(open) > 0; {
			r := open[0]
			open = open[1:]
			if inner, outer, ok := r.cut(&number); ok {
				open = append([]plain{inner, outer}, open...)
				continue
			}
			all[i] = append(all[i], r)
		}
	}
	return all
}

// cut returns the two rules; ok is false if no cut leaves both with fewer variables.
func (r *plain) cut(number *int) (inner, outer plain, ok bool) {
	var all []string
	for _, c := range r.body {
		all = variables(c.b, variables(c.a, all))
	}
	head := variables(r.head, nil)
	least := len(all)
	var best []int
	for _, v := range all {
		if slices.Contains(head, v) {
			continue
		}
		if with := r.around(v); len(with) < len(r.body) {
			if n := len(r.variablesOf(with)); n < least {
				least, best = n, with
			}
		}
	}
	shared := r.shared(best)
	if best == nil || len(shared) >= least {
		return inner, outer, false
	}
	*number++
	atom := &node{line: r.line, name: fmt.Sprintf("%s, part %d", r.head.name, *number), args: shared}
	inner, outer = plain{line: r.line, head: atom}, plain{line: r.line, head: r.head}
	for i, c := range r.body {
		if slices.Contains(best, i) {
			inner.body = append(inner.body, c)
		} else {
			outer.body = append(outer.body, c)
		}
	}
	outer.body = append(outer.body, condition{kind: holds, a: atom})
	return inner, outer, checkSafe(inner) == nil && checkSafe(outer) == nil
}

// shared returns the variables that some conditions have in common with the head and the
// other conditions.
func (r *plain) shared(at []int) (list []*node) {
	outside := variables(r.head, r.variablesOf(r.without(at)))
	for _, v := range r.variablesOf(at) {
		if slices.Contains(outside, v) {
			list = append(list, &node{line: r.line, name: v})
		}
	}
	return list
}

// around returns the conditions that have a variable, and the other conditions that they need to be
// safe.
func (r *plain) around(v string) []int {
	var with []int
	for i, c := range r.body {
		if slices.Contains(variables(c.b, variables(c.a, nil)), v) {
			with = append(with, i)
		}
	}
	return with
}

// variablesOf returns the variables of some conditions.
func (r *plain) variablesOf(at []int) (list []string) {
	for _, i := range at {
		list = variables(r.body[i].b, variables(r.body[i].a, list))
	}
	return list
}

// without returns the other conditions.
func (r *plain) without(at []int) (rest []int) {
	for i := range r.body {
		if !slices.Contains(at, i) {
			rest = append(rest, i)
		}
	}
	return rest
}
