package certificate

import (
	"slices"

	"oxo"
)

// preventing writes a prevention.
type preventing struct {
	*writer
	by     Preventer
	b      *board
	turns  oxo.Symmetric
	maps   [][]oxo.Move // where each symmetry but the first brings each square
	turned []image      // of the position at hand: see images
	notes  *notes
	// unsettled are the squares of the position above that no answer settles yet.
	unsettled squares
	zones     int // that the node at hand is in, of this branch
	finder    finder
	last      oxo.Move   // the reply written last, to another move at the same place
	gone      squares    // squares of pairs that are set aside, which the preventer has though the board does not
	path      []oxo.Move // the moves that the preventer has made
	helpers   *helpers   // write branches; nil where there are none
	keeper    *keeper    // of the notes file; nil if no notes are kept
}

// harmless reports whether the other side, to move, completes no line, by the potential alone: a plan
// without pairs.
func (b *board) harmless() bool { return b.stopped(Pairs, nil) }

func (t *preventing) node(mine bool) (zone squares, err error) {
	if err := t.enter(); err != nil {
		return zone, err
	}
	t.offer()
	switch {
	case !mine:
		return t.open()
	case t.b.full():
		t.number(End)
		return zone, nil
	}
	return t.move()
}

// move writes a move of the preventing side.
func (t *preventing) move() (zone squares, err error) {
	t.number(Move)
	m, before := t.squareBefore(0)
	if !before {
		if zone, ok, err := t.reply(); ok || err != nil {
			return zone, err
		}
		if m, err = t.by.Reply(t.ctx); err != nil {
			return zone, err
		}
	}
	t.last = m
	t.number(uint64(m))
	zone, err = t.after(m, 0)
	zone.add(m)
	return zone, err
}

// replies is how many replies are tried besides that to the move before. (Without them, (8,7,5) takes 767,359 nodes instead
// of 611,387, and with twelve 553,693. Proof, file and check together take 13.1, 16.4 and 21.8 s with none, four and twelve.)
const replies = 4

// reply writes a reply that makes a leaf, if one of a few does: that which settles most moves, or, where the pairs have to be changed one
// by one, the first that does. First comes the reply to the move before.
func (t *preventing) reply() (zone squares, ok bool, err error) {
	f := &t.finder
	if !f.collect(t.b) {
		return zone, false, nil
	}
	unsettled, kind := packOf(&t.unsettled), uint64(Found)
	best, least, found := nobody, packed+1, pack{}
	candidates := slices.DeleteFunc(f.heaviest(t.last, replies), func(m oxo.Move) bool { return !t.b.empty(m) })
	for _, m := range candidates {
		if !f.pairs(kind, t.b.kin, m, unsettled) {
			continue
		}
		z, sure := f.zone()
		if n := z.and(unsettled).count(); n < least && (sure || f.searched(effort(kind))) {
			best, least, found = m, n, z
		}
	}
	if best == nobody {
		kind = Better
		best, found = t.better(candidates, unsettled)
	}
	if best == nobody {
		return zone, false, nil
	}
	t.number(uint64(best))
	t.leaf(kind)
	t.last = best
	zone = found.unpacked()
	zone.add(best)
	return zone, true, t.enter()
}

// better returns the first of some replies that makes a leaf of kind Better, or nobody, and the zone of the leaf.
func (t *preventing) better(candidates []oxo.Move, unsettled pack) (best oxo.Move, zone pack) {
	f := &t.finder
	for _, m := range candidates {
		if !f.pairs(Better, t.b.kin, m, unsettled) {
			continue
		}
		if zone, sure := f.zone(); sure || f.searched(effort(Better)) {
			return m, zone
		}
	}
	return nobody, zone
}

// noted lets later nodes refer to this one.
func (t *preventing) noted(zone squares) squares {
	i := t.b.image(func(m oxo.Move) oxo.Move { return m })
	t.notes.add(&noted{shortOf(i.key()), i, zone})
	return zone
}

// open writes a position with the other side to move.
func (t *preventing) open() (zone squares, err error) {
	if zone, written, err := t.asBefore(); written || err != nil {
		return zone, err
	}
	if zone, ok := t.found(Found); ok {
		return zone, nil
	}
	if zone, ok := t.see(); ok {
		return zone, nil
	}
	if zone, ok, err := t.threat(); ok || err != nil {
		return zone, err
	}
	if zone, ok := t.found(Better); ok {
		return zone, nil
	}
	if zone, ok := t.plan(); ok {
		return t.noted(zone), nil
	}
	pairs := t.aside()
	if len(pairs) == 0 {
		return t.zone()
	}
	return t.lonely(pairs)
}

// lonely writes pairs that are set aside, and the rest.
func (t *preventing) lonely(pairs [][2]oxo.Move) (zone squares, err error) {
	t.number(Aside)
	inner, err := t.beside(t.partners(pairs, &zone))
	zone.union(&inner)
	return zone, err
}

// beside writes what pairs leave that are set aside. The preventer takes their squares too, where one of them counts as
// the other side's.
func (t *preventing) beside(partner mates) (zone squares, err error) {
	left, _ := t.b.without(partner)
	defer t.b.narrow(left)()
	if len(left.given) > 0 {
		for _, m := range left.given {
			other, _ := partner.of(m)
			t.make(m)
			defer t.unmake(m)
			t.make(other)
			defer t.unmake(other)
			t.gone.add(other)
			defer t.gone.remove(other)
		}
		return t.open()
	}
	if zone, written, err := t.asBefore(); written || err != nil {
		return zone, err
	}
	if zone, ok := t.see(); ok {
		return zone, nil
	}
	return t.zone()
}

// threat writes a line that is complete, or the threat of one.
func (t *preventing) threat() (zone squares, ok bool, err error) {
	if !t.b.threats {
		return zone, false, nil
	}
	c := &prevention{b: t.b, r: &reader{}}
	if t.b.completed(nobody) {
		t.number(Won)
		zone, err = c.guard(1, nobody)
		return t.noted(zone), true, err
	}
	m, ok := t.by.Forced()
	if !ok {
		return zone, false, nil
	}
	t.number(Forced)
	t.number(uint64(m))
	if zone, err = t.after(m, 1); err != nil {
		return zone, true, err
	}
	zone.add(m)
	c.guarded(&zone, 2, m)
	return t.noted(zone), true, nil
}

// after writes the node behind a move.
func (t *preventing) after(m oxo.Move, owner int8) (squares, error) {
	t.make(m)
	t.b.owner[m] = owner
	zone, err := t.node(owner == 1)
	t.b.owner[m] = -1
	t.unmake(m)
	return zone, err
}

func (t *preventing) make(m oxo.Move) {
	t.by.Make(m)
	t.path = append(t.path, m)
}

func (t *preventing) unmake(m oxo.Move) {
	t.by.Unmake(m)
	t.path = t.path[:len(t.path)-1]
}

// answering is a zone that is being written.
type answering struct {
	lines     [][]oxo.Move // those that count
	likely    []oxo.Move   // the other side's moves in the order in which they are answered; nil until that matters
	unsettled squares      // those that no answer settles yet
	answered  squares
	*level    // nil where nothing is written ahead
}

// zone writes answers to moves of the other side until each other one is outside the zone of some
// answer.
func (t *preventing) zone() (zone squares, err error) {
	t.number(Zone)
	t.zones++
	above, last := t.unsettled, t.last
	a := &answering{lines: t.b.counted(nil), unsettled: allSquares()}
	defer t.leave(a)
	for {
		m, open := t.likeliest(a)
		if !open {
			break
		}
		t.unsettled = a.unsettled
		t.number(uint64(m) + 1)
		nodes := t.nodes
		z, err := t.answerOnce(a, m)
		if err != nil {
			return zone, err
		}
		a.answered.add(m)
		zone.union(&z)
		a.unsettled.intersect(&z)
		t.answered(a, t.nodes-nodes)
		t.tell(a)
	}
	t.unsettled, t.last = above, last
	t.zones--
	t.number(0)
	_, _ = t.b.unanswered(a.lines, &a.unsettled, &a.answered, &zone) // adds what stands for others
	return t.noted(zone), nil
}

// likeliest returns the move of the other side to be answered next, if one is left. It asks for the moves that are
// likely when it needs them.
func (t *preventing) likeliest(a *answering) (m oxo.Move, open bool) {
	if m, open = t.b.unanswered(a.lines, &a.unsettled, &a.answered, &squares{}); !open {
		return m, false
	}
	if before, ok := t.squareBefore(1); ok && !a.answered.has(before) {
		return before, true
	}
	if a.likely == nil {
		a.likely = t.by.Moves()
	}
	if i := slices.IndexFunc(a.likely, a.open); i >= 0 {
		return a.likely[i], true
	}
	return m, true
}

// open reports whether a move has no answer yet and needs one, as far as the zones of others tell.
func (a *answering) open(m oxo.Move) bool { return a.unsettled.has(m) && !a.answered.has(m) }

// plan writes a leaf by pairs, if there is one.
func (t *preventing) plan() (zone squares, ok bool) {
	var leave []oxo.Move
	for m := range oxo.Move(t.b.count) {
		if t.b.empty(m) && t.unsettled.has(m) {
			leave = append(leave, m)
		}
	}
	pairs, ok := t.by.Plan(leave)
	if !ok {
		return zone, false
	}
	for _, kind := range []uint64{Pairs, Rest} {
		if t.b.stopped(kind, partnersOf(pairs)) {
			return t.stop(kind, pairs), true
		}
	}
	return zone, false
}

// stop writes a leaf by pairs.
func (t *preventing) stop(kind uint64, pairs [][2]oxo.Move) (zone squares) {
	t.number(kind)
	for _, loose := range t.b.loose(t.partners(pairs, &zone)) {
		zone.union(&loose)
	}
	return zone
}

// found writes a leaf whose pairs the checker finds. The checker searches what they leave, so a leaf that is taken over is not searched here.
func (t *preventing) found(kind uint64) (zone squares, ok bool) {
	if !t.finder.find(kind, t.b, &t.unsettled) {
		return zone, false
	}
	found, ok := t.finder.zone()
	if ok = ok || t.in != nil || t.finder.searched(effort(kind)); ok {
		t.leaf(kind)
	}
	return found.unpacked(), ok
}

// effort is how many positions the writer looks at for a leaf of a kind. For Better it is mostly in vain. (With half of restBudget there
// (8,7,5) has 119,540 nodes instead of 130,933, with all of it 110,755; proof, file and check take 7.6 and 8.3 s instead of 6.9.)
func effort(kind uint64) int {
	if kind == Better {
		return restBudget / 5
	}
	return restBudget
}

// leaf writes a leaf whose pairs the checker finds. Which ones it finds depends on the squares that are not settled then.
func (t *preventing) leaf(kind uint64) {
	t.number(kind)
	if t.to != nil && t.zones == 0 {
		t.to.asks = true
	}
}

// stopped reports whether a leaf of a kind holds.
func (b *board) stopped(kind uint64, partner mates) bool {
	if kind == Pairs {
		return b.potential(b.loose(partner)) < fullWeight
	}
	if b.threats {
		return false
	}
	sets, _, ok := restOf(b.loose(partner))
	return ok && (&rest{budget: restBudget, replies: restReplies}).kept(sets)
}

// aside returns the pairs that can be set aside, of those that the preventer names: each stops a line.
func (t *preventing) aside() [][2]oxo.Move {
	if t.b.threats {
		return nil
	}
	pairs := slices.DeleteFunc(t.by.Aside(), func(pair [2]oxo.Move) bool {
		return !slices.ContainsFunc(t.b.lines, func(line []oxo.Move) bool {
			return t.b.alive(line) && slices.Contains(line, pair[0]) && slices.Contains(line, pair[1])
		})
	})
	if _, ok := t.b.without(partnersOf(pairs)); !ok {
		return nil
	}
	return pairs
}

// partners writes pairs, and adds them to a zone.
func (t *preventing) partners(pairs [][2]oxo.Move, zone *squares) mates {
	t.number(uint64(len(pairs)))
	for _, pair := range pairs {
		t.number(uint64(pair[0]))
		t.number(uint64(pair[1]))
		zone.add(pair[0])
		zone.add(pair[1])
	}
	return partnersOf(pairs)
}

func partnersOf(pairs [][2]oxo.Move) mates {
	var partner mates
	for _, pair := range pairs {
		partner.join(pair[0], pair[1])
	}
	return partner
}
