package gdl

import (
	"slices"
)

// truth says whether an atom has the same truth in all states.
type truth uint8

const (
	varies truth = iota
	isTrue
	isFalse
)

// logic holds the instances by head, and simplifies them step by step.
type logic struct {
	*grounder
	rules   map[term][][]int32 // the bodies of each head
	heads   []term             // in the order in which they were found
	values  map[term]truth
	started map[term]bool // the arguments of init
	lines   map[term]int  // of a rule with this head
	added   map[string]term
}

// newLogic sorts the instances by head. Conditions that can never be true are left out
// where they are negated.
func newLogic(g *grounder) *logic {
	l := &logic{
		grounder: g, rules: map[term][][]int32{}, values: map[term]truth{}, started: map[term]bool{},
		lines: map[term]int{}, added: map[string]term{},
	}
	if t := g.tables[relation{initWord, 1}]; t != nil {
		for _, f := range t.facts {
			l.started[g.all[f].args[0]] = true
		}
	}
	for _, n := range g.instances {
		body := slices.DeleteFunc(n.body, func(c int32) bool { return c&1 != 0 && g.since[c>>1] == 0 })
		slices.Sort(body)
		body = slices.Compact(body)
		if _, ok := l.rules[n.head]; !ok {
			l.heads = append(l.heads, n.head)
			l.lines[n.head] = g.rulesLine(n.rule)
		}
		l.rules[n.head] = append(l.rules[n.head], body)
	}
	return l
}

func (g *grounder) rulesLine(rule int32) int { return g.rules[rule].line }

// truthOf returns the truth of a literal.
func (l *logic) truthOf(c int32) truth {
	v := l.values[term(c>>1)]
	if v != varies && c&1 != 0 {
		v = isTrue + isFalse - v
	}
	return v
}

// settle finds all atoms that are always true or always false.
func (l *logic) settle() {
	for changed := true; changed; {
		changed = false
		if l.late() {
			return
		}
		for _, h := range l.heads {
			if l.values[h] == varies && l.reduce(h) {
				changed = true
			}
		}
		for _, d := range l.of(doesWord, 2) { // a role that may never make a move never makes it
			if legal, ok := l.find(l.words.legal, l.all[d].args); ok && l.values[legal] == isFalse && l.values[d] == varies {
				l.values[d], changed = isFalse, true
			}
		}
		for _, f := range l.fluents() {
			if l.values[f] == varies && l.steady(f) {
				changed = true
			}
		}
	}
}

// late notes that the time is up, and reports whether something has ended the work.
func (l *logic) late() bool {
	if l.err == nil && l.ctx.Err() != nil {
		l.err = l.tooMuch("it takes longer than the limit of time")
	}
	return l.err != nil
}

// reduce simplifies the rules of a head, and reports whether its value is known now.
func (l *logic) reduce(h term) bool {
	kept := l.rules[h][:0]
	for _, body := range l.rules[h] {
		never := false
		rest := body[:0]
		for _, c := range body {
			t := l.truthOf(c)
			if t == isFalse || len(rest) > 0 && rest[len(rest)-1]^1 == c {
				never = true
				break
			}
			if t == varies {
				rest = append(rest, c)
			}
		}
		switch {
		case never:
		case len(rest) == 0:
			l.rules[h], l.values[h] = nil, isTrue
			return true
		default:
			kept = append(kept, rest)
		}
	}
	if l.rules[h] = kept; len(kept) == 0 {
		l.values[h] = isFalse
		return true
	}
	return false
}

// steady finds a fluent that never changes.
func (l *logic) steady(f term) bool {
	arg := l.all[f].args[0]
	next, ok := l.find(l.words.next, []term{arg})
	rules := l.rules[next]
	switch {
	case l.started[arg]:
		if ok && (l.values[next] == isTrue || slices.ContainsFunc(rules, func(b []int32) bool { return len(b) == 1 && b[0] == int32(f)<<1 })) {
			l.values[f] = isTrue
			return true
		}
	case !ok || l.values[next] == isFalse || !slices.ContainsFunc(rules, func(b []int32) bool { return !slices.Contains(b, int32(f)<<1) }) && l.values[next] != isTrue:
		l.values[f] = isFalse
		return true
	}
	return false
}

// fluents returns all atoms of the state.
func (l *logic) fluents() []term { return l.of(trueWord, 1) }

func (l *logic) of(word string, n int) []term {
	if t := l.tables[relation{word, n}]; t != nil {
		return t.facts
	}
	return nil
}

// distinctBodies removes duplicates of rules. If there are few bodies, it also removes
// each rule that asks for more than another rule with the same head.
func (l *logic) distinctBodies() {
	for h, bodies := range l.rules {
		slices.SortFunc(bodies, slices.Compare)
		l.rules[h] = slices.CompactFunc(bodies, slices.Equal)
	}
}

// needed returns the atoms on which legal moves, goals and the end depend, now or later.
func (l *logic) needed() map[term]bool {
	need := map[term]bool{}
	var open []term
	want := func(a term) {
		if !need[a] && l.values[a] == varies {
			need[a] = true
			open = append(open, a)
		}
	}
	for _, of := range []relation{{legalWord, 2}, {goalWord, 2}, {terminalWord, 0}} {
		for _, a := range l.of(of.name, of.terms) {
			want(a)
		}
	}
	for len(open) > 0 {
		a := open[len(open)-1]
		open = open[:len(open)-1]
		if l.all[a].name == l.words.now && len(l.all[a].args) == 1 {
			if next, ok := l.find(l.words.next, l.all[a].args); ok {
				want(next)
			}
			continue
		}
		for _, body := range l.rules[a] {
			for _, c := range body {
				want(term(c >> 1))
			}
		}
	}
	return need
}
