package walk

import (
	"oxo"
	"oxo/prove/certificate"
)

// Policy is a rule for the side whose strategy it is, as lemma 6 of docs/know/certificates.md has it. It begins with
// the other side to move.
type Policy struct {
	// Turned says that the file has the mirror image of this policy: the last column counts as the first.
	Turned bool
	// Answers are the written answers: a square of the other side, and the square that answers it. A square is its
	// column times the height of the board, plus its row.
	Answers [][2]oxo.Move
	// Except are the moves that the policy does not answer: the file has nodes for them.
	Except []oxo.Move
}

// Policy returns the policy that begins in the current position, if one does.
func (w *Walker) Policy() (y Policy, ok bool) {
	s := w.current()
	kind := w.part.tree.nodes.At(s.at).kind
	if s.rules == nil || s.reply != nil || s.ruled || kind != certificate.Policy && kind != certificate.Except {
		return y, false
	}
	columns, height, _ := w.p.(certificate.Stacked).Stacks() //nolint:forcetypeassert // the checker has found columns
	of := func(square oxo.Move) oxo.Move {
		return s.rules.inWalk(square/oxo.Move(height))*oxo.Move(height) + square%oxo.Move(height)
	}
	y.Turned = columns > 1 && s.rules.inWalk(0) != 0
	for _, written := range w.part.tree.pairsOf(s.at) {
		y.Answers = append(y.Answers, [2]oxo.Move{of(written[0]), of(written[1])})
	}
	for _, m := range w.part.tree.moves(s.at) {
		y.Except = append(y.Except, s.rules.inWalk(m))
	}
	return y, true
}
