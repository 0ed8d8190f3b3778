package connect4

import (
	"math/bits"

	"oxo"
	"oxo/game/board"
)

// state is a board in two words, and what follows from it. A column takes height+1 bits, the
// lowest square first. The spare bit above it stays empty, so that lines do not run from one
// column into the next. On 7x6:
//
//	6 13 20 27 34 41 48   spare
//	5 12 19 26 33 40 47   top row
//	4 11 18 25 32 39 46
//	3 10 17 24 31 38 45
//	2  9 16 23 30 37 44
//	1  8 15 22 29 36 43
//	0  7 14 21 28 35 42   bottom row
//
// The two sides are the mover, whose turn it is, and the follower, who moved last.
type state struct {
	mover, follower uint64 // stones
	// Empty squares, playable or not, that complete a line.
	moverWins, followerWins uint64
	// key has, in each column, a mark on the first empty square and X's stones below it: one
	// word describes the state. mirror is the key of the mirror image.
	key, mirror uint64
	lined       bool // the follower has four in a row

	// What the guide has found, if judged.
	judged bool
	safe   uint64     // playable squares that do not lose at once
	bounds oxo.Bounds // of the value for the mover
}

// position is the path from the position it was made at to the current one. The guide computes
// the states after all moves of a node, to compare them. The position keeps them, and a move
// reuses them.
type position struct {
	g    *game
	ply  int // stones on the board; X moves at even plies
	now  *state
	path []state // one state for each move since the position was made
	at   int     // index of now

	after []lanes  // one for each move: what the guide knows of the states after the moves
	ready []uint16 // which of these are valid, one bit per column
}

// newPosition returns a position with the given stones, X's and O's.
func (g *game) newPosition(stones [2]uint64) *position {
	left := g.width*g.height - bits.OnesCount64(stones[0]|stones[1])
	p := &position{
		g: g, ply: g.width*g.height - left,
		path: make([]state, left+1),
	}
	p.now = &p.path[0]
	*p.now = g.newState(stones, p.ply&1)
	return p
}

// Restore implements [oxo.Restorable].
func (p *position) Restore(k oxo.Key) {
	g, below := p.g, k.Lo
	for range g.height {
		below |= below >> 1 &^ g.spare // from the mark of a column down
	}
	mask := below >> 1 &^ g.spare
	p.ply = bits.OnesCount64(mask)
	if left := g.width*g.height - p.ply; len(p.path) <= left {
		p.path = make([]state, left+1)
		if p.ready != nil {
			p.after, p.ready = make([]lanes, left+1), make([]uint16, left+1)
		}
	}
	p.at, p.now = 0, &p.path[0]
	*p.now = g.newState([2]uint64{k.Lo & mask, mask &^ k.Lo}, p.ply&1)
	if p.ready != nil {
		p.ready[0] = 0
	}
}

// newState computes a state from the stones.
func (g *game) newState(stones [2]uint64, mover int) state {
	mask := stones[0] | stones[1]
	st := state{mover: stones[mover], follower: stones[1-mover], key: (mask + g.bottom) | stones[0]}
	st.mirror = g.mirror(st.key)
	st.moverWins = wins(st.mover, g.height) & g.board &^ mask
	st.followerWins = wins(st.follower, g.height) & g.board &^ mask
	st.lined = hasLine(st.follower, g.height)
	return st
}

func (st *state) mask() uint64 { return st.mover | st.follower }

// stones returns the stones of X and of O.
func (p *position) stones() [2]uint64 {
	if p.ply&1 == 0 {
		return [2]uint64{p.now.mover, p.now.follower}
	}
	return [2]uint64{p.now.follower, p.now.mover}
}

// playable returns the lowest empty square of each column that is not full.
func (g *tables) playable(mask uint64) uint64 { return (mask + g.bottom) & g.board }

// column returns all squares of a column.
func (g *tables) column(c int) uint64 { return g.firstColumn << (c * g.step & 63) }

func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	if p.now.lined {
		return buf
	}
	playable := p.g.playable(p.now.mask())
	for _, c := range p.g.order {
		if playable&p.g.column(c) != 0 {
			buf = append(buf, oxo.Move(c))
		}
	}
	return buf
}

func (p *position) Make(m oxo.Move) {
	st, to := p.now, &p.path[p.at+1]
	if p.ready != nil && p.ready[p.at]>>m&1 != 0 {
		p.enter(st, to, int(m))
	} else {
		p.play(st, to, int(m))
	}
	p.at++
	p.ply++
	p.now = to
	if p.ready != nil {
		p.ready[p.at] = 0
	}
}

// play sets the state to, which is st after a stone in a column.
func (p *position) play(st, to *state, column int) {
	g := p.g
	stone := g.playable(st.mask()) & g.column(column)
	own := st.mover | stone
	*to = state{
		mover: st.follower, follower: own,
		moverWins:    st.followerWins &^ stone,
		followerWins: wins(own, g.height) & g.board &^ (st.mask() | stone),
		lined:        st.moverWins&stone != 0,
	}
	to.setKeys(st, stone, g.columns[column].turn, p.ply)
}

// enter does what play does, for a column that the guide has judged.
func (p *position) enter(st, to *state, column int) {
	g, after := p.g, &p.after[p.at]
	stone := st.safe & g.column(column)
	to.mover, to.follower = st.follower, st.mover|stone
	to.moverWins, to.followerWins = st.followerWins&^stone, after.wins[column]
	to.lined, to.judged = false, true
	to.safe, to.bounds = after.safe[column], after.bounds[column]
	to.setKeys(st, stone, g.columns[column].turn, p.ply)
}

// setKeys updates the keys after a stone. The mark of its column moves up one square, and X's
// stones stay: either way that is an addition.
func (st *state) setKeys(before *state, stone uint64, turn, ply int) {
	add := stone << (1 - ply&1)
	st.key, st.mirror = before.key+add, before.mirror+bits.RotateLeft64(add, turn)
}

func (p *position) Unmake(oxo.Move) {
	p.at--
	p.ply--
	p.now = &p.path[p.at]
}

func (p *position) Outcome() oxo.Outcome {
	switch {
	case p.now.lined:
		return oxo.Lost
	case p.ply == p.g.width*p.g.height:
		return oxo.Drawn
	}
	return oxo.Ongoing
}

func (p *position) Turn() oxo.Side           { return oxo.Side(p.ply & 1) }
func (p *position) Hash() uint64             { return p.Key().Hash() }
func (p *position) Clone() oxo.Position      { return p.g.newPosition(p.stones()) }
func (p *position) Key() oxo.Key             { return oxo.Key{Lo: p.now.key} }
func (p *position) Symmetries() int          { return 2 }
func (p *position) Guide() oxo.Guide         { return newGuide(p) }
func (p *position) Size() (int, int)         { return p.g.width, p.g.height }
func (g *game) square(s board.Square) uint64 { return 1 << (s.Column*g.step + s.Row) }

// KeyBits is the size of the guide's class keys, which is more than a position needs.
func (p *position) KeyBits() int { return p.g.classBits() }

// Canonical returns the lesser of the keys of the board and of its mirror image.
func (p *position) Canonical() (oxo.Key, int) {
	key, symmetry := p.now.canonical()
	return oxo.Key{Lo: key}, int(symmetry)
}

func (st *state) canonical() (uint64, uint8) {
	var symmetry uint8
	if st.mirror < st.key {
		symmetry = 1
	}
	return min(st.mirror, st.key), symmetry
}

// mirror reverses the order of the columns, with their spare bits.
func (g *tables) mirror(word uint64) uint64 {
	var to uint64
	for range g.width {
		to = to<<g.step | word&(1<<g.step-1)
		word >>= g.step
	}
	return to
}

func (p *position) MapMove(m oxo.Move, symmetry int) oxo.Move {
	if symmetry == 0 {
		return m
	}
	return oxo.Move(p.g.width-1) - m
}

func (p *position) UnmapMove(m oxo.Move, symmetry int) oxo.Move { return p.MapMove(m, symmetry) }
