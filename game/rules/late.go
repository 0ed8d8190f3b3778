package rules

import (
	"context"
	"slices"

	"oxo/game/rules/resolver"
)

// Without a circuit a survey cannot play games side by side. After each game it goes back some plies instead, and plays
// other ends from there. This takes about half of the steps of the game itself, or fewer.
const (
	lateEnds  = 20
	latePlies = 8  // back, and at most twice that number forth
	lateTries = 16 // of moves that end a game
)

// finish notes the points at the end of a game, given what its moves have changed. Without a circuit it plays other ends, too,
// and compares the points.
func (s *surveyor) finish(ctx context.Context, m State, made [][]int32) error {
	defer s.pay(m)
	if err := s.end(m); err != nil || s.sheet == nil {
		return err
	}
	if err := s.playOtherEnds(ctx, m, made); err != nil {
		return err
	}
	return s.ends()
}

// playOtherEnds plays other ends of a game, given what each of its moves has changed. A move that ends the game is made only
// if the others do, too: what must come together for a rare end, such as that neither side can move, comes late.
func (s *surveyor) playOtherEnds(ctx context.Context, m State, made [][]int32) error {
	base := max(0, len(made)-latePlies)
	most := stepsOf(m) * 3 / 2
	for n := 0; n < lateEnds && stepsOf(m) <= most; n++ {
		for ; len(made) > base; made = made[:len(made)-1] {
			m.Unmake(made[len(made)-1])
		}
		for n := 0; n < 2*latePlies && !m.Over(); n++ {
			if err := s.mayGoOn(ctx, m); err != nil {
				return err
			}
			changed, err := s.prolong(m)
			if err != nil {
				return err
			}
			made = append(made, changed)
		}
	}
	return nil
}

// prolong makes a random move that does not end the game, if it finds one. It notes the points of the ends that it sees, and
// returns what the move has changed.
func (s *surveyor) prolong(m State) (changed []int32, err error) {
	moves, err := s.legal(m)
	if err != nil {
		return nil, err
	}
	role := 0
	if len(moves[1]) > 1 {
		role = 1
	}
	list := moves[role]
	s.late.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for i, move := range list[:min(lateTries, len(list))] {
		if i > 0 {
			m.Unmake(changed)
		}
		both := [2]int32{moves[0][0], moves[1][0]}
		both[role] = move
		changed = slices.Clone(m.Make(both[0], both[1]))
		if !m.Over() {
			break
		}
		if err := s.end(m); err != nil {
			return nil, err
		}
	}
	return changed, nil
}

// stepsOf returns the steps that the states of a game have taken without a circuit.
func stepsOf(m State) int {
	if m, ok := m.(*resolver.Machine); ok {
		return m.Steps()
	}
	return 0
}
