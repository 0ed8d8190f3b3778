package connect4

import (
	"math/bits"
	"slices"

	"oxo"
	"oxo/game/knowledge"
)

// tableFrom is the number of empty squares from which a search's table pays, and
// lookFrom the number behind a move from which it pays to ask it, there, for all
// moves at once: nearer to the end most that is asked for is not there, and a
// miss of the processor's cache costs as much as the node.
const (
	tableFrom = 7
	lookFrom  = 12
)

// guide works on its position's states.
type guide[H heights] struct {
	*tables
	p       *position
	working working
}

// newGuide gives the position the memory for what is behind its moves, and
// returns the guide of its height.
func newGuide(p *position) oxo.Guide {
	if p.behind == nil {
		p.behind, p.ready = make([]lanes, len(p.path)), make([]uint16, len(p.path))
	}
	return guideOfHeight(p)
}

// Expand implements [oxo.Guide].
func (g *guide[H]) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	return g.ExpandKeys(alpha, beta, buf, nil)
}

// ExpandKeys settles wins and blocks, leaves out moves that lose at once, judges
// the positions behind the others by the rules of rules.go, and orders them. Without keys
// to fill in it works none out.
func (g *guide[H]) ExpandKeys(alpha, beta oxo.Score, buf []oxo.Child, keys *knowledge.Keys) ([]oxo.Child, oxo.Bounds) {
	st := g.p.now
	if !st.judged {
		// The move here was not looked at before it was made.
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

// ended finds out whether the game is over, or the side to move completes a
// line.
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

// any appends one of the moves that are worth what the position is.
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

// children appends the moves that do not lose at once, with what is certain of
// them; one that is worth beta ends the list and is all of it.
//
//nolint:funlen // by numbered steps
func (g *guide[H]) children(alpha, beta oxo.Score, buf []oxo.Child, keys *knowledge.Keys) ([]oxo.Child, oxo.Bounds) {
	// 1. The positions behind the moves.
	p, st, b := g.p, g.p.now, g.p.now.bounds
	left := g.width*g.height - p.ply - 1
	behind, more := &p.behind[p.at], &g.working
	w := g.weightsFor(left)
	stop := beta <= oxo.Win(3) && left > 0 // where the first win is enough
	limit := alpha.ToChild()               // what rules prove must be less, or nobody needs it
	enough := g.judgeAll(st, w, stop, limit, beta, left, behind, more)
	// 2. The other side has lost, or nothing is left to play.
	value := oxo.Loss(2)
	if left == 0 {
		value = oxo.Draw
	}
	for set := more.lost; set != 0; set &= set - 1 {
		if column := bits.TrailingZeros16(set); behind.settle(column, oxo.Exactly(value), beta) {
			return g.enough(buf, keys, column)
		}
	}
	// 3. What the rules prove for the side that moves here.
	if column := g.rules(st, limit, beta, left, behind, more); column >= 0 {
		enough = column
	}
	if enough >= 0 {
		return g.enough(buf, keys, enough)
	}
	// 4. The keys, which take a while to come, and the moves meanwhile.
	if keys != nil {
		g.keys(st, left, behind, more, keys)
	}
	n, most := len(buf), b.Hi()
	buf = slices.Grow(buf, mostColumns)[:n+bits.OnesCount16(more.moves)]
	for set := more.moves; set != 0; set &= set - 1 {
		column := bits.TrailingZeros16(set)
		c := &buf[n]
		to := behind.bounds[column]
		c.Move, c.Order = oxo.Move(column), int32(int16(more.order[column]))
		c.Bounds = oxo.Between(to.Hi().ToParent(), min(to.Lo().ToParent(), most))
		n++
	}
	p.ready[p.at] = more.moves
	return buf, b
}

// rules asks the rules of the positions of which one may speak. It returns the
// column of the first that is worth beta, or -1.
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

// settle notes what is certain of the position behind a move, and reports
// whether that is worth beta.
func (l *lanes) settle(column int, bounds oxo.Bounds, beta oxo.Score) bool {
	l.bounds[column] = bounds
	return bounds.Hi().ToParent() >= beta
}

// enough appends the one move that is worth beta.
func (g *guide[H]) enough(buf []oxo.Child, keys *knowledge.Keys, column int) ([]oxo.Child, oxo.Bounds) {
	p, b := g.p, g.p.now.bounds
	to := p.behind[p.at].bounds[column]
	p.ready[p.at] = 1 << column
	known := oxo.Between(to.Hi().ToParent(), min(to.Lo().ToParent(), b.Hi()))
	if keys != nil {
		keys.Use[0] = knowledge.NoKey
	}
	return append(buf, oxo.Child{Move: oxo.Move(column), Bounds: known}), oxo.Between(max(b.Lo(), known.Lo()), b.Hi())
}

// weightsFor returns what the order is made of with that many squares left behind
// the move.
func (g *guide[H]) weightsFor(left int) *weights {
	phase := 0
	if left >= earlyFrom {
		phase++
	}
	if left >= beginningFrom {
		phase++
	}
	return &g.weights[1-left&1][phase]
}

// keys works out the keys of the positions behind the moves, of those from which there
// are several moves; not for so little that a table does not pay, and not where there
// is one reply, whose position will be looked up.
func (g *guide[H]) keys(st *state, left int, behind *lanes, more *working, keys *knowledge.Keys) {
	use := knowledge.KeyGiven
	if left < lookFrom {
		use = knowledge.LeafKeyGiven
	}
	if more.many == 0 || left < tableFrom {
		keys.Use = noKeys()
		return
	}
	g.classKeys(st, use, behind, more, keys)
}

// noKeys is the use of a table by moves of which all is known, or too little is left.
func noKeys() [knowledge.MaxKeys]knowledge.KeyUse {
	const no = knowledge.NoKey
	return [knowledge.MaxKeys]knowledge.KeyUse{no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no}
}

// list puts the keys of columns from one on in the order of the moves.
func (w *working) list(use knowledge.KeyUse, from int, keys *knowledge.Keys) {
	before := w.moves & (1<<from - 1)
	i := bits.OnesCount16(before)
	for set := w.moves &^ before; set != 0; set &= set - 1 {
		column := bits.TrailingZeros16(set)
		keys.Lo[i], keys.Hi[i], keys.Symmetry[i] = w.keyLo[column], w.keyHi[column], uint8(w.turned>>column&1)
		keys.Use[i] = knowledge.NoKey
		if w.many>>column&1 != 0 { // more than one reply
			keys.Use[i] = use
		}
		i++
	}
}

// judge finds out what is certain of a state whose mover cannot win at once.
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

// What a move is worth for the order, in sixteenths of one another: each winning
// square, the ones that the rules can use more, and those on top of one another;
// the lines that the rules leave to the mover; a move that leaves one reply; a stone
// below a winning square of one's own, which gives it away; and each step from the
// centre. While many squares are empty, also the lines that the other side could
// still complete, and one's own: those through the stone, and those with two
// stones or more. Tuned by counting the nodes of the public positions: without the
// centre there are twice as many, without one's own lines a quarter more.
const (
	followUpWin    = 69
	followUpClaim  = 15
	followUpRest   = 13
	followUpLines  = 11
	followUpForced = 14
	followUpUnder  = 114
	followUpOwn    = 5
	followUpTwos   = 13
	zugzwangWin    = 32
	zugzwangRow    = 5
	zugzwangStack  = 12
	zugzwangRest   = 4
	zugzwangLines  = 3
	zugzwangForced = 39
	zugzwangUnder  = 96
	zugzwangOwn    = 2
	zugzwangTwos   = 10
	centreStep     = 4

	fewLines      = 6  // more that zugzwang leaves do not count
	earlyFrom     = 20 // empty squares from which one's own lines count
	beginningFrom = 33 // and for the side that follows up, the other's too
)

// What the estimate counts: a winning square, and more for one in a row that its
// owner's turn will come to: odd rows for the first side, even rows for the second;
// and one for each stone in the middle columns.
const (
	winWorth = 10
	rowWorth = 5
)

// centre returns the squares of the middle column, or of two.
func (g *tables) centre() uint64 { return g.column((g.width-1)/2) | g.column(g.width/2) }

// Evaluate counts winning squares, and stones in the middle.
func (p *position) Evaluate() oxo.Score {
	g, st := p.g, p.now
	centre := g.centre()
	mine, theirs := g.oddRows, g.board&^g.oddRows
	if p.ply&1 != 0 {
		mine, theirs = theirs, mine
	}
	worth := func(stones, wins, good uint64) int {
		return winWorth*bits.OnesCount64(wins) + rowWorth*bits.OnesCount64(wins&good) + bits.OnesCount64(stones&centre)
	}
	return oxo.Score(worth(st.mover, st.moverWins, mine) - worth(st.follower, st.followerWins, theirs))
}
