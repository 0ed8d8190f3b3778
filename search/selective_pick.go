package search

import (
	"slices"

	"oxo"
)

// The moves of a node come in stages, and what a stage needs is worked out when it begins, since
// mostly an early move ends the node:
//
//  1. the table's move
//  2. noisy moves that do not lose, in the order of the game
//  3. killers
//  4. quiet moves, by what was learned of them
//  5. noisy moves that lose
type stage uint8

const (
	fromTable stage = iota
	noisyMoves
	killerMoves
	quietMoves
	losingMoves
)

// picker is how far the moves of a node have been picked.
type picker struct {
	stage           stage
	best            oxo.Move // the table's, + 1, or 0
	before, earlier oxo.Move // those made before the node, + 1, or 0
	at              int      // in the game's list: the next that may be noisy
	quiets          []order
	ranked          bool // quiets have their ranks
	losing          []oxo.Move
	lost            int // of losing, picked
}

// order is what quiet moves are picked by: the rank, and in equal ranks the place in the game's
// list, the first first.
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

// In a game that is [Shortlisting] the order of its list counts as well: a place in it
// as much as listedStep, and what was learned one in listedShare.
const (
	listedStep  = 512
	listedShare = 2
)

// arrange gets ready to pick the moves of a node.
func (w *selective) arrange(here *selectivePly, best oxo.Move, at int) {
	p := &here.picker
	*p = picker{best: best, before: w.before(at, 1), earlier: w.before(at, 2), quiets: p.quiets[:0], losing: p.losing[:0]}
}

// pick returns the best of the moves that were not picked, and whether it is a noisy one
// that loses. Late says that hardly any quiet move will be searched any more, so that they
// need no order. It is called once for each move at most.
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

// noisy returns the next noisy move that does not lose, and lists the others that it passes.
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

// quiet returns the quiet move of the highest rank. Mostly few are picked, so they are not sorted.
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

// highest returns which of the quiet moves has the highest rank.
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

// rank ranks the quiet moves.
func (w *selective) rank(here *selectivePly) {
	p, side := &here.picker, w.game.Turn()
	for i, o := range p.quiets {
		at := o.place()
		r := w.quiets.rank(here.moves[at], p.before, p.earlier, side)
		if w.short != nil {
			r = r/listedShare - listedStep*int32(at)
		}
		p.quiets[i] = orderOf(r, at)
	}
	p.ranked = true
}
