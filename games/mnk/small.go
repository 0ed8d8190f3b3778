package mnk

import "math/bits"

// small holds tables indexed by the stones, for boards of few squares such as 3x3, where they
// are faster than the tally.
type small struct {
	lines, k int
	whole    int        // 2^k, the potential of a line of k stones
	all      uint64     // every square
	first    uint64     // class 0 with every line: see stoneSet
	squares  []uint64   // of each line
	sets     []stoneSet // by the stones
	fullest  [65]uint8  // by the bit length of the classes: 1 plus the stones in the fullest line
	weights  []uint64   // of each byte of the classes: the sum of 2^n in the lanes of its lines
	mask     uint64     // of the lowest lane
	order    [16]uint8
	shift    [16]uint8 // of order[i]: the position of its lane
	apart    [tabledSquares + 1][tabledSquares + 1]uint64
}

// stoneSet describes a set of stones by its lines.
//
// The classes say how many of the stones each line has: bit n*L+i is set if line i of L has
// exactly n. A line is live for a side if the other side's stones leave it in class 0.
//
//	k*L        2L      L       0
//	| n = k-1 | ... | n = 1 | n = 0 |
type stoneSet struct {
	classes  uint64
	leaves   uint64 // mask for the other side's classes: the lines without one of these stones
	complete uint16 // the squares that complete a line
	ordered  uint16 // the stones again, square order[i] as bit i
	full     bool   // the stones contain a line
}

// tabledSquares is the largest board with such tables: 4096 sets of stones.
const tabledSquares = 12

// newSmall makes the tables. It returns nil if the board is too large, or if a line can be too
// long.
func newSmall(g *game, t *wordTables) *small {
	lines := len(t.lines)
	if g.squares > tabledSquares || t.k*lines > 64 || t.lanes.words != 1 || g.rules.Exact {
		return nil
	}
	s := &small{lines: lines, k: t.k, whole: t.whole, all: t.all, first: 1<<lines - 1, squares: t.lines, mask: t.lanes.mask}
	for i, sq := range t.order {
		s.order[i], s.shift[i] = sq, t.lanes.shift[sq]
	}
	for length := range s.fullest {
		s.fullest[length] = uint8((length + lines - 1) / lines)
	}
	s.sets = make([]stoneSet, 1<<g.squares)
	for set := range s.sets {
		s.sets[set] = s.stonesOf(t, uint64(set))
	}
	s.addWeights(t)
	s.findDistinct(g, t)
	return s
}

// stonesOf computes the entry of a set of stones.
func (s *small) stonesOf(t *wordTables, set uint64) (known stoneSet) {
	for i, line := range t.lines {
		rest := line &^ set
		if rest == 0 {
			known.full = true
			continue
		}
		known.classes |= 1 << ((t.k-bits.OnesCount64(rest))*s.lines + i)
		if only(rest) {
			known.complete |= uint16(rest)
		}
	}
	for n := range t.k {
		known.leaves |= known.classes & s.first << (n * s.lines)
	}
	for i, sq := range t.order {
		known.ordered |= uint16(set >> sq & 1 << i)
	}
	return known
}

// addWeights computes, for each byte of the classes, what it adds to the lanes:
//
//	weights[256*j + v]: the sum over bits i of v of 2^n in the lanes of the line of
//	bit 8*j+i of the classes
func (s *small) addWeights(t *wordTables) {
	s.weights = make([]uint64, (t.k*s.lines+7)/8<<8)
	for at := range s.weights {
		for i := range 8 {
			if bit := at>>8*8 + i; at>>i&1 != 0 && bit < t.k*s.lines {
				s.weights[at] += t.lanes.patterns[bit%s.lines] << (bit / s.lines)
			}
		}
	}
}

// weigh returns the sum of 2^n in the lanes of the live lines.
func (s *small) weigh(live uint64) uint64 {
	var sum uint64
	for w := s.weights; len(w) >= 256; w = w[256:] {
		sum += w[live&255]
		live >>= 8
	}
	return sum
}

// potential returns the sum of 2^n over the live lines.
func (s *small) potential(live uint64) int {
	// A line of class n counts in the first n+1 terms: 1 + 1 + 2 + ... + 2^(n-1) = 2^n.
	sum := bits.OnesCount64(live)
	for n := range s.k - 1 {
		live >>= s.lines & 63
		sum += bits.OnesCount64(live) << (n & 31)
	}
	return sum
}

// findDistinct finds, for each position of the first plies, squares that are not mirror images
// of each other.
func (s *small) findDistinct(g *game, t *wordTables) {
	for x := range g.squares + 1 {
		for o := range g.squares + 1 {
			p := word{g: g, t: t, ply: min(x, 1) + min(o, 1), stones: [2]uint64{1 << x >> 1, 1 << o >> 1}}
			s.apart[x][o] = s.all
			for _, sq := range t.order {
				for twins := p.ownSymmetries(); twins != 0 && s.apart[x][o]>>sq&1 != 0; twins &= twins - 1 {
					if twin := g.symmetries[bits.TrailingZeros64(twins)][sq]; int(twin) != int(sq) {
						s.apart[x][o] &^= 1 << twin
					}
				}
			}
		}
	}
}

// distinct returns squares that are not mirror images of each other by [word.ownSymmetries].
func (s *small) distinct(p *word) uint64 {
	if p.ply > 2 {
		return s.all
	}
	return s.apart[bits.Len64(p.stones[0])][bits.Len64(p.stones[1])]
}
