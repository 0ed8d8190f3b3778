package connect4

import (
	"math/bits"
	"slices"

	"oxo"
)

// tableFrom is the number of empty squares from which a search's table pays.
const tableFrom = 7

// guide works on its position's states.
type guide[H heights] struct {
	*Game
	p *position
}

func (guide[H]) h() int {
	var h H
	return len(h)
}

// newGuide gives the position the memory for the states behind its moves, and
// returns the guide of its height.
func newGuide(p *position) oxo.Guide {
	if p.behind == nil {
		all := make([]state, len(p.path)*p.g.width)
		p.behind = make([][]state, len(p.path))
		for i := range p.behind {
			p.behind[i] = all[i*p.g.width : (i+1)*p.g.width]
		}
		p.ready = make([]uint32, len(p.path))
	}
	return guideOfHeight(p)
}

// guideOfHeight picks the guide whose shifts are constants.
func guideOfHeight(p *position) oxo.Guide {
	switch p.g.height {
	case 4:
		return &guide[[4]byte]{p.g, p}
	case 5:
		return &guide[[5]byte]{p.g, p}
	case 6:
		return &guide[[6]byte]{p.g, p}
	case 7:
		return &guide[[7]byte]{p.g, p}
	case 8:
		return &guide[[8]byte]{p.g, p}
	case 9:
		return &guide[[9]byte]{p.g, p}
	case 10:
		return &guide[[10]byte]{p.g, p}
	case 11:
		return &guide[[11]byte]{p.g, p}
	case 12:
		return &guide[[12]byte]{p.g, p}
	case 13:
		return &guide[[13]byte]{p.g, p}
	case 14:
		return &guide[[14]byte]{p.g, p}
	}
	return &guide[[15]byte]{p.g, p}
}

// Expand settles wins and blocks, leaves out moves that lose at once, judges
// the positions behind the others by the rules of rules.go, and orders them.
func (g *guide[H]) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	st := g.p.now
	if !st.judged {
		// The move here was not looked at before it was made.
		if buf, done := g.settle(buf); done {
			return buf, st.bounds
		}
		g.judge(st)
	}
	if st.safe == 0 {
		return g.any(buf, g.playable(st.mask())), st.bounds
	}
	if full := alpha == -oxo.Infinity && beta == oxo.Infinity; full {
		beta += 2 // no move is enough
	} else if b := st.bounds; b.Lo >= beta || b.Hi <= alpha || b.Exact() {
		return buf, b
	}
	return g.children(beta, buf)
}

// settle finds out whether the game is over, or the side to move completes a
// line.
func (g *guide[H]) settle(buf []oxo.Child) ([]oxo.Child, bool) {
	st := g.p.now
	playable := g.playable(st.mask())
	switch own := st.moverWins & playable; {
	case st.lined:
		st.bounds = oxo.Exactly(oxo.Loss(0))
	case playable == 0:
		st.bounds = oxo.Exactly(oxo.Draw)
	case own != 0:
		st.bounds = oxo.Exactly(oxo.Win(1))
		return g.any(buf, own), true
	default:
		return buf, false
	}
	return buf, true
}

// any appends one of the moves that are worth what the position is.
func (g *guide[H]) any(buf []oxo.Child, squares uint64) []oxo.Child {
	if squares == 0 {
		return buf
	}
	column := bits.TrailingZeros64(squares) / g.step
	return append(buf, oxo.Child{Move: oxo.Move(column), Bounds: g.p.now.bounds})
}

// children appends the moves that do not lose at once, with what is certain of
// them; one that is worth beta ends the list and is all of it. The loop is where
// a search of this game spends its time: what it needs of the node is worked
// out before, little in it is a branch, since the processor cannot foresee most
// of them, and nothing a call that the compiler does not take in, but where a
// rule applies.
//
//nolint:funlen // the hot loop, by numbered steps
func (g *guide[H]) children(beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p, st := g.p, g.p.now
	left, b := g.width*g.height-p.ply-1, st.bounds
	even, useTable := left&1 == 0, left >= tableFrom
	behind, ready, n := p.behind[p.at], uint32(0), 0
	if cap(buf)-len(buf) < g.width {
		buf = slices.Grow(buf, g.width)
	}
	children := buf[len(buf) : len(buf)+g.width]
	mover, follower, board, claimed := st.mover, st.follower, g.board, g.claimed
	free := board &^ (mover | follower)
	playable := g.playable(mover | follower)
	under := st.moverWins >> 1 // moves that give a winning square away
	toX := uint(1 - p.ply&1)
	for squares := st.safe; squares != 0; squares &= squares - 1 {
		// 1. The state behind the move.
		stone := squares & -squares
		column := bits.TrailingZeros64(squares) / (g.h() + 1)
		own := mover | stone
		empty := free &^ stone
		winning := (gaps(own, g.h()) | gaps(own, g.h()+1) | gaps(own, g.h()+2) | onTop(own)) & empty
		next := (playable + stone) & board
		to := &behind[column]
		to.mover, to.follower = follower, own
		to.moverWins, to.followerWins = st.followerWins&^stone, winning
		to.lined, to.judged = false, true
		add, at := stone<<(toX&1), &g.columns[column&15]
		to.key, to.mirror = st.key+add, st.mirror+bits.RotateLeft64(add, at.turn)
		ready |= 1 << column
		// 2. One who completes a line next must be stopped; and nobody may
		// move below a square that the other side needs.
		safe, now := next&^(winning>>1), winning&next
		if now != 0 {
			safe &= now
		}
		if now&(now-1) != 0 {
			safe = 0
		}
		to.safe = safe
		// 3. What the rules prove for the side that moves here, and how good
		// the move looks.
		lo, hi, order := oxo.Loss(4), oxo.Win(3), -centreStep*at.fromCentre
		if safe == 0 {
			lo, hi = oxo.Loss(2), oxo.Loss(2)
			if left == 0 {
				lo, hi = oxo.Draw, oxo.Draw
			}
		} else if even {
			claims := claimed & empty &^ next
			threats := winning & claims
			rest := board &^ (own | claims | g.above(threats))
			f1, f2, f3, f4 := along(rest, 1), along(rest, g.h()), along(rest, g.h()+1), along(rest, g.h()+2)
			single := next & claimed & rest
			if f1|f2|f3|f4 == 0 || single != 0 && g.pairsStop(rest, single) {
				hi = g.followUp(own, claims, threats, left)
			}
			order += followUpWin*bits.OnesCount64(winning) + followUpClaim*bits.OnesCount64(winning&claimed) -
				followUpRest*(bits.OnesCount64(f1)+bits.OnesCount64(f2)+bits.OnesCount64(f3)+bits.OnesCount64(f4))
			if left >= followUpLinesFrom {
				order -= followUpLines * g.lines(board&^own)
			}
			if stone&under != 0 {
				order -= followUpUnder
			}
		} else {
			fewest := fewLines
			if targets := winning &^ claimed &^ next; targets != 0 {
				hi, fewest = g.zugzwangs(to, next, targets, left)
			}
			order += zugzwangWin*bits.OnesCount64(winning) + zugzwangRow*bits.OnesCount64(winning&^claimed) +
				zugzwangStack*bits.OnesCount64(winning&(winning<<1)) - zugzwangRest*fewest
			if left >= zugzwangLinesFrom {
				order -= zugzwangLines * g.lines(board&^own)
			}
			if safe&(safe-1) == 0 {
				order += zugzwangForced
			}
			if stone&under != 0 {
				order -= zugzwangUnder
			}
		}
		to.bounds = oxo.Bounds{Lo: lo, Hi: hi}
		// 4. The move, its bounds, and whether it is enough.
		c := &children[n]
		c.Move, c.Order, c.Table = oxo.Move(column), int16(order), oxo.TableNone
		c.Lo, c.Hi = hi.Back(), min(lo.Back(), b.Hi)
		if c.Lo >= beta {
			b.Lo, children[0] = max(b.Lo, c.Lo), *c
			p.ready[p.at] = ready
			return buf[:len(buf)+1], b
		}
		// 5. The table's key, but not for so little that it does not pay, and
		// not where there is one reply, whose position will be asked for.
		if useTable && safe&(safe-1) != 0 {
			c.Table = oxo.TableKey
			if g.classes {
				c.Key, c.Symmetry = g.class(to)
			} else {
				c.Key.Lo, c.Symmetry = to.canonical()
			}
		}
		n++
	}
	p.ready[p.at] = ready
	return buf[:len(buf)+n], b
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
	st.bounds = oxo.Bounds{Lo: oxo.Loss(4), Hi: oxo.Win(3)}
	if st.safe == 0 {
		st.bounds = oxo.Exactly(oxo.Loss(2))
	}
}

// What a move is worth for the order, in sixteenths of one another: each winning
// square, the ones that the rules can use more, and those on top of one another;
// the lines that the rules leave to the mover, and while many squares are empty
// all its lines; a move that leaves one reply; a stone below a winning square
// of one's own, which gives it away; and each step from the centre. Tuned by
// counting the nodes of the public positions: without the centre there are
// twice as many.
const (
	followUpWin    = 65
	followUpClaim  = 20
	followUpRest   = 12
	followUpLines  = 12
	followUpUnder  = 88
	zugzwangWin    = 32
	zugzwangRow    = 12
	zugzwangStack  = 12
	zugzwangRest   = 12
	zugzwangLines  = 6
	zugzwangForced = 20
	zugzwangUnder  = 84
	centreStep     = 4

	followUpLinesFrom = 30 // empty squares from which all the mover's lines count
	zugzwangLinesFrom = 24
)

// Evaluate counts winning squares, ten for each and five more for one in a row
// that its owner's turn will come to: odd rows for the first side, even rows
// for the second; and stones in the middle columns.
func (g *guide[H]) Evaluate() oxo.Score {
	p := g.p
	st := p.now
	centre := p.g.column((p.g.width-1)/2) | p.g.column(p.g.width/2)
	mine, theirs := g.oddRows, g.board&^g.oddRows
	if p.ply&1 != 0 {
		mine, theirs = theirs, mine
	}
	worth := func(stones, wins, good uint64) int {
		return 10*bits.OnesCount64(wins) + 5*bits.OnesCount64(wins&good) + bits.OnesCount64(stones&centre)
	}
	return oxo.Score(worth(st.mover, st.moverWins, mine) - worth(st.follower, st.followerWins, theirs))
}
