package rules

import (
	"slices"

	"oxo"
	"oxo/game/rules/machine"
)

// position is a state and the side to move. The role with a choice moves; if it is the other
// side's turn, that side passes.
type position struct {
	g      *Game
	m      *machine.Machine
	turn   oxo.Side
	key    oxo.Key
	counts []uint8 // of each group: its fluents that are true
	now    look
	past   []step
	flips  []int32   // the changes of all steps
	keys   []oxo.Key // of the states before, if the game loops
}

// look is what a state lets the roles do.
type look struct {
	over  bool
	mover int     // the role with the choice; -1 if the side to move has it
	waits int32   // the only move of the other role
	moves []int32 // of the mover
}

// step is what a move has changed.
type step struct {
	now   look
	flips int // length of flips before
}

// role returns the role of the side to move.
func (p *position) role() int { return p.g.sides[p.turn] }

// broken stops everything: the sheet is not what it seemed to be.
func (p *position) broken(why string) {
	panic(Broken{p.g.name, p.g.FormatPosition(p), why})
}

// look finds out who moves.
func (p *position) look() {
	l := look{over: p.m.Over()}
	if !l.over {
		var who [2][]int32
		who[0], who[1] = p.m.Legal(0, nil), p.m.Legal(1, nil)
		switch mover, why := p.g.traits.mover(who); {
		case why != "":
			p.broken(why)
		case mover < 0:
			mover = p.role()
			fallthrough
		default:
			l.mover, l.moves, l.waits = mover, who[mover], who[1-mover][0]
		}
	}
	p.now = l
}

// account adds or removes a fluent in the key.
func (p *position) account(f int32) {
	w := &p.g.packing
	d := w.digits[f]
	if p.m.Fluent(int(f)) {
		p.key = sum(p.key, d)
		p.counts[w.group[f]]++
	} else {
		p.key = difference(p.key, d)
		p.counts[w.group[f]]--
	}
}

// Moves implements [oxo.Position], in the order of the text.
func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	switch {
	case p.now.over:
		return buf
	case p.now.mover != p.role():
		return append(buf, pass)
	}
	for _, m := range p.now.moves {
		buf = append(buf, oxo.Move(m))
	}
	return buf
}

// Make implements [oxo.Position].
func (p *position) Make(m oxo.Move) {
	p.past = append(p.past, step{p.now, len(p.flips)})
	if p.g.traits.loops {
		p.keys = append(p.keys, p.Key())
	}
	role := p.role()
	p.turn = p.turn.Opponent()
	if m == pass {
		return
	}
	both := [2]int32{p.now.waits, p.now.waits}
	both[role] = int32(m)
	p.flips = append(p.flips, p.m.Make(both[0], both[1])...)
	p.add(p.flips[p.past[len(p.past)-1].flips:])
	p.look()
}

// add accounts for changes, and checks the groups.
func (p *position) add(flips []int32) {
	for _, f := range flips {
		p.account(f)
	}
	w := &p.g.packing
	for _, f := range flips {
		if n, group := p.counts[w.group[f]], &p.g.traits.groups[w.group[f]]; n > 1 || n == 0 && group.always {
			p.broken("facts hold together, or none holds, that never did before: " + p.g.program.Fluents[f])
		}
	}
}

// Unmake implements [oxo.Position].
func (p *position) Unmake(m oxo.Move) {
	last := p.past[len(p.past)-1]
	p.past = p.past[:len(p.past)-1]
	if p.g.traits.loops {
		p.keys = p.keys[:len(p.keys)-1]
	}
	p.turn = p.turn.Opponent()
	if m != pass {
		flips := p.flips[last.flips:]
		p.m.Toggle(flips)
		for _, f := range flips {
			p.account(f)
		}
		p.flips = p.flips[:last.flips]
	}
	p.now = last.now
}

// Outcome compares the points of both roles at the end.
func (p *position) Outcome() oxo.Outcome {
	if !p.now.over {
		return oxo.Ongoing
	}
	switch m := p.margin(); {
	case m > 0:
		return oxo.Won
	case m < 0:
		return oxo.Lost
	}
	return oxo.Drawn
}

// margin returns how many points more the side to move has at the end.
func (p *position) margin() int {
	mine, ok := p.m.Points(p.role())
	theirs, also := p.m.Points(1 - p.role())
	if !ok || !also || mine+theirs != p.g.traits.sum {
		p.broken("the points of the roles do not add up to those of other ends")
	}
	return mine - theirs
}

// Turn implements [oxo.Position].
func (p *position) Turn() oxo.Side { return p.turn }

// Key packs the state into digits, one for each group, and the side to move.
func (p *position) Key() oxo.Key {
	k := p.key
	k.Hi, k.Lo = k.Hi<<1|k.Lo>>63, k.Lo<<1|uint64(p.turn)
	return k
}

// KeyBits implements [oxo.Keyed].
func (p *position) KeyBits() int { return p.g.packing.bits }

// Hash implements [oxo.Position].
func (p *position) Hash() uint64 { return p.Key().Hash() }

// Facts implements [oxo.Factual].
func (p *position) Facts() oxo.Facts { return oxo.Facts{Game: p.g} }

func (p *position) copy() *position {
	c := *p
	c.m = p.m.Clone()
	c.counts = slices.Clone(p.counts)
	c.past, c.flips, c.keys = slices.Clone(p.past), slices.Clone(p.flips), slices.Clone(p.keys)
	return &c
}

// Clone implements [oxo.Position].
func (p *position) Clone() oxo.Position { return p.copy() }

// margined is a position of a game whose points are more than win, draw and loss.
type margined struct{ *position }

// Margin implements [oxo.Margined].
func (p *margined) Margin() int { return p.margin() }

// Clone implements [oxo.Position].
func (p *margined) Clone() oxo.Position { return &margined{p.copy()} }

// looping is a position of a game that may never end: the language has no rule of
// repetition, so a state that comes back is a draw.
type looping struct{ *position }

// Repeated implements [oxo.Looping].
func (p *looping) Repeated() (int, oxo.Score) { return p.repeated(), oxo.Draw }

// Clone implements [oxo.Position].
func (p *looping) Clone() oxo.Position { return &looping{p.copy()} }

// loopingMargined is both.
type loopingMargined struct{ margined }

// Repeated implements [oxo.Looping].
func (p *loopingMargined) Repeated() (int, oxo.Score) { return p.repeated(), oxo.Draw }

// Clone implements [oxo.Position].
func (p *loopingMargined) Clone() oxo.Position { return &loopingMargined{margined{p.copy()}} }

// repeated returns how many plies ago the state was there last, 0 for never.
func (p *position) repeated() int {
	k := p.Key()
	for i, before := range slices.Backward(p.keys) {
		if before == k {
			return len(p.keys) - i
		}
	}
	return 0
}
