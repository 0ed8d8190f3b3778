package machine_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"oxo/game/rules/gdl"
	"oxo/game/rules/machine"
)

// evaluate computes the truth of all atoms from the state, rule by rule.
func evaluate(c *gdl.Circuit, fluents []bool, made ...int) []bool {
	truth := make([]bool, c.Atoms)
	truth[0] = true
	for f, yes := range fluents {
		truth[1+f] = yes
	}
	for _, a := range made {
		truth[a] = true
	}
	loops := c.Loops
	for i, r := range c.Rules {
		apply(truth, r)
		if len(loops) > 0 && r.Head == loops[0].First {
			loop := loops[0]
			loops = loops[1:]
			for range loop.Last - loop.First + 1 { // each time at least one more becomes true
				for _, r := range c.Rules[i:] {
					if r.Head <= loop.Last {
						apply(truth, r)
					}
				}
			}
		}
	}
	return truth
}

func apply(truth []bool, r gdl.Rule) {
	all := true
	for _, l := range r.Body {
		all = all && truth[l.Atom()] != l.Not()
	}
	truth[r.Head] = truth[r.Head] || all
}

// TestIncremental: a machine that updates only the atoms that a move changes gives the same results
// as an evaluation of all rules, in random games whose moves are made and taken back.
func TestIncremental(t *testing.T) {
	files, err := filepath.Glob("../../../examples/sheets/*.kif")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		circuits, err := gdl.Read(context.Background(), string(text), gdl.Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range circuits {
			testPlay(t, c, rng)
		}
	}
	for _, sheet := range []string{floods, lamps} {
		circuits, err := gdl.Read(context.Background(), sheet, gdl.Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		c := circuits[0]
		if len(c.Loops) == 0 {
			t.Error("the sheet is without a loop")
		}
		testPlay(t, c, rng)
	}
}

// lamps is a sheet in which moves open and close the wires between lamps in a ring. The first lamp
// has current, and so has each lamp to which a closed wire leads from a lamp with current. So two
// lamps may seem to give each other current when the way from the first is cut.
const lamps = `
(role a) (role b) (lamp 1) (lamp 2) (lamp 3) (lamp 4) (lamp 5) (lamp 6)
(next-to 1 2) (next-to 2 3) (next-to 3 4) (next-to 4 5) (next-to 5 6) (next-to 6 1)
(init (turn a)) (init (left 12)) (<= (init (on ?x)) (lamp ?x))
(after 12 11) (after 11 10) (after 10 9) (after 9 8) (after 8 7) (after 7 6) (after 6 5) (after 5 4) (after 4 3) (after 3 2) (after 2 1) (after 1 0)
(<= (legal ?r (switch ?x)) (true (turn ?r)) (lamp ?x))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (on ?x)) (true (on ?x)) (not (switched ?x)))
(<= (next (on ?x)) (switched ?x) (not (true (on ?x))))
(<= (switched ?x) (does ?r (switch ?x)))
(<= (current 1) (true (on 6)))
(<= (current ?y) (true (on ?x)) (next-to ?x ?y) (current ?x))
(<= (current ?x) (true (on ?x)) (next-to ?x ?y) (current ?y))
(<= (next (left ?m)) (true (left ?n)) (after ?n ?m))
(<= (next (turn a)) (true (turn b)))
(<= (next (turn b)) (true (turn a)))
(<= terminal (true (left 0)))
(<= terminal (not (current 4)) (not (current 5)) (true (left 1)))
(<= (goal a 100) (current 4))
(<= (goal a 0) (not (current 4)))
(<= (goal b 0) (current 4))
(<= (goal b 100) (not (current 4)))
`

// floods is a sheet in which a move floods squares, from square to square: a loop
// that depends on the moves made.
const floods = `
(role a) (role b) (square 1) (square 2) (square 3) (square 4)
(near 1 2) (near 2 3) (near 3 4) (near 2 1) (near 3 2) (near 4 3)
(init (turn a)) (<= (init (dry ?x)) (square ?x))
(<= (legal ?r (dam ?x)) (true (turn ?r)) (true (dry ?x)))
(<= (legal ?r (pump ?x)) (true (turn ?r)) (true (dry ?x)))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (flooded ?x) (does ?r (pump ?x)))
(<= (flooded ?y) (flooded ?x) (near ?x ?y) (true (dry ?y)) (not (dammed ?y)))
(<= (dammed ?x) (true (dam ?x)))
(<= (dammed ?x) (does ?r (dam ?x)))
(<= (next (dam ?x)) (dammed ?x))
(<= (next (dry ?x)) (true (dry ?x)) (not (flooded ?x)) (not (dammed ?x)))
(<= (next (turn a)) (true (turn b)))
(<= (next (turn b)) (true (turn a)))
(<= open (true (dry ?x)))
(<= terminal (not open))
(<= (goal ?r 100) (role ?r) (not (true (turn ?r))))
(<= (goal ?r 0) (true (turn ?r)))
`

func testPlay(t *testing.T, c *gdl.Circuit, rng *rand.Rand) {
	for _, p := range machine.All(c) {
		for range 20 {
			play(t, p, rng)
		}
	}
}

// play plays one random game and takes it back.
func play(t *testing.T, p *machine.Program, rng *rand.Rand) {
	c, m := p.Circuit, p.Machine()
	state := slices.Clone(c.Start)
	var changes [][]int32
	for {
		truth := evaluate(c, state)
		same(t, c, m, truth)
		if m.Over() {
			break
		}
		var made [2]int
		var moves [2]int32
		for role := range moves {
			list := m.Legal(role, nil)
			moves[role] = list[rng.IntN(len(list))]
			made[role] = c.FirstMove(role) + int(moves[role])
		}
		truth = evaluate(c, state, made[0], made[1])
		for f, l := range c.Next {
			state[f] = truth[l.Atom()] != l.Not()
		}
		changes = append(changes, slices.Clone(m.Make(moves[0], moves[1])))
	}
	for _, flips := range slices.Backward(changes) {
		if rng.IntN(2) == 0 {
			m = m.Clone() // a copy has no saved states
		}
		m.Unmake(flips)
		for _, f := range flips {
			state[f] = !state[f]
		}
		same(t, c, m.Clone(), evaluate(c, state))
	}
	if !slices.Equal(state, c.Start) {
		t.Error("the moves back do not lead to the start")
	}
}

func same(t *testing.T, c *gdl.Circuit, m *machine.Machine, truth []bool) {
	t.Helper()
	for a, want := range truth {
		if m.Holds(gdl.Literal(a<<1)) != want {
			t.Fatalf("atom %d of %d is %v, want %v", a, c.Atoms, !want, want)
		}
	}
}
