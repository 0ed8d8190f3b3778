package certificate

import (
	"slices"

	"oxo"
	"oxo/prove/certificate/lines"
)

// WinZone holds what a node of a win by lines needs, with all nodes below it (lemma 12).
type WinZone struct {
	Needs  lines.Squares // the squares of all moves in the tree
	forced lines.Squares // the squares among these where the other side's move is forced
	Free   int           // the greatest number of moves of the other side on one line of play that are not forced
}

// WholeZone returns the zone of a node about which nothing is known: it needs all squares.
func WholeZone() WinZone { return WinZone{Needs: lines.AllSquares(), Free: lines.MaxSquares} }

// Join adds the needs of an answer.
func (z *WinZone) Join(answer *WinZone) {
	z.Needs.Union(&answer.Needs)
	z.forced.Union(&answer.forced)
	z.Free = max(z.Free, answer.Free)
}

// turned returns the zone for an image of the position.
func (z *WinZone) turned(turn func(oxo.Move) oxo.Move) WinZone {
	if z.Free >= lines.MaxSquares {
		return WholeZone()
	}
	to := WinZone{Free: z.Free}
	z.Needs.Each(func(m oxo.Move) { to.Needs.Add(turn(m)) })
	z.forced.Each(func(m oxo.Move) { to.forced.Add(turn(m)) })
	return to
}

// Exposed returns the squares with which the other side, to move, may disturb an answer with this zone: the squares
// that the answer needs, and the squares of lines that the other side might complete in time. The other side has one
// move now, its free moves, and one more where it ignores a threat.
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

// wonByLines reports whether lemma 12 applies: the side has to complete a line, and the board is not too large.
func wonByLines(p oxo.Position, side oxo.Side, least oxo.Score) bool {
	lined, ok := p.(lines.Lined)
	if !ok || least <= oxo.Draw || lined.WinningSets() == nil {
		return false
	}
	b, ok := lines.NewBoard(lined, side)
	return ok && !slices.ContainsFunc(p.Moves(nil), func(m oxo.Move) bool { return int(m) >= b.Count })
}

// some checks answers to some moves of the other side. Each move without an answer must leave some answer undisturbed
// (lemma 12).
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
		return zone, s.r.wrong("square %d may disturb all answers, and has no answer", m)
	}
	zone.Needs.Union(&answered)
	zone.Free++
	s.remember(zone)
	return zone, nil
}

// unsettledBy returns the first empty square that may disturb all answers and has no answer, if there is one.
func unsettledBy(b *lines.Board, exposed, answered *lines.Squares) (oxo.Move, bool) {
	for m := range oxo.Move(b.Count) {
		if b.Empty(m) && exposed.Has(m) && !answered.Has(m) {
			return m, true
		}
	}
	return 0, false
}
