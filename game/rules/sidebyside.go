package rules

import (
	"context"
	"math/rand/v2"

	"oxo/game/rules/machine"
)

// The number of plies of further random games after the survey, in each lane, if the rules may give other sums of points. With many
// rules the number is smaller.
const (
	morePlies = 500
	moreWork  = 5_000_000 // plies times rules
)

// sideBySide holds 512 random games. A game that has ended, or takes too long, begins again.
type sideBySide struct {
	lanes *machine.WideLanes
	rng   *rand.Rand
	first [2][]int32
	legal [2]machine.WideMoves
	plies [machine.WideCount]int
}

// sideBySide begins 512 games.
func (e *Engine) sideBySide(rng *rand.Rand) *sideBySide {
	m := e.program.Machine()
	return &sideBySide{lanes: e.program.WideLanes(), rng: rng, first: [2][]int32{m.Legal(0, nil), m.Legal(1, nil)}}
}

// look finds the legal moves. It returns the lanes whose games have ended, and those in which each role has a choice; wrong are the
// lanes in which the roles do not take turns.
func (g *sideBySide) look() (over machine.WideSet, choice [2]machine.WideSet, wrong machine.WideSet) {
	over = g.lanes.Over()
	var one [2]machine.WideSet
	for role := range g.legal {
		g.lanes.Legal(role, &over, &g.legal[role])
		one[role], choice[role] = g.legal[role].Counts()
	}
	for i := range wrong {
		wrong[i] = ^over[i]&^(one[0][i]&one[1][i]) | choice[0][i]&choice[1][i]
	}
	return over, choice, wrong
}

// play makes a random move in each game, given those that have ended.
func (g *sideBySide) play(over *machine.WideSet) {
	again := *over
	for lane := range g.plies {
		if g.plies[lane]++; g.plies[lane] == surveyPlies {
			again.Add(lane)
		}
		if again.Has(lane) {
			g.plies[lane] = 0
		}
	}
	for role := range g.legal {
		g.legal[role].Replace(g.first[role], &again)
		g.legal[role].Pick(g.rng)
	}
	g.lanes.Step(&again, &g.legal)
}

// playSideBySide plays 512 games at a time, and notes the points at their ends.
func (s *surveyor) playSideBySide(ctx context.Context) error {
	g := s.sideBySide(s.rng)
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
		w.note(&g.legal, &choice)
		if err := s.judgeLanes(g, &over, &wrong, state); err != nil {
			return err
		}
		g.play(&over)
	}
	return nil
}

// judgeLanes judges the states of lanes that are wrong, and the ends with points that no other end had.
func (s *surveyor) judgeLanes(g *sideBySide, over, wrong *machine.WideSet, state State) error {
	for done := (machine.WideSet{}); ; {
		seen := s.seen(g.lanes, over)
		var left machine.WideSet
		for i := range left {
			left[i] = (wrong[i] | over[i]&^seen[i]) &^ done[i]
		}
		if left.Empty() {
			return nil
		}
		lane := left.First()
		done.Add(lane)
		if err := s.judge(g.copy(lane, s.fluents(), state)); err != nil {
			return err
		}
	}
}

// seen returns the lanes whose games have ended with points that another game has ended with.
func (s *surveyor) seen(lanes *machine.WideLanes, over *machine.WideSet) (in machine.WideSet) {
	if over.Empty() {
		return in
	}
	var goals [2][]machine.WideSet
	var one, two [2]machine.WideSet
	for role := range goals {
		for i := range s.program.Goals[role] {
			in := lanes.Goal(role, i)
			goals[role] = append(goals[role], in)
			for j, w := range in {
				one[role][j], two[role][j] = one[role][j]|w, two[role][j]|one[role][j]&w
			}
		}
	}
	for i, first := range s.program.Goals[0] {
		for k, second := range s.program.Goals[1] {
			if !s.points[[2]int{first.Points, second.Points}] {
				continue
			}
			for j := range in {
				settled := over[j] & one[0][j] & one[1][j] &^ (two[0][j] | two[1][j])
				in[j] |= goals[0][i][j] & goals[1][k][j] & settled
			}
		}
	}
	return in
}

// waiters are the moves of both roles that a role had to make while the other had a choice.
type waiters [2][]bool

// note notes moves, given the lanes in which a role has a choice.
func (w *waiters) note(legal *[2]machine.WideMoves, choice *[2]machine.WideSet) {
	for role := range legal {
		for i, m := range legal[role].Moves {
			if w[role][m] {
				continue
			}
			some := uint64(0)
			for j, in := range &legal[role].Lanes[i] {
				some |= in & choice[1-role][j]
			}
			w[role][m] = some != 0
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
		if state.Fluent(f) != g.lanes.Fluent(f, lane) {
			flips = append(flips, int32(f))
		}
	}
	state.Toggle(flips)
	return state
}
