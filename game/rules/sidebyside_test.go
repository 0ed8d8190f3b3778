package rules_test

import (
	"strings"
	"testing"

	"oxo/game/rules"
	"oxo/game/rules/gdl"
)

// streak is a sheet in which one random game in 4096 ends with other points than all others.
const streak = `
(role a) (role b) (init (turn a)) (init (step 1)) (init (streak)) (item 1) (item 2)
(after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 7) (after 7 8) (after 8 9) (after 9 10) (after 10 11) (after 11 12) (after 12 13)
(<= (legal ?r (pick ?x)) (true (turn ?r)) (item ?x))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (turn a)) (true (turn b)))
(<= (next (turn b)) (true (turn a)))
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= (next (streak)) (true (streak)) (does ?r (pick 2)))
(<= terminal (true (step 13)))
(goal a 100)
(<= (goal b 100) (true (streak)))
(<= (goal b 0) (not (true (streak))))
`

// TestOtherSum: a sheet is refused although few of its games end with another sum of points.
func TestOtherSum(t *testing.T) {
	_, err := rules.New(t.Context(), "streak.kif", streak, gdl.Bounds{})
	if want := "one game ends with 100 and 0 points, another with 100 and 100"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

// TestPointsTwice: two rules that give the same points at the same ends do not matter.
func TestPointsTwice(t *testing.T) {
	twice := strings.Replace(streak, "(<= (goal b 100) (true (streak)))\n(<= (goal b 0) (not (true (streak))))", "(goal b 0) (<= (goal b 0) (true (streak)))", 1)
	if _, err := rules.New(t.Context(), "twice.kif", twice, gdl.Bounds{}); err != nil {
		t.Error(err)
	}
}
