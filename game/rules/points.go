package rules

import (
	"context"
	"fmt"
	"slices"

	"oxo/game/rules/gdl"
)

// ends checks the points of all ends seen in the survey.
func (s *surveyor) ends() error {
	sums := map[int][2]int{}
	for p := range s.points { // of several ends with one sum, that with most points for the first role: the error is the same each time
		if q, ok := sums[p[0]+p[1]]; !ok || p[0] > q[0] {
			sums[p[0]+p[1]] = p
		}
	}
	var all []int
	for n := range sums {
		all = append(all, n)
	}
	slices.Sort(all)
	switch len(all) {
	case 0:
		return fmt.Errorf("no random game ended within %d plies: want a game that ends", surveyPlies)
	case 1:
	default:
		a, b := sums[all[0]], sums[all[1]]
		return fmt.Errorf("one game ends with %d and %d points, another with %d and %d: want the same sum at each end, so that what one gets the other loses", a[0], a[1], b[0], b[1])
	}
	s.traits.sum = all[0]
	for p := range s.points {
		if d := p[0] - p[1]; d != 0 && d != all[0] && d != -all[0] {
			s.traits.margins = true
		}
	}
	return nil
}

// seekEnds plays more games, unless the rules show that all ends have the same sum of points.
func (s *surveyor) seekEnds(ctx context.Context) error {
	if s.traits.oneSum(s.program.Circuit) {
		return nil
	}
	if err := s.playSideBySide(ctx); err != nil {
		return err
	}
	return s.ends()
}

// oneSum reports whether the rules show that all ends have the same sum of points: no two goals
// with another sum can hold at an end.
func (t *traits) oneSum(c *gdl.Circuit) bool {
	v := newProver(c, t, nil)
	for _, a := range c.Goals[0] {
		for _, b := range c.Goals[1] {
			if a.Points+b.Points == t.sum {
				continue
			}
			v.reset()
			v.suppose(c.Over)
			v.suppose(a.If)
			v.suppose(b.If)
			if v.spread(); !v.broken {
				return false
			}
		}
	}
	return true
}
