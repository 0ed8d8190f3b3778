package chess

import (
	"math/bits"

	"oxo"
)

// work holds the facts that the move generator has computed about a position.
type work struct {
	own, opp, occupied uint64 // occupied includes the squares around a smaller board
	target             uint64 // the squares that a man other than the king may move to
	pins               uint64
	king               int
	calm               int // number of moves in position.calm
	all                bool
}

// Moves returns captures, most valuable victim first, then promotions, then the others.
func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	if p.dead() {
		return buf
	}
	return p.generate(buf, true)
}

// generate appends the legal moves, but only captures and promotions to a queen if all is
// false. It never tries a move out: a move is legal if its man is not pinned or stays in
// line with its king, and if its target ends a check.
func (p *position) generate(buf []oxo.Move, all bool) []oxo.Move {
	us, them := p.turn&1, p.turn&1^1
	p.look()
	w := work{own: p.sides[us], opp: p.sides[them], pins: p.pins, king: p.king(us), all: all}
	w.occupied = w.own | w.opp | p.g.wall
	w.target = ^(w.own | p.g.wall)
	begin := len(buf)
	if p.checkers != 0 {
		w.target &= p.checkers | p.g.between[w.king][bits.TrailingZeros64(p.checkers)&63]
	}
	if p.checkers&(p.checkers-1) == 0 { // otherwise it is a double check: the king must move
		buf = p.pawnMoves(buf, &w)
		buf = p.manMoves(buf, &w)
	}
	buf = p.kingMoves(buf, &w)
	if all && p.checkers == 0 && p.rights&w.own != 0 {
		p.castlings(&w)
	}
	byVictim(buf[begin:])
	return append(buf, p.calm[:w.calm]...)
}

// byVictim sorts captures, most valuable victim first.
func byVictim(moves []oxo.Move) {
	const order = 63 << moverShift
	for i := 1; i < len(moves); i++ {
		m := moves[i]
		j := i
		for ; j > 0 && moves[j-1]&order < m&order; j-- {
			moves[j] = moves[j-1]
		}
		moves[j] = m
	}
}

// manMoves appends the moves of knights, bishops, rooks and queens.
func (p *position) manMoves(buf []oxo.Move, w *work) []oxo.Move {
	for men := p.kinds[knight] & w.own &^ w.pins; men != 0; men &= men - 1 {
		from := bits.TrailingZeros64(men)
		buf = p.to(buf, w, knight, from, p.g.knights[from&63]&w.target)
	}
	for men := (p.kinds[bishop] | p.kinds[queen]) & w.own; men != 0; men &= men - 1 {
		from := bits.TrailingZeros64(men)
		kind := int(p.square[from&63] & 7)
		at := p.g.bishops[from&63].at(w.occupied)
		if kind == queen {
			at |= p.g.rooks[from&63].at(w.occupied)
		}
		if w.pins>>from&1 != 0 {
			at &= p.g.line[w.king][from&63]
		}
		buf = p.to(buf, w, kind, from, at&w.target)
	}
	for men := p.kinds[rook] & w.own; men != 0; men &= men - 1 {
		from := bits.TrailingZeros64(men)
		at := p.g.rooks[from&63].at(w.occupied)
		if w.pins>>from&1 != 0 {
			at &= p.g.line[w.king][from&63]
		}
		buf = p.to(buf, w, rook, from, at&w.target)
	}
	return buf
}

// to appends the captures of a man, and stores its other moves in position.calm.
func (p *position) to(buf []oxo.Move, w *work, kind, from int, targets uint64) []oxo.Move {
	m := newMove(kind, from, 0)
	for hits := targets & w.opp; hits != 0; hits &= hits - 1 {
		to := bits.TrailingZeros64(hits)
		buf = append(buf, m|oxo.Move(to)<<toShift|oxo.Move(p.square[to&63]&7)<<victimShift)
	}
	if !w.all {
		return buf
	}
	n := w.calm
	for rest := targets &^ w.opp; rest != 0; rest &= rest - 1 {
		p.calm[n&255] = m | oxo.Move(bits.TrailingZeros64(rest))<<toShift
		n++
	}
	w.calm = n
	return buf
}

// kingMoves leaves out the squares that the other side attacks once the king has left its own.
func (p *position) kingMoves(buf []oxo.Move, w *work) []oxo.Move {
	targets := p.g.kings[w.king] &^ (w.own | p.g.wall)
	if !w.all {
		targets &= w.opp
	}
	without := w.occupied &^ bit(w.king)
	safe := uint64(0)
	for t := targets; t != 0; t &= t - 1 {
		if to := bits.TrailingZeros64(t); !p.attacked(p.turn^1, to, without) {
			safe |= bit(to)
		}
	}
	return p.to(buf, w, king, w.king, safe)
}

// castlings adds castling moves: except for king and rook themselves, the squares on and
// between their paths are empty, and no square on the king's path is attacked.
func (p *position) castlings(w *work) {
	for rooks := p.rights & w.own; rooks != 0; rooks &= rooks - 1 {
		from := bits.TrailingZeros64(rooks)
		kingTo, rookTo := castled(w.king, from)
		both := bit(w.king) | bit(from)
		way := p.g.between[w.king][kingTo] | bit(kingTo)
		if (way|p.g.between[from][rookTo]|bit(rookTo))&(w.occupied&^both) != 0 {
			continue
		}
		safe := true
		after := w.occupied&^both | bit(rookTo)
		for t := way &^ bit(w.king); t != 0 && safe; t &= t - 1 {
			safe = !p.attacked(p.turn^1, bits.TrailingZeros64(t), w.occupied&^bit(w.king))
		}
		if safe && !p.attacked(p.turn^1, kingTo, after) {
			p.calm[w.calm] = newMove(king, w.king, from) | castle
			w.calm++
		}
	}
}
