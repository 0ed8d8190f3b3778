package audit

import (
	"cmp"
	"context"

	"oxo"
	"oxo/game/catalog"
)

// defaultWithin is the number of positions that are visited for one claim if the limits do not give one.
const defaultWithin = 1 << 20

// within says what a claim of a win within some plies means for the side to move: that it wins, or loses, within
// a number of plies.
func (c *Claim) within() (wins bool, plies int, ok bool) {
	switch lo, hi := c.Holds.Lo(), c.Holds.Hi(); {
	case hi == oxo.Infinity && lo.IsWin() && lo.CountsPlies():
		wins, plies = true, lo.Plies()
	case lo == -oxo.Infinity && hi.IsLoss() && hi.CountsPlies():
		plies = hi.Plies()
	default:
		return false, 0, false
	}
	if c.AfterMove {
		wins, plies = !wins, plies-1
	}
	return wins, plies, plies >= 0
}

// judgeWithin judges a claim that the search has left open, by looking at all lines up to its number of plies. So a claim of
// a mate that takes longer is refuted, although the length of the shortest mate is not known.
func (a *Auditor) judgeWithin(ctx context.Context, c *Claim, proven oxo.Bounds) (Verdict, oxo.Bounds) {
	v := c.judge(proven)
	wins, plies, ok := c.within()
	_, margined := c.Position.(oxo.Margined)
	if v != Unproven || !ok || margined || a.options.ResultOnly {
		return v, proven
	}
	l := lines{ctx: ctx, left: cmp.Or(a.options.Limits.Nodes, defaultWithin)}
	p := c.Position.Clone()
	var yes bool
	if wins {
		yes = l.wins(p, plies)
	} else {
		yes = l.loses(p, plies)
	}
	switch {
	case l.left == 0:
	case yes && wins:
		proven = proven.And(oxo.Between(oxo.Win(plies), oxo.Infinity))
	case yes:
		proven = proven.And(oxo.Between(-oxo.Infinity, oxo.Loss(plies)))
	case wins:
		proven = proven.And(oxo.Between(-oxo.Infinity, oxo.Win(plies+1)))
	default:
		proven = proven.And(oxo.Between(oxo.Loss(plies+1), oxo.Infinity))
	}
	return c.judge(proven), proven
}

// lines looks at all lines from a position.
type lines struct {
	ctx  context.Context
	left uint64 // positions; at 0 the answers mean nothing
}

// wins reports whether the side to move wins within some plies.
func (l *lines) wins(p oxo.Position, plies int) bool {
	if over := p.Outcome(); over != oxo.Ongoing || plies == 0 {
		return over == oxo.Won
	}
	for _, m := range l.moves(p) {
		p.Make(m)
		lost := l.loses(p, plies-1)
		if p.Unmake(m); lost {
			return true
		}
	}
	return false
}

// loses reports whether the side to move loses within some plies, whatever it does.
func (l *lines) loses(p oxo.Position, plies int) bool {
	if over := p.Outcome(); over != oxo.Ongoing || plies == 0 {
		return over == oxo.Lost
	}
	for _, m := range l.moves(p) {
		p.Make(m)
		won := l.wins(p, plies-1)
		if p.Unmake(m); !won {
			return false
		}
	}
	return true
}

// moves returns the moves of a position; none at the limit.
func (l *lines) moves(p oxo.Position) []oxo.Move {
	const often = 1024
	if l.left > 0 {
		l.left--
	}
	if l.left == 0 || l.left%often == 0 && l.ctx.Err() != nil {
		l.left = 0
		return nil
	}
	return catalog.Playable(p, nil)
}
