package connect4

import (
	"math/bits"

	"oxo"
	"oxo/game/knowledge"
)

// The positions behind the moves of a node are worked out together, a lane for
// each column: by the functions of this file one after the other, and where the
// processor has vectors of eight words (lanes_amd64.s) the first eight at once. Both come to
// the same; TestLanes compares them.

const (
	mostColumns = 12 // 12x4 is the widest board
	vectorLanes = 8  // columns that a vector has room for; those beyond are worked out one after the other
	// vectorColumns has a bit for each of the first ones.
	vectorColumns = 1<<vectorLanes - 1
)

// lanes is what is worked out of the positions behind the moves of a node, by
// column, and stays until the node is left.
type lanes struct {
	wins   [mostColumns]uint64     // squares that win for the side that moved
	safe   [mostColumns]uint64     // moves of the other side that do not lose at once
	bounds [mostColumns]oxo.Bounds // of the value for that other side
}

// working is what a node needs besides until its moves are listed.
type working struct {
	order        [mostColumns]int64
	keyHi, keyLo [mostColumns]uint64
	// Sets of columns, a bit each: of the moves; the side to move there has
	// lost; a rule of rules.go may say something (judgeVectors only); it has
	// more than one move; the key is of the mirror image.
	moves, lost, rule, many, turned uint16
}

// figures is what the lanes of a game need to be worked out as vectors.
type figures struct {
	squares [vectorLanes]uint64 // of each column
	centre  [vectorLanes]int64  // what its place is worth for the order
	// The bytes of a mirror image: each has bits of up to three columns. The
	// bits of turned come from the place that the byte of turn says.
	turn, turned [3]uint64
	open         oxo.Bounds // of a position of which nothing is known but safe moves
	board        uint64
	bottom       uint64
	spare        uint64
	claimed      uint64
	few          uint64    // fewLines
	shifts       [9]uint64 // h, 2h, 3h, and so for h+1 and h+2
	keyBits      uint64    // of a word of a class's key
	restBits     uint64    // 64 - keyBits
	mostIdle     uint64    // the most idle squares that a class's key has room for
}

func newFigures(g *Game) figures {
	f := figures{open: openBounds(), board: g.board, bottom: g.bottom, spare: g.spare, claimed: g.claimed, few: fewLines}
	for c := range min(g.width, vectorLanes) {
		f.squares[c] = g.column(c)
		f.centre[c] = int64(-centreStep * g.columns[c].fromCentre)
	}
	for bit := range g.width * g.step {
		from := (bit - g.columns[g.width-1-bit/g.step].turn - bit%8) & 63
		f.turnBit(bit, uint64(from))
	}
	for i := range f.shifts {
		f.shifts[i] = uint64((g.height + i/3) * (i%3 + 1))
	}
	f.keyBits = uint64(g.width * g.step)
	f.restBits = 64 - f.keyBits
	f.mostIdle = 1<<g.idleBits() - 1
	return f
}

// openBounds is what is certain where nobody can win at once and there is a safe
// move.
func openBounds() oxo.Bounds { return oxo.Between(oxo.Loss(4), oxo.Win(3)) }

// turnBit notes from where on the byte of a bit is read, for that bit.
func (f *figures) turnBit(bit int, from uint64) {
	at := bit / 8 * 8
	for i := range f.turn {
		if f.turned[i]>>at&0xff == 0 || f.turn[i]>>at&0xff == from {
			f.turn[i] |= from << at
			f.turned[i] |= 1 << bit
			return
		}
	}
}

// weights is what the order of the moves is made of: two sets, for an even and
// an odd number of squares left, each with all lines counted or not.
type weights struct {
	good   uint64 // winning squares that count more
	wins   uint64 // for each winning square, and in bits 16 up, for a good one
	lines  uint64 // for two on top of one another, and in bits 16 up, for a line that a rule leaves the other side
	early  uint64 // 1 where the rest counts too
	open   uint64 // for every line of the mover, and in bits 16 up, for one's own that the stone is not in
	twos   uint64 // for every one of one's own with two stones at least
	under  int64  // for a stone below a winning square of one's own
	forced int64  // for leaving one reply
	even   uint64 // 1 for an even number of squares
}

// pack puts two weights into a word, as a vector's product of pairs wants them.
func pack(low, high int16) uint64 { return uint64(uint16(low)) | uint64(uint16(high))<<16 }

func newWeights(claimed, board uint64) (w [2][phases]weights) {
	zugzwang := weights{
		good: board &^ claimed, wins: pack(zugzwangWin, zugzwangRow), lines: pack(zugzwangStack, -zugzwangRest),
		under: -zugzwangUnder, forced: zugzwangForced,
	}
	followUp := weights{
		good: claimed, wins: pack(followUpWin, followUpClaim), lines: pack(0, -followUpRest),
		under: -followUpUnder, forced: followUpForced, even: 1,
	}
	w[0] = [phases]weights{zugzwang, zugzwang, zugzwang}
	w[1] = [phases]weights{followUp, followUp, followUp}
	for phase := 1; phase < phases; phase++ {
		z, f := &w[0][phase], &w[1][phase]
		z.early, z.open, z.twos = 1, pack(-zugzwangLines, -zugzwangOwn), zugzwangTwos
		f.early, f.open, f.twos = 1, pack(0, -followUpOwn), followUpTwos
	}
	w[1][phases-1].open = pack(-followUpLines, -followUpOwn)
	return w
}

// phases of a game: late, early, and the very beginning.
const phases = 3

// sum is the product of two counts and a pair of weights.
func sum(pair uint64, low, high int) int64 {
	return int64(int16(pair))*int64(low) + int64(int16(pair>>16))*int64(high)
}

// judgeAll works out the positions behind the safe moves of a state, and how
// good they look; with stop, not all of them where one wins. Vectors leave out
// what rules say: more.rule has the columns to ask them of. Of the others it settles
// what a rule speaks of, and returns the column of the first that is worth beta, or -1.
func (g *guide[H]) judgeAll(st *state, w *weights, stop bool, limit, beta oxo.Score, left int, to *lanes, more *working) int {
	rest := st.safe
	if g.vectors {
		judgeVectors(&g.figures, st, w, stop, to, more)
		if rest &= g.beyond; rest == 0 || stop && more.lost != 0 {
			return -1
		}
	} else {
		more.moves, more.lost, more.rule, more.many = 0, 0, 0, 0
	}
	return g.judgeLanes(st, rest, w, stop, limit, beta, left, to, more)
}

// judgeLanes works out the positions behind some of the safe moves of a state, and how
// good they look; with stop, none after one that wins. It settles what a rule
// speaks of, and returns the column of the first that is worth beta, or -1;
// after it, only moves that win count.
//
//nolint:funlen // by numbered steps
func (g *guide[H]) judgeLanes(st *state, squares uint64, w *weights, stop bool, limit, beta oxo.Score, left int, to *lanes, more *working) int {
	enough := -1
	mask := st.mask()
	playable := g.playable(mask)
	under := st.moverWins >> 1 // moves that give a winning square away
	for ; squares != 0; squares &= squares - 1 {
		// 1. The stone, and what it threatens.
		stone := squares & -squares
		column := bits.TrailingZeros64(squares) / (g.h() + 1)
		own, empty := st.mover|stone, g.board&^(mask|stone)
		winning := (gaps(own, g.h()) | gaps(own, g.h()+1) | gaps(own, g.h()+2) | onTop(own)) & empty
		next := (playable + stone) & g.board
		// 2. One who completes a line next must be stopped; and nobody may
		// move below a square that the other side needs.
		safe, now := next&^(winning>>1), winning&next
		if now != 0 {
			safe &= now
		}
		if now&(now-1) != 0 {
			safe = 0
		}
		to.wins[column], to.safe[column], to.bounds[column] = winning, safe, g.figures.open
		more.moves |= 1 << column
		if safe == 0 {
			more.lost |= 1 << column
			if stop {
				return -1
			}
		}
		if enough >= 0 {
			continue
		}
		// 3. What the rules say, and how good the move looks.
		hi := g.bound(own, winning, mask|stone, next, left, limit)
		if hi < min(limit, oxo.Win(3)) && safe != 0 && to.settle(column, oxo.Between(oxo.Loss(4), hi), beta) {
			enough = column
			continue
		}
		stacks, lines := g.linesLeft(own, winning, mask|stone, next, left)
		order := sum(w.lines, stacks, lines) - centreStep*int64(g.columns[column&15].fromCentre) +
			sum(w.wins, bits.OnesCount64(winning), bits.OnesCount64(winning&w.good))
		if safe&(safe-1) != 0 {
			more.many |= 1 << column
		} else {
			order += w.forced
		}
		if open := g.board &^ st.follower; w.early != 0 {
			order += sum(w.open, g.lines(g.board&^own), g.lines(open&^stone)) + int64(w.twos)*int64(g.twos(own, open))
		}
		if stone&under != 0 {
			order += w.under
		}
		more.order[column] = order
	}
	return enough
}

// classKeys works out the keys of all moves, for that use of them.
func (g *guide[H]) classKeys(st *state, use knowledge.KeyUse, to *lanes, more *working, keys *knowledge.Keys) {
	from, columns := 0, more.moves
	if g.vectors {
		keyVectors(&g.figures, st, to, more, use, keys)
		if from, columns = vectorLanes, columns&^vectorColumns; columns == 0 {
			return
		}
	}
	g.classesOfLanes(st, columns, to, more)
	more.list(use, from, keys)
}

// classesOfLanes works out the keys of the classes of the positions behind the
// moves of some columns, a bit each, and of those from which there are several moves.
func (g *guide[H]) classesOfLanes(st *state, columns uint16, to *lanes, more *working) {
	more.turned = 0
	for set := more.many & columns; set != 0; set &= set - 1 {
		column := bits.TrailingZeros16(set)
		stone := st.safe & g.column(column)
		key, symmetry := g.class(&state{
			mover: st.follower, follower: st.mover | stone,
			moverWins: st.followerWins &^ stone, followerWins: to.wins[column],
		})
		more.keyHi[column], more.keyLo[column] = key.Hi, key.Lo
		more.turned |= uint16(symmetry) << column
	}
}
