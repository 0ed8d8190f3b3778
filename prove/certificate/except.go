package certificate

import (
	"math/bits"
	"slices"

	"oxo"
)

// except checks a policy that answers most replies: the others have nodes of their own.
func (s *strategy) except() error {
	check, err := s.readPolicy()
	if err != nil {
		return err
	}
	columns, err := s.exceptions(&check.stack)
	if err != nil {
		return err
	}
	check.replies, check.why = check.offered, "the policy does not hold against all moves but the exceptions"
	for _, m := range columns {
		square, _ := check.top(int(m))
		check.replies &^= 1 << square
	}
	if err := s.r.try(check); err != nil {
		return err
	}
	s.r.report.Policies++
	for _, m := range columns {
		if _, err := s.follow(m); err != nil {
			return err
		}
	}
	s.remember(wholeZone())
	return nil
}

// exceptions reads the columns that have nodes of their own.
func (s *strategy) exceptions(b *stack) (columns []oxo.Move, err error) {
	count, err := s.r.number(uint64(bits.OnesCount64(b.offered)))
	if err != nil {
		return nil, err
	}
	next := uint64(0)
	for range count {
		column, err := s.r.number(uint64(b.columns - 1))
		if err != nil {
			return nil, err
		}
		if _, room := b.top(int(column)); column < next || !room {
			return nil, s.r.wrong("the exceptions of a policy are not in order, or not legal")
		}
		next = column + 1
		columns = append(columns, oxo.Move(column))
	}
	return columns, nil
}

// except writes a policy that answers most replies, if one answers more than those behind which the side
// ends the game at once.
func (t *reaching) except(ahead *foreseen, share float64) (written bool, err error) {
	if t.policies == nil {
		return false, nil
	}
	p := t.s.p
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

// excepted writes a policy, and what follows the replies that it does not answer.
func (t *reaching) excepted(answers [][2]int, others []oxo.Move, share float64) error {
	t.number(Except)
	t.answers(answers)
	t.number(uint64(len(others)))
	for _, m := range others {
		t.number(uint64(m))
	}
	return t.each(others, share, func(oxo.Move, *winZone) {})
}

// answers writes the answers of a policy.
func (t *reaching) answers(answers [][2]int) {
	t.number(uint64(len(answers)))
	for _, pair := range answers {
		t.number(uint64(pair[0]))
		t.number(uint64(pair[1]))
	}
}
