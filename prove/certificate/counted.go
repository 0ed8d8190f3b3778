package certificate

import (
	"slices"

	"oxo"
)

// loose returns, of each line that is alive, not covered and not idle, the squares that are empty
// and in no pair. The next call may write over them.
func (b *board) loose(partner mates) []squares {
	if b.counting.of(b) {
		return b.counting.left(partner)
	}
	lines := b.counted(partner)
	all := make([]squares, 0, len(lines))
	for _, line := range lines {
		var loose squares
		for _, m := range line {
			if b.owner[m] < 0 && !partner.has(m) {
				loose.add(m)
			}
		}
		all = append(all, loose)
	}
	return all
}

// counted returns the lines that are alive, not covered and not idle. An idle line needs all
// empty squares that another one needs, so it is not complete before that one; of lines
// that need the same the first counts.
func (b *board) counted(partner mates) (lines [][]oxo.Move) {
	if partner == nil && b.counting.of(b) {
		return b.counting.counted(b)
	}
	needed := make([]squares, 0, len(b.lines))
	lines = make([][]oxo.Move, 0, len(b.lines))
	for _, line := range b.lines {
		if !b.alive(line) || covered(line, partner) {
			continue
		}
		var n squares
		for _, m := range line {
			if b.owner[m] < 0 {
				n.add(m)
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
func (b *board) byFirst(sets []squares) firsts {
	f := firsts{make([]int, b.count+1), make([]int, len(sets))}
	for i := range sets {
		sq := min(sets[i].first(), b.count)
		f.next[i], f.head[sq] = f.head[sq], i+1
	}
	return f
}

// idle reports whether another set is part of a set, or equal and before it.
func (f *firsts) idle(sets []squares, i int) bool {
	found := f.partOf(sets, i, len(f.head)-1)
	sets[i].each(func(m oxo.Move) { found = found || f.partOf(sets, i, int(m)) })
	return found
}

// partOf looks at the sets that begin with a square.
func (f *firsts) partOf(sets []squares, i, sq int) bool {
	for n := f.head[sq]; n > 0; n = f.next[n-1] {
		if j := n - 1; i != j && sets[j].within(&sets[i]) && (j < i || !sets[i].within(&sets[j])) {
			return true
		}
	}
	return false
}

// covered reports whether a line has both squares of a pair.
func covered(line []oxo.Move, partner mates) bool {
	for _, m := range line {
		if other, ok := partner.of(m); ok && slices.Contains(line, other) {
			return true
		}
	}
	return false
}
