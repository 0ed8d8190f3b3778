package gdl

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Read makes circuits of a sheet for two roles: one or two, which compute the same. Only a trial shows which one takes
// less work to run. The context and the bounds limit the work. An error names a line where there is one.
func Read(ctx context.Context, text string, bounds Bounds) ([]*Circuit, error) {
	rules, err := checked(text)
	if err != nil {
		return nil, err
	}
	ways, err := ground(ctx, useful(rules), bounds)
	if err != nil {
		return nil, err
	}
	all := make([]*Circuit, len(ways))
	for i, g := range ways {
		if all[i], err = g.circuit(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// checked returns the plain rules of a sheet for two roles.
func checked(text string) ([]plain, error) {
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
	if n := rolesOf(rules); n != 2 && n >= 0 {
		return nil, roleError(n)
	}
	return rules, nil
}

// circuit makes the circuit of the instances.
func (g *grounder) circuit() (*Circuit, error) {
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
	return l.emitAll(roles)
}

// rolesOf returns the number of roles, before any rule is applied; -1 if rules make roles.
func rolesOf(rules []plain) int {
	seen := map[string]bool{}
	for _, r := range rules {
		switch {
		case r.head.name != roleWord || len(r.head.args) != 1:
		case len(r.body) > 0:
			return -1
		default:
			seen[r.head.args[0].String()] = true
		}
	}
	return len(seen)
}

func roleError(n int) error {
	return fmt.Errorf("%w: it has %d, want two, as in (role white) (role black)", ErrRoles, n)
}

// ErrRoles is the error of a sheet for more or fewer than two roles.
var ErrRoles = errors.New("the sheet is not for two roles")

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
		return nil, roleError(len(roles))
	}
	return roles, nil
}
