package certificate

import (
	"math/bits"

	"oxo"
)

// except checks a policy that does not answer all replies: the others have nodes of their own.
func (s *strategy) except() error {
	check, err := s.readPolicy()
	if err != nil {
		return err
	}
	columns, err := s.exceptions(&check.Stack)
	if err != nil {
		return err
	}
	check.replies, check.why = check.offered, "the policy does not hold against all moves but the exceptions"
	for _, m := range columns {
		square, _ := check.Top(int(m))
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
	s.remember(WholeZone())
	return nil
}

// exceptions reads the columns that have nodes of their own.
func (s *strategy) exceptions(b *Stack) (columns []oxo.Move, err error) {
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
		if _, room := b.Top(int(column)); column < next || !room {
			return nil, s.r.wrong("the exceptions of a policy are not in order, or not legal")
		}
		next = column + 1
		columns = append(columns, oxo.Move(column))
	}
	return columns, nil
}
