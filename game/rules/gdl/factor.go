package gdl

import (
	"encoding/binary"
	"slices"
)

// If many rules differ only in the move made, factor replaces them by a few rules: each role makes
// exactly one move, so "one of these moves" is an atom of its own, and the same as "none of the
// others". The rules that carry a square over to the next state become one for each square, not one
// for each square and move.
func (l *logic) factor(need map[term]bool) {
	moves := map[term][]term{} // the moves of each role
	for _, d := range l.of(doesWord, 2) {
		if l.values[d] != isFalse {
			role := l.all[d].args[0]
			moves[role] = append(moves[role], d)
		}
	}
	for _, h := range slices.Clone(l.heads) {
		if l.late() {
			return
		}
		if need[h] && len(l.rules[h]) > 2 {
			for role, all := range moves {
				l.rules[h] = l.factorHead(l.rules[h], role, all)
			}
		}
	}
}

// moveOf returns the place in a body of its only condition on a role's move, which must not
// be negated; -1 without such a condition.
func (l *logic) moveOf(body []int32, role term) int {
	at := -1
	for i, c := range body {
		a := &l.all[c>>1]
		if a.name != l.words.does || len(a.args) != 2 || a.args[0] != role {
			continue
		}
		if at >= 0 || c&1 != 0 {
			return -1
		}
		at = i
	}
	return at
}

// factorHead factors the rules of one head by the moves of one role.
func (l *logic) factorHead(bodies [][]int32, role term, all []term) [][]int32 {
	groups := map[string][]term{}
	rests := map[string][]int32{}
	var order []string
	var kept [][]int32
	for _, body := range bodies {
		at := l.moveOf(body, role)
		if at < 0 {
			kept = append(kept, body)
			continue
		}
		rest := slices.Delete(slices.Clone(body), at, at+1)
		k := bytesOf(rest)
		if _, ok := groups[k]; !ok {
			order = append(order, k)
			rests[k] = rest
		}
		groups[k] = append(groups[k], term(body[at]>>1))
	}
	for _, k := range order {
		set, rest := groups[k], rests[k]
		slices.Sort(set)
		set = slices.Compact(set)
		switch {
		case len(set) == 1:
			kept = append(kept, sortedWith(rest, int32(set[0])<<1))
		case len(set) == len(all):
			kept = append(kept, rest)
		case 2*len(set) <= len(all):
			kept = append(kept, sortedWith(rest, int32(l.oneOf(set))<<1))
		default:
			var others []term
			for _, d := range all {
				if !slices.Contains(set, d) {
					others = append(others, d)
				}
			}
			kept = append(kept, sortedWith(rest, int32(l.oneOf(others))<<1|1))
		}
	}
	return kept
}

func sortedWith(body []int32, c int32) []int32 {
	body = append(slices.Clone(body), c)
	slices.Sort(body)
	return body
}

func bytesOf[T ~int32](list []T) string {
	var b []byte
	for _, c := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(c))
	}
	return string(b)
}

// oneOf returns the atom "one of these moves is made", a new one for a set that is new. A
// set of one is the move.
func (l *logic) oneOf(set []term) term {
	if len(set) == 1 {
		return set[0]
	}
	slices.Sort(set)
	k := bytesOf(set)
	if a, ok := l.added[k]; ok {
		return a
	}
	a := l.add(l.name("one of"), set)
	l.extend()
	l.added[k] = a
	l.heads = append(l.heads, a)
	for _, d := range set {
		l.rules[a] = append(l.rules[a], []int32{int32(d) << 1})
	}
	return a
}
