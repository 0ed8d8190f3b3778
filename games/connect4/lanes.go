package connect4

import (
	"math/bits"

	"oxo"
	"oxo/game/knowledge"
)

// The positions after the moves of a node are computed together, a lane for each column: by the
// functions of this file one after the other, or if the processor has vectors of eight words
// (lanes_amd64.s) the first eight at once. Both give the same results; TestLanes compares them.

const (
	maxColumns  = 12 // 12x4 is the widest board
	vectorLanes = 8  // columns that fit into a vector; later columns are computed one after the other
	// vectorColumns has a bit for each column that fits into a vector.
	vectorColumns = 1<<vectorLanes - 1
)

// lanes holds the values computed for the positions after the moves of a node, by column. It stays
// until the search leaves the node.
type lanes struct {
	wins   [maxColumns]uint64     // squares that win for the side that moved
	safe   [maxColumns]uint64     // moves of the other side that do not lose at once
	bounds [maxColumns]oxo.Bounds // of the value, for the side to move after the move
}

// working holds further results for a node, until its moves are listed.
type working struct {
	order        [maxColumns]int64
	keyHi, keyLo [maxColumns]uint64
	// Sets of columns, one bit each: the moves; those after which the side to move has lost;
	// those where a rule of rules.go may apply (judgeVectors only); those with several replies;
	// those whose key is of the mirror image.
	moves, lost, rule, many, turned uint16
}

// figures holds the constants of a game for the vector code.
type figures struct {
	squares [vectorLanes]uint64 // of each column
	centre  [vectorLanes]int64  // the weight of its distance from the centre
	// The bytes of a mirror image have bits of up to three columns each. The bits of turned
	// come from the byte positions in turn.
	turn, turned [3]uint64
	open         oxo.Bounds // of a position about which only safe moves are known
	board        uint64
	bottom       uint64
	spare        uint64
	claimed      uint64
	few          uint64    // fewLines
	shifts       [9]uint64 // h, 2h, 3h, and the same for h+1 and h+2
	keyBits      uint64    // of a word of a class's key
	restBits     uint64    // 64 - keyBits
	maxIdle      uint64    // the largest number of idle squares that fits into a class's key
}

func newFigures(g *game) figures {
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
	f.maxIdle = 1<<g.idleBits() - 1
	return f
}

// openBounds returns the bounds of a position where no side can win at once and a safe move
// exists.
func openBounds() oxo.Bounds { return oxo.Between(oxo.Loss(4), oxo.Win(3)) }

// turnBit stores the byte position from which one bit is read.
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

// weights holds the weights of the move order. There are two sets, for an even and an odd
// number of squares left, each with or without all lines.
type weights struct {
	good    uint64 // winning squares that weigh more
	wins    uint64 // for each winning square; from bit 16 on for a good one
	lines   uint64 // for two winning squares on top of one another; from bit 16 on for a line that a rule leaves to the other side
	early   uint64 // 1 if the fields below count
	open    uint64 // for every line of the mover; from bit 16 on for one's own line without the stone
	twos    uint64 // for every own line with at least two stones
	under   int64  // for a stone below one's own winning square
	forced  int64  // for leaving one reply
	replies uint64 // for each reply that does not lose at once
	even    uint64 // 1 for an even number of squares
}

// pack packs two weights into a word, for the vector product of pairs.
func pack(low, high int16) uint64 { return uint64(uint16(low)) | uint64(uint16(high))<<16 }

func newWeights(claimed, board uint64) (w [2][phases]weights) {
	zugzwang := weights{
		good: board &^ claimed, wins: pack(zugzwangWin, zugzwangRow), lines: pack(zugzwangStack, -zugzwangRest),
		under: -zugzwangUnder, forced: zugzwangForced, replies: pack(-zugzwangReply, 0),
	}
	followUp := weights{
		good: claimed, wins: pack(followUpWin, followUpClaim), lines: pack(0, -followUpRest),
		under: -followUpUnder, forced: followUpForced, replies: pack(-followUpReply, 0), even: 1,
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

// phases is the number of phases of a game: late, early, and the very beginning.
const phases = 3

// sum returns the sum of the products of two counts with a pair of weights.
func sum(pair uint64, low, high int) int64 {
	return int64(int16(pair))*int64(low) + int64(int16(pair>>16))*int64(high)
}

// judgeAll computes the positions after the safe moves of a state, and how good the moves look.
// If stop is true, it may end at a move that wins. The vector code does not apply rules:
// more.rule has the columns that need rules. For the other columns it stores the bounds of a
// rule that applies, and returns the column of the first move worth at least beta, or -1.
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

// judgeLanes computes the positions after some safe moves of a state, and how good the moves
// look. If stop is true, it ends after a move that wins. It stores the bounds of a rule that
// applies, and returns the column of the first move worth at least beta, or -1; after such a
// move only winning moves count.
//
// nolint:funlen // by numbered steps
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
		// 2. A side about to complete a line must be stopped, and a move below a square that
		// the other side needs loses.
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
		// 3. The rules, and how good the move looks.
		hi := g.bound(own, winning, mask|stone, next, left, limit)
		if hi < min(limit, oxo.Win(3)) && safe != 0 && to.settle(column, oxo.Between(oxo.Loss(4), hi), beta) {
			enough = column
			continue
		}
		stacks, lines := g.linesLeft(own, winning, mask|stone, next, left)
		order := sum(w.lines, stacks, lines) - centreStep*int64(g.columns[column&15].fromCentre) +
			sum(w.wins, bits.OnesCount64(winning), bits.OnesCount64(winning&w.good)) + sum(w.replies, bits.OnesCount64(safe), 0)
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

// classKeys computes the keys of all moves, to be used as use says.
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

// classesOfLanes computes the class keys of the positions after the moves of some columns, one
// bit each, and finds those with several moves.
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
