package breakthrough

// front is a state of the table of races, with one bit for each column.
type front struct {
	a3, a2     uint32 // the attacker's pawns on rows 3 and 2
	d2, d1, d0 uint32 // the defender's pawns on rows 2, 1 and 0
}

// steps returns the columns of the next row that a pawn can move to, given the columns that it
// may enter straight and diagonally. All are bits.
func (t *races) steps(from, straight, diagonal uint32) uint32 {
	return (from<<1|from>>1)&diagonal&t.all | from&straight
}

// attacking returns the verdict if the attacker is to move. Theorem: if a move leads to a state
// of verdict (away, moves), the attacker wins in the number of moves of that verdict, plus one.
// The best move has the smallest away. It is at least 2: the defender moves at least once
// before a pawn arrives, and that must not be his own arrival.
func (t *races) attacking(f *front) verdict {
	best := never
	for from := f.a2; from != 0 && best > wins(2, 2); from &= from - 1 {
		next := *f
		next.a2 &^= from & -from
		for to := t.steps(from&-from, ^f.d1, ^uint32(0)); to != 0; to &= to - 1 {
			best = min(best, t.threat(next, to&-to))
		}
	}
	for from := f.a3; from != 0 && best > wins(2, 2); from &= from - 1 {
		for to := t.steps(from&-from, ^(f.a2 | f.d2), ^f.a2); to != 0; to &= to - 1 {
			next := *f
			next.a3 &^= from & -from
			next.a2 |= to & -to
			next.d2 &^= to & -to
			best = min(best, t.defend(&next).after())
		}
	}
	return best
}

// threat returns the verdict of a move to row 1, with the other pawns in f. Theorem: the attacker
// arrives with his next move, from any square of row 1, with two exceptions. Either the defender is
// one move away and arrives now, or he captures the pawn. Only a pawn from row 0 can capture it,
// and that pawn stays in the table's rows.
func (t *races) threat(f front, to uint32) verdict {
	worst := wins(2, 2)
	f.d1 &^= to
	for from := (to<<1 | to>>1) & f.d0; from != 0 && worst != never; from &= from - 1 {
		next := f
		next.d0 &^= from & -from
		next.d1 |= to
		worst = worse(worst, t.attack(&next).after())
	}
	return worst
}

// defending returns the verdict if the defender is to move and no pawn threatens to arrive: a
// verdict that holds for all his moves. Theorem: a move outside the table leaves the state
// unchanged and brings his foremost pawn there at most one move nearer. Always allowing such a
// move makes the defender stronger than he is, never weaker.
func (t *races) defending(f *front) verdict {
	pass := t.attack(f)
	if pass == never {
		return never
	}
	worst := t.stepping(f, wins(pass.away()+1, pass.moves()))
	if t.depth == 3 {
		return t.leaving(f, worst, f.d1, f.a2)
	}
	return t.leaving(f, worst, f.d2, f.a3)
}

// stepping adds the moves of pawns that stay in the table's rows.
func (t *races) stepping(f *front, worst verdict) verdict {
	for from := f.d0; from != 0 && worst != never; from &= from - 1 {
		for to := t.steps(from&-from, ^f.d1, ^f.d1); to != 0; to &= to - 1 {
			next := *f
			next.d0 &^= from & -from
			next.d1 |= to & -to
			worst = worse(worst, t.attack(&next))
		}
	}
	if t.depth == 3 {
		return worst
	}
	for from := f.d1; from != 0 && worst != never; from &= from - 1 {
		for to := t.steps(from&-from, ^(f.a2 | f.d2), ^f.d2); to != 0; to &= to - 1 {
			next := *f
			next.d1 &^= from & -from
			next.a2 &^= to & -to
			next.d2 |= to & -to
			worst = worse(worst, t.attack(&next))
		}
	}
	return worst
}

// leaving adds the moves of pawns that leave the table's rows from the last of them; ahead has
// the attacker's pawns of the next row. Theorem: after such a move the pawn is rows-depth moves
// from its goal, and counts as a pawn outside. If the attacker needs the defender to be farther
// away than that, the move stops him.
func (t *races) leaving(f *front, worst verdict, pawns, ahead uint32) verdict {
	for from := pawns; from != 0 && worst != never; from &= from - 1 {
		for to := t.steps(from&-from, ^ahead, ^uint32(0)); to != 0; to &= to - 1 {
			next := *f
			if t.depth == 3 {
				next.d1, next.a2 = f.d1&^(from&-from), f.a2&^(to&-to)
			} else {
				next.d2, next.a3 = f.d2&^(from&-from), f.a3&^(to&-to)
			}
			v := t.attack(&next)
			if v == never || v.away() > t.g.rows-t.depth {
				return never
			}
			worst = worse(worst, v)
		}
	}
	return worst
}
