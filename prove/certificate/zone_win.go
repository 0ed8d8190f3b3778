package certificate

import (
	"slices"

	"oxo"
	"oxo/prove/certificate/lines"
)

// winZone is what a win needs in a game of lines, of a node and all that follows it (lemma 12).
type winZone struct {
	needs  lines.Squares // the squares of all moves in the file
	forced lines.Squares // of them, those that the other side takes because it must
	free   int           // the most moves on one way that the other side makes where nothing forces it
}

// wholeZone is that of a node of which nothing else is known.
func wholeZone() winZone { return winZone{needs: lines.AllSquares(), free: lines.MaxSquares} }

// join adds what an answer needs.
func (z *winZone) join(answer *winZone) {
	z.needs.Union(&answer.needs)
	z.forced.Union(&answer.forced)
	z.free = max(z.free, answer.free)
}

// turned returns the zone of an image of the position.
func (z *winZone) turned(turn func(oxo.Move) oxo.Move) winZone {
	if z.free >= lines.MaxSquares {
		return wholeZone()
	}
	to := winZone{free: z.free}
	z.needs.Each(func(m oxo.Move) { to.needs.Add(turn(m)) })
	z.forced.Each(func(m oxo.Move) { to.forced.Add(turn(m)) })
	return to
}

// needs adds the square of a move to a zone, where there are zones.
func (s *strategy) needs(zone *winZone, m oxo.Move) {
	if s.lines {
		zone.needs.Add(m)
	}
}

// stops adds to the zone of a threat what the answer to a move needs that stops it.
func (s *strategy) stops(by, m oxo.Move, answer, zone *winZone) {
	if !s.lines {
		return
	}
	if m != by { // the threat is stopped on another square
		*zone = wholeZone()
		return
	}
	zone.join(answer)
	zone.needs.Add(m)
	zone.forced.Add(m)
}

// keep keeps the zone of a node that others may refer to, where there are zones.
func (s *strategy) keep(zone winZone) {
	if !s.lines {
		return
	}
	_, symmetry, _ := s.named()
	s.zones = append(s.zones, zone.turned(func(m oxo.Move) oxo.Move {
		if symmetric, ok := s.p.(oxo.Symmetric); ok {
			return symmetric.MapMove(m, symmetry)
		}
		return m
	}))
}

// zoneOf returns the zone of an earlier node that the position refers to, where there are zones.
func (s *strategy) zoneOf(n int) winZone {
	if !s.lines {
		return winZone{}
	}
	_, symmetry, _ := s.named()
	return s.zones[n].turned(func(m oxo.Move) oxo.Move {
		if symmetric, ok := s.p.(oxo.Symmetric); ok {
			return symmetric.UnmapMove(m, symmetry)
		}
		return m
	})
}

// exposed returns the squares with which the other side, to move, may disturb an answer with this zone: those that
// it needs, and those of lines that the other side might complete in time. It has one move now, its free ones
// and, where it leaves a threat alone, one more.
func (z *winZone) exposed(b *lines.Board) lines.Squares {
	all := z.needs
	for _, line := range b.Lines {
		if !b.Alive(line) {
			continue
		}
		moves := 0
		for _, m := range line {
			if b.Empty(m) && !z.forced.Has(m) {
				moves++
			}
		}
		if moves > z.free+2 {
			continue
		}
		for _, m := range line {
			if b.Empty(m) {
				all.Add(m)
			}
		}
	}
	return all
}

// wonByLines reports whether a side has to complete a line, on a board that is not too large: all that lemma 12 is
// about.
func wonByLines(p oxo.Position, side oxo.Side, least oxo.Score) bool {
	lined, ok := p.(lines.Lined)
	if !ok || least <= oxo.Draw || lined.WinningSets() == nil {
		return false
	}
	b, ok := lines.NewBoard(lined, side)
	return ok && !slices.ContainsFunc(p.Moves(nil), func(m oxo.Move) bool { return int(m) >= b.Count })
}

// wanted returns the board with the lines that the other side might complete.
func (s *strategy) wanted() *lines.Board {
	b, _ := lines.NewBoard(s.p.(lines.Lined), s.side) //nolint:forcetypeassert // a win by lines
	return b
}

// some checks answers to some moves of the other side. Each other move must be one that does not disturb some
// answer (lemma 12).
func (s *strategy) some() (zone winZone, err error) {
	if !s.lines {
		return zone, s.r.wrong("answers to some moves are enough only for a win by a line")
	}
	b := s.wanted()
	var answered lines.Squares
	unsettled := lines.AllSquares()
	for {
		m, more, err := s.r.answered(b, &answered)
		if err != nil {
			return zone, err
		}
		if !more {
			break
		}
		at := s.r.tree.next()
		answer, err := s.follow(m)
		if err != nil {
			return zone, err
		}
		exposed := answer.exposed(b)
		s.r.tree.zoned(b, at, &exposed)
		unsettled.Intersect(&exposed)
		answered.Add(m)
		zone.join(&answer)
	}
	if m, ok := unsettledBy(b, &unsettled, &answered); ok {
		return zone, s.r.wrong("square %d may disturb all answers, and has none", m)
	}
	zone.needs.Union(&answered)
	zone.free++
	s.remember(zone)
	return zone, nil
}

// unsettledBy returns the first empty square that may disturb all answers and has none, if there is one.
func unsettledBy(b *lines.Board, exposed, answered *lines.Squares) (oxo.Move, bool) {
	for m := range oxo.Move(b.Count) {
		if b.Empty(m) && exposed.Has(m) && !answered.Has(m) {
			return m, true
		}
	}
	return 0, false
}
