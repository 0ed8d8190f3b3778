package certificate

import "oxo"

// some writes answers to moves of the other side until each other move does not disturb some answer.
func (t *reaching) some(share float64) (zone winZone, err error) {
	t.number(Zone)
	b := t.s.wanted()
	part := share / float64(len(t.s.p.Moves(nil)))
	var answered squares
	unsettled := allSquares()
	for {
		m, ok := b.nextReply(&unsettled, &answered)
		if !ok {
			break
		}
		t.number(uint64(m) + 1)
		answer, err := t.after(m, part)
		if err != nil {
			return zone, err
		}
		share -= part
		exposed := b.exposed(&answer)
		unsettled.intersect(&exposed)
		answered.add(m)
		zone.join(&answer)
	}
	t.number(0)
	t.written(share)
	zone.needs.union(&answered)
	zone.free++
	return zone, nil
}

// nextReply returns a move of the other side that is not settled and has no answer, if there is one: first one
// that hardly matters, since its answer needs least; then those in most lines that the other side can complete, since
// theirs settle most of the rest.
func (b *board) nextReply(unsettled, answered *squares) (reply oxo.Move, ok bool) {
	lines, sign := make([]int, b.count), 1
	if *answered == (squares{}) {
		sign = -1
	}
	for _, line := range b.lines {
		if b.alive(line) {
			for _, m := range line {
				lines[m] += sign
			}
		}
	}
	for m := range oxo.Move(b.count) {
		if b.empty(m) && unsettled.has(m) && !answered.has(m) && (!ok || lines[m] > lines[reply]) {
			reply, ok = m, true
		}
	}
	return reply, ok
}
