package lines

import (
	"slices"

	"oxo"
)

// remainder is the part of a board that remains when pairs are set aside.
type remainder struct {
	Lines   [][]oxo.Move // the lines that are alive and that no pair covers
	numbers []int16      // the numbers of these lines in Kin
	Given   []oxo.Move   // squares of pairs in these lines: they count as the other side's
}

// Without returns the part of the board that remains without pairs. It reports false if both squares of a pair are in
// the remaining lines.
func (b *Board) Without(partner Mates) (r remainder, ok bool) {
	var given Squares
	for i, line := range b.Lines {
		if !b.Alive(line) || Covered(line, partner) {
			continue
		}
		r.Lines, r.numbers = append(r.Lines, line), append(r.numbers, b.number(i))
		for _, m := range line {
			if partner.Has(m) {
				given.Add(m)
			}
		}
	}
	ok = true
	given.Each(func(m oxo.Move) {
		r.Given = append(r.Given, m)
		other, _ := partner.Of(m)
		ok = ok && !given.Has(other)
	})
	return r, ok
}

// Narrow reduces a board to the part that remains, and returns a function that restores it.
func (b *Board) Narrow(r remainder) (back func()) {
	lines, numbers := b.Lines, b.numbers
	b.Lines, b.numbers = r.Lines, r.numbers
	for _, m := range r.Given {
		b.Owner[m] = 1
	}
	return func() {
		b.Lines, b.numbers = lines, numbers
		for _, m := range r.Given {
			b.Owner[m] = -1
		}
	}
}

// Unanswered returns the first empty square that is unsettled and needs an answer but has none. Another square that
// is answered may stand for it (lemma 9), and is then added to the zone. No square stands for another where threats
// count, because lines of the preventing side may need either square. The argument lines holds the lines that count.
func (b *Board) Unanswered(lines [][]oxo.Move, unsettled, answered, zone *Squares) (oxo.Move, bool) {
	for m := range oxo.Move(b.Count) {
		if !b.Empty(m) || !unsettled.Has(m) || answered.Has(m) {
			continue
		}
		if b.Threats {
			return m, true
		}
		by, ok := b.Dominating(m, lines, answered)
		if !ok {
			return m, true
		}
		if by != m {
			zone.Add(by)
		}
	}
	return 0, false
}

// Dominating returns an empty square that is answered and is in all lines of another square. If the other square is
// in no line, it returns that square itself.
func (b *Board) Dominating(m oxo.Move, lines [][]oxo.Move, answered *Squares) (by oxo.Move, ok bool) {
	with := *answered
	some := false
	for _, line := range lines {
		if !slices.Contains(line, m) {
			continue
		}
		var in Squares
		for _, sq := range line {
			in.Add(sq)
		}
		with.Intersect(&in)
		some = true
	}
	if !some {
		return m, true
	}
	for sq := range oxo.Move(b.Count) {
		if with.Has(sq) && b.Empty(sq) {
			return sq, true
		}
	}
	return 0, false
}

// Guard adds squares to a zone, so that each live line without the square except has at least n empty squares in the
// zone. Then the other side cannot complete such a line with n-1 stones, even if it has all squares outside the zone.
// Guard reports false if a line has fewer than n empty squares.
func (b *Board) Guard(zone *Squares, n int, except oxo.Move) (ok bool) {
	ok = true
	for _, line := range b.Lines {
		if !b.Alive(line) || slices.Contains(line, except) {
			continue
		}
		in, empty := 0, 0
		for _, m := range line {
			if b.Owner[m] >= 0 {
				continue
			}
			if empty++; zone.Has(m) {
				in++
			}
		}
		ok = ok && empty >= n
		for _, m := range line {
			if in < n && b.Owner[m] < 0 && !zone.Has(m) {
				zone.Add(m)
				in++
			}
		}
	}
	return ok
}
