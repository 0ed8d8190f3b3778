package connect4

import (
	"oxo"
)

// largeGuide is the [guide] of a large board. It has no keys of classes.
type largeGuide struct {
	p *largePosition
}

// Expand finds wins and blocks, leaves out moves that lose at once, bounds the positions after the others by the rules,
// and orders the moves.
func (l *largeGuide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	g := l.p.g
	st := l.p.now()
	mask := st.mask()
	playable := g.playable(mask)
	if st.lined {
		return buf, oxo.Exactly(oxo.Loss(0))
	}
	if playable.empty() {
		return buf, oxo.Exactly(oxo.Draw)
	}
	if own := st.moverWins.and(playable); !own.empty() {
		return l.only(buf, own, oxo.Exactly(oxo.Win(1)))
	}
	safe := safeMoves(playable, st.followerWins)
	if safe.empty() {
		return l.only(buf, playable, oxo.Exactly(oxo.Loss(2)))
	}
	b := openBounds()
	if b.Decide(alpha, beta) {
		return buf, b
	}
	if alpha == -oxo.Infinity && beta == oxo.Infinity {
		beta += 2 // no move is enough
	}
	return l.children(safe, alpha.ToChild(), beta, buf, b)
}

// safeMoves returns the playable squares that do not lose at once; winning has the winning squares of the other side.
func safeMoves(playable, winning word) word {
	safe, now := playable.andNot(winning.down(1)), winning.and(playable)
	if now.empty() {
		return safe
	}
	if now != now.lowest() {
		return word{}
	}
	return safe.and(now)
}

// only appends one of the moves that keep the position's value.
func (l *largeGuide) only(buf []oxo.Child, squares word, b oxo.Bounds) ([]oxo.Child, oxo.Bounds) {
	return append(buf, oxo.Child{Move: oxo.Move(squares.first() / l.p.g.step), Bounds: b}), b
}

// children appends the moves that do not lose at once, with their bounds. A move that is worth at least beta ends the
// search: then it is the whole list.
func (l *largeGuide) children(safe word, limit, beta oxo.Score, buf []oxo.Child, b oxo.Bounds) ([]oxo.Child, oxo.Bounds) {
	g := l.p.g
	n := len(buf)
	for ; !safe.empty(); safe = safe.andNot(safe.lowest()) {
		stone := safe.lowest()
		to, order := l.judge(stone, limit)
		c := oxo.Child{Move: oxo.Move(stone.first() / g.step), Order: order}
		c.Bounds = oxo.Between(to.Hi().ToParent(), min(to.Lo().ToParent(), b.Hi()))
		if c.Lo() >= beta {
			return append(buf[:n], c), oxo.Between(max(b.Lo(), c.Lo()), b.Hi())
		}
		buf = append(buf, c)
	}
	return buf, b
}

// judge returns the bounds of the position after a stone, for its side to move, and how good the move looks. It takes
// the same steps as judgeLanes.
func (l *largeGuide) judge(stone word, limit oxo.Score) (oxo.Bounds, int32) {
	g := l.p.g
	// 1. The stone, and what it threatens.
	st, left := l.p.now(), g.wide*g.high-l.p.ply-1
	own, mask := st.mover.or(stone), st.mask().or(stone)
	winning := own.wins(g.high).and(g.board).andNot(mask)
	next := g.playable(mask)
	// 2. A side about to complete a line must be stopped, and a move below a square that the other side needs loses.
	safe := safeMoves(next, winning)
	switch {
	case left == 0:
		return oxo.Exactly(oxo.Draw), 0
	case safe.empty():
		return oxo.Exactly(oxo.Loss(2)), 0
	}
	bounds := openBounds()
	// 3. The rules, and how good the move looks.
	if hi := g.bound(own, winning, mask, next, left, limit); hi < min(limit, oxo.Win(3)) {
		bounds = oxo.Between(oxo.Loss(4), hi)
	}
	w := g.weightsFor(left)
	good := g.claimed
	if left&1 != 0 {
		good = g.board.andNot(g.claimed)
	}
	stacks, lines := g.linesLeft(own, winning, mask, next, left)
	order := sum(w.lines, stacks, lines) - centreStep*int64(g.from[stone.first()/g.step]) +
		sum(w.wins, winning.count(), winning.and(good).count()) + sum(w.replies, safe.count(), 0)
	if safe == safe.lowest() {
		order += w.forced
	}
	if w.early != 0 {
		open := g.board.andNot(st.follower)
		order += sum(w.open, g.board.andNot(own).lines(g.high), open.andNot(stone).lines(g.high)) + int64(w.twos)*int64(own.twos(open, g.high))
	}
	if !stone.and(st.moverWins.down(1)).empty() {
		order += w.under
	}
	return bounds, int32(order) //nolint:gosec // a few thousand at most
}

// weightsFor returns the weights of the move order; left is the number of empty squares after the move.
func (g *largeGame) weightsFor(left int) *weights { return &g.weights[1-left&1][phaseAt(left)] }
