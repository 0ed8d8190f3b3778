package certificate

import "oxo"

// avoidStep says what a side does that never has to complete a line.
func (w *Walker) avoidStep() Step {
	if w.p.Turn() != w.part.side {
		return Step{Reason: Avoids}
	}
	b, _ := losing(w.p, w.part.side)
	return Step{Reason: Lightest, Mine: true, Move: b.lightest(w.p.Moves(nil))}
}

// mirrorStep says what a side does that answers every square by its image.
func (w *Walker) mirrorStep(s spot) Step {
	if w.p.Turn() != w.part.side {
		return Step{Reason: Mirrors}
	}
	last := s.rules.inFile(w.moves[len(w.moves)-1])
	image := s.rules.p.(oxo.Symmetric).MapMove(last, int(w.part.tree.nodes.at(s.at).symmetry)) //nolint:forcetypeassert // the checker has found the symmetry
	return Step{Reason: Image, Mine: true, Move: s.rules.here(image)}
}
