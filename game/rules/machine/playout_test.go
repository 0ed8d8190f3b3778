package machine_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"oxo/game/rules/machine"
)

// TestStep: 64 games that make picked moves, and begin again after their ends, have the ends, the legal moves and the goals that the
// rules say.
func TestStep(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, c := range testCircuits(t) {
		p := machine.All(c)[0]
		g := laneGames{t: t, c: c, lanes: [2]*machine.Lanes{p.LanesWithGoals()}, rng: rng}
		for range 64 {
			g.states = append(g.states, slices.Clone(c.Start))
		}
		m := p.Machine()
		start := g.lanes[0].Kept(m)
		first := [2][]int32{m.Legal(0, nil), m.Legal(1, nil)}
		for range 25 {
			g.step(start, first)
		}
	}
}

func (g *laneGames) step(start []uint64, first [2][]int32) {
	over := uint64(0)
	var want [64][2][]int32
	for lane, state := range g.states {
		legal, ended := g.look(lane, state)
		g.goals(lane, state)
		if want[lane] = legal; ended || g.rng.IntN(20) == 0 { // sometimes a game begins again before its end
			over |= 1 << lane
			copy(state, g.c.Start)
			want[lane] = first
		}
	}
	var moves [2]machine.LaneMoves
	for role := range moves {
		g.lanes[0].Legal(role, ^over, &moves[role])
		moves[role].Replace(first[role], over)
		moves[role].Pick(g.rng)
	}
	for lane, state := range g.states {
		a, b := picked(g.t, &moves[0], lane), picked(g.t, &moves[1], lane)
		if !slices.Contains(want[lane][0], a) || !slices.Contains(want[lane][1], b) {
			g.t.Fatalf("lane %d: moves %d and %d are picked of %v", lane, a, b, want[lane])
		}
		truth := evaluate(g.c, state, g.c.FirstMove(0)+int(a), g.c.FirstMove(1)+int(b))
		for f, l := range g.c.Next {
			state[f] = truth[l.Atom()] != l.Not()
		}
	}
	g.lanes[0].Step(start, over, &moves)
}

// goals compares the goals that hold in a lane with what the rules say.
func (g *laneGames) goals(lane int, state []bool) {
	truth := evaluate(g.c, state)
	for role, goals := range g.c.Goals {
		for i, goal := range goals {
			got, want := g.lanes[0].Goal(role, i)>>lane&1 != 0, truth[goal.If.Atom()] != goal.If.Not()
			if got != want {
				g.t.Fatalf("lane %d: goal %d of role %d is %v, want %v", lane, i, role, got, want)
			}
		}
	}
}

// picked returns the one move that is picked in a lane.
func picked(t *testing.T, moves *machine.LaneMoves, lane int) int32 {
	t.Helper()
	found := int32(-1)
	for i, in := range moves.Picked {
		switch {
		case in>>lane&1 == 0:
		case found >= 0:
			t.Fatalf("lane %d: two moves are picked", lane)
		default:
			found = moves.Moves[i]
		}
	}
	return found
}

// TestPick: each legal move of a lane is picked about as often as each other.
func TestPick(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	var b machine.LaneMoves
	for m := range int32(5) { // lane 0 has one move, lane 1 has two, and so on
		b.Moves, b.Lanes = append(b.Moves, m), append(b.Lanes, ^uint64(0)<<m)
	}
	const times = 4000
	var counts [5][5]int
	for range times {
		b.Pick(rng)
		for m, in := range b.Picked {
			for in &= 31; in != 0; in &= in - 1 {
				counts[bits.TrailingZeros64(in)][m]++
			}
		}
	}
	for lane := range counts {
		for m, n := range counts[lane] {
			want := times / (lane + 1)
			if m > lane {
				want = 0
			}
			if n < want*4/5 || n > want*6/5 {
				t.Errorf("lane %d: move %d is picked %d times, want about %d", lane, m, n, want)
			}
		}
	}
}
