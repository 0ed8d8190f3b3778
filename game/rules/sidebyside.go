package rules

import (
	"context"
	"math/bits"

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
	*surveyor
	now, next *machine.Lanes
	start     []uint64 // what lanes keep of the start
	first     [2][]int32
	kept      []uint64
	legal     [2]machine.LaneMoves
	lists     [2][64][]int32
	moves     [64]machine.LaneMove
	plies     [64]int
	state     State // that a lane had, for [sideBySide.look]
}

// playSideBySide plays 64 games at a time, and notes the points at their ends.
func (s *surveyor) playSideBySide(ctx context.Context) error {
	g := &sideBySide{surveyor: s, now: s.program.Lanes(), next: s.program.Lanes(), state: s.Begin()}
	m := s.program.Machine()
	g.now.Load(m)
	g.start = g.now.Keep(nil)
	for role := range g.first {
		g.first[role] = m.Legal(role, nil)
	}
	for range min(morePlies, moreWork/(len(s.program.Rules)+1)) {
		if err := s.mayGoOn(ctx, g.state); err != nil {
			return err
		}
		again, err := g.look()
		if err != nil {
			return err
		}
		g.play(again)
	}
	return nil
}

// look notes the points of games that have ended, and checks that the others may continue. It returns the lanes that begin again.
func (g *sideBySide) look() (again uint64, err error) {
	over := g.now.Over()
	var one, two [2]uint64
	for role := range g.legal {
		g.now.Legal(role, ^over, &g.legal[role])
		one[role], two[role] = g.legal[role].Counts()
		deal(&g.lists[role], &g.legal[role], ^over)
	}
	g.wait(two)
	again = over
	for in := over | ^(one[0] & one[1]) | two[0]&two[1]; in != 0; in &= in - 1 {
		if err := g.judge(g.stateOf(bits.TrailingZeros64(in))); err != nil {
			return 0, err
		}
	}
	for lane := range g.plies {
		if g.plies[lane]++; g.plies[lane] == surveyPlies {
			again |= 1 << lane
		}
	}
	return again, nil
}

// wait notes the moves of roles that wait, given the lanes in which a role has a choice.
func (g *sideBySide) wait(choice [2]uint64) {
	for role, waiting := range g.traits.waiting {
		for i, m := range g.legal[role].Moves {
			if g.legal[role].Lanes[i]&choice[1-role] != 0 {
				waiting[m] = true
			}
		}
	}
}

// stateOf returns the state of a lane, until the next call.
func (g *sideBySide) stateOf(lane int) State {
	var flips []int32
	for f := range g.fluents() {
		if g.state.Fluent(f) != (g.now.Fluent(f)>>lane&1 != 0) {
			flips = append(flips, int32(f))
		}
	}
	g.state.Toggle(flips)
	return g.state
}

// play makes a random move in each game, from the start in the lanes that begin again.
func (g *sideBySide) play(again uint64) {
	g.kept = g.now.Keep(g.kept[:0])
	for i, w := range g.start {
		g.kept[i] = g.kept[i]&^again | w&again
	}
	for lane := range g.moves {
		m := &g.moves[lane]
		m.From = uint8(lane)
		if again>>lane&1 != 0 {
			g.plies[lane] = 0
		}
		for role := range m.Moves {
			list := g.lists[role][lane]
			if again>>lane&1 != 0 {
				list = g.first[role]
			}
			m.Moves[role] = list[g.rng.IntN(len(list))]
		}
	}
	g.next.Make(g.kept, g.moves[:])
	g.now, g.next = g.next, g.now
}
