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
	for _, r := range c.Rules {
		all := true
		for _, l := range r.Body {
			all = all && truth[l.Atom()] != l.Not()
		}
		truth[r.Head] = truth[r.Head] || all
	}
	return truth
}

// TestIncremental: a machine that changes only what moves change says the same as an
// evaluation of all rules, in random games and back.
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
		c, err := gdl.Read(context.Background(), string(text), gdl.Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			play(t, c, rng)
		}
	}
}

// play plays one random game and takes it back.
func play(t *testing.T, c *gdl.Circuit, rng *rand.Rand) {
	m := machine.New(c).Machine()
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
		m.Toggle(flips)
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
