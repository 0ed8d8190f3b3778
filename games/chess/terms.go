package chess

import (
	"oxo"
	"oxo/game/board"
)

// groups lists the terms of a reported estimate: each covers the weights from its first one to
// the next term's.
func groups() []struct {
	from int
	text string
} {
	return []struct {
		from int
		text string
	}{
		{knightMoves, "the moves that pieces have"},
		{passedPawn, "passed pawns"},
		{isolated, "pawns that are isolated, doubled, backward or guarded"},
		{shield, "pawns before the kings"},
		{danger, "attacks on the kings"},
		{bishopPair, "two bishops"},
		{openFile, "rooks on open files"},
		{outpost, "knights and bishops guarded far on"},
		{pawnThreat, "attacks on pieces"},
		{kingNear, "the way of a king to a bare one"},
	}
}

// Terms implements [board.Explained]: it returns the parts of the estimate. Each part is
// blended and scaled like the whole: its score is the change of the whole when the part
// is added.
func (p *position) Terms() []board.Term {
	var counts [weightsCount]int
	t := tally{weights: p.g.weights, counts: &counts}
	p.assess(&t)
	toMove := 1
	if p.turn == oxo.Second {
		toMove = -1
	}
	terms := []board.Term{{Text: p.g.sideName(p.turn) + " is to move", Score: tempo}}
	var sum tapered
	before := 0
	add := func(text string, value int) {
		if value != before {
			terms = append(terms, board.Term{Text: text, Score: oxo.Score((value - before) * toMove)})
		}
		before = value
	}
	values := material()
	for sq := range 64 {
		if man := p.square[sq]; man != none {
			sum += values[man&7] * tapered(1-2*int(man>>3))
		}
	}
	add("the men", p.blend(sum))
	sum = p.worth
	add("the squares they are on", p.blend(sum))
	list := groups()
	for i, g := range list {
		end := weightsCount
		if i+1 < len(list) {
			end = list[i+1].from
		}
		for at := g.from; at < end; at++ {
			sum += p.g.weights[at] * tapered(counts[at])
		}
		add(g.text, p.blend(sum))
	}
	add("such endings are mostly drawn", before*p.chances(before)/certain)
	return terms
}
