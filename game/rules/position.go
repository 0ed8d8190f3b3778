package rules

import (
	"slices"

	"oxo"
	"oxo/game/rules/digits"
)

// position is a state and the side to move. The role with a choice moves; if it is the other
// side's turn, that side passes.
type position struct {
	g      *Game
	m      State
	turn   oxo.Side
	key    oxo.Key
	images []oxo.Key // the keys of the images under symmetries 1, 2, ...
	counts []uint8   // of each group: its fluents that are true
	now    look
	past   []step
	flips  []int32   // the changes of all steps
	keys   []oxo.Key // of the states before, if the game loops
	legal  []int32   // the legal moves of both roles, of all states of the line
}

// look holds the moves that the roles have in a state.
type look struct {
	over  bool
	mover int   // the role with the choice; -1 if the side to move has it
	waits int32 // the only move of the other role
	begin int   // where this state's legal moves begin in the list
	from  int   // the moves of the mover in that list
	to    int
}

// step holds the data to undo a move.
type step struct {
	now   look
	flips int // length of flips before
}

// role returns the role of the side to move.
func (p *position) role() int { return p.g.sides[p.turn] }

// broken panics with [Broken]: the sheet does not have a property that it seemed to have.
func (p *position) broken(why string) {
	panic(Broken{p.g.name, p.g.FormatPosition(p), why})
}

// look finds out who moves.
func (p *position) look() {
	l := look{over: p.m.Over(), begin: len(p.legal)}
	if !l.over {
		p.legal = p.m.Legal(0, p.legal)
		middle := len(p.legal)
		p.legal = p.m.Legal(1, p.legal)
		who := [2][]int32{p.legal[l.begin:middle], p.legal[middle:]}
		mover, why := p.g.traits.mover(who)
		if why != "" {
			p.follow()
		}
		switch {
		case why != "":
			p.broken(why)
		case mover < 0:
			mover = p.role()
			fallthrough
		default:
			l.mover, l.waits, l.from, l.to = mover, who[1-mover][0], l.begin, middle
			if mover == 1 {
				l.from, l.to = middle, len(p.legal)
			}
		}
	}
	p.now = l
	p.follow()
}

// follow checks that the rules could be followed.
func (p *position) follow() {
	if why := Fault(p.m); why != "" {
		p.broken(why)
	}
}

// account adds or removes a fluent in the key.
func (p *position) account(f int32) {
	is := p.m.Fluent(int(f))
	if s := p.g.engine.sheet; s != nil {
		if is {
			p.key = digits.Sum(p.key, s.Sum(f))
		} else {
			p.key = digits.Difference(p.key, s.Sum(f))
		}
		return
	}
	w := &p.g.packing
	d := w.digits[f]
	p.accountImages(f, is)
	if is {
		p.key = digits.Sum(p.key, d)
		p.counts[w.group[f]]++
	} else {
		p.key = digits.Difference(p.key, d)
		p.counts[w.group[f]]--
	}
}

// Moves implements [oxo.Position], in the order of the text.
func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	switch {
	case p.now.over:
		return buf
	case p.now.mover != p.role():
		return append(buf, Pass)
	}
	for _, m := range p.legal[p.now.from:p.now.to] {
		buf = append(buf, p.g.Move(p.now.mover, m))
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
	if m == Pass {
		return
	}
	both := [2]int32{p.now.waits, p.now.waits}
	both[role] = p.g.Number(m)
	p.flips = append(p.flips, p.m.Make(both[0], both[1])...)
	p.follow()
	p.add(p.flips[p.past[len(p.past)-1].flips:])
	p.look()
}

// add updates the counts and the keys for changed fluents, and checks the groups of
// exclusive fluents.
func (p *position) add(flips []int32) {
	for _, f := range flips {
		p.account(f)
	}
	w := &p.g.packing
	if p.g.engine.sheet != nil {
		return
	}
	for _, f := range flips {
		if n, group := p.counts[w.group[f]], &p.g.traits.groups[w.group[f]]; group.checked && (n > 1 || n == 0 && group.always) {
			p.broken("facts hold together, or none holds, that never did before: " + p.g.engine.fluent(f))
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
	if m != Pass {
		flips := p.flips[last.flips:]
		p.m.Unmake(flips)
		for _, f := range flips {
			p.account(f)
		}
		p.flips = p.flips[:last.flips]
		p.legal = p.legal[:p.now.begin]
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
	if !ok || !also {
		p.follow()
	}
	if !ok || !also || mine+theirs != p.g.traits.sum {
		p.broken("the points of the roles do not add up to those of other ends")
	}
	return mine - theirs
}

// Turn implements [oxo.Position].
func (p *position) Turn() oxo.Side { return p.turn }

// Key packs the state into digits, one for each group, and the side to move.
func (p *position) Key() oxo.Key {
	return p.withTurn(p.key)
}

// Restore implements [oxo.Restorable]. The game's keys must be exact.
func (p *position) Restore(k oxo.Key) {
	p.past, p.keys, p.legal = p.past[:0], p.keys[:0], p.legal[:0]
	p.turn = oxo.Side(k.Lo & 1)
	rest := oxo.Key{Hi: k.Hi >> 1, Lo: k.Lo>>1 | k.Hi<<63}
	p.flips = p.flips[:0]
	for i := range p.g.traits.groups {
		g := &p.g.traits.groups[i]
		var digit uint64
		rest, digit = digits.Divide(rest, uint64(g.values()))
		for j, f := range g.fluents {
			is := uint64(j) == digit
			if !g.always {
				is = uint64(j)+1 == digit
			}
			if is != p.m.Fluent(int(f)) {
				p.flips = append(p.flips, f)
			}
		}
	}
	p.m.Toggle(p.flips)
	p.add(p.flips)
	p.flips = p.flips[:0]
	p.look()
}

// withTurn puts the side to move into a key.
func (p *position) withTurn(k oxo.Key) oxo.Key {
	return oxo.Key{Hi: k.Hi<<1 | k.Lo>>63, Lo: k.Lo<<1 | uint64(p.turn)}
}

// KeyBits implements [oxo.Keyed].
func (p *position) KeyBits() int { return p.g.packing.bits }

// Hash implements [oxo.Position].
func (p *position) Hash() uint64 { return p.Key().Hash() }

// Facts implements [oxo.Factual].
func (p *position) Facts() oxo.Facts { return oxo.Facts{Game: p.g} }

func (p *position) copy() *position {
	c := *p
	c.m = Copy(p.m)
	c.counts, c.images = slices.Clone(p.counts), slices.Clone(p.images)
	c.past, c.flips, c.keys = slices.Clone(p.past), slices.Clone(p.flips), slices.Clone(p.keys)
	c.legal = slices.Clone(p.legal)
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

// loopingMargined is a position of a game that is both looping and margined.
type loopingMargined struct{ margined }

// Repeated implements [oxo.Looping].
func (p *loopingMargined) Repeated() (int, oxo.Score) { return p.repeated(), oxo.Draw }

// Clone implements [oxo.Position].
func (p *loopingMargined) Clone() oxo.Position { return &loopingMargined{margined{p.copy()}} }

// repeated returns how many plies ago the state last occurred, 0 for never.
func (p *position) repeated() int { return Repeated(p.keys, p.Key()) }

// Repeated returns how many plies ago a key last occurred in keys, which belong to the earlier
// positions; 0 for never.
func Repeated(keys []oxo.Key, k oxo.Key) int {
	for i, before := range slices.Backward(keys) {
		if before == k {
			return len(keys) - i
		}
	}
	return 0
}
