package certificate

import (
	"slices"
	"sync"

	"oxo"
)

// raceStep says what a side does that arrives first.
func (w *Walker) raceStep() Step {
	if w.p.Turn() != w.part.side {
		return Step{Reason: Faster}
	}
	return Step{Reason: Races, Mine: true, Move: w.part.races.best(w.p, w.part.side)}
}

// sharedRaces are the races of a side, for any goroutine.
type sharedRaces struct {
	mu    sync.Mutex
	races *races // nil before the first race
}

func (s *sharedRaces) best(p oxo.Position, side oxo.Side) oxo.Move {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.races == nil {
		s.races, _ = newRaces(p, side)
	}
	return s.races.best(p)
}

// best returns the move of the side that leaves the other least time: the first that ends the game, or with the least
// need, and of those with the foremost pawn.
func (r *races) best(p oxo.Position) (best oxo.Move) {
	const ends = 0
	least := tooLate * r.rows
	for _, m := range p.Moves(nil) {
		p.Make(m)
		time, ok := ends, true
		if p.Outcome() == oxo.Ongoing {
			var need uint8
			need, ok = r.need(p.(Racing)) //nolint:forcetypeassert // newRaces has seen to that
			time = int(need)*r.rows + r.foremost()
		}
		p.Unmake(m)
		if ok && time < least {
			best, least = m, time
		}
	}
	return best
}

// foremost returns the row of the foremost pawn of the side.
func (r *races) foremost() int {
	return slices.IndexFunc(r.mine, func(pawns uint32) bool { return pawns != 0 })
}
