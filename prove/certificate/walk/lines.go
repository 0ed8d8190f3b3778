package walk

import (
	"slices"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// A walk through a prevention compares two boards: the board of the game, which is played on, and the file's board,
// which has the moves that lead to the current node of the file. P is the side whose strategy it is, Q the other
// side. Three things hold at every step:
//
//   - A line that is alive on the board of the game is alive in the file.
//   - Take the squares of the zone that are in live lines of the board of the game. Where Q has such a square,
//     it has it in the file too: all other squares of Q are outside the zone (lemma 3).
//   - Where threats count, P has every square that it has in the file.
//
// At a leaf by pairs the walk makes the moves of the game on the file's board, too: see [Walker.leafReply].
//
// If P's move in the file is on an occupied square of the game, no live line needs that square, and P may play
// anywhere: one more square never harms the preventing side. If the file has no answer to Q's move, see
// [Walker.answered].

// turned maps the squares of the game to the squares of the file. The zero value maps each square to itself.
type turned struct {
	to   []oxo.Move // for each square its square in the file; nil if they are the same
	back []oxo.Move // the inverse
}

// by returns the map after one more symmetry.
func (t *turned) by(p oxo.Position, symmetry int) *turned {
	if symmetry == 0 {
		return t
	}
	turns := p.(oxo.Symmetric) //nolint:forcetypeassert // the checker has found the symmetry
	n := boardSize(p)
	next := &turned{make([]oxo.Move, n), make([]oxo.Move, n)}
	for m := range n {
		to := turns.MapMove(t.inFile(m), symmetry)
		next.to[m], next.back[to] = to, m
	}
	return next
}

// boardSize returns the number of squares of a board with lines.
func boardSize(p oxo.Position) (n oxo.Move) {
	for _, line := range p.(lines.Lined).WinningSets() { //nolint:forcetypeassert // a prevention has lines
		n = max(n, slices.Max(line)+1)
	}
	return n
}

func (t *turned) inFile(m oxo.Move) oxo.Move {
	if int(m) < len(t.to) {
		return t.to[m]
	}
	return m
}

func (t *turned) inWalk(m oxo.Move) oxo.Move {
	if int(m) < len(t.back) {
		return t.back[m]
	}
	return m
}

// board returns the board of the game.
func (w *Walker) board() *lines.Board {
	b, _ := lines.NewBoard(w.p.(lines.Lined), w.part.side) //nolint:forcetypeassert // a prevention has lines
	return b
}

// byLines returns the step of a prevention.
func (w *Walker) byLines(s spot) Step {
	n := w.part.tree.nodes.At(s.at)
	b := w.board()
	switch {
	case s.reply != nil:
		return *s.reply
	case n.kind == certificate.Move:
		if m := s.line.inWalk(w.part.tree.nodes.At(s.at + 1).move); b.Empty(m) {
			return Step{Reason: Written, Mine: true, Move: m}
		}
		return whichever(b, w.p.Moves(nil))
	case w.p.Turn() == w.part.side: // the file's board is full
		return whichever(b, w.p.Moves(nil))
	}
	switch n.kind {
	case certificate.Zone:
		return w.zoneStep(s, b)
	case certificate.Forced:
		return Step{Reason: Must, Move: s.line.inWalk(w.part.tree.nodes.At(s.at + 1).move)}
	case certificate.Pairs:
		return pairStep(Paired, w.partners(s), b)
	case certificate.Rest:
		return pairStep(searched, w.partners(s), b)
	}
	return Step{Reason: safe}
}

// pairStep lists the pairs, and counts the lines without one.
func pairStep(reason Reason, partner lines.Mates, b *lines.Board) Step {
	step := Step{Reason: reason, Pairs: open(b, partner)}
	for _, line := range b.Lines {
		if b.Alive(line) && !lines.Covered(line, partner) {
			step.Loose++
		}
	}
	return step
}

// open returns the pairs of empty squares, in order.
func open(b *lines.Board, partner lines.Mates) (pairs [][2]oxo.Move) {
	for m := range oxo.Move(len(partner)) {
		if other, ok := partner.Of(m); ok && m < other && b.Empty(m) && b.Empty(other) {
			pairs = append(pairs, [2]oxo.Move{m, other})
		}
	}
	return pairs
}

// partners returns the pairs of a node, and the pairs that were set aside before it, as squares of the game. If two
// pairs share a square, it uses the pair that was set aside.
func (w *Walker) partners(s spot) lines.Mates {
	partner := slices.Clone(s.aside)
	more := w.newPartners(s)
	for a := range oxo.Move(len(more)) {
		if b, ok := more.Of(a); ok {
			partner.Join(s.line.inWalk(a), s.line.inWalk(b))
		}
	}
	return partner
}

// nextByLines returns the spot after a move.
func (w *Walker) nextByLines(s spot, m oxo.Move, mine bool) spot {
	kind := w.part.tree.nodes.At(s.at).kind
	if mine {
		if s.reply == nil && kind == certificate.Move {
			s.at++
		}
		s.reply = nil
		return s
	}
	if other, ok := s.aside.Of(m); ok && w.board().Empty(other) {
		s.reply = &Step{Reason: Partner, Mine: true, Move: other, Last: m}
		return s
	}
	switch kind {
	case certificate.Zone:
		if next, ok := w.answered(s, m); ok {
			return next
		}
	case certificate.Forced:
		if below := w.part.tree.below(s.at, s.line.inFile(m)); below >= 0 {
			s.at = below
			return s
		}
	}
	step := w.reply(&s, m)
	s.reply = &step
	return s
}

// reply returns the answer to a move of the other side that is not in the file.
func (w *Walker) reply(s *spot, m oxo.Move) Step {
	b := w.board()
	if int(m) < b.Count {
		b.Owner[m] = 1
	}
	var step Step
	switch w.part.tree.nodes.At(s.at).kind {
	case certificate.Forced:
		step = Step{Reason: completes, Mine: true, Move: s.line.inWalk(w.part.tree.nodes.At(s.at + 1).move)}
	case certificate.Pairs, certificate.Rest:
		step = w.leafReply(s, m)
	}
	if step.Mine && b.Empty(step.Move) {
		return step
	}
	return whichever(b, slices.DeleteFunc(w.p.Moves(nil), func(other oxo.Move) bool { return other == m }))
}

// leafReply makes a move of the other side on the file's board, and answers it there by all pairs of the leaf. The
// checker has bounded the sums of weights on that board, with these pairs. On the board of the game the sums may be
// greater: the other side may lack a square that it has in the file, and pairs that were set aside may share squares
// with the pairs of the leaf. The zero step means that any move will do: the other side has the square already, or no
// line that matters needs it.
func (w *Walker) leafReply(s *spot, m oxo.Move) (step Step) {
	leaf, b := w.boardAt(s.at), w.boardAt(s.at)
	if s.leaf != nil { // earlier spots keep their own board
		copy(b.Owner, s.leaf.Owner)
	}
	s.leaf = b
	to := s.line.inFile(m)
	if !b.Empty(to) {
		return step
	}
	b.Owner[to] = 1
	partner, best, ok := lines.PartnersOf(w.pairsAt(s.at)), oxo.Move(0), false
	switch other, paired := partner.Of(to); {
	case paired && b.Empty(other):
		step, best, ok = Step{Reason: Partner, Last: m}, other, true
	case w.part.tree.nodes.At(s.at).kind == certificate.Rest:
		step.Reason = holds
		best, ok = holding(leaf, partner, b)
	}
	if !ok {
		step.Reason = Heaviest
		best, ok = heaviest(b, partner)
	}
	if step.Mine = ok; ok {
		b.Owner[best] = 0
		step.Move = s.line.inWalk(best)
	}
	return step
}

// newPartners returns the pairs of a node that share no square with pairs set aside before it, as squares of the
// file.
func (w *Walker) newPartners(s spot) (partner lines.Mates) {
	for _, pair := range w.pairsAt(s.at) {
		if !s.aside.Has(s.line.inWalk(pair[0])) && !s.aside.Has(s.line.inWalk(pair[1])) {
			partner.Join(pair[0], pair[1])
		}
	}
	return partner
}

// pairsAt returns the pairs of a node, as squares of the file. It searches again for pairs that the file does not
// contain: to hold them would take more memory than all else.
func (w *Walker) pairsAt(at int) [][2]oxo.Move {
	t := w.part.tree
	if n := t.nodes.At(at); n.symmetry == 0 || n.kind != certificate.Pairs && n.kind != certificate.Rest {
		return t.pairsOf(at)
	}
	b, unsettled, f := w.boardAt(at), t.unsettledAt(at), &lines.Finder{}
	f.Find(t.nodes.At(at).symmetry>>8 == certificate.Better, b, &unsettled) // it succeeds, because the checker found them
	return f.Found()
}

// whichever returns a move for the preventing side where any move will do: a move that completes a line, or else the
// square that the other side's lines need most. It is one of the legal moves, unless the preventing side has
// completed a line or filled the board.
func whichever(b *lines.Board, legal []oxo.Move) Step {
	for _, m := range legal {
		if b.Completed(m) {
			return Step{Reason: completes, Mine: true, Move: m}
		}
	}
	step := Step{Reason: Whichever, Mine: true}
	if best, ok := heaviest(b, nil); ok {
		step.Move = best
	} else if len(legal) > 0 {
		step.Move = legal[0]
	}
	return step
}

// heaviest returns the square outside the pairs with the greatest sum of weights, and whether there is one. The sum
// is over the lines through the square that count, as in [lines.Board.Potential].
func heaviest(b *lines.Board, partner lines.Mates) (best oxo.Move, ok bool) {
	weights, greatest := make([]float64, b.Count), 0.0
	for _, line := range b.Counted(partner) {
		weight := 1.0
		for _, m := range line {
			if b.Owner[m] < 0 && !partner.Has(m) {
				weight /= 2
			}
		}
		for _, m := range line {
			if b.Owner[m] < 0 && !partner.Has(m) {
				if weights[m] += weight; weights[m] > greatest {
					best, greatest = m, weights[m]
				}
			}
		}
	}
	return best, greatest > 0
}
