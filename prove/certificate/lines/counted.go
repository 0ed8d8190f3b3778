package lines

import (
	"slices"

	"oxo"
)

// Loose returns, of each line that is alive, not covered and not idle, the squares that are empty
// and in no pair. The next call may write over them.
func (b *Board) Loose(partner Mates) []Squares {
	if b.counting.of(b) {
		return b.counting.left(partner)
	}
	lines := b.Counted(partner)
	all := make([]Squares, 0, len(lines))
	for _, line := range lines {
		var loose Squares
		for _, m := range line {
			if b.Owner[m] < 0 && !partner.Has(m) {
				loose.Add(m)
			}
		}
		all = append(all, loose)
	}
	return all
}

// Counted returns the lines that are alive, not covered and not idle. An idle line needs all
// empty squares that another one needs, so it is not complete before that one; of lines
// that need the same the first counts.
func (b *Board) Counted(partner Mates) (lines [][]oxo.Move) {
	if partner == nil && b.counting.of(b) {
		return b.counting.counted(b)
	}
	needed := make([]Squares, 0, len(b.Lines))
	lines = make([][]oxo.Move, 0, len(b.Lines))
	for _, line := range b.Lines {
		if !b.Alive(line) || Covered(line, partner) {
			continue
		}
		var n Squares
		for _, m := range line {
			if b.Owner[m] < 0 {
				n.Add(m)
			}
		}
		lines, needed = append(lines, line), append(needed, n)
	}
	first := b.byFirst(needed)
	kept := lines[:0] // what is written over has been read
	for i, line := range lines {
		if !first.idle(needed, i) {
			kept = append(kept, line)
		}
	}
	return kept
}

// firsts finds sets by their first square. A set that is part of another one begins with a square of that, so few sets
// need a look.
type firsts struct {
	head []int // by square: 1 more than the last such set, or 0; last of all, the sets without a square
	next []int // after each set, likewise
}

// byFirst lists sets by their first square.
func (b *Board) byFirst(sets []Squares) firsts {
	f := firsts{make([]int, b.Count+1), make([]int, len(sets))}
	for i := range sets {
		sq := min(sets[i].first(), b.Count)
		f.next[i], f.head[sq] = f.head[sq], i+1
	}
	return f
}

// idle reports whether another set is part of a set, or equal and before it.
func (f *firsts) idle(sets []Squares, i int) bool {
	found := f.partOf(sets, i, len(f.head)-1)
	sets[i].Each(func(m oxo.Move) { found = found || f.partOf(sets, i, int(m)) })
	return found
}

// partOf looks at the sets that begin with a square.
func (f *firsts) partOf(sets []Squares, i, sq int) bool {
	for n := f.head[sq]; n > 0; n = f.next[n-1] {
		if j := n - 1; i != j && sets[j].within(&sets[i]) && (j < i || !sets[i].within(&sets[j])) {
			return true
		}
	}
	return false
}

// Covered reports whether a line has both squares of a pair.
func Covered(line []oxo.Move, partner Mates) bool {
	for _, m := range line {
		if other, ok := partner.Of(m); ok && slices.Contains(line, other) {
			return true
		}
	}
	return false
}

// Potential returns the sum of the weights of sets, and of those that the other side's first move doubles.
func (b *Board) Potential(sets []Squares) int64 {
	total, most, gain := int64(0), int64(0), make([]int64, b.Count)
	for i := range sets {
		weight := FullWeight >> min(sets[i].Count(), 40)
		total += weight
		sets[i].Each(func(m oxo.Move) {
			gain[m] += weight
			most = max(most, gain[m])
		})
	}
	return total + most
}

// Weights returns 2^-n for each line that is alive, n its empty squares, and 0 for others.
func (b *Board) Weights() []int64 {
	weights := make([]int64, len(b.Lines))
	for i, line := range b.Lines {
		if !b.Alive(line) {
			continue
		}
		weights[i] = FullWeight
		for _, m := range line {
			if b.Owner[m] < 0 {
				weights[i] /= 2
			}
		}
	}
	return weights
}
