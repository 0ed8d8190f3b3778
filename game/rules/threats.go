package rules

import (
	"slices"

	"oxo"
	"oxo/game/rules/gdl"
	"oxo/game/rules/machine"
)

// This file orders moves by threats, whatever the game: a rule such as "three in this row" ends the game, and only one
// of its facts is missing. The side that can make this fact true may win at once, and a side that puts something else
// on its square stops that.

// threats holds the rules that win a game, and the moves that complete them.
type threats struct {
	wins    [2][]machine.Finish // by role: rules by which it wins
	setters [2][][]int32        // by role and fluent: the moves that may make it true
}

// threatsOf finds the rules by which a role wins, and the moves that complete them. If that takes too long, it returns
// none.
func threatsOf(p *machine.Program, t *traits) (all threats) {
	v := newProver(p.Circuit, t, nil)
	for _, f := range p.Finishes() {
		v.reset()
		for _, fact := range f.Facts {
			v.set(gdl.Literal((fact + 1) << 1))
		}
		v.spread()
		if winner, ok := v.winner(); ok {
			all.wins[winner] = append(all.wins[winner], f)
		}
	}
	if len(all.wins[0])+len(all.wins[1]) == 0 {
		return threats{}
	}
	for role := range all.setters {
		all.setters[role] = make([][]int32, len(p.Fluents))
		for m := range p.Moves[role] {
			if t.waiting[role][int32(m)] {
				continue
			}
			moves := pairOf{-1, -1}
			moves[role] = int32(m)
			v.assume(moves)
			for f := range p.Fluents {
				if v.maySet(int32(f)) {
					all.setters[role][f] = append(all.setters[role][f], int32(m))
				}
			}
			if v.looks > maxLooks/4 {
				return threats{}
			}
		}
	}
	return all
}

// winner returns the role that has certainly won.
func (v *prover) winner() (role int, ok bool) {
	if v.broken || v.of(v.c.Over) <= 0 {
		return 0, false
	}
	for role, goals := range v.c.Goals {
		for _, g := range goals {
			if 2*g.Points > v.t.sum && v.of(g.If) > 0 {
				return role, true
			}
		}
	}
	return 0, false
}

// maySet reports whether a fluent that is false may be true after the moves.
func (v *prover) maySet(f int32) bool {
	if v.broken || v.truth[f+1] > 0 {
		return false
	}
	v.now++
	v.stamp[f+1], v.memo[f+1] = v.now, -1
	return v.eval(v.c.Next[f]) >= 0
}

// threatGuide is the guide of a position: it implements [oxo.Guide].
type threatGuide struct{ p *position }

// Guide implements [oxo.Guided].
func (p *position) Guide() oxo.Guide { return threatGuide{p} }

// Expand implements [oxo.Guide].
func (g threatGuide) Expand(_, _ oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := g.p
	if p.now.over {
		return buf, oxo.Exactly(p.final())
	}
	first, bounds := len(buf), oxo.Between(oxo.Loss(1), oxo.Win(1)) // it ends at the next ply at the earliest
	if p.g.traits.margins {
		bounds = oxo.Between(oxo.By(-oxo.MaxMargin), oxo.By(oxo.MaxMargin))
	}
	if p.now.mover != p.role() {
		return append(buf, oxo.Child{Move: Pass, Bounds: bounds}), bounds
	}
	for i, m := range p.legal[p.now.from:p.now.to] {
		buf = append(buf, oxo.Child{Move: p.g.Move(p.role(), m), Bounds: bounds, Order: int32(-2 * i)})
	}
	children := buf[first:]
	if won, ok := p.win(children); ok {
		return append(buf[:first], oxo.Child{Move: won, Bounds: oxo.Exactly(oxo.Win(1))}), oxo.Exactly(oxo.Win(1))
	}
	p.stop(children)
	return buf, bounds
}

// win returns a move that wins at once.
func (p *position) win(children []oxo.Child) (m oxo.Move, ok bool) {
	t, role := &p.g.threats, p.role()
	if p.g.traits.margins {
		return 0, false
	}
	for i := range t.wins[role] {
		f := p.m.(*machine.Machine).Missing(&t.wins[role][i])
		if f < 0 {
			continue
		}
		for _, n := range t.setters[role][f] {
			if m = p.g.Move(role, n); child(children, m) != nil && p.won(m) {
				return m, true
			}
		}
	}
	return 0, false
}

// stop moves to the front the moves that change the square where the other role would win.
func (p *position) stop(children []oxo.Child) {
	const stops = 1 << 10 // more than what moves lose by their places: see [oxo.Child]
	t, role := &p.g.threats, p.role()
	for i := range t.wins[1-role] {
		f := p.m.(*machine.Machine).Missing(&t.wins[1-role][i])
		if f < 0 || len(t.setters[1-role][f]) == 0 {
			continue
		}
		for _, other := range p.g.traits.groups[p.g.packing.group[f]].fluents {
			if other == f {
				continue
			}
			for _, m := range t.setters[role][other] {
				if c := child(children, p.g.Move(role, m)); c != nil && c.Order < stops/2 {
					c.Order += stops
				}
			}
		}
	}
}

// child returns the child of a move, nil if the move is not legal. Moves are sorted.
func child(children []oxo.Child, m oxo.Move) *oxo.Child {
	i, ok := slices.BinarySearchFunc(children, m, func(c oxo.Child, m oxo.Move) int { return int(c.Move) - int(m) })
	if !ok {
		return nil
	}
	return &children[i]
}

// won reports whether a move wins at once.
func (p *position) won(m oxo.Move) bool {
	p.Make(m)
	won := p.now.over && p.margin() < 0
	p.Unmake(m)
	return won
}

// final returns the value of the end of the game.
func (p *position) final() oxo.Score {
	switch m := p.margin(); {
	case p.g.traits.margins:
		return oxo.By(m)
	case m > 0:
		return oxo.Win(0)
	case m < 0:
		return oxo.Loss(0)
	}
	return oxo.Draw
}
