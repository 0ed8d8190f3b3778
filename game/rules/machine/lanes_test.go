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

// TestLanes: 64 games side by side have the ends and the legal moves that the rules say, in each of them.
func TestLanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	for _, c := range testCircuits(t) {
		p := machine.All(c)[0]
		side := laneGames{t: t, c: c, lanes: [2]*machine.Lanes{p.Lanes(), p.Lanes()}, rng: rng}
		for _, games := range []int{64, 64, 1, 7} {
			side.play(p.Machine(), games)
		}
	}
}

// testCircuits returns the circuits of the examples, and of two sheets whose rules depend on each other in a circle.
func testCircuits(t *testing.T) (all []*gdl.Circuit) {
	t.Helper()
	files, err := filepath.Glob("../../../examples/sheets/*.kif")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	texts := []string{floods, lamps}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	for _, text := range texts {
		circuits, err := gdl.Read(context.Background(), text, gdl.Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, circuits...)
	}
	return all
}

// laneGames plays games side by side, and without lanes too.
type laneGames struct {
	t      *testing.T
	c      *gdl.Circuit
	lanes  [2]*machine.Lanes // they take turns
	states [][]bool          // by game
	rng    *rand.Rand
}

func (g *laneGames) play(start *machine.Machine, games int) {
	const plies = 25
	g.states = nil
	for range games {
		g.states = append(g.states, slices.Clone(g.c.Start))
	}
	g.lanes[0].Load(start)
	for range plies {
		var moves []machine.LaneMove
		for lane, state := range g.states {
			m := machine.LaneMove{From: uint8(lane), Moves: [2]int32{-1, -1}}
			legal, over := g.look(lane, state)
			if !over && g.rng.IntN(8) > 0 { // sometimes a game waits
				for role := range legal {
					m.Moves[role] = legal[role][g.rng.IntN(len(legal[role]))]
				}
				truth := evaluate(g.c, state, g.c.FirstMove(0)+int(m.Moves[0]), g.c.FirstMove(1)+int(m.Moves[1]))
				for f, l := range g.c.Next {
					state[f] = truth[l.Atom()] != l.Not()
				}
			}
			moves = append(moves, m)
		}
		g.lanes[1].Make(g.lanes[0].Keep(nil), moves)
		g.lanes[0], g.lanes[1] = g.lanes[1], g.lanes[0]
	}
}

// look compares a lane with what the rules say of its state, and returns that.
func (g *laneGames) look(lane int, state []bool) (legal [2][]int32, over bool) {
	g.t.Helper()
	c, truth := g.c, evaluate(g.c, state)
	over = truth[c.Over.Atom()] != c.Over.Not()
	if got := g.lanes[0].Over()>>lane&1 != 0; got != over {
		g.t.Fatalf("lane %d: over is %v, want %v", lane, got, over)
	}
	for role := range legal {
		for m, l := range c.Legal[role] {
			if guard := c.Guards[role][m]; truth[l.Atom()] != l.Not() && truth[guard.Atom()] != guard.Not() {
				legal[role] = append(legal[role], int32(m))
			}
		}
		var got machine.LaneMoves
		if g.lanes[0].Legal(role, 1<<lane, &got); !slices.Equal(got.Moves, legal[role]) {
			g.t.Fatalf("lane %d: moves %v of role %d, want %v", lane, got.Moves, role, legal[role])
		}
	}
	return legal, over
}
