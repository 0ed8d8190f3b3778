package certificate

import (
	"slices"

	"oxo"
)

// preventing writes a prevention.
type preventing struct {
	*writer
	by    Preventer
	b     *board
	turns oxo.Symmetric
	seen  map[image]int
	zones []squares
}

// harmless reports whether the other side, to move, completes no line, by the potential alone: a plan
// without pairs.
func (b *board) harmless() bool {
	return (&prevention{b: b, r: &reader{}}).potential(nil, &squares{}) == nil
}

func (t *preventing) node(mine bool) (zone squares, err error) {
	if err := t.enter(); err != nil {
		return zone, err
	}
	if mine && t.b.full() {
		t.number(End)
		return zone, nil
	}
	if mine {
		m, err := t.by.Reply(t.ctx)
		if err != nil {
			return zone, err
		}
		t.number(Move)
		t.number(uint64(m))
		zone, err = t.after(m, 0)
		zone.add(m)
		return zone, err
	}
	if zone, ok := t.see(); ok {
		return zone, nil
	}
	if zone, err = t.open(); err != nil {
		return zone, err
	}
	t.seen[t.b.image(func(m oxo.Move) oxo.Move { return m })] = len(t.zones)
	t.zones = append(t.zones, zone)
	return zone, nil
}

// open writes a position that is not known, with the other side to move.
func (t *preventing) open() (zone squares, err error) {
	c := &prevention{b: t.b, r: &reader{}}
	if t.b.threats && t.b.completed(nobody) {
		t.number(Won)
		return c.guard(1, nobody)
	}
	if m, ok := t.by.Forced(); ok && t.b.threats {
		t.number(Forced)
		t.number(uint64(m))
		if zone, err = t.after(m, 1); err != nil {
			return zone, err
		}
		zone.add(m)
		c.guarded(&zone, 2, m)
		return zone, nil
	}
	if pairs, ok := t.by.Plan(); ok {
		return t.pairs(pairs), nil
	}
	return t.zone()
}

// after writes the node behind a move.
func (t *preventing) after(m oxo.Move, owner int8) (squares, error) {
	t.by.Make(m)
	t.b.owner[m] = owner
	zone, err := t.node(owner == 1)
	t.b.owner[m] = -1
	t.by.Unmake(m)
	return zone, err
}

// see looks for an earlier node with the same lines, turned or not.
func (t *preventing) see() (zone squares, ok bool) {
	symmetries := 1
	if t.turns != nil {
		symmetries = t.turns.Symmetries()
	}
	for s := range symmetries {
		turn, back := func(m oxo.Move) oxo.Move { return m }, func(m oxo.Move) oxo.Move { return m }
		if s > 0 {
			turn = func(m oxo.Move) oxo.Move { return t.turns.MapMove(m, s) }
			back = func(m oxo.Move) oxo.Move { return t.turns.UnmapMove(m, s) }
		}
		if n, ok := t.seen[t.b.image(turn)]; ok {
			t.number(See)
			t.number(uint64(n))
			t.number(uint64(s))
			t.zones[n].each(func(m oxo.Move) { zone.add(back(m)) })
			return zone, true
		}
	}
	return zone, false
}

// zone writes answers to one move, and to all moves in the zone of the answers.
func (t *preventing) zone() (zone squares, err error) {
	t.number(Zone)
	var answered squares
	for m, open := t.by.Likely(), true; open; m, open = t.unanswered(&zone, &answered) {
		t.number(uint64(m) + 1)
		z, err := t.after(m, 1)
		if err != nil {
			return zone, err
		}
		answered.add(m)
		zone.union(&z)
	}
	t.number(0)
	return zone, nil
}

// unanswered returns the first empty square of a zone that has no answer.
func (t *preventing) unanswered(zone, answered *squares) (first oxo.Move, open bool) {
	zone.each(func(m oxo.Move) {
		if !open && t.b.empty(m) && !answered.has(m) {
			first, open = m, true
		}
	})
	return first, open
}

// pairs writes a plan without the pairs that no line needs, and returns its zone.
func (t *preventing) pairs(pairs [][2]oxo.Move) squares {
	c := &prevention{b: t.b, r: &reader{}}
	pairs = t.needed(c, pairs)
	t.number(Pairs)
	t.number(uint64(len(pairs)))
	partner, zone := map[oxo.Move]oxo.Move{}, squares{}
	for _, pair := range pairs {
		t.number(uint64(pair[0]))
		t.number(uint64(pair[1]))
		partner[pair[0]], partner[pair[1]] = pair[1], pair[0]
		zone.add(pair[0])
		zone.add(pair[1])
	}
	_ = c.potential(partner, &zone) // the zone; whether the plan is right, the checker says
	return zone
}

// needed leaves out pairs as long as the rest is still enough.
func (t *preventing) needed(c *prevention, pairs [][2]oxo.Move) [][2]oxo.Move {
	kept := slices.Clone(pairs)
	for i := range slices.Backward(pairs) {
		partner := map[oxo.Move]oxo.Move{}
		for j, pair := range kept {
			if j != i {
				partner[pair[0]], partner[pair[1]] = pair[1], pair[0]
			}
		}
		if c.potential(partner, &squares{}) == nil {
			kept = slices.Delete(kept, i, i+1)
		}
	}
	return kept
}
