package lines

import (
	"slices"

	"oxo"
)

// Loose returns one set for each line that is alive, not covered and not idle: the squares of the line that are empty
// and in no pair. The next call may overwrite the sets.
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

// Counted returns the lines that are alive, not covered and not idle. A line is idle if another line needs only empty
// squares that this line needs, too: the other line is complete first. Among lines that need the same squares only the
// first is not idle.
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
	kept := lines[:0] // it overwrites only lines that the loop has read
	for i, line := range lines {
		if !first.idle(needed, i) {
			kept = append(kept, line)
		}
	}
	return kept
}

// firsts finds sets by their first square. If a set is part of another one, its first square is in the other one. So
// only few sets need a comparison.
type firsts struct {
	head []int // by first square: 1 plus the number of the last such set, or 0; the last entry is for empty sets
	next []int // for each set, 1 plus the number of the one before it with the same first square, or 0
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

// idle reports whether another set is part of set i, or is equal to it and comes before it.
func (f *firsts) idle(sets []Squares, i int) bool {
	found := f.partOf(sets, i, len(f.head)-1)
	sets[i].Each(func(m oxo.Move) { found = found || f.partOf(sets, i, int(m)) })
	return found
}

// partOf does the comparison of idle for the sets with the first square sq.
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

// Potential returns the sum of the weights of sets after the best first move of the other side, which doubles the
// weights of the sets with its square.
func (b *Board) Potential(sets []Squares) int64 {
	total, maxGain, gain := int64(0), int64(0), make([]int64, b.Count)
	for i := range sets {
		weight := FullWeight >> min(sets[i].Count(), 40)
		total += weight
		sets[i].Each(func(m oxo.Move) {
			gain[m] += weight
			maxGain = max(maxGain, gain[m])
		})
	}
	return total + maxGain
}

// Weights returns FullWeight times 2^-n for each line that is alive, where n is the number of its empty squares, and
// 0 for other lines.
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
