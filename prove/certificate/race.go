package certificate

import "oxo"

// Racing is a position of a game of pawns. A pawn moves one square forward: straight to an empty square, or
// diagonally to a square without a pawn of its own side. A diagonal move captures a pawn on that square. A side wins
// with a pawn on its far row, or when its opponent has no pawn left. The first side moves up.
type Racing interface {
	oxo.Position
	// Field returns the size of the board, with at least 2 columns. It reports false if pawns have other moves as
	// well.
	Field() (columns, rows int, ok bool)
	// Pawns returns the columns in which a side has pawns in a row, as bits. Row 0 is at the bottom.
	Pawns(side oxo.Side, row int) uint32
}

// Races finds positions in which the strategy's side arrives first (lemma 13). It counts rows from that side's far
// row, which is row 0.
type Races struct {
	side          oxo.Side
	columns, rows int
	all           uint32     // the columns
	closed        int        // number of closed rows, which race holds; 0 for none
	known         [2][]uint8 // the needs of all states, with the strategy's side and with the other side to move; 0 if not known
	mine, other   []uint32   // for each row, the columns with pawns in the current position
}

// race holds the pawns in the closed rows. The pawns of the strategy's side are in rows 1 to closed-1, the pawns of
// the other side in rows 0 to closed-2. A pawn of the other side in a later row is outside: it cannot come back, and
// it cannot capture a pawn in the closed rows.
type race struct{ mine, other [maxClosed]uint32 }

const (
	minClosed = 3
	maxClosed = 4
	raceBits  = 25 // bits in the number of a state: the needs of all states take 64 MB
)

// A need is a number of moves. The other side's foremost pawn outside must be at least this number of moves away from
// its far row.
const (
	tooLate = 255 // no distance is enough
	noPawn  = 254 // the distance if no pawn is outside: it is enough for any need except tooLate
	soonest = 2   // the least need with the other side to move: its foremost pawn must not arrive at once
)

// NewRaces reads the size of a board. It reports false in a game without races.
func NewRaces(p oxo.Position, side oxo.Side) (*Races, bool) {
	racing, ok := p.(Racing)
	if !ok {
		return nil, false
	}
	columns, rows, ok := racing.Field()
	if !ok || columns < 2 || columns > 32 || rows < 2 || rows > noPawn {
		return nil, false
	}
	r := &Races{side: side, columns: columns, rows: rows, all: 1<<columns - 1, mine: make([]uint32, rows), other: make([]uint32, rows)}
	if closed := min((raceBits/columns+3)/2, rows-1, maxClosed); closed >= minClosed {
		r.closed = closed
	}
	return r, true
}

// Need reports whether the strategy's side arrives first by lemma 13, in a game that is not over. If so, it also
// returns the need: the minimum number of moves that the other side's foremost pawn must be away from its far row. A
// need of 254 means that the other side must have no pawn outside.
func (r *Races) Need(p Racing) (need uint8, ok bool) {
	away, outside := r.read(p)
	moves := p.Turn() == r.side
	need = r.runner(moves)
	if ok = int(need) <= away; ok || r.closed == 0 {
		return need, ok
	}
	var s race
	copy(s.mine[:], r.mine[:r.closed])
	copy(s.other[:], r.other[:r.closed-1])
	if moves {
		need = r.attack(s)
	} else {
		need = r.wait(s)
	}
	return need, int(need) <= outside
}

// unmet returns the need that no pawn outside meets: the greatest distance of such a pawn, plus 1.
func (r *Races) unmet() uint8 { return uint8(r.rows - r.closed + 1) } //nolint:gosec // fewer than 255

// read reads the pawns from a position. It returns how many moves two pawns of the other side are away from its far
// row: the foremost pawn, and the foremost pawn outside.
func (r *Races) read(p Racing) (away, outside int) {
	away, outside = noPawn, noPawn
	for row := range r.rows {
		at := row
		if r.side == oxo.First {
			at = r.rows - 1 - row
		}
		r.mine[row], r.other[row] = p.Pawns(r.side, at), p.Pawns(r.side.Opponent(), at)
		if r.other[row] == 0 {
			continue
		}
		if away = r.rows - 1 - row; row >= r.closed-1 {
			outside = away
		}
	}
	return away, outside
}

// runner returns the need if the strategy's side has a pawn that no pawn of the other side can stop. It looks at the
// foremost such pawn. The need is about all pawns of the other side.
func (r *Races) runner(moves bool) uint8 {
	for row := 1; row < r.rows; row++ {
		for left := r.mine[row]; left != 0; left &= left - 1 {
			ahead, free := left&-left, true
			for next := row - 1; next >= 0 && free; next-- {
				ahead |= (ahead<<1 | ahead>>1) & r.all
				free = r.other[next]&ahead == 0
			}
			switch {
			case free && moves:
				return uint8(row) //nolint:gosec // fewer than 254
			case free:
				return uint8(row) + 1 //nolint:gosec // fewer than 255
			}
		}
	}
	return tooLate
}

// attack returns the need if the strategy's side is to move.
func (r *Races) attack(s race) uint8 {
	if s.mine[1] != 0 { // a pawn arrives with the next move
		return 1
	}
	known := r.at(0, s)
	if *known != 0 {
		return *known
	}
	least := uint8(tooLate)
	for row := 2; row < r.closed && least > soonest; row++ {
		for left := s.mine[row]; left != 0 && least > soonest; left &= left - 1 {
			from := left & -left
			for to := r.onto(from, s.mine[row-1], s.other[row-1]); to != 0 && least > soonest; to &= to - 1 {
				next := s
				next.mine[row] &^= from
				next.mine[row-1] |= to & -to
				next.other[row-1] &^= to & -to
				least = min(least, r.wait(next))
			}
		}
	}
	*known = least
	return least
}

// wait returns the need if the other side is to move.
func (r *Races) wait(s race) uint8 {
	if s.mine[1] != 0 { // the method at has no number for this state
		return r.worst(s)
	}
	known := r.at(1, s)
	if *known == 0 {
		*known = r.worst(s)
	}
	return *known
}

// worst returns the greatest need after a move of the other side.
func (r *Races) worst(s race) uint8 {
	worst := r.attack(s)
	if worst == tooLate {
		return tooLate
	}
	worst = min(worst+1, r.unmet()) // the other side has moved its foremost pawn outside
	for row := 0; row < r.closed-1; row++ {
		for left := s.other[row]; left != 0 && worst < tooLate; left &= left - 1 {
			from := left & -left
			for to := r.onto(from, s.other[row+1], s.mine[row+1]); to != 0 && worst < tooLate; to &= to - 1 {
				worst = max(worst, r.needAfter(s, row, from, to&-to))
			}
		}
	}
	return worst
}

// needAfter returns the need after a move of the other side from a row to the next one.
func (r *Races) needAfter(s race, row int, from, to uint32) uint8 {
	next := s
	next.other[row] &^= from
	next.mine[row+1] &^= to
	if row+1 < r.closed-1 {
		next.other[row+1] |= to
		return r.attack(next)
	}
	need := r.attack(next)
	if int(need) > r.rows-r.closed { // the pawn is outside now, and nearer than the need
		return tooLate
	}
	return need
}

// onto returns the columns of the next row that a pawn may move to. The sets own and others are the columns there
// with pawns of its own side and of the other side. Unknown columns count as empty, so the result may have moves that
// are not legal.
func (r *Races) onto(from, own, others uint32) uint32 {
	return (from<<1|from>>1)&r.all&^own | from&^(own|others)
}

// at returns the place of the need of a state, in which the strategy's side has no pawn in row 1. The number of a
// state consists of the rows that may have pawns, from the last row down:
//
//	| mine[closed-1] ... mine[2] | other[closed-2] ... other[0] |
func (r *Races) at(waits int, s race) *uint8 {
	number := uint32(0)
	for row := r.closed - 1; row >= 2; row-- {
		number = number<<r.columns | s.mine[row]
	}
	for row := r.closed - 2; row >= 0; row-- {
		number = number<<r.columns | s.other[row]
	}
	if r.known[waits] == nil {
		r.known[waits] = make([]uint8, 1<<((2*r.closed-3)*r.columns))
	}
	return &r.known[waits][number]
}

// race checks a leaf at which the side arrives first.
func (s *strategy) race() error {
	if !s.First() {
		return s.r.wrong("it is not certain that the side arrives first")
	}
	s.r.report.Races++
	return nil
}
