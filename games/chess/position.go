package chess

import (
	"math/bits"
	"slices"

	"oxo"
)

// position holds the men on the board in three ways: by kind, by side, and by square. A stack
// of states holds what a move destroys.
type position struct {
	g      *game
	kinds  [8]uint64
	sides  [2]uint64
	square [64]uint8 // kind, plus blackMan for black
	turn   oxo.Side
	state
	stack  []state
	before int           // plies before the stack, from the FEN
	calm   [256]oxo.Move // scratch memory: no position of a game has more than 218 moves
	spare  [256]oxo.Move
}

// state is the part of a position, other than the men, that a move changes.
type state struct {
	hash           uint64
	rights         uint64 // rooks that may castle
	checkers, pins uint64 // of the side to move; valid if looked is true
	worth          tapered
	clock          uint16 // plies without a capture or a pawn's move
	since          uint16 // plies since a state could last recur
	passant        uint8  // the square passed by a pawn that can be taken en passant, 0 for none
	looked         bool
}

const blackMan = 8 // the bit of black's men in position.square

// A move has, from the lowest bit:
//
//	6 from   6 to   3 promotion   3 seven less the kind   3 kind captured   2 flag
//
// So captures sorted in descending order begin with the most valuable victim and the least
// valuable attacker. Castling has the rook's square as its target.
const (
	toShift, promotionShift, moverShift, victimShift, flagShift = 6, 12, 15, 18, 21

	doubleStep oxo.Move = 1 << flagShift
	enPassant  oxo.Move = 2 << flagShift
	castle     oxo.Move = 3 << flagShift
	flags      oxo.Move = 3 << flagShift

	idle oxo.Move = 1 << 23 // passes the turn: used by a search, never a legal move
)

func squares(m oxo.Move) (from, to int) { return int(m & 63), int(m >> toShift & 63) }
func promotion(m oxo.Move) int          { return int(m >> promotionShift & 7) }
func mover(m oxo.Move) int              { return 7 - int(m>>moverShift&7) }
func victim(m oxo.Move) int             { return int(m >> victimShift & 7) }

func newMove(kind, from, to int) oxo.Move {
	return oxo.Move(from | to<<toShift | (7-kind)<<moverShift)
}

func bit(sq int) uint64 { return 1 << (sq & 63) }

func (p *position) put(kind int, s oxo.Side, sq int) {
	p.kinds[kind] |= bit(sq)
	p.sides[s] |= bit(sq)
	p.square[sq] = uint8(kind) | uint8(s)*blackMan
	p.hash ^= p.g.men[s][kind][sq]
	p.worth += p.g.worth[s][kind][sq]
}

func (p *position) remove(kind int, s oxo.Side, sq int) {
	p.kinds[kind] &^= bit(sq)
	p.sides[s] &^= bit(sq)
	p.square[sq] = none
	p.hash ^= p.g.men[s][kind][sq]
	p.worth -= p.g.worth[s][kind][sq]
}

func (p *position) Make(m oxo.Move) {
	p.stack = append(p.stack, p.state)
	p.looked = false
	p.hash ^= p.g.turn
	if p.passant != 0 {
		p.hash ^= p.g.passant[p.passant]
		p.passant = 0
	}
	us, them := p.turn&1, p.turn&1^1
	p.turn = them
	p.clock, p.since = p.clock+1, p.since+1
	if m == idle {
		p.since = 0
		return
	}
	from, to := squares(m)
	kind := mover(m)
	if lost := p.rights & p.loses(kind, us, from, to); lost != 0 {
		p.lose(lost)
	}
	if kind == pawn || victim(m) != none {
		p.clock, p.since = 0, 0
	}
	if m&flags == castle {
		p.castle(us, from, to)
		return
	}
	p.capture(m, them, to)
	p.remove(kind, us, from)
	if pr := promotion(m); pr != none {
		kind = pr
	}
	p.put(kind, us, to)
	if m&flags == doubleStep && p.g.pawns[us][to^side]&p.kinds[pawn]&p.sides[them] != 0 {
		p.step(us, to^side)
	}
}

// capture removes the man that a move takes.
func (p *position) capture(m oxo.Move, them oxo.Side, to int) {
	v := victim(m)
	if v == none {
		return
	}
	if m&flags == enPassant {
		to ^= side
	}
	p.remove(v, them, to)
}

// loses returns the squares whose rooks may not castle after a move.
func (p *position) loses(kind int, us oxo.Side, from, to int) uint64 {
	if kind == king {
		return p.g.home[us] | bit(to)
	}
	return bit(from) | bit(to)
}

func (p *position) lose(rooks uint64) {
	p.rights &^= rooks
	p.since = 0
	for ; rooks != 0; rooks &= rooks - 1 {
		p.hash ^= p.g.castling[bits.TrailingZeros64(rooks)]
	}
}

// step records the square passed by a pawn in a double step, if the other side can take it en
// passant. If it cannot, the position equals one without the square.
func (p *position) step(us oxo.Side, sq int) {
	for takers := p.g.pawns[us][sq] & p.kinds[pawn] & p.sides[us^1]; takers != 0; takers &= takers - 1 {
		if p.mayTake(us^1, bits.TrailingZeros64(takers), sq) {
			p.passant = uint8(sq)
			p.hash ^= p.g.passant[sq]
			return
		}
	}
}

// mayTake reports whether a capture en passant leaves the king safe: two men leave a row at
// once.
func (p *position) mayTake(us oxo.Side, from, to int) bool {
	taken := bit(to ^ side)
	occupied := (p.sides[0] | p.sides[1]) ^ taken ^ bit(from) | bit(to)
	return p.attackers(us^1, p.king(us), occupied)&^taken == 0
}

// castle moves a king and a rook to their squares after castling.
func (p *position) castle(us oxo.Side, from, to int) {
	kingTo, rookTo := castled(from, to)
	p.remove(king, us, from)
	p.remove(rook, us, to)
	p.put(king, us, kingTo)
	p.put(rook, us, rookTo)
}

// castled returns the squares of king and rook after castling: columns g and f, or c and d.
func castled(from, to int) (kingTo, rookTo int) {
	row := from &^ (side - 1)
	if to > from {
		return row + 6, row + 5
	}
	return row + 2, row + 3
}

func (p *position) Unmake(m oxo.Move) {
	p.turn ^= 1
	us, them := p.turn&1, p.turn&1^1
	if m != idle {
		p.takeBack(m, us, them)
	}
	last := len(p.stack) - 1
	p.state = p.stack[last]
	p.stack = p.stack[:last]
}

// takeBack moves the men back; hash and worth come from the stack.
func (p *position) takeBack(m oxo.Move, us, them oxo.Side) {
	from, to := squares(m)
	kind := mover(m)
	if m&flags == castle {
		kingTo, rookTo := castled(from, to)
		p.remove(king, us, kingTo)
		p.remove(rook, us, rookTo)
		p.put(king, us, from)
		p.put(rook, us, to)
		return
	}
	there := kind
	if pr := promotion(m); pr != none {
		there = pr
	}
	p.kinds[there] &^= bit(to)
	p.kinds[kind] |= bit(from)
	p.sides[us] ^= bit(from) | bit(to)
	p.square[from], p.square[to] = uint8(kind)|uint8(us)*blackMan, none
	if v := victim(m); v != none {
		at := to
		if m&flags == enPassant {
			at = to ^ side
		}
		p.kinds[v] |= bit(at)
		p.sides[them] |= bit(at)
		p.square[at] = uint8(v) | uint8(them)*blackMan
	}
}

func (p *position) Turn() oxo.Side { return p.turn }
func (p *position) Hash() uint64   { return p.hash }

// hashAfter returns what Hash will be after a legal move. It ignores castling, promotion and en passant.
func (p *position) hashAfter(m oxo.Move) uint64 {
	h := p.hash ^ p.g.turn
	if p.passant != 0 {
		h ^= p.g.passant[p.passant]
	}
	if m == idle {
		return h
	}
	from, to := squares(m)
	us := p.turn & 1
	men := &p.g.men[us][mover(m)]
	if v := victim(m); v != none {
		h ^= p.g.men[us^1][v][to]
	}
	return h ^ men[from] ^ men[to]
}

// Clone copies the past too.
func (p *position) Clone() oxo.Position {
	c := *p
	c.stack = slices.Clone(p.stack)
	return &c
}

// king returns the square of a side's king.
func (p *position) king(s oxo.Side) int {
	return bits.TrailingZeros64(p.kinds[king] & p.sides[s&1])
}

// Facts implements [oxo.Factual].
func (p *position) Facts() oxo.Facts { return oxo.Facts{Game: p.g, Unit: unit} }
