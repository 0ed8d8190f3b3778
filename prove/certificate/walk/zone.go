package walk

import (
	"slices"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// zoneStep lists the moves that are answered.
func (w *Walker) zoneStep(s spot, b *lines.Board) Step {
	step := Step{Reason: InZone, Pairs: open(b, s.aside)}
	for _, m := range w.part.tree.moves(s.at) {
		if m = s.line.inWalk(m); b.Empty(m) {
			step.Zone = append(step.Zone, m)
		}
	}
	if slices.Sort(step.Zone); len(step.Zone) == len(w.p.Moves(nil)) {
		return Step{Reason: Answered}
	}
	return step
}

// answered returns the spot after a move of the other side at a zone: its answer, or the answer to another move that
// would be as good. The answer to another move fits in two cases. The move is outside its zone (lemma 3). Or the
// other move is in all lines that the move is in (lemma 9): then the two squares change places. It reports false if
// the move changes nothing, so that the walk stays.
func (w *Walker) answered(s spot, m oxo.Move) (spot, bool) {
	t, to := w.part.tree, s.line.inFile(m)
	if below := t.below(s.at, to); below >= 0 {
		s.at = below
		return s, true
	}
	b := w.boardAt(s.at)
	if !b.Empty(to) {
		return s, false // the other side has it already in the file
	}
	var answered lines.Squares
	for i := s.at + 1; i < int(t.nodes.At(s.at).end); i = int(t.nodes.At(i).end) {
		if zone := t.zones.At(int(t.nodes.At(i).at)); !zone.Has(to) {
			s.at = i
			return s, true
		}
		answered.Add(t.nodes.At(i).move)
	}
	by, ok := b.Dominating(to, b.Counted(nil), &answered)
	if !ok || by == to {
		return s, false
	}
	s.line = s.line.exchanged(w.p, m, s.line.inWalk(by))
	s.at = t.below(s.at, by)
	return s, true
}

// someStep lists the moves that are answered, of a win by lines.
func (w *Walker) someStep(s spot) Step {
	step, legal := Step{Reason: InZone}, w.p.Moves(nil)
	for _, m := range w.part.tree.moves(s.at) {
		if m = s.rules.inWalk(m); slices.Contains(legal, m) {
			step.Zone = append(step.Zone, m)
		}
	}
	if slices.Sort(step.Zone); len(step.Zone) == len(legal) {
		return Step{Reason: Answered}
	}
	return step
}

// undisturbed returns the spot after a move of the other side that has no answer: the answer to another move that
// this move does not disturb (lemma 12). If the other side has the square in the file already, any answer will do.
func (w *Walker) undisturbed(s spot, m oxo.Move) spot {
	t := w.part.tree
	_, taken := s.rules.p.(lines.Lined).Owner(m) //nolint:forcetypeassert // a zone of a strategy is one of lines
	for i := s.at + 1; i < int(t.nodes.At(s.at).end); i = int(t.nodes.At(i).end) {
		if zone := t.zones.At(int(t.nodes.At(i).at)); taken || !zone.Has(m) {
			return spot{at: i, rules: s.rules.after(t.nodes.At(i).move)}
		}
	}
	return s // not reached: the checker refuses such a file
}

// boardAt returns the file's board at a node, with the lines that matter there.
func (w *Walker) boardAt(at int) *lines.Board {
	b, _ := lines.NewBoard(w.c.start.(lines.Lined), w.part.side) //nolint:forcetypeassert // a prevention has lines
	b.Kin = w.kin
	t := w.part.tree
	for i := 0; i != at; {
		below := t.toward(i, at)
		m := t.nodes.At(below).move
		switch n := t.nodes.At(i); n.kind {
		case certificate.Move:
			b.Owner[m] = 0
		case certificate.Aside:
			left, _ := b.Without(lines.PartnersOf(t.pairsOf(i)))
			b.Narrow(left)
		default:
			b.Owner[m] = 1
		}
		i = below
	}
	return b
}

// exchanged returns the map to the file after two squares of the board have changed places.
func (t *turned) exchanged(p oxo.Position, a, b oxo.Move) *turned {
	n := boardSize(p)
	next := &turned{make([]oxo.Move, n), make([]oxo.Move, n)}
	for m := range n {
		to := t.inFile(m)
		switch m {
		case a:
			to = t.inFile(b)
		case b:
			to = t.inFile(a)
		}
		next.to[m], next.back[to] = to, m
	}
	return next
}

// holding returns the move with which the preventing side, to move, stops the lines that the pairs of a leaf leave.
// It repeats the checker's search: on the sets of squares at the leaf, without the squares taken since. (Lines that
// became idle since then stay in the sets. Without them other replies may be the heaviest, and the checker has not
// searched those.) It reports false if no set is left, or if the weights are enough.
func holding(b *lines.Board, partner lines.Mates, now *lines.Board) (oxo.Move, bool) {
	all, number, ok := lines.RestOf(b.Loose(partner))
	if !ok {
		return 0, false
	}
	var mine, others uint64
	for i, m := range number {
		switch now.Owner[m] {
		case 0:
			mine |= 1 << i
		case 1:
			others |= 1 << i
		}
	}
	sets := all[:0]
	for _, set := range all {
		if set&mine == 0 {
			sets = append(sets, set&^others)
		}
	}
	sq, ok := (&lines.Rest{}).Holding(sets)
	if !ok {
		return 0, false
	}
	return number[sq], true
}
