package rbg

import (
	"fmt"
	"slices"
	"strings"

	"oxo/game/rules/automorphism"
)

// This file compares parts of the rules. Two hubs are alike if what can follow them is the same, up to the numbers of hubs and
// actions, and with other squares in the place of the squares. First, numbers made of what follows a hub suggest which action
// corresponds to which. Then each list of squares is compared.

// ways are the actions that can come next from a hub, in order, and a number made of the squares from which and on which each can
// come.
type ways struct {
	ops []int32
	at  []uint64
}

// likeness says what the hubs and actions become if squares change places.
type likeness struct {
	hubs, ops []int32 // -1: it does not occur
	taken     []bool  // actions that take the place of another one
}

// comparer compares hubs of a program.
type comparer struct {
	*program
	kinds  []uint64          // of each action: a number made of what it does; equal actions have equal numbers
	plain  []ways            // of each hub
	next   [][]int32         // of each hub: the actions that can come next
	hues   []uint64          // of each hub: a number made of all that follows it
	turns  int               // how many steps further the numbers look
	work   int               // groups looked at
	inside map[[2]int32]bool // look-aheads, by the hubs where they begin: they look for the same
	looked map[int32][]cases // of actions that look ahead and only test pieces
}

// newComparer prepares comparisons.
func newComparer(p *program) *comparer {
	c := &comparer{program: p, next: p.successors(), inside: map[[2]int32]bool{}, looked: map[int32][]cases{}}
	numbers := map[string]uint64{}
	for i := range p.ops {
		text := p.ops[i].text()
		if numbers[text] == 0 {
			numbers[text] = uint64(len(numbers) + 1)
		}
		c.kinds = append(c.kinds, numbers[text])
	}
	same := make([]int32, len(p.graph.names))
	for v := range same {
		same[v] = int32(v)
	}
	c.plain = c.waysWith(same)
	c.hues = make([]uint64, len(p.hubs))
	for n := 0; ; c.turns++ {
		c.hues = c.further(c.hues, c.plain)
		sorted := slices.Compact(slices.Sorted(slices.Values(c.hues)))
		if len(sorted) == n || c.spent() {
			break
		}
		n = len(sorted)
	}
	return c
}

// maxComparing limits comparisons.
const maxComparing = 4_000_000

// spent reports whether comparisons have taken too long. What they find then is right, but not all.
func (c *comparer) spent() bool { return c.work > maxComparing }

// text says what an action does, without where it leads.
func (o *op) text() string {
	return fmt.Sprint(o.kind, o.not, o.arg, o.set, o.test, o.left.text(), o.right.text())
}

func (t *term) text() string {
	if t == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(%c%d", t.op, t.value)
	for _, k := range t.kids {
		b.WriteString(k.text())
	}
	return b.String() + ")"
}

// waysWith returns the actions that can come next from each hub, if squares change places.
func (c *comparer) waysWith(turn []int32) []ways {
	all := make([]ways, len(c.hubs))
	lists := map[[3]int32]uint64{}
	slot := make([]int32, len(c.ops))
	for h := range c.hubs {
		if c.spent() {
			break
		}
		w := &all[h]
		for v, s := range c.hubs[h].next {
			for _, g := range c.groups[s.from:s.to] {
				c.work++
				squares := c.number(turn, g, lists)
				i := slot[g.op]
				if int(i) >= len(w.ops) || w.ops[i] != g.op {
					i = int32(len(w.ops))
					slot[g.op] = i
					w.ops, w.at = append(w.ops, g.op), append(w.at, 0)
				}
				w.at[i] += automorphism.Mixed(squares, uint64(turn[v])<<1)
			}
		}
	}
	return all
}

// number returns a number made of the squares of a group, and of what an action looks for there.
func (c *comparer) number(turn []int32, g group, lists map[[3]int32]uint64) uint64 {
	at := [3]int32{-1, g.from, g.to}
	var looks []cases
	if o := &c.ops[g.op]; o.kind == look {
		if looks = c.casesOf(o.index); looks != nil {
			at[0] = o.index
		}
	}
	squares, ok := lists[at]
	if !ok {
		for _, v := range c.squares[g.from:g.to] {
			n := uint64(2)
			if looks != nil {
				n = looks[v].number(turn)
				c.work += 4 * len(looks[v])
			}
			squares += automorphism.Mixed(uint64(turn[v]), n)
		}
		c.work += int(g.to - g.from)
		lists[at] = squares
	}
	return squares
}

// further returns numbers of the hubs that are made of the numbers of those that follow.
func (c *comparer) further(hues []uint64, all []ways) []uint64 {
	next := make([]uint64, len(hues))
	for h, w := range all {
		c.work += len(w.ops)
		for i, op := range w.ops {
			next[h] += automorphism.Mixed(c.kinds[op], automorphism.Mixed(w.at[i], c.beyond(hues, op)))
		}
		next[h] = automorphism.Mixed(next[h], hues[h])
	}
	return next
}

// beyond returns a number of what follows an action.
func (c *comparer) beyond(hues []uint64, op int32) uint64 {
	switch o := &c.ops[op]; o.kind {
	case accept:
		return 1
	case look:
		if c.casesOf(o.index) != nil {
			return hues[o.hub]
		}
		return automorphism.Mixed(hues[o.hub], hues[o.inner])
	default:
		return hues[o.hub]
	}
}

// compare returns what becomes of the hubs and actions that can follow a hub, if squares change places and another hub takes its
// place; nil if the two are not alike.
func (c *comparer) compare(turn []int32, from, to int32) *likeness {
	moved := c.waysWith(turn)
	hues := make([]uint64, len(c.hubs))
	for range c.turns + 1 {
		hues = c.further(hues, moved)
	}
	l := &likeness{hubs: slices.Repeat([]int32{-1}, len(c.hubs)), ops: slices.Repeat([]int32{-1}, len(c.ops)), taken: make([]bool, len(c.ops))}
	l.hubs[from] = to
	alike := map[[2]span]bool{}
	for open := []int32{from}; len(open) > 0; {
		h := open[0]
		open = open[1:]
		var ok bool
		if open, ok = c.pair(l, h, moved[h], hues, open); !ok || !c.exactly(l, turn, h, alike) {
			return nil
		}
	}
	if !differ(l.hubs) {
		return nil
	}
	return l
}

// pair finds for each action from a hub the action that takes its place, and adds the hubs that follow.
func (c *comparer) pair(l *likeness, h int32, w ways, hues []uint64, open []int32) ([]int32, bool) {
	other := c.plain[l.hubs[h]]
	if len(other.ops) != len(w.ops) {
		return nil, false
	}
	for i, op := range w.ops {
		found := int32(-1)
		for k, candidate := range other.ops {
			if c.kinds[candidate] == c.kinds[op] && other.at[k] == w.at[i] && c.beyond(c.hues, candidate) == c.beyond(hues, op) &&
				(l.ops[op] == candidate || l.ops[op] < 0 && !l.taken[candidate]) {
				found = candidate
				break
			}
		}
		if found < 0 {
			return nil, false
		}
		l.ops[op], l.taken[found] = found, true
		a, b := &c.ops[op], &c.ops[found]
		var next [][2]int32
		if a.kind != accept {
			next = append(next, [2]int32{a.hub, b.hub})
		}
		if a.kind == look && c.casesOf(a.index) == nil {
			next = append(next, [2]int32{a.inner, b.inner})
		}
		for _, x := range next {
			if l.hubs[x[0]] < 0 {
				l.hubs[x[0]] = x[1]
				open = append(open, x[0])
			}
			if l.hubs[x[0]] != x[1] {
				return nil, false
			}
		}
	}
	return open, true
}

// exactly reports whether the actions that take the place of those from a hub come on exactly the squares that take the place of
// theirs.
func (c *comparer) exactly(l *likeness, turn []int32, h int32, alike map[[2]span]bool) bool {
	for v, s := range c.hubs[h].next {
		t := c.hubs[l.hubs[h]].next[turn[v]]
		if s.to-s.from != t.to-t.from {
			return false
		}
		for _, g := range c.groups[s.from:s.to] {
			c.work++
			i := slices.IndexFunc(c.groups[t.from:t.to], func(o group) bool { return o.op == l.ops[g.op] })
			if i < 0 {
				return false
			}
			o := c.groups[int(t.from)+i]
			lists := [2]span{{g.from, g.to}, {o.from, o.to}}
			same, known := alike[lists]
			if !known {
				same = c.sameSquares(turn, lists)
				alike[lists] = same
			}
			if !same || !c.sameCases(turn, g, o) {
				return false
			}
		}
	}
	return true
}

// sameSquares reports whether squares take the places of others.
func (c *comparer) sameSquares(turn []int32, lists [2]span) bool {
	from, to := c.squares[lists[0].from:lists[0].to], c.squares[lists[1].from:lists[1].to]
	c.work += len(from)
	images := make([]uint16, len(from))
	for i, v := range from {
		images[i] = uint16(turn[v])
	}
	slices.Sort(images)
	return slices.Equal(images, to)
}

// sameCases reports whether two actions look for the same on each square, if they only test pieces.
func (c *comparer) sameCases(turn []int32, from, to group) bool {
	a, b := &c.ops[from.op], &c.ops[to.op]
	if a.kind != look {
		return true
	}
	mine, other := c.casesOf(a.index), c.casesOf(b.index)
	if mine == nil || other == nil {
		return mine == nil && other == nil
	}
	for _, v := range c.squares[from.from:from.to] {
		for _, tests := range mine[v] {
			c.work += 4 * len(tests)
		}
		if !mine[v].turned(turn).equal(other[turn[v]]) {
			return false
		}
	}
	return true
}

// differ reports whether no number occurs twice, except -1.
func differ(numbers []int32) bool {
	seen := make([]bool, len(numbers))
	for _, n := range numbers {
		if n < 0 {
			continue
		}
		if seen[n] {
			return false
		}
		seen[n] = true
	}
	return true
}
