package breakthrough

import "oxo"

// guide knows which pawns arrive, which pawns nothing can stop, and which must be captured.
type guide struct {
	p     *position
	moves []oxo.Move
	races *races // nil if the board has none
}

// rowsTo returns the distance of a square from a side's far row.
func (g *game) rowsTo(side oxo.Side, sq int) int { return int(g.toGo[side][sq]) }

// distance returns the distance of a side's foremost pawn from the far row.
func (p *position) distance(side oxo.Side) int {
	for left := 0; left < p.g.rows; left++ {
		if p.inRow[side][p.g.rowOf(side, left)] > 0 {
			return left
		}
	}
	return p.g.rows
}

// rowOf returns the row from which a pawn of a side has the given number of rows left
// to its far row.
func (g *game) rowOf(side oxo.Side, left int) int {
	if side == oxo.First {
		return g.rows - 1 - left
	}
	return left
}

// runner returns how far the foremost pawn that nothing can stop is from the far row, if that
// is at most limit; otherwise the number of rows. To stop a pawn the other side needs a pawn in
// front of it that reaches its column or a neighbouring one in time. If that pawn is n rows in
// front, it is at most n columns away, since each move of either pawn brings the two a row
// nearer.
func (p *position) runner(side oxo.Side, limit int) int {
	for left := 1; left <= min(limit, p.g.rows-1); left++ {
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

// free reports whether the triangle in front of a square has no pawn of the other side.
// It may ignore teleports. Its callers only ask about far advanced pawns: runner about the
// pawns nearest to a far row, Evaluate about pawns past the middle. A pawn that teleports
// arrives too late, on a row that such a pawn has already passed.
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

// bounds returns the bounds that are certain before moves are tried. A side wins at the earliest
// when its foremost pawn moves straight to the far row, or when it has captured everything. A pawn
// that nothing can stop arrives in time if no pawn of the other side arrives before it.
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

// Expand lists the moves: those that arrive; otherwise, if a pawn of the other side is about to
// arrive, those that capture it; otherwise all.
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
		// A side that does not capture a pawn about to arrive loses with the next ply. So does
		// one that captures only one of several.
		if danger && (!captures || p.g.rowsTo(p.turn.Opponent(), to) != 1) {
			continue
		}
		known := gd.after(m).And(oxo.Between(-oxo.Infinity, b.Hi()))
		lo, hi = max(lo, known.Lo()), max(hi, known.Hi())
		buf = append(buf, oxo.Child{Move: m, Bounds: known, Order: gd.order(m, captures)})
	}
	if danger && (len(buf) == from || p.arriving() > 1) {
		b = oxo.Exactly(oxo.Loss(2))
		return append(buf[:from], oxo.Child{Move: gd.moves[0], Bounds: b}), b
	}
	return buf, b.And(oxo.Between(lo, hi))
}

// after returns what the races prove of a move that does not end the game.
func (gd *guide) after(m oxo.Move) oxo.Bounds {
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

// arriving returns the number of the opponent's pawns one row from the far row.
func (p *position) arriving() int {
	row := 1
	if p.turn == oxo.Second {
		row = p.g.rows - 2
	}
	return int(p.inRow[p.turn.Opponent()][row])
}

// order prefers captures, first by the foremost pawns; then moves that advance far, but not
// to squares where the pawn is captured for nothing.
func (gd *guide) order(m oxo.Move, captures bool) int32 {
	p := gd.p
	from, to := fromAndTo(m)
	gone := int32(p.g.rows - p.g.rowsTo(p.turn, to))
	order := 8 * gone
	if captures {
		order += 200 + 16*int32(p.g.rows-p.g.rowsTo(p.turn.Opponent(), to))
	}
	attackers, defenders := p.neighbours(to, p.turn, 1), p.neighbours(to, p.turn, -1)
	if d := to%p.g.columns - from%p.g.columns; d == 1 || d == -1 {
		defenders-- // the pawn that moves diagonally does not defend itself
	}
	if attackers > defenders {
		order -= 150
	}
	return order
}

// neighbours counts pawns diagonally next to a square, as seen by a side: with 1 the other
// side's pawns in front of the square, with -1 its own pawns behind it.
func (p *position) neighbours(sq int, side oxo.Side, ahead int) int {
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

// The weights of the estimate for a pawn: itself, its advance, its defences, its danger, its
// free way.
const (
	pawnWorth     = 100
	defendedWorth = 8
	hangingWorth  = -40
	freeWorth     = 150
	homeWorth     = 12 // on the home row, where it keeps others from arriving
	moveWorth     = 20 // for the side to move
)

// material holds the counts of one side's pawns.
type material struct {
	pawns    int
	advance  int // value of their advance
	defences int // number of defences of other pawns
	hanging  int // attacked more often than defended; counted twice if the other side moves
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
		attackers, defenders := p.neighbours(sq, side, 1), p.neighbours(sq, side, -1)
		m.defences += defenders
		if attackers > defenders {
			m.hanging++
			if side != p.turn {
				m.hanging++ // it is captured next
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
