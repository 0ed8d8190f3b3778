package write

import (
	"oxo"
	"oxo/prove/certificate"
)

// leafOf returns the encoded leaf, for a position that needs no tree in a game where a line loses or pawns race. It
// reports whether there is one.
func leafOf(s *certificate.Goal) (numbers []uint64, ok bool) {
	if s.First() {
		return []uint64{certificate.Race}, true
	}
	return losingLeaf(s)
}

// losingLeaf returns the encoded leaf, for a position that needs no tree in a game where a line loses. It reports
// whether there is one.
func losingLeaf(s *certificate.Goal) (numbers []uint64, ok bool) {
	b, ok := certificate.LosingBoard(s.Position, s.Side)
	if !ok || s.Least > oxo.Draw {
		return nil, false
	}
	if certificate.Avoids(b, certificate.MovesLeft(s.Position, s.Side)) {
		return []uint64{certificate.Avoid}, true
	}
	turns, ok := s.Position.(oxo.Symmetric)
	if !ok || s.Position.Turn() == s.Side {
		return nil, false
	}
	for symmetry := 1; symmetry < turns.Symmetries(); symmetry++ {
		if certificate.Mirrors(s.Position, b, symmetry) {
			return []uint64{certificate.Mirror, uint64(symmetry)}, true
		}
	}
	return nil, false
}
