package write

import (
	"slices"

	"oxo"
	"oxo/prove/certificate"
)

// except writes a policy with exceptions, if it saves something: if it answers more replies than there are replies
// after which the side ends the game at once.
func (t *reaching) except(ahead *foreseen, share float64) (written bool, err error) {
	if t.policies == nil {
		return false, nil
	}
	p := t.s.Position
	answers, others := ahead.answers, ahead.others
	replies, ended := p.Moves(nil), 0
	for _, m := range replies {
		if len(t.ending(m)) > 0 {
			ended++
		}
	}
	if len(replies)-len(others) <= ended {
		return false, nil
	}
	return true, t.excepted(answers, slices.Clone(others), share)
}

// excepted writes a policy, and the trees after the replies that it does not answer.
func (t *reaching) excepted(answers [][2]int, others []oxo.Move, share float64) error {
	t.writeNumber(certificate.Except)
	t.answers(answers)
	t.writeNumber(uint64(len(others)))
	for _, m := range others {
		t.writeNumber(uint64(m))
	}
	return t.each(others, share, func(oxo.Move, *certificate.WinZone) {})
}

// answers writes the answers of a policy.
func (t *reaching) answers(answers [][2]int) {
	t.writeNumber(uint64(len(answers)))
	for _, pair := range answers {
		t.writeNumber(uint64(pair[0]))
		t.writeNumber(uint64(pair[1]))
	}
}
