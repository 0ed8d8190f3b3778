package mnk

import "math/bits"

// small holds what can be looked up by the stones on a board of few squares,
// 3x3 above all, where it makes a search a quarter faster than the tally.
//
// The classes of a set of stones say how many of them each line has: bit
// n*L+i is set when line i of L has exactly n. Lines that are live for a side
// are those that the other's stones leave in class 0.
//
//	k*L        2L      L       0
//	| n = k-1 | ... | n = 1 | n = 0 |
type small struct {
	lines    int      // L
	first    uint64   // class 0
	spread   uint64   // times a class 0: the same in every class
	classes  []uint64 // of each set of stones
	complete []uint64 // of each set: the squares that would complete a line of it
	full     []bool   // of each set: whether it has a line
	most     [65]int  // by the length of the live classes: the stones in the fullest line
	patterns []uint64 // of each bit of the classes: 2^n in the lanes of its line
}

// tabledSquares is the largest board that is looked up: 4096 sets of stones.
const tabledSquares = 12

// newSmall makes the tables, or returns nil for a board that is too large, and
// where a line can be too long.
func newSmall(g *Game, t *wordTables) *small {
	lines := len(t.lines)
	if g.squares > tabledSquares || t.k*lines > 64 || t.lanes.words != 1 || g.rules.Exact {
		return nil
	}
	s := &small{lines: lines, first: 1<<lines - 1}
	for n := range t.k {
		s.spread |= 1 << (n * lines)
		for i := range lines {
			s.patterns = append(s.patterns, t.lanes.patterns[i]<<n)
		}
	}
	for length := range s.most {
		s.most[length] = (length+lines-1)/lines - 1
	}
	sets := 1 << g.squares
	s.classes, s.complete, s.full = make([]uint64, sets), make([]uint64, sets), make([]bool, sets)
	for set := range sets {
		for i, line := range t.lines {
			rest := line &^ uint64(set)
			if rest == 0 {
				s.full[set] = true
				continue
			}
			s.classes[set] |= 1 << ((t.k-bits.OnesCount64(rest))*lines + i)
			if only(rest) {
				s.complete[set] |= rest
			}
		}
	}
	return s
}

// live returns the classes of mine in the lines without a stone of theirs.
func (s *small) live(mine, theirs uint64) uint64 {
	return s.classes[mine] & ((s.classes[theirs] & s.first) * s.spread)
}

// potential sums up 2^(stones) over live lines.
func (s *small) potential(live uint64) int {
	sum := 0
	for n := 0; live != 0; n++ {
		sum += bits.OnesCount64(live&s.first) << (n & 31)
		live >>= s.lines
	}
	return sum
}

func (s *small) scan(t *wordTables, mine, theirs uint64, own, opp *lineScan) {
	a, b := s.live(mine, theirs), s.live(theirs, mine)
	own.potential, opp.potential = s.potential(a), s.potential(b)
	own.least, opp.least = t.k-s.most[bits.Len64(a)], t.k-s.most[bits.Len64(b)]
	own.meets = 0
	if t.k < 2 {
		return
	}
	seen := uint64(0)
	for pairs := a >> ((t.k - 2) * s.lines) & s.first; pairs != 0; pairs &= pairs - 1 {
		residual := t.lines[bits.TrailingZeros64(pairs)] &^ mine
		own.meets |= seen & residual
		seen |= residual
	}
}

// weigh sums up 2^n in the lanes of the live lines.
func (s *small) weigh(live uint64) uint64 {
	var sum uint64
	for ; live != 0; live &= live - 1 {
		sum += s.patterns[bits.TrailingZeros64(live)]
	}
	return sum
}
