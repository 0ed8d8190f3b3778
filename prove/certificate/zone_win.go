package certificate

import (
	"slices"

	"oxo"
	"oxo/prove/certificate/lines"
)

// WinZone is what a win needs in a game of lines, of a node and all that follows it (lemma 12).
type WinZone struct {
	Needs  lines.Squares // the squares of all moves in the file
	forced lines.Squares // of them, those that the other side takes because it must
	Free   int           // the most moves on one way that the other side makes where nothing forces it
}

// WholeZone returns the zone of a node that nothing is known of: it needs all squares.
func WholeZone() WinZone { return WinZone{Needs: lines.AllSquares(), Free: lines.MaxSquares} }

// Join adds what an answer needs.
func (z *WinZone) Join(answer *WinZone) {
	z.Needs.Union(&answer.Needs)
	z.forced.Union(&answer.forced)
	z.Free = max(z.Free, answer.Free)
}

// turned returns the zone of an image of the position.
func (z *WinZone) turned(turn func(oxo.Move) oxo.Move) WinZone {
	if z.Free >= lines.MaxSquares {
		return WholeZone()
	}
	to := WinZone{Free: z.Free}
	z.Needs.Each(func(m oxo.Move) { to.Needs.Add(turn(m)) })
	z.forced.Each(func(m oxo.Move) { to.forced.Add(turn(m)) })
	return to
}

// Exposed returns the squares with which the other side, to move, may disturb an answer with this zone: those that
// it needs, and those of lines that the other side might complete in time. It has one move now, its free ones
// and, where it leaves a threat alone, one more.
func (z *WinZone) Exposed(b *lines.Board) lines.Squares {
	all := z.Needs
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
		if moves > z.Free+2 {
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

// some checks answers to some moves of the other side. Each other move must be one that does not disturb some
// answer (lemma 12).
func (s *strategy) some() (zone WinZone, err error) {
	if !s.ByLines {
		return zone, s.r.wrong("answers to some moves are enough only for a win by a line")
	}
	b := s.Wanted()
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
		answer, err := s.follow(m)
		if err != nil {
			return zone, err
		}
		exposed := answer.Exposed(b)
		s.r.hear.Answered(&exposed, b.Count)
		unsettled.Intersect(&exposed)
		answered.Add(m)
		zone.Join(&answer)
	}
	if m, ok := unsettledBy(b, &unsettled, &answered); ok {
		return zone, s.r.wrong("square %d may disturb all answers, and has none", m)
	}
	zone.Needs.Union(&answered)
	zone.Free++
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
