package rbg

import (
	"cmp"
	"slices"

	"oxo/game/rules/automorphism"
)

// This file compares look-aheads that only test pieces, such as "three in a row", by what they test and not by the order in which they
// do.

// test is a square and the pieces that may be on it.
type test struct {
	square uint16
	set    uint64
}

// cases are the cases in which a look-ahead finds what it looks for: in each case all tests succeed. They are sorted.
type cases [][]test

// maxTests limits the tests of a look-ahead from one square.
const maxTests = 3000

// lookout finds the cases of a look-ahead.
type lookout struct {
	*program
	left int // tests
	path []test
	seen map[test]bool // actions and squares on the way: their numbers
	all  cases
}

// casesOf returns the cases of an action that looks ahead, by square; nil if it looks for something else, or there are too many.
func (c *comparer) casesOf(index int32) []cases {
	all, known := c.looked[index]
	if known {
		return all
	}
	here := c.piecesAt(index)
	l := &lookout{program: c.program, seen: map[test]bool{}}
	for v := range c.graph.names {
		l.all, l.left = nil, maxTests
		if !l.look(c.ops[index].inner, uint16(v)) {
			all = nil
			break
		}
		all = append(all, sorted(l.all, test{uint16(v), here}))
		c.work += maxTests - l.left
	}
	c.looked[index] = all
	return all
}

// piecesAt returns the pieces that can be on the square where an action looks ahead.
func (c *comparer) piecesAt(index int32) (set uint64) {
	for h := range c.hubs {
		if !slices.Contains(c.next[h], index) {
			continue
		}
		for v, s := range c.hubs[h].next {
			for _, g := range c.groups[s.from:s.to] {
				if g.op == index && (g.to-g.from != 1 || int(c.squares[g.from]) != v) {
					return ^uint64(0) // it comes after a step
				}
			}
		}
		set |= c.after(int32(h))
	}
	return set
}

// after returns the pieces that can be on the square of the cursor at a hub.
func (c *comparer) after(h int32) (set uint64) {
	if h == c.start {
		return ^uint64(0)
	}
	for i := range c.ops {
		switch o := &c.ops[i]; {
		case o.kind == accept || o.hub != h && (o.kind != look || o.inner != h):
		case o.kind == off:
			set |= 1 << o.arg
		case o.kind == on:
			set |= o.set
		default:
			return ^uint64(0)
		}
	}
	return set
}

// look adds the cases from a place. It returns false if the look-ahead is of another kind.
func (l *lookout) look(hub int32, at uint16) bool {
	s := l.hubs[hub].next[at]
	for _, g := range l.groups[s.from:s.to] {
		o := &l.ops[g.op]
		if o.kind == accept {
			l.left -= len(l.path) + 1
			l.all = append(l.all, slices.Clone(l.path))
		}
		if o.kind != accept && o.kind != on || l.left < 0 {
			return false
		}
		for _, v := range l.squares[g.from:g.to] {
			here := test{v, uint64(g.op)}
			if l.left--; o.kind == accept || l.seen[here] {
				continue
			}
			l.seen[here] = true
			l.path = append(l.path, test{v, o.set})
			ok := l.look(o.hub, v)
			l.path = l.path[:len(l.path)-1]
			delete(l.seen, here)
			if !ok {
				return false
			}
		}
	}
	return true
}

// sorted puts tests and cases in order. It makes one test of several on a square, and leaves out tests that always succeed, given
// the pieces that can be on a square, cases that cannot be, and cases that another one contains.
func sorted(all cases, here test) cases {
	kept := cases{}
	for _, tests := range all {
		if tests, possible := joined(tests, here); possible {
			kept = append(kept, tests)
		}
	}
	slices.SortFunc(kept, func(a, b []test) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), slices.CompareFunc(a, b, func(a, b test) int {
			return cmp.Or(cmp.Compare(a.square, b.square), cmp.Compare(a.set, b.set))
		}))
	})
	n := 0
	for _, tests := range kept {
		if !slices.ContainsFunc(kept[:n], func(fewer []test) bool { return contains(tests, fewer) }) {
			kept[n] = tests
			n++
		}
	}
	return kept[:n]
}

// joined puts tests in order, and makes one test of several on a square.
func joined(tests []test, here test) (kept []test, possible bool) {
	slices.SortFunc(tests, func(a, b test) int { return cmp.Compare(a.square, b.square) })
	for _, t := range tests {
		if t.square == here.square {
			if here.set&^t.set == 0 {
				continue
			}
			t.set &= here.set
		}
		if n := len(kept); n > 0 && kept[n-1].square == t.square {
			t.set &= kept[n-1].set
			kept = kept[:n-1]
		}
		if t.set == 0 {
			return nil, false
		}
		kept = append(kept, t)
	}
	return kept, true
}

// contains reports whether tests that succeed make fewer tests succeed too.
func contains(tests, fewer []test) bool {
	i := 0
	for _, t := range fewer {
		for i < len(tests) && tests[i].square < t.square {
			i++
		}
		if i == len(tests) || tests[i].square != t.square || tests[i].set&^t.set != 0 {
			return false
		}
	}
	return true
}

// turned returns the cases if squares change places.
func (c cases) turned(turn []int32) cases {
	var all cases
	for _, tests := range c {
		images := make([]test, len(tests))
		for i, t := range tests {
			images[i] = test{uint16(turn[t.square]), t.set}
		}
		all = append(all, images)
	}
	return sorted(all, test{set: ^uint64(0)})
}

// number returns a number made of the cases, if squares change places.
func (c cases) number(turn []int32) (sum uint64) {
	for _, tests := range c {
		one := uint64(len(tests))
		for _, t := range tests {
			one += automorphism.Mixed(uint64(turn[t.square]), t.set)
		}
		sum += automorphism.Mixed(one, 3)
	}
	return sum
}

func (c cases) equal(other cases) bool {
	return slices.EqualFunc(c, other, func(a, b []test) bool { return slices.Equal(a, b) })
}
