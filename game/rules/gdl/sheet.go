package gdl

import (
	"context"
	"fmt"
	"slices"
)

// Read makes the circuit of a sheet for two roles. The context and the bounds limit the
// work. An error names a line where there is one.
func Read(ctx context.Context, text string, bounds Bounds) (*Circuit, error) {
	lists, err := read(text)
	if err != nil {
		return nil, err
	}
	rules, err := normalise(lists)
	if err != nil {
		return nil, err
	}
	if err := check(rules); err != nil {
		return nil, err
	}
	rules = useful(rules)
	rules = split(rules)
	groups, err := strata(fixed(rules))
	if err != nil {
		return nil, err
	}
	g := newGrounder(ctx, rules, bounds)
	if err := g.run(groups); err != nil {
		return nil, err
	}
	roles, err := g.roles()
	if err != nil {
		return nil, err
	}
	l := newLogic(g)
	l.settle()
	l.distinctBodies()
	l.factor(l.needed())
	if l.settle(); l.err != nil {
		return nil, l.err
	}
	return l.circuit(roles)
}

// useful leaves out rules that decide nothing: "base" and "input" only describe.
func useful(rules []plain) []plain {
	g := graphOf(rules)
	used := g.reach(relation{roleWord, 1}, relation{initWord, 1}, relation{nextWord, 1}, relation{legalWord, 2}, relation{goalWord, 2}, relation{terminalWord, 0})
	return slices.DeleteFunc(slices.Clone(rules), func(r plain) bool { return !used[relationOf(r.head)] })
}

// fixed returns the rules whose heads never change.
func fixed(rules []plain) []plain {
	changes := changing(rules)
	return slices.DeleteFunc(slices.Clone(rules), func(r plain) bool { return changes[relationOf(r.head)] })
}

// roles returns the two roles, in the order of the sheet.
func (g *grounder) roles() ([]term, error) {
	var roles []term
	if t := g.tables[relation{roleWord, 1}]; t != nil {
		for _, f := range t.facts {
			roles = append(roles, g.all[f].args[0])
		}
	}
	if len(roles) != 2 {
		return nil, fmt.Errorf("the sheet has %d roles: want two, as in (role white) (role black)", len(roles))
	}
	return roles, nil
}
