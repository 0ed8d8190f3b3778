package write

import (
	"slices"

	"oxo"
	"oxo/prove/certificate"
)

// threaten writes the trees after the moves of the other side that stop a threat.
func (t *reaching) threaten(by oxo.Move, share float64) (zone certificate.WinZone, err error) {
	p := t.s.Position
	t.writeNumber(certificate.Threat)
	t.writeNumber(uint64(by))
	replies := slices.DeleteFunc(p.Moves(nil), func(m oxo.Move) bool {
		p.Make(m)
		defer p.Unmake(m)
		return t.s.Ends(by)
	})
	if len(replies) == 0 {
		t.written(share)
	}
	return zone, t.each(replies, share, func(m oxo.Move, answer *certificate.WinZone) { t.s.Stops(by, m, answer, &zone) })
}

// threat returns the move that ends the game after the largest number of moves of the other side. It reports whether
// there are at least two such moves: then the file need not have the ending move after each.
func (t *reaching) threat() (best oxo.Move, ok bool) {
	p, maxEnded := t.s.Position, 1
	replies := p.Moves(nil)
	var tried []oxo.Move
	for i, reply := range replies {
		if i >= triedReplies {
			break
		}
		for _, by := range t.ending(reply) {
			if slices.Contains(tried, by) {
				continue
			}
			tried = append(tried, by)
			n := 0
			for _, m := range replies {
				p.Make(m)
				if t.s.Ends(by) {
					n++
				}
				p.Unmake(m)
			}
			if n > maxEnded {
				best, maxEnded = by, n
			}
		}
	}
	return best, maxEnded > 1
}

// triedReplies is the number of replies after which the writer looks for threats. It misses a threat that each of
// these replies stops.
const triedReplies = 4

// ending returns the moves that end the game after a reply.
func (t *reaching) ending(reply oxo.Move) (all []oxo.Move) {
	p := t.s.Position
	p.Make(reply)
	defer p.Unmake(reply)
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	for _, by := range p.Moves(nil) {
		if t.s.Ends(by) {
			all = append(all, by)
		}
	}
	return all
}
