package breakthrough

import "oxo"

// guide knows of pawns that arrive, of pawns that nobody can stop, and of what
// must be captured.
type guide struct {
	p     *position
	moves []oxo.Move
	races *races // nil where the board has none
}

// rowsTo returns how many rows a pawn of a side has to go to the far row.
func (g *Game) rowsTo(side oxo.Side, sq int) int { return int(g.toGo[side][sq]) }

// distance returns how many rows the foremost pawn of a side has to go.
func (p *position) distance(side oxo.Side) int {
	for left := 0; left < p.g.rows; left++ {
		if p.inRow[side][p.g.rowOf(side, left)] > 0 {
			return left
		}
	}
	return p.g.rows
}

// rowOf returns the row from which a side has that many rows to go.
func (g *Game) rowOf(side oxo.Side, left int) int {
	if side == oxo.First {
		return g.rows - 1 - left
	}
	return left
}

// runner returns how many rows the foremost pawn has to go that nobody can
// stop, if at most that many, or else the number of rows. To stop a pawn the
// other side needs one ahead of it, that gets to its column or beside it in
// time: rows ahead it is at most that many columns away, since the two come
// nearer by a row with each move of either.
func (p *position) runner(side oxo.Side, most int) int {
	for left := 1; left <= min(most, p.g.rows-1); left++ {
		row := p.g.rowOf(side, left)
		if p.inRow[side][row] == 0 {
			continue
		}
		for sq := row * p.g.columns; sq < (row+1)*p.g.columns; sq++ {
			if p.squares[sq] == int8(side)+1 && p.free(side, sq) {
				return left
			}
		}
	}
	return p.g.rows
}

// free reports whether no pawn of the other side is in the triangle ahead of a
// square. A teleport changes nothing: runner asks for pawns that are at least as
// near to their far row as all others are to theirs, and Evaluate for pawns past the
// middle; such a pawn has passed the row that any other can teleport to by then.
func (p *position) free(side oxo.Side, sq int) bool {
	if p.g.cones[side] != nil {
		return p.stones[side.Opponent()]&p.g.cones[side][sq] == 0
	}
	forward, other := p.g.columns, int8(side.Opponent())+1
	if side == oxo.Second {
		forward = -forward
	}
	column := sq % p.g.columns
	for ahead := 1; ahead <= p.g.rowsTo(side, sq); ahead++ {
		straight := sq + ahead*forward
		for c := max(column-ahead, 0); c <= min(column+ahead, p.g.columns-1); c++ {
			if p.squares[straight-column+c] == other {
				return false
			}
		}
	}
	return true
}

// bounds says what is certain before the moves are looked at. A side wins at
// the soonest when its foremost pawn goes straight there, or when it has
// captured everything. A pawn that nobody can stop gets there in time if no
// pawn of the other side is there before.
func (p *position) bounds() oxo.Bounds {
	own, opp := p.turn, p.turn.Opponent()
	mine, theirs := p.distance(own), p.distance(opp)
	lo, hi := oxo.Loss(2*min(theirs, p.pawns[own])), oxo.Win(2*min(mine, p.pawns[opp])-1)
	if run := p.runner(own, theirs); run < p.g.rows {
		lo = oxo.Win(2*run - 1)
	} else if run := p.runner(opp, min(mine, p.pawns[opp])-1); run < p.g.rows {
		hi = oxo.Loss(2 * run)
	}
	return oxo.Between(lo, hi)
}

// Expand lists the moves: those that arrive, else those that capture a pawn
// about to arrive, where there is one, else all.
func (gd *guide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := gd.p
	if p.Outcome() != oxo.Ongoing {
		return buf, oxo.Exactly(oxo.Final(p))
	}
	b := p.bounds()
	if gd.races != nil {
		b = b.And(gd.races.bounds(&p.stones, p.turn))
	}
	if b.Decide(alpha, beta) {
		return buf, b
	}
	gd.moves = p.Moves(gd.moves[:0])
	from, lo, hi := len(buf), -oxo.Infinity, -oxo.Infinity
	danger := p.distance(p.turn.Opponent()) == 1
	for _, m := range gd.moves {
		_, to := fromAndTo(m)
		captures := p.squares[to] != 0
		if p.g.rowsTo(p.turn, to) == 0 || captures && p.pawns[p.turn.Opponent()] == 1 {
			known := oxo.Exactly(oxo.Win(1))
			return append(buf[:from], oxo.Child{Move: m, Bounds: known}), known
		}
		// Who does not capture a pawn that is about to arrive loses with the
		// next ply, and so does who captures one of several.
		if danger && (!captures || p.g.rowsTo(p.turn.Opponent(), to) != 1) {
			continue
		}
		known := gd.behind(m).And(oxo.Between(-oxo.Infinity, b.Hi()))
		lo, hi = max(lo, known.Lo()), max(hi, known.Hi())
		buf = append(buf, oxo.Child{Move: m, Bounds: known, Order: gd.order(m, captures)})
	}
	if danger && (len(buf) == from || p.arriving() > 1) {
		b = oxo.Exactly(oxo.Loss(2))
		return append(buf[:from], oxo.Child{Move: gd.moves[0], Bounds: b}), b
	}
	return buf, b.And(oxo.Between(lo, hi))
}

// behind returns what the races say of a move that does not end the game.
func (gd *guide) behind(m oxo.Move) oxo.Bounds {
	if gd.races == nil {
		return oxo.Bounds{}
	}
	p, opponent := gd.p, gd.p.turn.Opponent()
	from, to := fromAndTo(m)
	next := p.stones
	next[p.turn] ^= bitOf(from) | bitOf(to)
	next[opponent] &^= bitOf(to)
	return gd.races.bounds(&next, opponent).ToParent()
}

// arriving returns how many pawns of the opponent are one row from arriving.
func (p *position) arriving() int {
	row := 1
	if p.turn == oxo.Second {
		row = p.g.rows - 2
	}
	return int(p.inRow[p.turn.Opponent()][row])
}

// order puts captures first, those of the foremost pawns before others, then
// moves that go far, not onto squares where they are captured for nothing.
func (gd *guide) order(m oxo.Move, captures bool) int32 {
	p := gd.p
	from, to := fromAndTo(m)
	gone := int32(p.g.rows - p.g.rowsTo(p.turn, to))
	order := 8 * gone
	if captures {
		order += 200 + 16*int32(p.g.rows-p.g.rowsTo(p.turn.Opponent(), to))
	}
	attackers, defenders := p.beside(to, p.turn, 1), p.beside(to, p.turn, -1)
	if d := to%p.g.columns - from%p.g.columns; d == 1 || d == -1 {
		defenders-- // the pawn that moves diagonally does not defend itself
	}
	if attackers > defenders {
		order -= 150
	}
	return order
}

// beside counts the pawns that stand diagonally ahead (1) of a square, seen from
// a side, and are the other side's, or diagonally behind (-1) and its own.
func (p *position) beside(sq int, side oxo.Side, ahead int) int {
	step, pawn := p.g.columns, int8(side)+1
	if side == oxo.Second {
		step = -step
	}
	if ahead > 0 {
		pawn = int8(side.Opponent()) + 1
	}
	at, column, n := sq+ahead*step, sq%p.g.columns, 0
	if at < 0 || at >= len(p.squares) {
		return 0
	}
	if column > 0 && p.squares[at-1] == pawn {
		n++
	}
	if column < p.g.columns-1 && p.squares[at+1] == pawn {
		n++
	}
	return n
}

// What a pawn is worth for the estimate: itself, how far it has come, that it
// is defended, that it will be captured, that it runs free.
const (
	pawnWorth     = 100
	defendedWorth = 8
	hangingWorth  = -40
	freeWorth     = 150
	homeWorth     = 12 // on the home row, where it keeps others from arriving
	moveWorth     = 20 // to be the side to move
)

// material is what the estimate counts of one side's pawns.
type material struct {
	pawns    int
	advance  int // what they are worth for how far they have come
	defences int // pawns that defend others, once for each
	hanging  int // attacked more often than defended; twice, where the other side moves
	home     int
	free     int
}

func (m *material) worth() int {
	return pawnWorth*m.pawns + m.advance + defendedWorth*m.defences + hangingWorth*m.hanging + homeWorth*m.home + freeWorth*m.free
}

// Evaluate compares the pawns of both sides.
func (p *position) Evaluate() oxo.Score {
	sides := p.material()
	return oxo.Score(sides[p.turn].worth() - sides[p.turn.Opponent()].worth() + moveWorth)
}

// material counts the pawns of both sides.
func (p *position) material() (sides [2]material) {
	for sq, pawn := range p.squares {
		if pawn == 0 {
			continue
		}
		side := oxo.Side(pawn - 1)
		left := p.g.rowsTo(side, sq)
		gone := p.g.rows - 1 - left
		m := &sides[side]
		m.pawns++
		m.advance += gone*gone*40/(p.g.rows*p.g.rows)*2 + 2*gone
		attackers, defenders := p.beside(sq, side, 1), p.beside(sq, side, -1)
		m.defences += defenders
		if attackers > defenders {
			m.hanging++
			if side != p.turn {
				m.hanging++ // it is taken next
			}
		}
		if gone == 0 {
			m.home++
		}
		if left*2 < p.g.rows && p.free(side, sq) {
			m.free++
		}
	}
	return sides
}
