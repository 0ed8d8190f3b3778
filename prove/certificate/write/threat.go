package write

import (
	"slices"

	"oxo"
	"oxo/prove/certificate"
)

// threaten writes what follows those moves of the other side that answer a threat.
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

// threat returns the move that ends the game behind most moves of the other side, if behind
// two at least: it need not be written behind each.
func (t *reaching) threat() (best oxo.Move, ok bool) {
	p, most := t.s.Position, 1
	replies := p.Moves(nil)
	var tried []oxo.Move
	for i, reply := range replies {
		if i >= lookedAt {
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
			if n > most {
				best, most = by, n
			}
		}
	}
	return best, most > 1
}

// lookedAt is the number of replies behind which threats are looked for. A threat is missed
// where each of them stops it.
const lookedAt = 4

// ending returns the moves that end the game behind a reply.
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
