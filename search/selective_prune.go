package search

import "oxo"

// This file has what the selective search leaves out. All margins are in units of the game's
// smallest man. Each part has a switch in [Parts]; docs/know/selective.md says what each is worth.

// Depths, in plies, up to which the parts apply.
const (
	futilityDepth = 8 // of whole nodes
	razorDepth    = 3
	skipDepth     = 6 // of single moves
	nullDepth     = 3 // from this depth on
	reduceDepth   = 3 // from this depth on
)

// pruned returns the value of a node if the moves are not needed to find it.
func (w *selective) pruned(f *frame) (oxo.Score, bool) {
	if w.parts.has(futilityPart) && isEstimate(f.estimate) {
		// The estimate is so far above the window that the other side will not catch up:
		// reverse futility [Heinz98].
		margin := w.unit * oxo.Score(4*f.depth) / 5
		if f.improving {
			margin -= w.unit * 3 / 5
		}
		if f.depth <= futilityDepth && f.estimate-margin >= f.beta {
			return f.estimate, true
		}
		// It is so far below that only noisy moves can help: razoring [Heinz98].
		if f.depth <= razorDepth && w.parts.has(quiescencePart) && f.estimate+w.unit*oxo.Score(2+2*f.depth) <= f.alpha {
			if v := w.quiesce(f.alpha, f.beta, f.at); w.stopped || v <= f.alpha {
				return v, true
			}
		}
	}
	return w.afterPass(f)
}

// afterPass reports whether the position is good enough even if the side passes: the null move
// [Donninger93].
func (w *selective) afterPass(f *frame) (oxo.Score, bool) {
	passed := f.at > 0 && w.plies[f.at-1].move == 0
	if !w.parts.has(nullMovePart) || f.depth < nullDepth || f.estimate < f.beta || passed {
		return 0, false
	}
	m, ok := w.game.Idle()
	if !ok {
		return 0, false
	}
	less := 3 + f.depth/3 + int(min((f.estimate-f.beta)/(2*w.unit), 3))
	f.here.move = 0
	w.foresee(m)
	w.game.Make(m)
	v := w.node(f.beta.ToChild(), (f.beta - 1).ToChild(), f.depth-less, f.at+1, !f.cut).ToParent()
	w.game.Unmake(m)
	if v < f.beta {
		return 0, false
	}
	if !isEstimate(v) {
		v = f.beta // a win that needs a pass does not count
	}
	return v, true
}

// skipped reports whether a move is left out without a search.
func (w *selective) skipped(f *frame, c *candidate) bool {
	if f.threatened || f.depth > skipDepth || w.known.Threatens != nil && w.known.Threatens(c.move) {
		return false
	}
	depth := oxo.Score(f.depth)
	if !c.quiet {
		return c.losing && w.parts.has(losingMovesPart) && !w.game.Exchange(c.move, -w.unit*depth)
	}
	return w.late(f, c.place) || w.parts.has(losingMovesPart) && !w.game.Exchange(c.move, -w.unit*depth/2)
}

// late reports whether quiet moves from this place in the order on are left out, except
// threats.
func (w *selective) late(f *frame, place int) bool {
	if f.threatened || f.depth > skipDepth {
		return false
	}
	most := 6 + f.depth*f.depth
	if !f.improving {
		most = most * 2 / 3
	}
	switch {
	case w.parts.has(lateMovesPart) && place >= most:
		return true
	case w.parts.has(futilityPart) && isEstimate(f.estimate):
		return f.estimate+w.unit*(10+9*oxo.Score(f.depth))/10 <= f.low
	}
	return false
}

// reduction returns by how many plies a move is first reduced, before it is made: late moves
// [Romstad06], but less if their history is good.
func (w *selective) reduction(f *frame, c *candidate) int {
	if c.place == 0 || f.depth < reduceDepth || !w.parts.has(lateReductionsPart) || !c.quiet && !c.losing {
		return 0
	}
	less := int(w.less[min(f.depth, 63)][min(c.place, 63)])
	if w.known.Threatens != nil { // the game knows the threats, so other moves can be searched less deep
		if less++; c.losing {
			less--
		}
	}
	if f.open {
		less--
	}
	if f.at == 0 { // else a sacrifice late in the order would be found plies later
		less--
	}
	if f.cut {
		less++
	}
	if !f.improving {
		less++
	}
	if f.threatened {
		less--
	}
	if c.quiet {
		if c.move+1 == f.here.killers[0] || c.move+1 == f.here.killers[1] {
			less--
		}
		learned := w.quiets.rank(c.move, w.before(f.at, 1), w.before(f.at, 2), w.game.Turn())
		less -= min(max(int(learned/historyStep), -maxByHistory), maxByHistory)
	}
	return less
}
