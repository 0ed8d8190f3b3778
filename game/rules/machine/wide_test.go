package machine_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"oxo/game/rules/gdl"
	"oxo/game/rules/machine"
)

// TestStep: with vectors and without, 512 games that make picked moves, and begin again after their ends, have the ends, the legal moves
// and the goals that the rules say.
func TestStep(t *testing.T) {
	for _, pure := range []string{"", "1"} {
		t.Setenv("OXO_PUREGO", pure)
		testStep(t)
	}
}

func testStep(t *testing.T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 4))
	for _, c := range testCircuits(t) {
		p := machine.All(c)[0]
		m := p.Machine()
		g := wideGames{t: t, c: c, lanes: p.WideLanes(), rng: rng, first: [2][]int32{m.Legal(0, nil), m.Legal(1, nil)}}
		for range machine.WideCount {
			g.states = append(g.states, slices.Clone(c.Start))
		}
		for range 25 {
			g.step()
		}
	}
}

// wideGames plays games side by side, and without lanes too.
type wideGames struct {
	t      *testing.T
	c      *gdl.Circuit
	lanes  *machine.WideLanes
	states [][]bool // by game
	first  [2][]int32
	rng    *rand.Rand
}

func (g *wideGames) step() {
	var moves [2]machine.WideMoves
	over := g.lanes.Over()
	for role := range moves {
		g.lanes.Legal(role, &over, &moves[role])
	}
	var want [machine.WideCount][2][]int32
	again := machine.WideSet{}
	for lane, state := range g.states {
		legal, ended := g.look(lane, state, &moves)
		if want[lane] = legal; ended || g.rng.IntN(20) == 0 { // sometimes a game begins again before its end
			again.Add(lane)
			copy(state, g.c.Start)
			want[lane] = g.first
		}
	}
	for role := range moves {
		moves[role].Replace(g.first[role], &again)
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
	g.lanes.Step(&again, &moves)
}

// look compares a lane with what the rules say of its state, and returns that.
func (g *wideGames) look(lane int, state []bool, moves *[2]machine.WideMoves) (legal [2][]int32, ended bool) {
	g.t.Helper()
	truth := evaluate(g.c, state)
	is := func(l gdl.Literal) bool { return truth[l.Atom()] != l.Not() }
	over := g.lanes.Over()
	if ended = is(g.c.Over); over.Has(lane) != ended {
		g.t.Fatalf("lane %d: over is %v, want %v", lane, !ended, ended)
	}
	for f := range state {
		if g.lanes.Fluent(f, lane) != state[f] {
			g.t.Fatalf("lane %d: fluent %d is %v, want %v", lane, f, !state[f], state[f])
		}
	}
	for role := range legal {
		for i, goal := range g.c.Goals[role] {
			if got := g.lanes.Goal(role, i); got.Has(lane) != is(goal.If) {
				g.t.Fatalf("lane %d: goal %d of role %d is %v, want %v", lane, i, role, !is(goal.If), is(goal.If))
			}
		}
		var got []int32
		for i, m := range moves[role].Moves {
			if moves[role].Lanes[i].Has(lane) {
				got = append(got, m)
			}
		}
		for m, l := range g.c.Legal[role] {
			if !ended && is(l) && is(g.c.Guards[role][m]) {
				legal[role] = append(legal[role], int32(m))
			}
		}
		if !slices.Equal(got, legal[role]) {
			g.t.Fatalf("lane %d: moves %v of role %d, want %v", lane, got, role, legal[role])
		}
	}
	return legal, ended
}

// picked returns the one move that is picked in a lane.
func picked(t *testing.T, moves *machine.WideMoves, lane int) int32 {
	t.Helper()
	found := int32(-1)
	for i, in := range moves.Picked {
		switch {
		case !in.Has(lane):
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
	var b machine.WideMoves
	for m := range int32(5) { // lane 0 has one move, lane 1 has two, and so on
		b.Moves, b.Lanes = append(b.Moves, m), append(b.Lanes, machine.WideSet{2: ^uint64(0) << m})
	}
	const times = 4000
	var counts [5][5]int
	for range times {
		b.Pick(rng)
		for m, in := range b.Picked {
			for in := in[2] & 31; in != 0; in &= in - 1 {
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
