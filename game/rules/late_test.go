package rules_test

import (
	"strings"
	"testing"

	"oxo/game/rules"
)

// stops is a sheet in which two of three moves end the game. One game in half a million ends later, with other points.
const stops = `
(role a) (role b) (init (turn a)) (init (step 1)) (item 1) (item 2) (item 3)
(after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 7) (after 7 8) (after 8 9) (after 9 10) (after 10 11) (after 11 12) (after 12 13)
(<= (legal ?r (pick ?x)) (true (turn ?r)) (item ?x))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (turn a)) (true (turn b)))
(<= (next (turn b)) (true (turn a)))
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= (next stopped) (does ?r (pick ?x)) (distinct ?x 3))
(<= terminal (true stopped))
(<= terminal (true (step 13)))
(goal a 100)
(<= (goal b 0) (true stopped))
(<= (goal b 100) (not (true stopped)))
`

// TestLateEnd: a sheet without a circuit is refused for an end with another sum of points that comes only if no move ends the
// game before.
func TestLateEnd(t *testing.T) {
	e, err := rules.Unfolded(t.Context(), stops)
	if err != nil {
		t.Fatal(err)
	}
	_, err = rules.FromEngine(t.Context(), "stops.kif@123456789abc", e)
	if want := "one game ends with 100 and 0 points, another with 100 and 100"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}
