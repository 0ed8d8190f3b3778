package othello

import "math/bits"

// The estimate on 8x8 adds up weights of patterns, as Logistello's does [Buro97]: the edges,
// the rows next to them, the diagonals, and the corners with their surroundings, each in all
// its states. The command in the folder fit fitted the weights by least squares to the margins
// of games of this project.

// kind is a kind of pattern. It has a weight for each of 3^squares states. A state and its
// image share one if the pattern reversed or mirrored means the same.
type kind struct {
	name    string
	squares int
	from    int // the index of its first weight
}

// The kinds of patterns.
const (
	edgeKind = iota
	secondKind
	longKind // the diagonals of eight squares, seven, and so on
	sevenKind
	sixKind
	fiveKind
	fourKind
	cornerKind
	kinds
)

// patternWeights is the number of weights of all kinds, patternsOf the number of patterns on a
// board.
const (
	patternWeights = 3*6561 + 2187 + 729 + 243 + 81 + 19683
	patternsOf     = 4 + 4 + 2 + 4 + 4 + 4 + 4 + 4
)

func patternKinds() [kinds]kind {
	return [kinds]kind{
		{"edge", 8, 0},
		{"row beside an edge", 8, 6561},
		{"diagonal of 8", 8, 2 * 6561},
		{"diagonal of 7", 7, 3 * 6561},
		{"diagonal of 6", 6, 3*6561 + 2187},
		{"diagonal of 5", 5, 3*6561 + 2187 + 729},
		{"diagonal of 4", 4, 3*6561 + 2187 + 729 + 243},
		{"corner", 9, 3*6561 + 2187 + 729 + 243 + 81},
	}
}

// states fills in the weight indices of all patterns, kind by kind, as seen by the side to
// move, with the discs own.
func (g *game) states(own, opp uint64, to *[patternsOf]uint16) {
	p := &g.powers
	line := func(mine, theirs uint8) uint16 { return p[mine] + 2*p[theirs] }
	const second, long = 6561, 2 * 6561
	to[0] = line(uint8(own), uint8(opp))
	to[1] = line(uint8(own>>56), uint8(opp>>56))
	to[2] = line(columnByte(own, 0), columnByte(opp, 0))
	to[3] = line(columnByte(own, 7), columnByte(opp, 7))
	to[4] = second + line(uint8(own>>8), uint8(opp>>8))
	to[5] = second + line(uint8(own>>48), uint8(opp>>48))
	to[6] = second + line(columnByte(own, 1), columnByte(opp, 1))
	to[7] = second + line(columnByte(own, 6), columnByte(opp, 6))
	to[8] = long + line(fold(own, 0x8040201008040201, 0), fold(opp, 0x8040201008040201, 0))
	to[9] = long + line(fold(own, 0x0102040810204080, 0), fold(opp, 0x0102040810204080, 0))
	at, from := 10, uint16(3*6561)
	falling, rising := uint64(0x8040201008040201), uint64(0x0102040810204080)
	for n, states := 1, uint16(2187); n <= 4; n, states = n+1, states/3 {
		// The diagonals n rows further down, and n rows further up.
		down, up := falling<<(8*n), falling>>(8*n)
		to[at] = from + line(fold(own, down, 0), fold(opp, down, 0))
		to[at+1] = from + line(fold(own, up, n), fold(opp, up, n))
		down, up = rising<<(8*n), rising>>(8*n)
		to[at+2] = from + line(fold(own, down, n), fold(opp, down, n))
		to[at+3] = from + line(fold(own, up, 0), fold(opp, up, 0))
		at, from = at+4, from+states
	}
	for _, mirror := range [4]func(uint64) uint64{nil, bits.ReverseBytes64, bits.Reverse64, mirrored} {
		x, y := own, opp
		if mirror != nil {
			x, y = mirror(own), mirror(opp)
		}
		to[at] = from + p.square(x) + 2*p.square(y)
		at++
	}
}

// fold gathers a diagonal into a byte, by columns, the first in bit 0.
func fold(x, diagonal uint64, first int) uint8 {
	return uint8(x & diagonal * 0x0101010101010101 >> 56 >> (first & 7))
}

// mirrored reverses the columns.
func mirrored(x uint64) uint64 { return bits.ReverseBytes64(bits.Reverse64(x)) }

// square returns the ternary number of the nine squares at the top left, row by row.
func (p *ternary) square(x uint64) uint16 {
	return p[x&7] + 27*p[x>>8&7] + 729*p[x>>16&7]
}

// sameState returns the state that holds the weight of a state: the lesser of the two numbers
// if the pattern and its image mean the same.
func sameState(state, squares int) int {
	digits := make([]int, squares)
	for i, n := 0, state; i < squares; i, n = i+1, n/3 {
		digits[i] = n % 3
	}
	image, power := 0, 1
	for i := range squares {
		from := squares - 1 - i
		if squares == 9 {
			from = i%3*3 + i/3 // mirrored at the diagonal
		}
		image += power * digits[from]
		power *= 3
	}
	return min(state, image)
}

// features is the number of counts in addition to patterns: own's moves minus opp's, empty
// squares next to opp's discs minus those next to own's, one for the move, and one more if the
// number of empty squares is odd, so that own has the last move.
const features = 4

func (g *game) features(own, opp uint64) [features]int32 {
	empty := g.all &^ (own | opp)
	count := func(x, y uint64) int32 { return int32(bits.OnesCount64(x) - bits.OnesCount64(y)) }
	return [features]int32{
		count(reach(own, opp)&empty, reach(opp, own)&empty),
		count(around(opp)&empty, around(own)&empty),
		1,
		int32(bits.OnesCount64(empty) & 1),
	}
}
