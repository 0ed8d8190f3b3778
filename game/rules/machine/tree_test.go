package machine_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"oxo/game/rules/gdl"
	"oxo/game/rules/machine"
)

// TestTrees: moves that have been made often change what the rules say, in all random games.
func TestTrees(t *testing.T) {
	const games = 200
	nodes := 0
	for _, name := range []string{"noughts", "drop", "pawns", "gravity"} {
		text, err := os.ReadFile("../../../examples/sheets/" + name + ".kif")
		if err != nil {
			t.Fatal(err)
		}
		circuits, err := gdl.Read(t.Context(), string(text), gdl.Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		p := machine.All(circuits[0])[0]
		rng := rand.New(rand.NewPCG(7, 7))
		for range games {
			play(t, p, rng)
		}
		nodes += p.Nodes()
	}
	if nodes == 0 {
		t.Error("no move has a tree")
	}
}

// TestQuestions: a machine that computes only what it is asked gives the right moves and ends, whatever it was asked before.
func TestQuestions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	texts := []string{floods, lamps}
	for _, name := range []string{"noughts", "drop", "pawns", "hex", "coins"} {
		text, err := os.ReadFile("../../../examples/sheets/" + name + ".kif")
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	for _, text := range texts {
		circuits, err := gdl.Read(t.Context(), text, gdl.Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range machine.All(circuits[0]) {
			for range 10 {
				wander(t, p, rng)
			}
		}
	}
}

// wander makes random moves and takes some of them back. Where it does so it asks nothing, or some of the questions.
func wander(t *testing.T, p *machine.Program, rng *rand.Rand) {
	c, m := p.Circuit, p.Machine()
	state := slices.Clone(c.Start)
	var past [][]int32
	for range 100 {
		truth := evaluate(c, state)
		if rng.IntN(2) == 0 && m.Over() != (truth[c.Over.Atom()] != c.Over.Not()) {
			t.Fatalf("the game is over: %v is wrong", m.Over())
		}
		var legal [2][]int32
		for role := range legal {
			for i, l := range c.Legal[role] {
				if g := c.Guards[role][i]; truth[l.Atom()] != l.Not() && truth[g.Atom()] != g.Not() {
					legal[role] = append(legal[role], int32(i))
				}
			}
			if rng.IntN(3) == 0 && !slices.Equal(m.Legal(role, nil), legal[role]) {
				t.Fatalf("moves %v of role %d, want %v", m.Legal(role, nil), role, legal[role])
			}
		}
		var flips []int32
		switch {
		case len(past) > 0 && (rng.IntN(3) == 0 || truth[c.Over.Atom()] != c.Over.Not() || len(legal[0]) == 0 || len(legal[1]) == 0):
			flips = past[len(past)-1]
			past = past[:len(past)-1]
			m.Unmake(flips)
		default:
			flips = slices.Clone(m.Make(legal[0][rng.IntN(len(legal[0]))], legal[1][rng.IntN(len(legal[1]))]))
			past = append(past, flips)
		}
		for _, f := range flips {
			state[f] = !state[f]
		}
	}
}
