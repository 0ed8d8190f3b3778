package gdl

import "slices"

// guard returns the condition that most moves of a role need, as "red has the turn": a move is
// legal if its other conditions hold, too. A circuit without it changes less when the turn
// changes: one atom instead of one for each move. It returns -1 if no two moves share a
// condition.
func (l *logic) guard(moves []term) int32 {
	counts := map[int32]int{}
	var order []int32
	for _, d := range moves {
		legal, ok := l.find(l.words.legal, l.all[d].args)
		if !ok || l.values[legal] != varies || len(l.rules[legal]) == 0 {
			continue
		}
		for _, c := range l.rules[legal][0] {
			if l.guards(c, legal) {
				if counts[c] == 0 {
					order = append(order, c)
				}
				counts[c]++
			}
		}
	}
	best := int32(-1)
	for _, c := range order {
		if counts[c] > 1 && (best < 0 || counts[c] > counts[best]) {
			best = c
		}
	}
	return best
}

// guards reports whether all rules of an atom need a condition.
func (l *logic) guards(c int32, a term) bool {
	rules := l.rules[a]
	return l.values[a] == varies && len(rules) > 0 &&
		!slices.ContainsFunc(rules, func(body []int32) bool { return !slices.Contains(body, c) })
}

// without returns a new atom. Its rules are the rules of another atom, without one condition.
func (l *logic) without(c int32, a term) term {
	n := l.add(l.name("possible"), []term{a})
	l.extend()
	l.rules[n] = nil
	for _, body := range l.rules[a] {
		rest := slices.DeleteFunc(slices.Clone(body), func(d int32) bool { return d == c })
		l.rules[n] = append(l.rules[n], rest)
	}
	return n
}
