package mnk

import "math/bits"

// tally counts the stones of a set in every line at once. Each line has a lane of four bits
// (eight if k is above 7), so a word holds the counts of sixteen lines. A table has the counts
// for each chunk of up to nine squares, and the counts of a set are the sum over its chunks:
// one look-up for all eight lines of 3x3.
//
//	63     60    7      4 3      0
//	| line 15 |...| line 1 | line 0 |
type tally struct {
	chunkBits, words int
	small            bool     // one chunk and one word: the table is indexed by the set
	last             uint64   // k-1 in every lane
	table            []uint64 // chunk by chunk, value by value, word by word
	ones             uint64   // a one in every lane
	high             uint64   // the top bit of every lane
	valid            []uint64 // of each word: the top bits of the lanes that have a line
	laneBits         int
}

func newTally(g *game) tally {
	t := tally{laneBits: 4, ones: 0x1111111111111111}
	if g.rules.K > 7 {
		t.laneBits, t.ones = 8, 0x0101010101010101
	}
	perWord := 64 / t.laneBits
	t.words = max((len(g.lines)+perWord-1)/perWord, 1)
	t.valid = make([]uint64, t.words)
	chunks := (g.squares + 8) / 9
	t.chunkBits = (g.squares + chunks - 1) / chunks
	t.table = make([]uint64, chunks<<t.chunkBits*t.words)
	for i, line := range g.lines {
		one := uint64(1) << (i % perWord * t.laneBits)
		t.valid[i/perWord] |= one << (t.laneBits - 1)
		for _, sq := range line {
			bit := 1 << (sq % t.chunkBits)
			for value := range 1 << t.chunkBits {
				if value&bit != 0 {
					t.table[t.at(sq/t.chunkBits, value)+i/perWord] += one
				}
			}
		}
	}
	t.high = t.ones << (t.laneBits - 1)
	t.last = t.ones * uint64(g.rules.K-1)
	t.small = chunks == 1 && t.words == 1
	return t
}

func (t *tally) at(chunk, value int) int { return (chunk<<t.chunkBits + value) * t.words }

// count returns the counts of a set in the lines of one word.
func (t *tally) count(set uint64, word int) uint64 {
	if t.small {
		return t.table[set] // a short cut for 3x3
	}
	return t.countChunks(set, word)
}

func (t *tally) countChunks(set uint64, word int) uint64 {
	var sum uint64
	chunk, mask := t.words<<t.chunkBits, uint64(1)<<t.chunkBits-1
	for base := word; set != 0; base += chunk {
		sum += t.table[base+int(set&mask)*t.words]
		set >>= t.chunkBits
	}
	return sum
}

// zero returns the top bit of every lane that is 0. No lane may exceed its top bit.
func (t *tally) zero(lanes uint64) uint64 { return ^(lanes + t.high - t.ones) & t.high }

// line returns the number of the line of the lowest set lane.
func (t *tally) line(word int, lanes uint64) int {
	return (bits.TrailingZeros64(lanes) + word<<6) / t.laneBits
}

// wins returns two sets: the squares that complete a line of the stones mine, and the squares
// that complete a line of the stones theirs.
func (t *wordTables) wins(mine, theirs uint64) (own, opp uint64) {
	if t.ends != nil {
		return t.winsExact(mine, theirs)
	}
	return t.winsByTally(mine, theirs)
}

func (t *wordTables) winsByTally(mine, theirs uint64) (own, opp uint64) {
	y := &t.tally
	for word := range y.words {
		m, o := y.count(mine, word), y.count(theirs, word)
		ownLines := y.zero(m^y.last) & y.zero(o) & y.valid[word]
		oppLines := y.zero(o^y.last) & y.zero(m) & y.valid[word]
		for ; ownLines != 0; ownLines &= ownLines - 1 {
			own |= t.lines[y.line(word, ownLines)] &^ mine
		}
		for ; oppLines != 0; oppLines &= oppLines - 1 {
			opp |= t.lines[y.line(word, oppLines)] &^ theirs
		}
	}
	return own, opp
}

// lineScan is the result of a scan of the lines for one side.
type lineScan struct {
	sideLines
	meets uint64 // squares that several residuals of two squares share
}

// scan scans all lines for both sides.
func (t *wordTables) scan(mine, theirs uint64, own, opp *lineScan) {
	if t.ends != nil {
		*own, *opp = t.scanExact(mine, theirs), t.scanExact(theirs, mine)
		return
	}
	t.scanByTally(mine, theirs, own, opp)
}

// scanByTally scans all lines at once, one class after the other by the number of stones in
// them: no branch depends on a single line.
func (t *wordTables) scanByTally(mine, theirs uint64, own, opp *lineScan) {
	y := &t.tally
	k, ownSum, oppSum := t.k, 0, 0
	var ownSeen, oppSeen, pairs, meets uint64 // sets of numbers of stones; sets of squares
	for word := range y.words {
		m, o := y.count(mine, word), y.count(theirs, word)
		ownLive, oppLive := y.zero(o)&y.valid[word], y.zero(m)&y.valid[word]
		a := ownLive & oppLive // lines with n stones of one side and none of the other
		b, before := a, uint64(0)
		for n, class := 0, uint64(0); ; {
			ownSum += bits.OnesCount64(a) << (n & 31)
			oppSum += bits.OnesCount64(b) << (n & 31)
			ownSeen |= (a | -a) >> 63 << (n & 31)
			oppSeen |= (b | -b) >> 63 << (n & 31)
			if n++; n == k {
				break
			}
			class += y.ones
			before = a
			a, b = y.zero(m^class)&ownLive, y.zero(o^class)&oppLive
		}
		for ; before != 0; before &= before - 1 {
			residual := t.lines[y.line(word, before)] &^ mine
			meets |= pairs & residual
			pairs |= residual
		}
	}
	own.meets = meets
	own.potential, opp.potential = ownSum, oppSum
	own.least, opp.least = k+1-bits.Len64(ownSeen), k+1-bits.Len64(oppSeen)
}
