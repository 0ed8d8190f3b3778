package chess

import (
	"oxo"
	"oxo/game/knowledge"
)

// unit is the value of a pawn, in centipawns.
const unit = 100

// Noisy appends captures and promotions to a queen, most valuable victim first; in check it
// appends all moves.
func (p *position) Noisy(buf []oxo.Move) []oxo.Move {
	if p.dead() {
		return buf
	}
	return p.generate(buf, p.Threatened())
}

// Threatened reports whether the side to move is in check.
func (p *position) Threatened() bool {
	p.look()
	return p.checkers != 0
}

// threatens reports whether a legal move gives check. It misses checks by castling, and checks
// that a capture en passant opens by removing the captured pawn.
func (p *position) threatens(m oxo.Move) bool {
	us := p.turn & 1
	k := p.king(us^1) & 63
	from, to := squares(m)
	kind := mover(m)
	if pr := promotion(m); pr != none {
		kind = pr
	}
	if kind == knight && p.g.knights[k]&bit(to) != 0 || kind == pawn && p.g.pawns[us^1][k]&bit(to) != 0 {
		return true
	}
	men := p.sides[us] &^ bit(from)
	straight, slanting := (p.kinds[rook]|p.kinds[queen])&men, (p.kinds[bishop]|p.kinds[queen])&men
	switch kind {
	case rook:
		straight |= bit(to)
	case bishop:
		slanting |= bit(to)
	case queen:
		straight |= bit(to)
		slanting |= bit(to)
	}
	occupied := (p.sides[0]|p.sides[1])&^bit(from) | bit(to) | p.g.wall
	return p.g.lines[0][k]&straight != 0 && p.g.rooks[k].at(occupied)&straight != 0 ||
		p.g.lines[1][k]&slanting != 0 && p.g.bishops[k].at(occupied)&slanting != 0
}

// Tactics says whether a move gives check, and its hash, before it is made.
func (p *position) Tactics() knowledge.Tactics {
	return knowledge.Tactics{Threatens: p.threatens, HashAfter: p.hashAfter}
}

// Idle returns the move that passes the turn. It may not be tried in check, nor by a side with
// king and pawns alone, which may be in zugzwang.
func (p *position) Idle() (oxo.Move, bool) {
	pieces := p.sides[p.turn&1] &^ (p.kinds[pawn] | p.kinds[king])
	return idle, pieces != 0 && !p.Threatened()
}

// Quiet reports whether a move neither captures nor makes a queen.
func (p *position) Quiet(m oxo.Move) bool { return victim(m) == none && promotion(m) != queen }

// exchangeWorth returns the value of a man in an exchange.
func exchangeWorth(kind int) int {
	return [8]int{0, 100, 320, 330, 500, 950, 20000}[kind&7]
}

// Exchange reports whether a move gains at least a given number of centipawns, if both sides
// continue to capture on its square with their least valuable man and stop when they like. It is
// the swap algorithm, which includes men lined up behind others.
func (p *position) Exchange(m oxo.Move, least oxo.Score) bool {
	if m&flags == castle {
		return least <= 0
	}
	from, to := squares(m)
	there := mover(m)
	gain := exchangeWorth(victim(m)) - int(least)
	if pr := promotion(m); pr != none {
		gain += exchangeWorth(pr) - exchangeWorth(pawn)
		there = pr
	}
	if gain < 0 {
		return false
	}
	if gain -= exchangeWorth(there); gain >= 0 {
		return true // even if the man is then lost for nothing
	}
	occupied := (p.sides[0]|p.sides[1])&^bit(from) | bit(to)
	if m&flags == enPassant {
		occupied &^= bit(to ^ side)
	}
	return p.swap(to, occupied, gain)
}

// swap plays the captures on a square. Balance is how far the side that moved is above its goal
// if its man is taken next; it is negative below the goal. A side stops when its capture would
// not change who reaches the goal. The result is whether the side that moved reaches it.
func (p *position) swap(to int, occupied uint64, balance int) bool {
	straight, slanting := p.kinds[rook]|p.kinds[queen], p.kinds[bishop]|p.kinds[queen]
	attackers := p.allAttackers(to, occupied) & occupied
	turn, mover := p.turn&1^1, p.turn&1
	for {
		own := attackers & p.sides[turn]
		if own == 0 {
			return turn != mover
		}
		kind := pawn
		for p.kinds[kind]&own == 0 {
			kind++
		}
		if kind == king && attackers&p.sides[turn^1] != 0 {
			return turn != mover // the king may not move to an attacked square
		}
		balance = -balance - 1 - exchangeWorth(kind)
		turn ^= 1
		if balance >= 0 {
			return turn != mover
		}
		men := p.kinds[kind] & own
		occupied &^= men & -men
		attackers |= p.g.rooks[to].at(occupied|p.g.wall)&straight | p.g.bishops[to].at(occupied|p.g.wall)&slanting
		attackers &= occupied
	}
}
