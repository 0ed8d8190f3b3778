package search

import (
	"slices"

	"oxo"
)

// The moves of a node come in stages. What a stage needs is computed when it begins, since an
// early move mostly ends the node:
//
//  1. the table's move
//  2. noisy moves that do not lose, in the order of the game
//  3. killers
//  4. quiet moves, by their history
//  5. noisy moves that lose
type stage uint8

const (
	fromTable stage = iota
	noisyMoves
	killerMoves
	quietMoves
	losingMoves
)

// picker is the state of picking the moves of a node.
type picker struct {
	stage           stage
	best            oxo.Move // the table's move + 1, or 0
	before, earlier oxo.Move // moves made before the node, + 1, or 0
	at              int      // in the game's list: the next that may be noisy
	quiets          []order
	ranked          bool // the quiet moves have ranks
	losing          []oxo.Move
	lost            int // number of losing moves picked
}

// order is the sort key of quiet moves: the rank, then the place in the game's list, earlier
// places first.
//
//	63                         16 15               0
//	|            rank            | 65535 - place   |
type order int64

const (
	placeBits = 16
	lastPlace = 1<<placeBits - 1
)

func orderOf(rank int32, place int) order { return order(rank)<<placeBits | order(lastPlace-place) }

func (o order) place() int { return lastPlace - int(o&lastPlace) }

// In a game with a shortlist the place of a move in the list counts, too: listedStep for
// each place, and the history is divided by listedShare.
const (
	listedStep  = 512
	listedShare = 2
)

// arrange prepares to pick the moves of a node.
func (w *selective) arrange(here *selectivePly, best oxo.Move, at int) {
	p := &here.picker
	*p = picker{best: best, before: w.before(at, 1), earlier: w.before(at, 2), quiets: p.quiets[:0], losing: p.losing[:0]}
}

// pick returns the best move not yet picked, and whether it is a noisy one that loses. If late
// is true, hardly any quiet move will be searched, so their order does not matter. It is
// called at most once per move.
func (w *selective) pick(here *selectivePly, late bool) (m oxo.Move, losing bool) {
	for p := &here.picker; ; p.stage++ {
		ok := false
		switch p.stage {
		case fromTable:
			m, ok = p.best-1, p.best != 0 && slices.Contains(here.moves, p.best-1)
			if ok {
				p.stage++ // there is one
			}
		case noisyMoves:
			m, ok = w.noisy(here)
		case killerMoves:
			m, ok = here.killer()
		case quietMoves:
			m, ok = w.quiet(here, late)
		case losingMoves:
			p.lost++
			return p.losing[p.lost-1], true
		}
		if ok {
			return m, false
		}
	}
}

// noisy returns the next noisy move that does not lose, and sorts the others into their lists.
func (w *selective) noisy(here *selectivePly) (oxo.Move, bool) {
	p := &here.picker
	for p.at < len(here.moves) {
		m := here.moves[p.at]
		p.at++
		switch {
		case m+1 == p.best:
		case w.game.Quiet(m):
			p.quiets = append(p.quiets, orderOf(0, p.at-1))
		case w.game.Exchange(m, 0):
			return m, true
		default:
			p.losing = append(p.losing, m)
		}
	}
	return 0, false
}

// killer returns a killer that is among the quiet moves.
func (here *selectivePly) killer() (oxo.Move, bool) {
	p := &here.picker
	for _, k := range here.killers {
		if k == 0 {
			continue
		}
		for i, o := range p.quiets {
			if m := here.moves[o.place()]; m+1 == k {
				p.remove(i)
				return m, true
			}
		}
	}
	return 0, false
}

func (p *picker) remove(i int) {
	last := len(p.quiets) - 1
	p.quiets[i] = p.quiets[last]
	p.quiets = p.quiets[:last]
}

// quiet returns the quiet move of the highest rank. Few are picked, so the list is not sorted.
func (w *selective) quiet(here *selectivePly, late bool) (oxo.Move, bool) {
	p := &here.picker
	if len(p.quiets) == 0 {
		return 0, false
	}
	best := len(p.quiets) - 1
	if !late {
		best = w.highest(here)
	}
	m := here.moves[p.quiets[best].place()]
	p.remove(best)
	return m, true
}

// highest returns the index of the quiet move with the highest rank.
func (w *selective) highest(here *selectivePly) (best int) {
	p := &here.picker
	if !p.ranked {
		w.rank(here)
	}
	for i, o := range p.quiets {
		if o > p.quiets[best] {
			best = i
		}
	}
	return best
}

// rank computes the ranks of the quiet moves.
func (w *selective) rank(here *selectivePly) {
	p, side := &here.picker, w.game.Turn()
	for i, o := range p.quiets {
		at := o.place()
		r := w.quiets.rank(here.moves[at], p.before, p.earlier, side)
		if w.known.Shortlist != nil {
			r = r/listedShare - listedStep*int32(at)
		}
		p.quiets[i] = orderOf(r, at)
	}
	p.ranked = true
}
