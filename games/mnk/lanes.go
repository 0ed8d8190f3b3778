package mnk

import "math/bits"

// lanes holds a small number for every square, several to a word, so that a
// line adds to all its squares at once: on 3x3, where no sum exceeds 16, all
// nine fit into one word of five bits each.
//
//	63    60 59   55        9    5 4     0
//	|unused | sq 11 | ...  | sq 1 | sq 0 |
type lanes []uint64

// laneLayout says where the lane of each square is.
type laneLayout struct {
	words    int
	mask     uint64
	word     [wordSquares]uint8
	shift    [wordSquares]uint8
	patterns []uint64 // of each line: a one in the lane of each of its squares
}

// newLaneLayout makes lanes wide enough for 2^(k-1) summed over all lines through a square.
func newLaneLayout(g *game) laneLayout {
	most := 0
	for _, lines := range g.through {
		most = max(most, len(lines))
	}
	width := bits.Len(uint(most << (g.rules.K - 1)))
	perWord := 64 / max(width, 1)
	l := laneLayout{words: (g.squares + perWord - 1) / perWord, mask: 1<<width - 1}
	for sq := range g.squares {
		l.word[sq], l.shift[sq] = uint8(sq/perWord), uint8(sq%perWord*width)
	}
	l.patterns = make([]uint64, len(g.lines)*l.words)
	for i, line := range g.lines {
		for _, sq := range line {
			l.patterns[i*l.words+int(l.word[sq])] |= 1 << l.shift[sq]
		}
	}
	return l
}

// add adds 2^n to every square of a line.
func (l *laneLayout) add(sums lanes, line, n int) {
	pattern := l.patterns[line*len(sums):]
	for i := range sums {
		sums[i] += pattern[i] << (n & 31)
	}
}

// at returns the sum in the lane of a square.
func (l *laneLayout) at(sums lanes, sq int) int {
	sq &= 63
	return int(sums[l.word[sq]] >> (l.shift[sq] & 63) & l.mask)
}
