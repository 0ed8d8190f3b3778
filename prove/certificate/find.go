package certificate

import "oxo"

// A leaf of kind Found has no pairs in the file: the checker looks for them. Nothing rests on how it does that, since
// what it finds is checked as if it stood in the file. It looks as a simple prover would: lines that share two
// empty squares are a group, which two of these stop; groups find their squares by augmenting paths [Kuhn55],
// those of the shortest lines first; then a group without a pair takes the squares of another, if that leaves less. A leaf of
// kind Better goes on from there: see scheme.

// finder looks for the pairs of a leaf.
type finder struct {
	counting
	in []int8 // of each line: its group

	lines  []pack           // what each of those needs that are left behind a move
	of     []int8           // of each of these: its group, in the order in which groups were made
	groups []pack           // of each: the squares that all its lines need
	sizes  []int            // of each: how many squares its shortest line needs
	made   [mostGroups]int8 // of each: when it was made
	place  [mostGroups]int8 // of the group that was made first, second and so on: where it is
	shared pack             // squares of several groups
	avoid  pack             // squares that are better left alone
	tried  pack             // by the search for a square at hand
	plan   plan
	before plan // the one before the change at hand
	// Of the lines without a pair: their squares without those of pairs, the same as small sets, and their search.
	loose []pack
	sets  []uint64
	rest  rest

	changed bool // the pairs at hand are those of the scheme, and no longer of the plan
	scheme  scheme
}

// plan is which squares the groups have.
type plan struct {
	holder [packed]int8     // of each square: 1 more than the group that has it, or 0
	has    [mostGroups]pack // of each group: two squares, or none
	held   pack             // squares of pairs
	left   int64            // what lemma 2 counts
}

// mostGroups is how many groups of lines a leaf has at most.
const mostGroups = 64

// hopeless is from how much that the pairs leave nothing more is tried.
const hopeless = 2 * fullWeight

// find looks for pairs that keep the other side, which is to move, from every line; and reports whether there is hope for
// them. Where there is a choice it leaves some squares alone.
func (f *finder) find(kind uint64, b *board, avoid *squares) bool {
	return f.collect(b) && f.pairs(kind, b.kin, nobody, packOf(avoid))
}

// collect notes which lines count. It reports false where nothing is found on the board.
func (f *finder) collect(b *board) bool {
	if b.kin == nil || b.threats {
		return false
	}
	f.count(b)
	for len(f.in) < len(f.needs) {
		f.in = append(f.in, 0)
	}
	return true
}

// found looks for the pairs of a leaf, and checks them as those of a file.
func (c *prevention) found(kind uint64) (zone squares, err error) {
	if !c.finder.find(kind, c.b, &c.unsettled) {
		return zone, c.r.wrong("no pairs are found that keep the other side from every line")
	}
	partner, pairs := make(mates, c.b.count), c.finder.found()
	for _, found := range pairs {
		if err := c.pair(partner, found[0], found[1], &zone); err != nil {
			return zone, err
		}
	}
	c.r.report.Pairings++
	c.r.report.Unwritten++
	loose := c.left(partner, &zone)
	if c.b.potential(loose) < fullWeight {
		c.r.tree.found(Pairs, kind)
		c.r.expander.leaf(Pairs, pairs)
		return zone, nil
	}
	c.r.tree.found(Rest, kind)
	c.r.expander.leaf(Rest, pairs)
	return zone, c.searched(loose)
}

// pairs looks for pairs behind a move of the preventing side, or behind none.
func (f *finder) pairs(kind uint64, k *kin, behind oxo.Move, avoid pack) bool {
	f.avoid, f.changed = avoid, false
	if !f.group(k, behind) {
		return false
	}
	f.plan = plan{}
	for i := range f.groups {
		f.pair(i)
	}
	if f.weigh(); f.plan.left >= fullWeight {
		f.improve()
	}
	if kind == Better {
		return f.better()
	}
	return f.plan.left < hopeless
}

// group puts lines together that share two squares, and sorts the groups by their shortest line. It reports false where
// a line lacks one square, or there are too many groups.
func (f *finder) group(k *kin, behind oxo.Move) bool {
	var gone pack
	if behind != nobody {
		gone = one(int(behind))
	}
	for i := range f.in {
		f.in[i] = -1
	}
	f.lines, f.of, f.groups, f.sizes = f.lines[:0], f.of[:0], f.groups[:0], f.sizes[:0]
	for _, id := range f.counts {
		needs := f.needs[id]
		if !needs.and(gone).empty() {
			continue
		}
		if !needs.two() {
			return false
		}
		f.lines = append(f.lines, needs)
		f.join(k, id)
		f.of = append(f.of, f.in[id])
	}
	if len(f.groups) > mostGroups {
		return false
	}
	f.sort()
	var once pack
	f.shared = pack{}
	for _, g := range f.groups {
		f.shared = f.shared.or(once.and(g))
		once = once.or(g)
	}
	return true
}

// sort sorts the groups by their shortest line.
func (f *finder) sort() {
	for i := range f.groups { // few, and mostly in order
		f.made[i] = int8(i)
		for j := i; j > 0 && f.sizes[j] < f.sizes[j-1]; j-- {
			f.groups[j], f.groups[j-1] = f.groups[j-1], f.groups[j]
			f.sizes[j], f.sizes[j-1] = f.sizes[j-1], f.sizes[j]
			f.made[j], f.made[j-1] = f.made[j-1], f.made[j]
		}
	}
	for i := range f.groups {
		f.place[f.made[i]] = int8(i)
	}
}

// join puts a line into the group of one before it, or into a new one.
func (f *finder) join(k *kin, id int16) {
	needs := f.needs[id]
	for _, j := range k.before[id] {
		if g := f.in[j]; g >= 0 && f.groups[g].and(needs).two() {
			f.in[id] = g
			f.groups[g], f.sizes[g] = f.groups[g].and(needs), min(f.sizes[g], needs.count())
			return
		}
	}
	f.in[id] = int8(min(len(f.groups), mostGroups))
	f.groups, f.sizes = append(f.groups, needs), append(f.sizes, needs.count())
}

// heaviest returns a move, and those in the heaviest lines.
func (f *finder) heaviest(first oxo.Move, most int) []oxo.Move {
	moves := append(make([]oxo.Move, 0, packed), first)
	var all pack
	var weight [packed]int64
	for _, id := range f.counts {
		needs := f.needs[id]
		all = all.or(needs)
		for w := fullWeight >> needs.count(); !needs.empty(); {
			weight[needs.next()] += w
		}
	}
	for all = all.without(one(int(first))); len(moves) <= most && !all.empty(); {
		best := -1
		for rest := all; !rest.empty(); {
			if sq := rest.next(); best < 0 || weight[sq] > weight[best] {
				best = sq
			}
		}
		all = all.without(one(best))
		moves = append(moves, oxo.Move(best))
	}
	return moves
}
