package write

import (
	"oxo"
	"oxo/prove/certificate"
)

// leafOf returns what is to be written of a position that needs no tree, where a line loses or pawns race.
func leafOf(s *certificate.Goal) (numbers []uint64, ok bool) {
	if s.First() {
		return []uint64{certificate.Race}, true
	}
	return losingLeaf(s)
}

// losingLeaf returns what is to be written of a position that the side needs no tree for.
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
