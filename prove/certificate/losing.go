package certificate

import (
	"slices"

	"oxo"
	"oxo/prove/certificate/lines"
)

// LosingBoard returns the board of a game in which a set loses, for the side that avoids its own sets. The live lines
// of this board are the sets in which the other side has no square.
func LosingBoard(p oxo.Position, side oxo.Side) (*lines.Board, bool) {
	l, ok := p.(lines.Lined)
	if !ok || l.LosingSets() == nil {
		return nil, false
	}
	// The lines of a board belong to the side that does not prevent. Here that is the side that avoids its own lines.
	return lines.NewBoard(losingLines{l}, side.Opponent())
}

// losingLines presents the sets that lose as the lines of a board.
type losingLines struct{ lines.Lined }

// WinningSets implements [Lined].
func (l losingLines) WinningSets() [][]oxo.Move { return l.LosingSets() }

// Avoids reports whether a side never has to complete a line of its own (lemma 10). The board is its [LosingBoard],
// and n squares are empty when it is next to move.
func Avoids(b *lines.Board, n int) bool {
	enough := lines.FullWeight
	if n%2 != 0 { // the side makes the last move itself
		enough /= 2
	}
	total := int64(0)
	for _, weight := range b.Weights() {
		total += weight
	}
	return total < enough
}

// MovesLeft returns the number of squares that are empty when a side is next to move.
func MovesLeft(p oxo.Position, side oxo.Side) int {
	n := len(p.Moves(nil))
	if p.Turn() != side {
		n--
	}
	return n
}

// empties returns how many squares of the board are empty.
func empties(b *lines.Board) (n int) {
	for _, owner := range b.Owner {
		if owner < 0 {
			n++
		}
	}
	return n
}

// Mirrors reports whether the side that has just moved can answer every square by its image (lemma 11). The symmetry
// must map the squares of the other side to the squares of this side. This side may also have the one square that the
// symmetry leaves in place.
func Mirrors(p oxo.Position, b *lines.Board, symmetry int) bool {
	turns, ok := p.(oxo.Symmetric)
	if !ok || symmetry <= 0 || symmetry >= turns.Symmetries() || empties(b) != len(p.Moves(nil)) {
		return false
	}
	for m := range oxo.Move(b.Count) {
		image := turns.MapMove(m, symmetry)
		switch {
		case int(image) >= b.Count || turns.MapMove(image, symmetry) != m:
			return false
		case image == m && (b.Owner[m] != 1 || !crossed(b, m, turns, symmetry)):
			return false
		case image != m && b.Owner[m] >= 0 && b.Owner[image] != 1-b.Owner[m]:
			return false
		}
	}
	return true
}

// crossed reports whether every line through a square has two squares that are images of each other.
func crossed(b *lines.Board, m oxo.Move, turns oxo.Symmetric, symmetry int) bool {
	for _, line := range b.Lines {
		if !slices.Contains(line, m) {
			continue
		}
		if !slices.ContainsFunc(line, func(a oxo.Move) bool {
			image := turns.MapMove(a, symmetry)
			return image != a && slices.Contains(line, image)
		}) {
			return false
		}
	}
	return true
}

// avoid checks a leaf at which the side never has to complete a line.
func (s *strategy) avoid() error {
	b, ok := LosingBoard(s.Position, s.Side)
	if !ok || s.Least > oxo.Draw {
		return s.r.wrong("avoiding lines proves nothing here")
	}
	if !Avoids(b, MovesLeft(s.Position, s.Side)) {
		return s.r.wrong("the side may have to complete a line")
	}
	return nil
}

// mirror checks a leaf at which the side answers every move by its image.
func (s *strategy) mirror() error {
	n, err := s.r.number(1<<16 - 1)
	if err != nil {
		return err
	}
	s.r.hear.Mirror(int(n))
	b, ok := LosingBoard(s.Position, s.Side)
	if !ok || s.Least > oxo.Draw {
		return s.r.wrong("images prove nothing here")
	}
	if !Mirrors(s.Position, b, int(n)) {
		return s.r.wrong("the squares of one side are not the images of the other's by symmetry %d", n)
	}
	return nil
}
