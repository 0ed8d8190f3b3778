package write

import (
	"errors"
	"slices"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// preventing writes a prevention.
type preventing struct {
	*writer
	by     Preventer
	b      *lines.Board
	turns  oxo.Symmetric
	maps   [][]oxo.Move  // for each symmetry except the first, where each square goes
	turned []lines.Image // images of the current position: see images
	notes  *notes
	// unsettled are the squares that no answer of the nearest zone above settles yet.
	unsettled lines.Squares
	zones     int // number of zones above the current node, within this branch
	finder    lines.Finder
	last      oxo.Move      // the last reply that was written, to another move of the same zone
	gone      lines.Squares // squares of pairs set aside: occupied for the preventer, empty on the board
	path      []oxo.Move    // the moves made in by
	helpers   *helpers      // they write branches, or nil
	keeper    *keeper       // keeps the notes file; nil without notes
}

// harmless reports whether the potential alone, without pairs, shows that the other side, to move, completes no line.
func harmless(b *lines.Board) bool { return stopped(b, certificate.Pairs, nil) }

func (t *preventing) node(mine bool) (zone lines.Squares, err error) {
	if err := t.enter(); err != nil {
		return zone, err
	}
	t.offer()
	switch {
	case !mine:
		return t.opponentNode()
	case t.b.Full():
		t.writeNumber(certificate.End)
		return zone, nil
	}
	return t.move()
}

// move writes a move of the preventing side.
func (t *preventing) move() (zone lines.Squares, err error) {
	t.writeNumber(certificate.Move)
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
	t.writeNumber(uint64(m))
	zone, err = t.after(m, 0)
	zone.Add(m)
	return zone, err
}

// replies is the number of replies tried in addition to the reply to the move before. ((8,7,5) takes 767,359 nodes with
// none, 611,387 with four and 553,693 with twelve. Proof, file and check together take 13.1, 16.4 and 21.8 s.)
const replies = 4

// reply writes a reply that makes a leaf, if one of a few candidates does. Among leaves of kind Found it takes the
// one that settles most moves. Otherwise it takes the first reply with a leaf of kind Better. The reply to the move
// before is the first candidate.
func (t *preventing) reply() (zone lines.Squares, ok bool, err error) {
	f := &t.finder
	if !f.Collect(t.b) {
		return zone, false, nil
	}
	unsettled, kind := lines.PackOf(&t.unsettled), uint64(certificate.Found)
	best, least, found := lines.NoSquare, lines.MaxPacked+1, lines.Pack{}
	candidates := slices.DeleteFunc(f.Heaviest(t.last, replies), func(m oxo.Move) bool { return !t.b.Empty(m) })
	for _, m := range candidates {
		if !f.Pairs(kind == certificate.Better, t.b.Kin, m, unsettled) {
			continue
		}
		z, sure := f.Zone()
		if n := z.And(unsettled).Count(); n < least && (sure || f.Searched(effort(kind))) {
			best, least, found = m, n, z
		}
	}
	if best == lines.NoSquare {
		kind = certificate.Better
		best, found = t.better(candidates, unsettled)
	}
	if best == lines.NoSquare {
		return zone, false, nil
	}
	t.writeNumber(uint64(best))
	t.leaf(kind)
	t.last = best
	zone = found.Unpacked()
	zone.Add(best)
	return zone, true, t.enter()
}

// better returns the first reply that makes a leaf of kind Better, and the zone of the leaf; NoSquare if none does.
func (t *preventing) better(candidates []oxo.Move, unsettled lines.Pack) (best oxo.Move, zone lines.Pack) {
	f := &t.finder
	for _, m := range candidates {
		if !f.Pairs(true, t.b.Kin, m, unsettled) {
			continue
		}
		if zone, sure := f.Zone(); sure || f.Searched(effort(certificate.Better)) {
			return m, zone
		}
	}
	return lines.NoSquare, zone
}

// noted adds the current node to the notes, so that later nodes may refer to it, and returns its zone.
func (t *preventing) noted(zone lines.Squares) lines.Squares {
	i := t.b.Image(func(m oxo.Move) oxo.Move { return m })
	t.notes.addNode(&noted{shortOf(i.Key()), i, zone})
	return zone
}

// opponentNode writes a position with the other side to move.
func (t *preventing) opponentNode() (zone lines.Squares, err error) {
	if zone, written, err := t.asBefore(); written || err != nil {
		return zone, err
	}
	if zone, ok := t.found(certificate.Found); ok {
		return zone, nil
	}
	if zone, ok := t.see(); ok {
		return zone, nil
	}
	if zone, ok, err := t.threat(); ok || err != nil {
		return zone, err
	}
	if zone, ok := t.found(certificate.Better); ok {
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

// lonely writes pairs that are set aside, and the tree of the rest.
func (t *preventing) lonely(pairs [][2]oxo.Move) (zone lines.Squares, err error) {
	t.writeNumber(certificate.Aside)
	inner, err := t.remaining(t.partners(pairs, &zone))
	zone.Union(&inner)
	return zone, err
}

// remaining writes the tree that remains without the pairs that are set aside. If a square of such a pair counts as the
// other side's, the preventer takes the other square of the pair.
func (t *preventing) remaining(partner lines.Mates) (zone lines.Squares, err error) {
	left, _ := t.b.Without(partner)
	defer t.b.Narrow(left)()
	if len(left.Given) > 0 {
		for _, m := range left.Given {
			other, _ := partner.Of(m)
			t.make(m)
			defer t.unmake(m)
			t.make(other)
			defer t.unmake(other)
			t.gone.Add(other)
			defer t.gone.Remove(other)
		}
		return t.opponentNode()
	}
	if zone, written, err := t.asBefore(); written || err != nil {
		return zone, err
	}
	if zone, ok := t.see(); ok {
		return zone, nil
	}
	return t.zone()
}

// errFull is the error of a position in which both sides have completed a line.
var errFull = errors.New("both sides have completed a line: want a preventer that stops the other side first")

// threat writes a complete line of the preventing side, or a threat to complete one, if there is one.
func (t *preventing) threat() (zone lines.Squares, ok bool, err error) {
	if !t.b.Threats {
		return zone, false, nil
	}
	if t.b.Completed(lines.NoSquare) {
		t.writeNumber(certificate.Won)
		if !t.b.Guard(&zone, 1, lines.NoSquare) {
			return zone, true, errFull
		}
		return t.noted(zone), true, nil
	}
	m, ok := t.by.Forced()
	if !ok {
		return zone, false, nil
	}
	t.writeNumber(certificate.Forced)
	t.writeNumber(uint64(m))
	if zone, err = t.after(m, 1); err != nil {
		return zone, true, err
	}
	zone.Add(m)
	t.b.Guard(&zone, 2, m) // this cannot fail: the checker refuses lines of one square
	return t.noted(zone), true, nil
}

// after writes the node after a move.
func (t *preventing) after(m oxo.Move, owner int8) (lines.Squares, error) {
	t.make(m)
	t.b.Owner[m] = owner
	zone, err := t.node(owner == 1)
	t.b.Owner[m] = -1
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
	lines     [][]oxo.Move  // the lines that count
	likely    []oxo.Move    // the other side's moves, in the order of their answers; nil until needed
	unsettled lines.Squares // the squares that no answer settles yet
	answered  lines.Squares // the moves that have an answer
	*level                  // nil if no answer is written ahead
}

// zone writes answers to moves of the other side until every other move is settled: it is outside the zone of some
// answer, or an answered move is at least as good.
func (t *preventing) zone() (zone lines.Squares, err error) {
	t.writeNumber(certificate.Zone)
	t.zones++
	above, last := t.unsettled, t.last
	a := &answering{lines: t.b.Counted(nil), unsettled: lines.AllSquares()}
	defer t.leave(a)
	for {
		m, open := t.likeliest(a)
		if !open {
			break
		}
		t.unsettled = a.unsettled
		t.writeNumber(uint64(m) + 1)
		nodes := t.nodes
		z, err := t.answerOnce(a, m)
		if err != nil {
			return zone, err
		}
		a.answered.Add(m)
		zone.Union(&z)
		a.unsettled.Intersect(&z)
		t.answered(a, t.nodes-nodes)
		t.report(a)
	}
	t.unsettled, t.last = above, last
	t.zones--
	t.writeNumber(0)
	_, _ = t.b.Unanswered(a.lines, &a.unsettled, &a.answered, &zone) // adds the answered moves that stand for others
	return t.noted(zone), nil
}

// likeliest returns the next move of the other side to be answered, if one is left. It asks the preventer for likely
// moves only when it needs them.
func (t *preventing) likeliest(a *answering) (m oxo.Move, open bool) {
	if m, open = t.b.Unanswered(a.lines, &a.unsettled, &a.answered, &lines.Squares{}); !open {
		return m, false
	}
	if before, ok := t.squareBefore(1); ok && !a.answered.Has(before) {
		return before, true
	}
	if a.likely == nil {
		a.likely = t.by.Moves()
	}
	if i := slices.IndexFunc(a.likely, a.needsAnswer); i >= 0 {
		return a.likely[i], true
	}
	return m, true
}

// needsAnswer reports whether a move has no answer yet, and no other answer settles it.
func (a *answering) needsAnswer(m oxo.Move) bool { return a.unsettled.Has(m) && !a.answered.Has(m) }

// plan writes a leaf by pairs, if there is one.
func (t *preventing) plan() (zone lines.Squares, ok bool) {
	var leave []oxo.Move
	for m := range oxo.Move(t.b.Count) {
		if t.b.Empty(m) && t.unsettled.Has(m) {
			leave = append(leave, m)
		}
	}
	pairs, ok := t.by.Plan(leave)
	if !ok {
		return zone, false
	}
	for _, kind := range []uint64{certificate.Pairs, certificate.Rest} {
		if stopped(t.b, kind, lines.PartnersOf(pairs)) {
			return t.stop(kind, pairs), true
		}
	}
	return zone, false
}

// stop writes a leaf by pairs.
func (t *preventing) stop(kind uint64, pairs [][2]oxo.Move) (zone lines.Squares) {
	t.writeNumber(kind)
	for _, loose := range t.b.Loose(t.partners(pairs, &zone)) {
		zone.Union(&loose)
	}
	return zone
}

// found writes a leaf whose pairs the checker finds by itself. A leaf that is taken over is not searched here: the
// checker does that search.
func (t *preventing) found(kind uint64) (zone lines.Squares, ok bool) {
	if !t.finder.Find(kind == certificate.Better, t.b, &t.unsettled) {
		return zone, false
	}
	found, ok := t.finder.Zone()
	if ok = ok || t.in != nil || t.finder.Searched(effort(kind)); ok {
		t.leaf(kind)
	}
	return found.Unpacked(), ok
}

// effort returns how many positions the writer searches for a leaf of a kind. A search for Better seldom succeeds.
// (With half of SearchBudget for Better, (8,7,5) has 119,540 nodes instead of 130,933, and with all of it 110,755.
// Proof, file and check then take 7.6 and 8.3 s instead of 6.9.)
func effort(kind uint64) int {
	if kind == certificate.Better {
		return lines.SearchBudget / 5
	}
	return lines.SearchBudget
}

// leaf writes the kind of a leaf whose pairs the checker finds. They depend on the squares that are unsettled then.
func (t *preventing) leaf(kind uint64) {
	t.writeNumber(kind)
	if t.to != nil && t.zones == 0 {
		t.to.asks = true
	}
}

// stopped reports whether a leaf of a kind holds with these pairs.
func stopped(b *lines.Board, kind uint64, partner lines.Mates) bool {
	if kind == certificate.Pairs {
		return b.Potential(b.Loose(partner)) < lines.FullWeight
	}
	if b.Threats {
		return false
	}
	sets, _, ok := lines.RestOf(b.Loose(partner))
	return ok && (&lines.Rest{}).Keeps(sets, lines.SearchBudget)
}

// aside returns the pairs of the preventer that stop a line, if they can be set aside.
func (t *preventing) aside() [][2]oxo.Move {
	if t.b.Threats {
		return nil
	}
	pairs := slices.DeleteFunc(t.by.Aside(), func(pair [2]oxo.Move) bool {
		return !slices.ContainsFunc(t.b.Lines, func(line []oxo.Move) bool {
			return t.b.Alive(line) && slices.Contains(line, pair[0]) && slices.Contains(line, pair[1])
		})
	})
	if _, ok := t.b.Without(lines.PartnersOf(pairs)); !ok {
		return nil
	}
	return pairs
}

// partners writes pairs, adds their squares to zone, and returns the partner of each square.
func (t *preventing) partners(pairs [][2]oxo.Move, zone *lines.Squares) lines.Mates {
	t.writeNumber(uint64(len(pairs)))
	for _, pair := range pairs {
		t.writeNumber(uint64(pair[0]))
		t.writeNumber(uint64(pair[1]))
		zone.Add(pair[0])
		zone.Add(pair[1])
	}
	return lines.PartnersOf(pairs)
}
