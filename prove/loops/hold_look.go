package loops

import "oxo"

// Which move a side that holds tries first decides how many positions the closed set has. A short
// search looks for one that leads to an end that is certainly held, and else for the best estimate.

// look is that search.
type look struct {
	moves [][]oxo.Move // of each ply
	left  int          // positions that it may still visit
}

const (
	// looked is how many plies it looks ahead, besides those in which a side has one move or is threatened, and
	// furthest how many with those. (For white on checkers 6x6, 5 plies met 3.2 million positions and 6 plies 1.0 million.)
	looked   = 6
	furthest = 60
	// mostLooked is how many positions it visits at most: behind those it takes estimates.
	mostLooked = 20_000

	// certain is a loss of the side that holds, for the other, and safe an end that it holds.
	certain = oxo.Infinity
	safe    = oxo.MaxEstimate + 1
)

// threatened is a position of a game that says whether the side to move must answer something: a check, or
// a jump that it has to make.
type threatened interface{ Threatened() bool }

// choice returns the move of the side that holds which looks best, unless all are lost.
func (l *look) choice(h *Holder) (best oxo.Move, ok bool) {
	value := -certain
	l.left = mostLooked
	for _, m := range h.p.Moves(nil) {
		h.p.Make(m)
		v := -l.search(h, looked-1, 0, -certain, -value)
		h.p.Unmake(m)
		if v > value {
			best, value, ok = m, v, true
		}
	}
	return best, ok
}

// sure is what a search of some plies makes of the position, for the side to move.
func (l *look) sure(h *Holder) oxo.Score {
	l.left = mostLooked
	return l.search(h, looked, 0, -certain, certain)
}

// search is alpha-beta. Its values for the side to move are estimates, or say what is certain.
func (l *look) search(h *Holder, plies, ply int, alpha, beta oxo.Score) oxo.Score {
	if v, known := l.known(h); known {
		return v
	}
	t, ok := h.p.(threatened)
	forced := ok && ply < furthest && t.Threatened()
	if l.left--; l.left < 0 || plies <= 0 && !forced {
		return estimate(h.p)
	}
	if len(l.moves) <= ply {
		l.moves = append(l.moves, nil)
	}
	moves := h.p.Moves(l.moves[ply][:0])
	l.moves[ply] = moves
	if !forced && (len(moves) > 1 || ply >= furthest) {
		plies--
	}
	best := -certain
	for _, m := range moves {
		h.p.Make(m)
		v := -l.search(h, plies, ply+1, -beta, -max(alpha, best))
		h.p.Unmake(m)
		if best = max(best, v); best >= beta {
			break
		}
	}
	return best
}

// known returns what is certain of a position, for the side to move.
func (l *look) known(h *Holder) (oxo.Score, bool) {
	held, known := h.instant()
	if !known {
		known = h.known[h.key()].lost
	}
	v := -certain
	if held {
		v = safe
	}
	if h.p.Turn() != h.side {
		v = -v
	}
	return v, known
}

// estimate is what a game says of a position, or that it is even.
func estimate(p oxo.Position) oxo.Score {
	if e, ok := p.(oxo.Evaluator); ok {
		return e.Evaluate()
	}
	return 0
}
