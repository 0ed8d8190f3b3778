package walk

import (
	"sync"

	"oxo"
	"oxo/prove/certificate"
)

// raceStep returns the step of a side that arrives first.
func (w *Walker) raceStep() Step {
	if w.p.Turn() != w.part.side {
		return Step{Reason: Faster}
	}
	return Step{Reason: Races, Mine: true, Move: w.part.races.best(w.p, w.part.side)}
}

// sharedRaces are the races of a side. Several goroutines may share them.
type sharedRaces struct {
	mu    sync.Mutex
	races *certificate.Races // nil before the first race
}

func (s *sharedRaces) best(p oxo.Position, side oxo.Side) oxo.Move {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.races == nil {
		s.races, _ = certificate.NewRaces(p, side)
	}
	return best(s.races, p.(certificate.Racing), side) //nolint:forcetypeassert // NewRaces has checked that
}

// best returns the move of the side that leaves the other side the least time. That is the first move that ends the
// game, or else the move after which the need is least. Among equal needs it is the move that leaves the foremost
// pawn farthest ahead.
func best(r *certificate.Races, p certificate.Racing, side oxo.Side) (best oxo.Move) {
	const ends = 0
	const maxNeed = 255 // a need is less
	_, rows, _ := p.Field()
	least := maxNeed * rows
	for _, m := range p.Moves(nil) {
		p.Make(m)
		time, ok := ends, true
		if p.Outcome() == oxo.Ongoing {
			var need uint8
			need, ok = r.Need(p)
			time = int(need)*rows + foremost(p, rows, side)
		}
		p.Unmake(m)
		if ok && time < least {
			best, least = m, time
		}
	}
	return best
}

// foremost returns how many rows the foremost pawn of a side is away from its far row, or rows where it has none.
func foremost(p certificate.Racing, rows int, side oxo.Side) int {
	for away := range rows {
		row := away
		if side == oxo.First {
			row = rows - 1 - away
		}
		if p.Pawns(side, row) != 0 {
			return away
		}
	}
	return rows
}
