package write

import (
	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// some writes answers to moves of the other side until every other move leaves some answer undisturbed.
func (t *reaching) some(share float64) (zone certificate.WinZone, err error) {
	t.writeNumber(certificate.Zone)
	b := t.s.Wanted()
	part := share / float64(len(t.s.Position.Moves(nil)))
	var answered lines.Squares
	unsettled := lines.AllSquares()
	for {
		m, ok := nextReply(b, &unsettled, &answered)
		if !ok {
			break
		}
		t.writeNumber(uint64(m) + 1)
		answer, err := t.after(m, part)
		if err != nil {
			return zone, err
		}
		share -= part
		exposed := answer.Exposed(b)
		unsettled.Intersect(&exposed)
		answered.Add(m)
		zone.Join(&answer)
	}
	t.writeNumber(0)
	t.written(share)
	zone.Needs.Union(&answered)
	zone.Free++
	return zone, nil
}

// nextReply returns a move of the other side that is not settled and has no answer, if there is one. The first such
// move is one in the fewest lines, because its answer needs least. Later moves are those in most lines that the other
// side can complete, because their answers settle most of the rest.
func nextReply(b *lines.Board, unsettled, answered *lines.Squares) (reply oxo.Move, ok bool) {
	wanted, sign := make([]int, b.Count), 1
	if *answered == (lines.Squares{}) {
		sign = -1
	}
	for _, line := range b.Lines {
		if b.Alive(line) {
			for _, m := range line {
				wanted[m] += sign
			}
		}
	}
	for m := range oxo.Move(b.Count) {
		if b.Empty(m) && unsettled.Has(m) && !answered.Has(m) && (!ok || wanted[m] > wanted[reply]) {
			reply, ok = m, true
		}
	}
	return reply, ok
}
