package connect4

import (
	"fmt"
	"math/bits"

	"oxo"
	"oxo/board"
)

// planner is a guide of any height.
type planner interface {
	plan() (kind board.MotiveKind, name string, square uint64, ok bool)
}

// Motives says what the rules of rules.go prove for the side that moves, and by
// which [Allis88].
func (p *position) Motives(m oxo.Move) []board.Motive {
	own, other := p.g.SideName(p.Turn()), p.g.SideName(p.Turn().Opponent())
	p.Make(m)
	defer p.Unmake(m)
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	kind, name, square, ok := guideOfHeight(p).(planner).plan()
	if !ok {
		return nil
	}
	motive := board.Motive{Kind: kind, Name: name}
	place := ""
	if square != 0 {
		bit := bits.TrailingZeros64(square)
		s := board.Square{Column: bit / p.g.step, Row: bit % p.g.step}
		motive.Squares = []board.Square{s}
		place = fmt.Sprintf("row %d of column %d", s.Row+1, s.Column+1)
	}
	switch {
	case name == zugzwang:
		motive.Text = "wins with " + place + " in the end: when the rest is full, " + other + " must play below it (zugzwang)"
	case kind == board.Holds:
		motive.Text = "can answer each " + other + " with an " + own + " on top, which leaves " + other + " no line (claimeven)"
	case place != "":
		motive.Text = "can answer each " + other + " with an " + own + " on top, and so wins with " + place + " (claimeven)"
	default:
		motive.Text = "can answer each " + other + " with an " + own + " on top, and so gets four in a row (claimeven)"
	}
	return []board.Motive{motive}
}

// The plans that have a name.
const (
	claimeven = "claimeven"
	zugzwang  = "zugzwang"
)

// plan returns the plan that a rule proves to win, or not to lose, for the follower,
// and the square that it wins with, if it is one.
func (g *guide[H]) plan() (kind board.MotiveKind, name string, square uint64, ok bool) {
	st := g.p.now
	mask, left := st.mask(), g.width*g.height-g.p.ply
	own, winning, next := st.follower, st.followerWins, g.playable(mask)
	if left&1 == 0 {
		claims, threats, rest := g.followUp(own, winning, mask, next)
		if !g.stops(rest, next&g.claimed) {
			return 0, "", 0, false
		}
		if threats != 0 || g.hasLine(own|claims) {
			return board.Wins, claimeven, threats & -threats, true
		}
		return board.Holds, claimeven, 0, true
	}
	for targets := g.targets(winning, next); targets != 0; targets &= targets - 1 {
		target := targets & -targets
		if _, rest, single := g.zugzwang(own, winning, mask, next, target); g.stops(rest, single) {
			return board.Wins, zugzwang, target, true
		}
	}
	return 0, "", 0, false
}
