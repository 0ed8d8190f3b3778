package connect4

import (
	"fmt"
	"math/bits"

	"oxo"
	"oxo/game/board"
)

// Motives names the rule of rules.go that proves a bound for the side that moves, and the bound
// [Allis88].
func (p *position) Motives(m oxo.Move) []board.Motive {
	own, other := p.g.sideName(p.Turn()), p.g.sideName(p.Turn().Opponent())
	p.Make(m)
	defer p.Unmake(m)
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	kind, name, square, ok := p.plan()
	if !ok {
		return nil
	}
	var squares []board.Square
	if square != 0 {
		at := bits.TrailingZeros64(square)
		squares = []board.Square{{Column: at / p.g.step, Row: at % p.g.step}}
	}
	return []board.Motive{motive(kind, name, squares, own, other)}
}

// motive says in words how a plan works, with the square that wins if there is a single one.
func motive(kind board.MotiveKind, name string, squares []board.Square, own, other string) board.Motive {
	m, place := board.Motive{Kind: kind, Name: name, Squares: squares}, ""
	for _, s := range squares {
		place = fmt.Sprintf("row %d of column %d", s.Row+1, s.Column+1)
	}
	switch {
	case name == zugzwang:
		m.Text = "gets " + place + " in the end, since " + other + " must play below it when the rest is full (zugzwang)"
	case kind == board.Holds:
		m.Text = "can answer each " + other + " disc with a " + own + " one on top, which leaves " + other + " no line (claimeven)"
	case place != "":
		m.Text = "can answer each " + other + " disc with a " + own + " one on top, and so wins with " + place + " (claimeven)"
	default:
		m.Text = "can answer each " + other + " disc with a " + own + " one on top, and so gets four in a row (claimeven)"
	}
	return m
}

// The plans that have a name.
const (
	claimeven = "claimeven"
	zugzwang  = "zugzwang"
)

// plan returns the plan by which the follower wins or does not lose, and the square that wins
// if there is a single one. It is a short version of rules.go, whose functions are compiled for
// each height, so twelve times.
func (p *position) plan() (kind board.MotiveKind, name string, square uint64, ok bool) {
	g, st := p.g, p.now
	mask, left := st.mask(), g.width*g.height-p.ply
	own, winning, next := st.follower, st.followerWins, g.playable(mask)
	if left&1 == 0 {
		claims := g.claimed &^ mask &^ next
		threats := winning & claims
		if !g.leavesNoLine(g.board&^(own|claims|g.upFrom(threats)), next&g.claimed) {
			return 0, "", 0, false
		}
		if threats != 0 || hasLine(own|claims, g.height) {
			return board.Wins, claimeven, threats & -threats, true
		}
		return board.Holds, claimeven, 0, true
	}
	for targets := winning &^ g.claimed &^ next; targets != 0; targets &= targets - 1 {
		target := targets & -targets
		column := g.column(bits.TrailingZeros64(target) / g.step)
		parity := g.claimed ^ column
		claims := parity &^ mask &^ next &^ (column & -target)
		if g.leavesNoLine(g.board&^own&^claims&^target&^g.upFrom(winning&claims|target), next&parity) {
			return board.Wins, zugzwang, target, true
		}
	}
	return 0, "", 0, false
}

// upFrom returns the given squares and all above them.
func (g *game) upFrom(squares uint64) (up uint64) {
	for ; squares != 0; squares = squares << 1 & g.board {
		up |= squares
	}
	return up
}

// leavesNoLine reports whether the mover has no line in the set rest if it gets only one of a
// pair of single squares.
func (g *game) leavesNoLine(rest, single uint64) bool {
	if !hasLine(rest, g.height) {
		return true
	}
	single &= rest
	a := single & -single
	b := single &^ a
	return b&(b-1) == 0 && b != 0 && !hasLine(rest&^a, g.height) && !hasLine(rest&^b, g.height)
}
