package gdl

import (
	"fmt"
	"maps"
	"slices"

	"oxo/internal/words"
)

// The reserved words of the language, with their numbers of terms.
const (
	roleWord     = "role"
	initWord     = "init"
	trueWord     = "true"
	doesWord     = "does"
	nextWord     = "next"
	legalWord    = "legal"
	goalWord     = "goal"
	terminalWord = "terminal"
	baseWord     = "base"
	inputWord    = "input"
)

// termsOf returns how many terms a word of the language has.
func termsOf(word string) (int, bool) {
	switch word {
	case terminalWord:
		return 0, true
	case roleWord, initWord, trueWord, nextWord, baseWord:
		return 1, true
	case doesWord, legalWord, goalWord, inputWord:
		return 2, true
	}
	return 0, false
}

// relation is a name with a number of terms: the same name with another number is another
// relation.
type relation struct {
	name  string
	terms int
}

func relationOf(atom *node) relation { return relation{atom.name, len(atom.args)} }

func (r relation) String() string { return fmt.Sprintf("%s with %d terms", r.name, r.terms) }

// check refuses rules that break the language. The error names the line.
func check(rules []plain) error {
	for _, r := range rules {
		if err := checkHead(r.head); err != nil {
			return err
		}
		for _, c := range r.body {
			if c.kind == differs {
				continue
			}
			if n, known := termsOf(c.a.name); known && n != len(c.a.args) {
				return fault(r.line, "%s: %q has %d terms, want %d", words.Clip(c.a.String()), c.a.name, len(c.a.args), n)
			}
		}
		if err := checkSafe(r); err != nil {
			return err
		}
	}
	return checkDependence(rules)
}

func checkHead(head *node) error {
	switch head.name {
	case trueWord, doesWord:
		return fault(head.line, "a rule defines %q: want %q or %q, since %[2]q holds what is given", head.name, nextWord, legalWord)
	case "not", "or", "and", "distinct":
		return fault(head.line, "a rule defines %q: want a relation of the game", head.name)
	}
	if head.variable() {
		return fault(head.line, "a rule defines the variable %s: want (NAME TERM...)", head.name)
	}
	if n, known := termsOf(head.name); known && n != len(head.args) {
		return fault(head.line, "%s: %q has %d terms, want %d", words.Clip(head.String()), head.name, len(head.args), n)
	}
	return nil
}

// checkSafe requires that each variable is in a condition that is not negated: otherwise nothing
// bounds its values.
func checkSafe(r plain) error {
	var bound []string
	for _, c := range r.body {
		if c.kind == holds {
			bound = variables(c.a, bound)
		}
	}
	free := variables(r.head, nil)
	for _, c := range r.body {
		free = variables(c.b, variables(c.a, free))
	}
	for _, v := range free {
		if !slices.Contains(bound, v) {
			return fault(r.line, "nothing bounds the values of %s in the rule of %s: want a condition without \"not\" that has it", v, words.Clip(r.head.String()))
		}
	}
	return nil
}

// graph says which relations the rules of each relation use.
type graph map[relation][]edge

type edge struct {
	to   relation
	not  bool
	line int
}

func graphOf(rules []plain) graph {
	g := graph{}
	for _, r := range rules {
		from := relationOf(r.head)
		for _, c := range r.body {
			if c.kind != differs {
				g[from] = append(g[from], edge{relationOf(c.a), c.kind == fails, r.line})
			}
		}
	}
	return g
}

// reach returns the given relations and all relations that they depend on.
func (g graph) reach(from ...relation) map[relation]bool {
	seen := map[relation]bool{}
	for len(from) > 0 {
		r := from[len(from)-1]
		from = from[:len(from)-1]
		if seen[r] {
			continue
		}
		seen[r] = true
		for _, e := range g[r] {
			from = append(from, e.to)
		}
	}
	return seen
}

// checkDependence: the start and the roles do not depend on the state. Legal moves, goals and
// the end do not depend on the moves made.
func checkDependence(rules []plain) error {
	g := graphOf(rules)
	lines := map[relation]int{}
	for _, r := range rules {
		if _, ok := lines[relationOf(r.head)]; !ok {
			lines[relationOf(r.head)] = r.line
		}
	}
	state, moves := relation{trueWord, 1}, relation{doesWord, 2}
	for _, from := range slices.SortedFunc(maps.Keys(lines), func(a, b relation) int { return lines[a] - lines[b] }) {
		switch from.name {
		case roleWord, initWord, baseWord, inputWord:
			if used := g.reach(from); used[state] || used[moves] {
				return fault(lines[from], "%q depends on the state of the game: want facts that never change", from.name)
			}
		case legalWord, goalWord, terminalWord:
			if used := g.reach(from); used[moves] {
				return fault(lines[from], "%q depends on %q: want conditions on the state only", from.name, doesWord)
			}
		}
	}
	return nil
}

// changing returns the relations that depend on the state or on the moves, and those that
// make the next state, the moves and the end.
func changing(rules []plain) map[relation]bool {
	users := map[relation][]relation{}
	for from, edges := range graphOf(rules) {
		for _, e := range edges {
			users[e.to] = append(users[e.to], from)
		}
	}
	changes := map[relation]bool{}
	next := []relation{{trueWord, 1}, {doesWord, 2}, {nextWord, 1}, {legalWord, 2}, {goalWord, 2}, {terminalWord, 0}}
	for len(next) > 0 {
		r := next[len(next)-1]
		next = next[:len(next)-1]
		if !changes[r] {
			changes[r] = true
			next = append(next, users[r]...)
		}
	}
	return changes
}

// strata returns the relations of fixed rules in groups, each after those it uses. A
// group has several relations only if they use each other.
func strata(rules []plain) ([][]relation, error) {
	g := graphOf(rules)
	s := &components{g: g, number: map[relation]int{}, low: map[relation]int{}, inside: map[relation]bool{}}
	var roots []relation
	for _, r := range rules {
		roots = append(roots, relationOf(r.head))
	}
	for _, r := range roots {
		s.visit(r)
	}
	for _, group := range s.groups {
		for _, r := range group {
			for _, e := range g[r] {
				if e.not && slices.Contains(group, e.to) {
					return nil, fault(e.line, "%q depends on its own opposite: want rules in which \"not\" leads to no circle", r.name)
				}
			}
		}
	}
	return s.groups, nil
}

// components finds strongly connected components [Tarjan72].
type components struct {
	g           graph
	number, low map[relation]int
	inside      map[relation]bool
	stack       []relation
	groups      [][]relation
}

func (s *components) visit(r relation) {
	if s.number[r] > 0 {
		return
	}
	s.number[r] = len(s.number) + 1
	s.low[r] = s.number[r]
	s.stack = append(s.stack, r)
	s.inside[r] = true
	for _, e := range s.g[r] {
		if s.number[e.to] == 0 {
			s.visit(e.to)
			s.low[r] = min(s.low[r], s.low[e.to])
		} else if s.inside[e.to] {
			s.low[r] = min(s.low[r], s.number[e.to])
		}
	}
	if s.low[r] != s.number[r] {
		return
	}
	at := len(s.stack) - 1
	for s.stack[at] != r {
		at--
	}
	group := slices.Clone(s.stack[at:])
	s.stack = s.stack[:at]
	for _, m := range group {
		s.inside[m] = false
	}
	s.groups = append(s.groups, group)
}
