package lines

import "oxo"

// A leaf of kind Found has no pairs in the file: the checker looks for them. Nothing rests on how it does that, since
// what it finds is checked as if it stood in the file. It looks as a simple prover would: lines that share two
// empty squares are a group, which two of these stop; groups find their squares by augmenting paths [Kuhn55],
// those of the shortest lines first; then a group without a pair takes the squares of another, if that leaves less. A leaf of
// kind Better goes on from there: see scheme.

// Finder looks for the pairs of a leaf.
type Finder struct {
	counting
	in []int8 // of each line: its group

	lines  []Pack          // what each of those needs that are left behind a move
	of     []int8          // of each of these: its group, in the order in which groups were made
	groups []Pack          // of each: the squares that all its lines need
	sizes  []int           // of each: how many squares its shortest line needs
	made   [maxGroups]int8 // of each: when it was made
	place  [maxGroups]int8 // of the group that was made first, second and so on: where it is
	shared Pack            // squares of several groups
	avoid  Pack            // squares that are better left alone
	tried  Pack            // by the search for a square at hand
	plan   plan
	before plan // the one before the change at hand
	// Of the lines without a pair: their squares without those of pairs, the same as small sets, and their search.
	loose []Pack
	sets  []uint64
	rest  Rest

	changed bool // the pairs at hand are those of the scheme, and no longer of the plan
	scheme  scheme
}

// plan is which squares the groups have.
type plan struct {
	holder [MaxPacked]int8 // of each square: 1 more than the group that has it, or 0
	has    [maxGroups]Pack // of each group: two squares, or none
	held   Pack            // squares of pairs
	left   int64           // what lemma 2 counts
}

// maxGroups is how many groups of lines a leaf has at most.
const maxGroups = 64

// hopeless is from how much that the pairs leave nothing more is tried.
const hopeless = 2 * FullWeight

// Find looks for pairs that keep the other side, which is to move, from every line; and reports whether there is hope for
// them. Where there is a choice it leaves some squares alone.
func (f *Finder) Find(better bool, b *Board, avoid *Squares) bool {
	return f.Collect(b) && f.Pairs(better, b.Kin, NoSquare, PackOf(avoid))
}

// Collect notes which lines count. It reports false where nothing is found on the board.
func (f *Finder) Collect(b *Board) bool {
	if b.Kin == nil || b.Threats {
		return false
	}
	f.count(b)
	for len(f.in) < len(f.needs) {
		f.in = append(f.in, 0)
	}
	return true
}

// Pairs looks for pairs behind a move of the preventing side, or behind none.
func (f *Finder) Pairs(better bool, k *Kin, behind oxo.Move, avoid Pack) bool {
	f.avoid, f.changed = avoid, false
	if !f.group(k, behind) {
		return false
	}
	f.plan = plan{}
	for i := range f.groups {
		f.pair(i)
	}
	if f.weigh(); f.plan.left >= FullWeight {
		f.improve()
	}
	if better {
		return f.better()
	}
	return f.plan.left < hopeless
}

// group puts lines together that share two squares, and sorts the groups by their shortest line. It reports false where
// a line lacks one square, or there are too many groups.
func (f *Finder) group(k *Kin, behind oxo.Move) bool {
	var gone Pack
	if behind != NoSquare {
		gone = one(int(behind))
	}
	for i := range f.in {
		f.in[i] = -1
	}
	f.lines, f.of, f.groups, f.sizes = f.lines[:0], f.of[:0], f.groups[:0], f.sizes[:0]
	for _, id := range f.counts {
		needs := f.needs[id]
		if !needs.And(gone).empty() {
			continue
		}
		if !needs.two() {
			return false
		}
		f.lines = append(f.lines, needs)
		f.join(k, id)
		f.of = append(f.of, f.in[id])
	}
	if len(f.groups) > maxGroups {
		return false
	}
	f.sort()
	var once Pack
	f.shared = Pack{}
	for _, g := range f.groups {
		f.shared = f.shared.or(once.And(g))
		once = once.or(g)
	}
	return true
}

// sort sorts the groups by their shortest line.
func (f *Finder) sort() {
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
func (f *Finder) join(k *Kin, id int16) {
	needs := f.needs[id]
	for _, j := range k.before[id] {
		if g := f.in[j]; g >= 0 && f.groups[g].And(needs).two() {
			f.in[id] = g
			f.groups[g], f.sizes[g] = f.groups[g].And(needs), min(f.sizes[g], needs.Count())
			return
		}
	}
	f.in[id] = int8(min(len(f.groups), maxGroups))
	f.groups, f.sizes = append(f.groups, needs), append(f.sizes, needs.Count())
}

// Heaviest returns a move, and those in the heaviest lines.
func (f *Finder) Heaviest(first oxo.Move, most int) []oxo.Move {
	moves := append(make([]oxo.Move, 0, MaxPacked), first)
	var all Pack
	var weight [MaxPacked]int64
	for _, id := range f.counts {
		needs := f.needs[id]
		all = all.or(needs)
		for w := FullWeight >> needs.Count(); !needs.empty(); {
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
