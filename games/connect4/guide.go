package connect4

import (
	"math/bits"
	"slices"

	"oxo"
	"oxo/game/knowledge"
)

// tableFrom is the least number of empty squares at which a search's table pays. lookFrom is
// the least number after a move at which it pays to look up all moves at once. Nearer to the
// end most look-ups fail, and a cache miss costs as much as the node.
const (
	tableFrom = 7
	lookFrom  = 12
)

// guide is the knowledge about its position's states.
type guide[H heights] struct {
	*tables
	p       *position
	working working
}

// newGuide allocates the position's memory for the states after its moves, and returns the
// guide for its height.
func newGuide(p *position) oxo.Guide {
	if p.after == nil {
		p.after, p.ready = make([]lanes, len(p.path)), make([]uint16, len(p.path))
	}
	return guideOfHeight(p)
}

// Expand implements [oxo.Guide].
func (g *guide[H]) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	return g.ExpandKeys(alpha, beta, buf, nil)
}

// ExpandKeys finds wins and blocks, leaves out moves that lose at once, bounds the positions
// after the others by the rules of rules.go, and orders the moves. If keys is nil it computes
// no keys.
func (g *guide[H]) ExpandKeys(alpha, beta oxo.Score, buf []oxo.Child, keys *knowledge.Keys) ([]oxo.Child, oxo.Bounds) {
	st := g.p.now
	if !st.judged {
		// The last move was made without the guide having judged the position after it.
		if buf, done := g.ended(buf, keys); done {
			return buf, st.bounds
		}
		g.judge(st)
	}
	if st.safe == 0 {
		return g.any(buf, keys, g.playable(st.mask())), st.bounds
	}
	if st.bounds.Decide(alpha, beta) {
		return buf, st.bounds
	}
	if alpha == -oxo.Infinity && beta == oxo.Infinity {
		beta += 2 // no move is enough
	}
	return g.children(alpha, beta, buf, keys)
}

// ended finds out whether the game is over, or the side to move completes a line.
func (g *guide[H]) ended(buf []oxo.Child, keys *knowledge.Keys) ([]oxo.Child, bool) {
	st := g.p.now
	playable := g.playable(st.mask())
	switch own := st.moverWins & playable; {
	case st.lined:
		st.bounds = oxo.Exactly(oxo.Loss(0))
	case playable == 0:
		st.bounds = oxo.Exactly(oxo.Draw)
	case own != 0:
		st.bounds = oxo.Exactly(oxo.Win(1))
		return g.any(buf, keys, own), true
	default:
		return buf, false
	}
	return buf, true
}

// any appends one of the moves that keep the position's value.
func (g *guide[H]) any(buf []oxo.Child, keys *knowledge.Keys, squares uint64) []oxo.Child {
	if squares == 0 {
		return buf
	}
	if keys != nil {
		keys.Use[0] = knowledge.NoKey
	}
	column := bits.TrailingZeros64(squares) / g.step
	return append(buf, oxo.Child{Move: oxo.Move(column), Bounds: g.p.now.bounds})
}

// children appends the moves that do not lose at once, with their bounds. A move that is worth
// at least beta ends the search: then it is the whole list.
//
//nolint:funlen // by numbered steps
func (g *guide[H]) children(alpha, beta oxo.Score, buf []oxo.Child, keys *knowledge.Keys) ([]oxo.Child, oxo.Bounds) {
	// 1. The positions after the moves.
	p, st, b := g.p, g.p.now, g.p.now.bounds
	left := g.width*g.height - p.ply - 1
	after, more := &p.after[p.at], &g.working
	w := g.weightsFor(left)
	stop := beta <= oxo.Win(3) && left > 0 // the first win is enough
	limit := alpha.ToChild()               // a bound that is not below it does not help
	enough := g.judgeAll(st, w, stop, limit, beta, left, after, more)
	// 2. The other side has lost, or the board is full.
	value := oxo.Loss(2)
	if left == 0 {
		value = oxo.Draw
	}
	for set := more.lost; set != 0; set &= set - 1 {
		if column := bits.TrailingZeros16(set); after.settle(column, oxo.Exactly(value), beta) {
			return g.enough(buf, keys, column)
		}
	}
	// 3. What the rules prove for the side that moves now.
	if column := g.rules(st, limit, beta, left, after, more); column >= 0 {
		enough = column
	}
	if enough >= 0 {
		return g.enough(buf, keys, enough)
	}
	// 4. The keys, whose entries take a while to load; meanwhile the moves.
	if keys != nil {
		g.keys(st, left, after, more, keys)
	}
	n, most := len(buf), b.Hi()
	buf = slices.Grow(buf, maxColumns)[:n+bits.OnesCount16(more.moves)]
	for set := more.moves; set != 0; set &= set - 1 {
		column := bits.TrailingZeros16(set)
		c := &buf[n]
		to := after.bounds[column]
		c.Move, c.Order = oxo.Move(column), int32(int16(more.order[column]))
		c.Bounds = oxo.Between(to.Hi().ToParent(), min(to.Lo().ToParent(), most))
		n++
	}
	p.ready[p.at] = more.moves
	return buf, b
}

// rules applies the rules to the positions where one may apply. It returns the column of the
// first move worth at least beta, or -1.
func (g *guide[H]) rules(st *state, limit, beta oxo.Score, left int, to *lanes, more *working) int {
	for set := more.rule; set != 0; set &= set - 1 {
		column := bits.TrailingZeros16(set)
		stone := st.safe & g.column(column)
		mask := st.mask() | stone
		hi := g.bound(st.mover|stone, to.wins[column], mask, g.playable(mask), left, limit)
		if hi < limit && to.settle(column, oxo.Between(oxo.Loss(4), hi), beta) {
			return column
		}
	}
	return -1
}

// settle stores the bounds of the position after a move, and reports whether the move is worth
// at least beta.
func (l *lanes) settle(column int, bounds oxo.Bounds, beta oxo.Score) bool {
	l.bounds[column] = bounds
	return bounds.Hi().ToParent() >= beta
}

// enough appends the one move that is worth at least beta.
func (g *guide[H]) enough(buf []oxo.Child, keys *knowledge.Keys, column int) ([]oxo.Child, oxo.Bounds) {
	p, b := g.p, g.p.now.bounds
	to := p.after[p.at].bounds[column]
	p.ready[p.at] = 1 << column
	known := oxo.Between(to.Hi().ToParent(), min(to.Lo().ToParent(), b.Hi()))
	if keys != nil {
		keys.Use[0] = knowledge.NoKey
	}
	return append(buf, oxo.Child{Move: oxo.Move(column), Bounds: known}), oxo.Between(max(b.Lo(), known.Lo()), b.Hi())
}

// weightsFor returns the weights of the move order; left is the number of empty squares
// after the move.
func (g *guide[H]) weightsFor(left int) *weights {
	return &g.weights[1-left&1][phaseAt(left)]
}

// phaseAt returns the phase of a game, by the number of empty squares.
func phaseAt(left int) int {
	switch {
	case left >= beginningFrom:
		return 2
	case left >= earlyFrom:
		return 1
	}
	return 0
}

// keys computes the keys of the positions after the moves, if the table pays for them and they
// have several moves. Instead of a position with a single reply, the position after the reply
// is looked up.
func (g *guide[H]) keys(st *state, left int, after *lanes, more *working, keys *knowledge.Keys) {
	use := knowledge.KeyGiven
	if left < lookFrom {
		use = knowledge.LeafKeyGiven
	}
	if more.many == 0 || left < tableFrom {
		keys.Use = noKeys()
		return
	}
	g.classKeys(st, use, after, more, keys)
}

// noKeys says that no move has a key: everything is known of it, or too few squares are left.
func noKeys() [knowledge.MaxKeys]knowledge.KeyUse {
	const no = knowledge.NoKey
	return [knowledge.MaxKeys]knowledge.KeyUse{no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no}
}

// list stores the keys of the columns in the order of the moves, from a given column on.
func (w *working) list(use knowledge.KeyUse, from int, keys *knowledge.Keys) {
	before := w.moves & (1<<from - 1)
	i := bits.OnesCount16(before)
	for set := w.moves &^ before; set != 0; set &= set - 1 {
		column := bits.TrailingZeros16(set)
		keys.Lo[i], keys.Hi[i], keys.Symmetry[i] = w.keyLo[column], w.keyHi[column], uint8(w.turned>>column&1)
		keys.Use[i] = knowledge.NoKey
		if w.many>>column&1 != 0 { // it has several replies
			keys.Use[i] = use
		}
		i++
	}
}

// judge bounds a state whose mover cannot win at once.
func (g *guide[H]) judge(st *state) {
	st.judged = true
	next := g.playable(st.mask())
	st.safe = next &^ (st.followerWins >> 1)
	if now := st.followerWins & next; now != 0 {
		if st.safe &= now; now&(now-1) != 0 {
			st.safe = 0
		}
	}
	st.bounds = openBounds()
	if st.safe == 0 {
		st.bounds = oxo.Exactly(oxo.Loss(2))
	}
}

// The weights of the move order, in sixteenths of a line: each winning square; more for those
// that the rules can use, and for pairs on top of one another; each line that the rules leave
// to the mover; a move that leaves one reply; a stone below one's own winning square, which
// gives it away; and each step from the centre. While many squares are empty, the weights also
// count the lines that the other side can still complete, and one's own: those through the
// stone, and those with at least two stones. They were tuned by the nodes of the public
// positions: without the centre there are twice as many, without one's own lines a quarter
// more.
const (
	followUpWin    = 69
	followUpClaim  = 15
	followUpRest   = 13
	followUpLines  = 11
	followUpForced = 14
	followUpReply  = 10
	followUpUnder  = 114
	followUpOwn    = 5
	followUpTwos   = 13
	zugzwangWin    = 32
	zugzwangRow    = 5
	zugzwangStack  = 12
	zugzwangRest   = 4
	zugzwangLines  = 3
	zugzwangForced = 26
	zugzwangReply  = 10
	zugzwangUnder  = 96
	zugzwangOwn    = 2
	zugzwangTwos   = 10
	centreStep     = 4

	fewLines      = 6  // further lines left by zugzwang do not count
	earlyFrom     = 20 // empty squares from which one's own lines count
	beginningFrom = 33 // from which the side that follows up counts the other's lines too
)

// The weights of the estimate: a winning square; more for one in a row that its owner will be
// able to play: odd rows for the first side, even rows for the second; and one for each stone
// in the middle columns.
const (
	winWorth = 10
	rowWorth = 5
)

// centre returns the squares of the middle column, or of the two middle columns.
func (g *tables) centre() uint64 { return g.column((g.width-1)/2) | g.column(g.width/2) }

// Evaluate counts winning squares, and stones in the middle.
func (p *position) Evaluate() oxo.Score {
	c := p.counts()
	return c.worth(p.Turn())
}
