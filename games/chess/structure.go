package chess

import (
	"math/bits"

	"oxo"
)

// assessPawns counts good and bad pawns, all of a side at once.
func (p *position) assessPawns(t *tally, h *half) {
	if h.pawns == 0 {
		p.assessBare(t, h)
		return
	}
	count := func(what int, x uint64) {
		if x != 0 {
			t.add(what, bits.OnesCount64(x))
		}
	}
	files := ahead(oxo.First, h.pawns) | ahead(oxo.Second, h.pawns)
	lonely := h.pawns &^ sideways(files)
	count(isolated, lonely)
	count(doubled, h.pawns&ahead(h.side, forward(h.side, h.pawns)))
	count(chained, h.pawns&h.attacks)
	count(phalanx, h.pawns&sideways(h.pawns))
	stops := forward(h.side, h.pawns) & h.oppHits &^ ahead(h.side, h.attacks)
	count(backward, forward(h.side^1, stops)&^lonely)
	span := ahead(h.side^1, forward(h.side^1, h.oppPawns))
	passed := h.pawns &^ (span | sideways(span) | ahead(h.side^1, forward(h.side^1, h.pawns)))
	for ; passed != 0; passed &= passed - 1 {
		p.assessPassed(t, h, bits.TrailingZeros64(passed)&63)
	}
}

// assessPassed counts a pawn that no pawn of the other side can stop.
func (p *position) assessPassed(t *tally, h *half, sq int) {
	left, step := p.g.rows-1-sq>>3, side
	if h.side == oxo.Second {
		left, step = sq>>3, -side
	}
	left = min(left, 6)
	t.add(passedPawn+left, 1)
	if ahead(h.side, forward(h.side, bit(sq)))&h.opp == 0 {
		t.add(freePassed+left, 1)
	}
	if h.attacks>>sq&1 != 0 {
		t.add(guarded, 1)
	}
	if left <= 4 { // the square in front of it is beyond the middle
		stop := sq + step
		t.add(ownKing, min(steps(h.king, stop), 5)*(5-left))
		t.add(oppKing, min(steps(h.oppKing, stop), 5)*(5-left))
	}
}

// steps returns the number of king moves between two squares.
func steps(a, b int) int {
	column, row := a&7-b&7, a>>3-b>>3
	return max(column, -column, row, -row)
}

// assessBare rewards a side with enough pieces for a king near the other side's bare king.
func (p *position) assessBare(t *tally, h *half) {
	if h.opp&^p.kinds[king] == 0 {
		t.add(kingNear, steps(h.king, h.oppKing))
	}
}

// assessShield counts the pawns in front of a king, and the files around it without pawns of
// its own.
func (p *position) assessShield(t *tally, h *half) {
	if p.kinds[queen]&h.opp == 0 {
		return
	}
	k := bit(h.king)
	wide := k | sideways(k)
	near := forward(h.side, wide)
	t.add(shield, bits.OnesCount64(near&h.pawns))
	t.add(farShield, bits.OnesCount64(forward(h.side, near)&h.pawns))
	files := ahead(h.side, wide) & p.g.board
	held := ahead(h.side^1, files&h.pawns) | wide&h.pawns
	if bare := wide & p.g.board &^ held; bare != 0 {
		t.add(bareFile, bits.OnesCount64(bare))
	}
}

// assessThreats counts attacks on pieces and on the king, after the attacks of all men are
// known.
func (p *position) assessThreats(t *tally, h, other *half) {
	pieces := h.opp &^ (p.kinds[pawn] | p.kinds[king])
	if x := pieces & h.attacks; x != 0 {
		t.add(pawnThreat, bits.OnesCount64(x))
	}
	if x := h.opp & (p.kinds[rook] | p.kinds[queen]) & h.minor; x != 0 {
		t.add(minorThreat, bits.OnesCount64(x))
	}
	if x := h.opp & p.kinds[queen] & h.rook; x != 0 {
		t.add(rookThreat, bits.OnesCount64(x))
	}
	if x := h.opp & h.all &^ other.all &^ p.kinds[king]; x != 0 {
		t.add(hanging, bits.OnesCount64(x))
	}
	if h.attackers >= 2 || h.attackers == 1 && p.kinds[queen]&h.own != 0 {
		// Squares next to the king that only the king guards are weak.
		weak := h.ring & h.all &^ bit(h.oppKing) &^ other.guarded
		t.sign = -t.sign // it is a weakness of the other side
		t.add(danger+min(h.units+bits.OnesCount64(weak), 31), 1)
		t.sign = -t.sign
	}
}
