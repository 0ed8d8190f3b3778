package rules

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"oxo/game/rules/machine"
)

// The number of plies of further random games after the survey, in each lane, if the rules may give other sums of points. With many
// rules the number is smaller.
const (
	morePlies = 4000
	moreWork  = 40_000_000 // plies times rules
)

// sideBySide holds 64 random games. A game that has ended, or takes too long, begins again.
type sideBySide struct {
	lanes *machine.Lanes
	rng   *rand.Rand
	start []uint64 // what lanes keep of the start
	first [2][]int32
	legal [2]machine.LaneMoves
	plies [64]int
}

// sideBySide begins 64 games.
func (e *Engine) sideBySide(lanes *machine.Lanes, rng *rand.Rand) *sideBySide {
	g := &sideBySide{lanes: lanes, rng: rng}
	m := e.program.Machine()
	g.start = lanes.Kept(m)
	for role := range g.first {
		g.first[role] = m.Legal(role, nil)
	}
	return g
}

// look finds the legal moves. It returns the lanes whose games have ended, and those in which each role has a choice; wrong are the
// lanes in which the roles do not take turns.
func (g *sideBySide) look() (over uint64, choice [2]uint64, wrong uint64) {
	over = g.lanes.Over()
	var one [2]uint64
	for role := range g.legal {
		g.lanes.Legal(role, ^over, &g.legal[role])
		one[role], choice[role] = g.legal[role].Counts()
	}
	return over, choice, ^over&^(one[0]&one[1]) | choice[0]&choice[1]
}

// play makes a random move in each game, given those that have ended.
func (g *sideBySide) play(over uint64) {
	again := over
	for lane := range g.plies {
		if g.plies[lane]++; again>>lane&1 != 0 || g.plies[lane] == surveyPlies {
			again |= 1 << lane
			g.plies[lane] = 0
		}
	}
	for role := range g.legal {
		g.legal[role].Replace(g.first[role], again)
		g.legal[role].Pick(g.rng)
	}
	g.lanes.Step(g.start, again, &g.legal)
}

// playSideBySide plays 64 games at a time, and notes the points at their ends.
func (s *surveyor) playSideBySide(ctx context.Context) error {
	g := s.sideBySide(s.program.LanesWithGoals(), s.rng)
	w := &waiters{}
	for role := range w {
		w[role] = make([]bool, len(s.program.Legal[role]))
	}
	defer w.tell(&s.traits)
	state := s.Begin()
	for range min(morePlies, moreWork/(len(s.program.Rules)+1)) {
		if err := s.mayGoOn(ctx, state); err != nil {
			return err
		}
		over, choice, wrong := g.look()
		w.note(&g.legal, choice)
		for in := wrong | over; in != 0; in &= in - 1 {
			if in &^= s.seen(g.lanes, over); in == 0 {
				break
			}
			if err := s.judge(g.copy(bits.TrailingZeros64(in), s.fluents(), state)); err != nil {
				return err
			}
		}
		g.play(over)
	}
	return nil
}

// seen returns the lanes whose games have ended with points that another game has ended with.
func (s *surveyor) seen(lanes *machine.Lanes, over uint64) (in uint64) {
	var one, two [2]uint64
	for role, goals := range s.program.Goals {
		for i := range goals {
			w := lanes.Goal(role, i) & over
			one[role], two[role] = one[role]|w, two[role]|one[role]&w
		}
	}
	settled := one[0] & one[1] &^ (two[0] | two[1])
	for i, first := range s.program.Goals[0] {
		for j, second := range s.program.Goals[1] {
			if both := lanes.Goal(0, i) & lanes.Goal(1, j) & settled; both != 0 && s.points[[2]int{first.Points, second.Points}] {
				in |= both
			}
		}
	}
	return in
}

// waiters are the moves of both roles that a role had to make while the other had a choice.
type waiters [2][]bool

// note notes moves, given the lanes in which a role has a choice.
func (w *waiters) note(legal *[2]machine.LaneMoves, choice [2]uint64) {
	for role := range legal {
		if choice[1-role] == 0 {
			continue
		}
		for i, m := range legal[role].Moves {
			if legal[role].Lanes[i]&choice[1-role] != 0 {
				w[role][m] = true
			}
		}
	}
}

func (w *waiters) tell(t *traits) {
	for role, moves := range w {
		for m, waits := range moves {
			if waits {
				t.waiting[role][int32(m)] = true
			}
		}
	}
}

// copy puts the state of a lane into another state, and returns that.
func (g *sideBySide) copy(lane, fluents int, state State) State {
	var flips []int32
	for f := range fluents {
		if state.Fluent(f) != (g.lanes.Fluent(f)>>lane&1 != 0) {
			flips = append(flips, int32(f))
		}
	}
	state.Toggle(flips)
	return state
}
