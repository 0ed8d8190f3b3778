package gdl

import "slices"

// loops finds the atoms that depend on themselves, directly or through others: the strongly
// connected components of the rules [Tarjan72]. It returns for each such atom all atoms of its
// component.
func (l *logic) loops() map[term][]term {
	w := &walk{logic: l, number: map[term]int{}, low: map[term]int{}, on: map[term]bool{}, found: map[term][]term{}}
	for _, h := range l.heads {
		if l.values[h] == varies && w.number[h] == 0 {
			w.visit(h)
		}
	}
	return w.found
}

// walk is a depth-first walk over the atoms.
type walk struct {
	*logic
	number map[term]int // of each atom seen: from 1 on, in the order of the walk
	low    map[term]int // the lowest number that the walk from the atom leads back to
	stack  []term       // atoms whose component is not known yet
	on     map[term]bool
	found  map[term][]term
}

func (w *walk) visit(a term) {
	w.number[a] = len(w.number) + 1
	w.low[a] = w.number[a]
	w.stack = append(w.stack, a)
	w.on[a] = true
	self := false
	for _, body := range w.rules[a] {
		for _, c := range body {
			b := term(c >> 1)
			self = self || b == a
			switch {
			case w.values[b] != varies || w.rules[b] == nil:
			case w.number[b] == 0:
				w.visit(b)
				w.low[a] = min(w.low[a], w.low[b])
			case w.on[b]:
				w.low[a] = min(w.low[a], w.number[b])
			}
		}
	}
	if w.low[a] != w.number[a] {
		return
	}
	at := len(w.stack) - 1
	for w.stack[at] != a {
		at--
	}
	members := slices.Clone(w.stack[at:])
	w.stack = w.stack[:at]
	slices.Sort(members)
	for _, m := range members {
		delete(w.on, m)
		if len(members) > 1 || self {
			w.found[m] = members
		}
	}
}
