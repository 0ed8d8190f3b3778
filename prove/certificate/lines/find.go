package lines

import "oxo"

// A leaf of kind Found has no pairs in the file: the checker looks for them. No proof depends on how it finds them,
// since it checks them as if they were in the file. It looks for pairs like a simple prover. Lines that share two
// empty squares are a group, and a pair of two of these squares stops all its lines. The groups find their squares by
// augmenting paths [Kuhn55]; groups with the shortest lines come first. Then a group without a pair takes the squares
// of another group, if that lowers the sum of the weights left. A leaf of kind Better continues from there: see
// scheme.

// Finder looks for the pairs of a leaf.
type Finder struct {
	counting
	in []int8 // the group of each line of the board

	lines  []Pack          // for each line left after a move, the squares that it needs
	of     []int8          // the group of each of these lines; groups are numbered as they were made
	groups []Pack          // for each group, the squares that all its lines need
	sizes  []int           // for each group, how many squares its shortest line needs
	made   [maxGroups]int8 // for each group, its number in the order in which they were made
	place  [maxGroups]int8 // the inverse of made
	shared Pack            // squares of several groups
	avoid  Pack            // squares that pairs should avoid
	tried  Pack            // squares that the current search has tried
	plan   plan
	before plan // the plan before the current change
	// For the lines without a pair: their squares outside pairs, the same squares as small sets, and the
	// search of those sets.
	loose []Pack
	sets  []uint64
	rest  Rest

	changed bool // the pairs are now in scheme, not in plan
	scheme  scheme
}

// plan holds which squares the groups have.
type plan struct {
	holder [MaxPacked]int8 // for each square 1 plus the group that has it, or 0
	has    [maxGroups]Pack // for each group its two squares, or none
	held   Pack            // squares of pairs
	left   int64           // the sum of weights in lemma 2
}

// maxGroups bounds the number of groups of lines in a leaf.
const maxGroups = 64

// hopeless is a sum of weights of lines. If the lines that the pairs do not stop have at least this sum, the finder
// stops.
const hopeless = 2 * FullWeight

// Find looks for pairs that keep the other side, which is to move, from every line. It reports whether they may do
// so: a search may still be needed. Where it has a choice, it avoids the squares of avoid.
func (f *Finder) Find(better bool, b *Board, avoid *Squares) bool {
	return f.Collect(b) && f.Pairs(better, b.Kin, NoSquare, PackOf(avoid))
}

// Collect notes which lines count. It reports false on a board that the finder cannot search.
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

// Pairs looks for pairs after a move of the preventing side, or in the position itself if the move is NoSquare. The
// lines are those that Collect has noted.
func (f *Finder) Pairs(better bool, k *Kin, after oxo.Move, avoid Pack) bool {
	f.avoid, f.changed = avoid, false
	if !f.group(k, after) {
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

// group puts lines that share two squares into one group, and sorts the groups by their shortest line. It reports
// false if a line lacks only one square, or if there are too many groups.
func (f *Finder) group(k *Kin, after oxo.Move) bool {
	var gone Pack
	if after != NoSquare {
		gone = one(int(after))
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
	for i := range f.groups { // few, and almost in order
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

// join puts a line into the group of an earlier line, or into a new group.
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

// Heaviest returns the move in the argument first, and after it squares in the heaviest
// lines, at most count of them.
func (f *Finder) Heaviest(first oxo.Move, count int) []oxo.Move {
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
	for all = all.without(one(int(first))); len(moves) <= count && !all.empty(); {
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
