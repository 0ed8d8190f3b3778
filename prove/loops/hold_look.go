package loops

import "oxo"

// The size of the closed set depends on the order in which the holding side tries its moves. A short search looks for
// a move to a position that is certainly held, or else for the best estimate.

// look is this search.
type look struct {
	moves [][]oxo.Move // of each ply
	left  int          // positions that the search may still visit
}

const (
	// lookPlies is the depth in plies, not counting plies where a side has one move or is threatened; maxLookPlies is
	// the depth with these. (For white on checkers 6x6, a depth of 5 met 3.2 million positions and a depth of 6 met
	// 1.0 million.)
	lookPlies    = 6
	maxLookPlies = 60
	// maxLooked limits the positions visited; beyond it positions are estimated.
	maxLooked = 20_000

	// certain is a certain loss of the holding side, as a score of the other side; safe is the score of a position that the holding side is known to hold.
	certain = oxo.Infinity
	safe    = oxo.MaxEstimate + 1
)

// choice returns the best move of the holding side, unless all moves lose.
func (l *look) choice(h *Holder) (best oxo.Move, ok bool) {
	value := -certain
	l.left = maxLooked
	for _, m := range h.p.Moves(nil) {
		h.p.Make(m)
		v := -l.search(h, lookPlies-1, 0, -certain, -value)
		h.p.Unmake(m)
		if v > value {
			best, value, ok = m, v, true
		}
	}
	return best, ok
}

// sure returns the value of the position by the search, for the side to move.
func (l *look) sure(h *Holder) oxo.Score {
	l.left = maxLooked
	return l.search(h, lookPlies, 0, -certain, certain)
}

// search is alpha-beta. Its values, for the side to move, are estimates or certain.
func (l *look) search(h *Holder, plies, ply int, alpha, beta oxo.Score) oxo.Score {
	if v, known := l.known(h); known {
		return v
	}
	forced := h.opts.Threatened != nil && ply < maxLookPlies && h.opts.Threatened(h.p)
	if l.left--; l.left < 0 || plies <= 0 && !forced {
		return estimate(h.p)
	}
	if len(l.moves) <= ply {
		l.moves = append(l.moves, nil)
	}
	moves := h.p.Moves(l.moves[ply][:0])
	l.moves[ply] = moves
	if !forced && (len(moves) > 1 || ply >= maxLookPlies) {
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

// known returns the certain value of a position, for the side to move.
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

// estimate returns the game's estimate of a position, or 0 if it has none.
func estimate(p oxo.Position) oxo.Score {
	if e, ok := p.(oxo.Evaluator); ok {
		return e.Evaluate()
	}
	return 0
}
