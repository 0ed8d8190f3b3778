package rules_test

import (
	"strings"
	"testing"

	"oxo"
	"oxo/game/rules"
	"oxo/game/rules/gdl"
	"oxo/internal/race"
)

// walkers is a sheet in which two pieces walk along a road of five squares. The rule step says where.
const walkers = `
(role a) (role b)
(next-to 1 2) (next-to 2 3) (next-to 3 4) (next-to 4 5)
(init (at a 1)) (init (at b 1)) (init (turn a))
(other a b) (other b a)
(<= (legal ?r (go ?y)) (true (turn ?r)) (true (at ?r ?x)) (step ?x ?y))
(<= (legal ?r (stop)) (true (turn ?r)) (true (at ?r 5)))
(<= (legal ?r wait) (other ?r ?s) (true (turn ?s)))
(<= (next (at ?r ?y)) (does ?r (go ?y)))
(<= (next (at ?r ?x)) (true (at ?r ?x)) (not (moves ?r)))
(<= (moves ?r) (does ?r (go ?y)))
(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))
(<= terminal (true (at a 5)))
(<= terminal (true (at b 5)))
(<= (goal ?r 100) (true (at ?r 5)))
(<= (goal ?r 0) (other ?r ?s) (true (at ?s 5)))
(<= (goal ?r 50) (role ?r) (not terminal))
`

// discs is a sheet in which discs fall into two columns of three squares.
const discs = `
(role a) (role b) (other a b) (other b a) (column 1) (column 2)
(above 1 2) (above 2 3)
(<= (init (cell ?c 1 e)) (column ?c)) (<= (init (cell ?c 2 e)) (column ?c)) (<= (init (cell ?c 3 e)) (column ?c))
(init (turn a))
(<= (legal ?r (drop ?c)) (true (turn ?r)) (true (cell ?c 3 e)))
(<= (legal ?r wait) (other ?r ?s) (true (turn ?s)))
(<= (lands ?c 1) (true (cell ?c 1 e)))
(<= (lands ?c ?y) (above ?x ?y) (true (cell ?c ?y e)) (not (true (cell ?c ?x e))))
(<= (next (cell ?c ?y ?r)) (does ?r (drop ?c)) (lands ?c ?y))
(<= (filled ?c ?y) (does ?r (drop ?c)) (lands ?c ?y))
(<= (next (cell ?c ?y ?what)) (true (cell ?c ?y ?what)) (not (filled ?c ?y)))
(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))
(<= open (true (cell ?c ?y e)))
(<= terminal (not open))
(<= (goal ?r 100) (true (cell 1 3 ?r)))
(<= (goal ?r 0) (other ?r ?s) (true (cell 1 3 ?s)))
(<= (goal ?r 50) (role ?r) (true (cell 1 3 e)))
`

// lock is a sheet in which one line of play, twelve times left, does not end: after it both sides wait for ever. No
// random game finds this line.
const lock = `
(role a) (role b) (other a b) (other b a)
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9) (succ 9 10) (succ 10 11) (succ 11 12) (succ 12 13)
(init (turn a)) (init (at 1)) (init right)
(<= (legal ?r left) (true (turn ?r)) (not (true (at 13))))
(<= (legal ?r right) (true (turn ?r)) (not (true (at 13))))
(<= (legal ?r wait) (other ?r ?s) (true (turn ?s)))
(<= (legal ?r wait) (role ?r) (true (at 13)))
(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s) (not (true (at 13))))
(<= (next (turn ?r)) (true (turn ?r)) (true (at 13)))
(<= (next (at ?m)) (true (at ?n)) (succ ?n ?m))
(<= (next (at 13)) (true (at 13)))
(<= (next right) (true right) (does ?r left))
(<= (next right) (true right) (true (at 13)))
(<= terminal (true (at 13)) (not (true right)))
(goal a 100) (goal b 0)
`

// TestEnding: New finds out whether every game of a sheet ends. If it says so, no line of play repeats a state.
func TestEnding(t *testing.T) {
	race.OneThread(t)
	forward, back := "(<= (step ?x ?y) (next-to ?x ?y))", "(<= (step ?x ?y) (next-to ?y ?x))"
	far := "(<= (step ?x ?z) (next-to ?x ?y) (next-to ?y ?z))"
	for name, c := range map[string]struct {
		sheet string
		loops bool
	}{
		"one or two":  {walkers + forward + far, false},
		"and back":    {walkers + forward + back, true},
		"two forward": {walkers + forward + far + back, true},
		"discs":       {discs, false},
		"both wait":   {lock, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := parse(t, c.sheet).Start()
			if _, loops := p.(oxo.Looping); loops != c.loops {
				t.Errorf("loops %v, want %v", loops, c.loops)
			}
			if cycle := comesBack(p, map[oxo.Key]int{}); cycle != c.loops {
				t.Errorf("a line of play comes back: %v, want %v", cycle, c.loops)
			}
		})
	}
}

// comesBack reports whether a line of play from p repeats a state. The states are marked 1 on the line, and 2 when all
// after them are seen.
func comesBack(p oxo.Position, marks map[oxo.Key]int) bool {
	key := p.(oxo.Keyed).Key()
	switch marks[key] {
	case 1:
		return true
	case 2:
		return false
	}
	marks[key] = 1
	for _, m := range p.Moves(nil) {
		p.Make(m)
		back := comesBack(p, marks)
		p.Unmake(m)
		if back {
			return true
		}
	}
	marks[key] = 2
	return false
}

// TestRareEnd: New finds an end with another sum of points that few random games reach, since the
// rules do not exclude it.
func TestRareEnd(t *testing.T) {
	sheet := strings.NewReplacer(
		"(<= terminal (true (at 13)) (not (true right)))\n", "(<= terminal (true (at 10)))\n",
		"(goal a 100) (goal b 0)", "(<= (goal a 100) (not (true right))) (<= (goal a 0) (true right)) (goal b 0)",
	).Replace(lock)
	_, err := rules.New(t.Context(), "test.kif", sheet, gdl.Bounds{})
	if want := "one game ends with 0 and 0 points, another with 100 and 0"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}
