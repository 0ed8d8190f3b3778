package walk

import (
	"cmp"
	"slices"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// avoidStep returns the step of a side that never has to complete a line.
func (w *Walker) avoidStep() Step {
	if w.p.Turn() != w.part.side {
		return Step{Reason: Avoids}
	}
	b, _ := certificate.LosingBoard(w.p, w.part.side)
	return Step{Reason: Lightest, Mine: true, Move: lightest(b, w.p.Moves(nil))}
}

// mirrorStep returns the step of a side that answers every square by its image.
func (w *Walker) mirrorStep(s spot) Step {
	if w.p.Turn() != w.part.side {
		return Step{Reason: Mirrors}
	}
	last := s.rules.inFile(w.moves[len(w.moves)-1])
	image := s.rules.p.(oxo.Symmetric).MapMove(last, int(w.part.tree.nodes.At(s.at).symmetry)) //nolint:forcetypeassert // the checker has found the symmetry
	return Step{Reason: Image, Mine: true, Move: s.rules.inWalk(image)}
}

// lightest returns the legal move whose square has the least weight of lines. Among equal moves it returns the first.
func lightest(b *lines.Board, legal []oxo.Move) oxo.Move {
	of := map[oxo.Move]int64{}
	weights := b.Weights()
	for i, line := range b.Lines {
		for _, m := range line {
			of[m] += weights[i]
		}
	}
	return slices.MinFunc(legal, func(a, b oxo.Move) int { return cmp.Compare(of[a], of[b]) })
}
