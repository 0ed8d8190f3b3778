package chess

import "oxo"

// tapered is two values in centipawns, the middlegame's in the low half and the endgame's in
// the high half, so that one addition adds both.
type tapered int32

func taper(middle, end int) tapered { return tapered(end<<16 + middle) }

func (t tapered) middle() int { return int(int16(t)) }
func (t tapered) end() int    { return int(int16((t + 1<<15) >> 16)) }

// material returns the value of a man by kind.
func material() [kinds]tapered {
	return [kinds]tapered{pawn: taper(88, 118), knight: taper(335, 310), bishop: taper(350, 328), rook: taper(480, 545), queen: taper(1000, 1020)}
}

// weigh computes the value of each man on each square.
func (t *tables) weigh() {
	values, corrections := material(), tuned()
	for kind := pawn; kind < kinds; kind++ {
		for sq := range 64 {
			if t.board>>sq&1 == 0 {
				continue
			}
			column, row := sq%side, sq/side
			v := values[kind] + t.place(kind, column, row)
			if t.columns == side { // the tuned corrections are for the 8x8 board
				c := corrections[placeOf(kind, oxo.First, sq)]
				v += taper(int(c[0]), int(c[1]))
			}
			t.worth[oxo.First][kind][sq] = v
			t.worth[oxo.Second][kind][(t.rows-1-row)*side+column] = -v
		}
	}
}

// place returns the value of a square for a man that moves up, on a board of any size: by its
// distance from the middle, and how far the man has advanced.
func (t *tables) place(kind, column, row int) tapered {
	// Twice the distances from the middle, which may be between squares.
	aside, away := max(2*column-t.columns+1, t.columns-1-2*column), max(2*row-t.rows+1, t.rows-1-2*row)
	centre := 7 - (aside+away)/2 // 6 in the middle, 0 in a corner, on 8x8
	switch gone := max(row-1, 0); kind {
	case pawn:
		middle := [...]int{0, 0, 4, 12, 22, 42, 0}[min(gone, 6)] - 2*aside
		if aside <= 1 && gone >= 1 && gone <= 3 {
			middle += 10
		}
		return taper(middle, [...]int{0, 2, 8, 20, 42, 80, 0}[min(gone, 6)])
	case knight:
		return taper(9*centre-34+min(row, 5)*3, 7*centre-26)
	case bishop:
		middle := 4*centre - 12
		if row == 0 {
			middle -= 8
		}
		return taper(middle, 3*centre-8)
	case rook:
		seventh := 0
		if row == t.rows-2 {
			seventh = 20
		}
		return taper(6-2*aside/2+seventh/2, seventh/2+min(row, 4))
	case queen:
		return taper(centre-4-min(row, 3), 6*centre-18)
	}
	return t.kingPlace(aside, centre, row)
}

// kingPlace prefers squares behind pawns at the side as long as there are pieces, then the
// middle.
func (t *tables) kingPlace(aside, centre, row int) tapered {
	middle := -24*min(row, 3) + 5*min(aside, 5)
	if row == 0 && aside >= 5 {
		middle += 12
	}
	return taper(middle, 11*centre-34)
}
