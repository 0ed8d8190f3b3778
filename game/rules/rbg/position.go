package rbg

import (
	"slices"

	"oxo"
	"oxo/game/rules"
	"oxo/game/rules/digits"
)

// position is a state of the sheet and the side to move. The player whom the sheet lets move
// has the choice; if it is the other side's turn, that side passes.
type position struct {
	g *Game
	state
	turn    oxo.Side
	over    bool      // the keeper is stuck
	board   oxo.Key   // the part of the key for the pieces
	images  []oxo.Key // the same part, of the image by each symmetry but the first
	changes []change
	past    []step
	levels  []level // the moves of the states so far and of this one
	keys    []oxo.Key
	seen    numbers // memory for the numbers of moves
}

// change is one value that a move has overwritten, to undo it.
type change struct {
	at     int32 // a square, or after all squares a variable
	before int32
}

// step holds the other parts of the state before a move, to undo it.
type step struct {
	changes  int // the length before
	hub      int32
	at       uint16
	player   int8
	over     bool
	boardKey oxo.Key
}

// level holds the moves of a state.
type level struct {
	known bool
	list  list
	ids   []oxo.Move
	texts []string
}

// role returns the player of the side to move.
func (p *position) role() int { return p.g.sides[p.turn] }

// broken panics with [rules.Broken]: the sheet does not have a property that it seemed to have.
func (p *position) broken(why string) {
	panic(rules.Broken{Game: p.g.name, Position: p.g.write(p), Why: why})
}

func (p *position) level() *level { return &p.levels[len(p.past)] }

// moves returns the moves of the player who has the choice.
func (p *position) moves() *level {
	l := p.level()
	if l.known {
		return l
	}
	l.list.clear()
	l.ids, l.texts = l.ids[:0], nil
	if !p.over {
		if why := p.g.search(&p.state, &l.list, false); why != "" {
			p.broken(why)
		}
		l.ids = p.numbers(&l.list, l.ids)
	}
	l.known = true
	return l
}

// numbers appends the numbers of moves.
func (p *position) numbers(all *list, ids []oxo.Move) []oxo.Move {
	if n := p.g.numbering; n != nil {
		r := n.root(p.g.program, p.hub, p.at)
		for i := range all.ends {
			ids = append(ids, n.number(r, all.move(i)))
		}
		return ids
	}
	p.seen = p.seen.room(len(all.ends))
	return p.g.name32(all, ids, p.seen)
}

// Moves implements [oxo.Position], in the order of the sheet and its squares.
func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	l := p.moves()
	if len(l.ids) > 0 && int(p.player) != p.role() {
		return append(buf, rules.Pass)
	}
	return append(buf, l.ids...)
}

// Make implements [oxo.Position].
func (p *position) Make(m oxo.Move) {
	l := p.moves()
	if p.g.loops {
		p.keys = append(p.keys, p.Key())
	}
	p.past = append(p.past, step{len(p.changes), p.hub, p.at, p.player, p.over, p.board})
	if len(p.levels) == len(p.past) {
		p.levels = append(p.levels, level{})
	}
	p.level().known = false
	p.turn = p.turn.Opponent()
	if m == rules.Pass {
		return
	}
	p.apply(l.list.move(slices.Index(l.ids, m)))
	p.settle()
}

// apply plays the actions of a move.
func (p *position) apply(items []item) {
	for _, it := range items {
		o := &p.g.ops[it.op]
		switch o.kind {
		case off:
			p.write(it.square, uint8(o.arg))
		case assign:
			n, _ := p.g.value(o, &p.state)
			p.changes = append(p.changes, change{int32(len(p.state.board) + o.arg), p.variables[o.arg]})
			p.variables[o.arg] = n
		default:
			p.hub, p.at, p.player = o.hub, it.square, -1
			if o.kind == toPlayer {
				p.player = int8(o.arg)
			}
		}
	}
}

// write puts a piece on a square.
func (p *position) write(square uint16, piece uint8) {
	before := p.state.board[square]
	p.changes = append(p.changes, change{int32(square), int32(before)})
	w := &p.g.packing
	p.board = digits.Sum(digits.Difference(p.board, w.piece(square, before)), w.piece(square, piece))
	p.weigh(square, before, piece)
	p.put(square, piece)
}

// settle lets the keeper move until a player has the turn. Where nothing depends on the cursor, the cursor
// goes to the first square, so that equal states are equal.
func (p *position) settle() {
	for n := 0; p.player < 0; n++ {
		if n == maxKeeper {
			p.broken("the keeper moves without end")
		}
		l := p.g.lists.Get().(*list)
		l.clear()
		why := p.g.search(&p.state, l, !p.g.keeperChecked)
		if why != "" {
			p.broken(why)
		}
		for i := 1; i < len(l.ends); i++ {
			if !p.g.sameEnd(l.move(0), l.move(i)) {
				p.broken("the keeper has two different moves, which one depends on the order of the text")
			}
		}
		if p.over = len(l.ends) == 0; !p.over {
			p.apply(l.move(0))
		}
		p.g.lists.Put(l)
		if p.over {
			break
		}
	}
	if p.over || p.g.hubs[p.hub].free {
		p.at = 0
	}
}

// Unmake implements [oxo.Position].
func (p *position) Unmake(oxo.Move) {
	last := p.past[len(p.past)-1]
	p.past = p.past[:len(p.past)-1]
	if p.g.loops {
		p.keys = p.keys[:len(p.keys)-1]
	}
	p.turn = p.turn.Opponent()
	for i := len(p.changes) - 1; i >= last.changes; i-- {
		c := p.changes[i]
		if at := int(c.at) - len(p.state.board); at >= 0 {
			p.variables[at] = c.before
		} else {
			p.weigh(uint16(c.at), p.state.board[c.at], uint8(c.before))
			p.put(uint16(c.at), uint8(c.before))
		}
	}
	p.changes = p.changes[:last.changes]
	p.hub, p.at, p.player, p.over, p.board = last.hub, last.at, last.player, last.over, last.boardKey
}

// Outcome compares the points of both players at the end.
func (p *position) Outcome() oxo.Outcome {
	if len(p.moves().ids) > 0 {
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
	mine, theirs := int(p.variables[p.role()]), int(p.variables[1-p.role()])
	d := mine - theirs
	if mine+theirs != p.g.sum || !p.g.margins && d != 0 && d != p.g.sum && d != -p.g.sum {
		p.broken("the points of the players are not like those of other ends")
	}
	return d
}

// Turn implements [oxo.Position].
func (p *position) Turn() oxo.Side { return p.turn }

// Key packs the pieces, the variables, the place in the rules and the side to move.
func (p *position) Key() oxo.Key { return p.g.packing.key(p) }

// Restore implements [oxo.Restorable]. The game's keys must be exact.
func (p *position) Restore(k oxo.Key) {
	p.changes, p.past, p.keys = p.changes[:0], p.past[:0], p.keys[:0]
	p.level().known = false
	p.g.packing.restore(p, k)
	p.imagine()
}

// KeyBits implements [oxo.Keyed].
func (p *position) KeyBits() int { return p.g.packing.bits }

// Hash implements [oxo.Position].
func (p *position) Hash() uint64 { return p.Key().Hash() }

// Facts implements [oxo.Factual].
func (p *position) Facts() oxo.Facts { return oxo.Facts{Game: p.g} }

// copy returns a copy whose earlier moves cannot be taken back. It has all earlier keys.
func (p *position) copy() *position {
	c := *p
	c.state = p.state.copy()
	c.changes, c.past, c.levels, c.seen = nil, nil, make([]level, 1), nil
	c.keys, c.images = slices.Clone(p.keys), slices.Clone(p.images)
	return &c
}

func (s *state) copy() state {
	c := *s
	c.board, c.variables = slices.Clone(s.board), slices.Clone(s.variables)
	c.counts, c.bits = slices.Clone(s.counts), slices.Clone(s.bits)
	return c
}

// Clone implements [oxo.Position].
func (p *position) Clone() oxo.Position { return p.g.wrap(p.copy()) }

// repeated returns how many plies ago the state last occurred, 0 for never.
func (p *position) repeated() int { return rules.Repeated(p.keys, p.Key()) }

// margined is a position of a game whose points are more than win, draw and loss.
type margined struct{ *position }

// Margin implements [oxo.Margined].
func (p *margined) Margin() int { return p.margin() }

// looping is a position of a game that may never end: the language has no rule of
// repetition, so a state that comes back is a draw.
type looping struct{ *position }

// Repeated implements [oxo.Looping].
func (p *looping) Repeated() (int, oxo.Score) { return p.repeated(), oxo.Draw }

// loopingMargined is a position of a game that is both looping and margined.
type loopingMargined struct{ margined }

// Repeated implements [oxo.Looping].
func (p *loopingMargined) Repeated() (int, oxo.Score) { return p.repeated(), oxo.Draw }
