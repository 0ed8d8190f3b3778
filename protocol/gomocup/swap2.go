package gomocup

import (
	"context"
	"errors"
	"fmt"
	"time"

	"oxo"
)

// swap2 handles SWAP2BOARD, the opening of swap2: one side places two stones of the
// first and one of the second player; the other takes a side, or places two more
// stones and lets the first side choose. oxo chooses by a search of the position, in
// which the second player is to move. It never leaves the choice to the opponent.
func (s *server) swap2(ctx context.Context, came time.Time) (bool, error) {
	lists, err := s.lists(ctx, 2)
	if errors.Is(err, errEnd) {
		return false, nil
	}
	if err == nil {
		err = s.ready(ctx)
	}
	if err != nil {
		return true, err
	}
	var placed [2][]square
	for i, n := range lists {
		placed[i&1] = append(placed[i&1], square{n[0], n[1]})
	}
	switch len(lists) {
	case 0:
		return s.openSwap2(ctx, came)
	case 3, 5:
		p, err := s.squares.setUp(placed[1], placed[0])
		if err != nil {
			return true, err
		}
		return s.chooseSwap2(ctx, came, p)
	}
	return true, fmt.Errorf("SWAP2BOARD with %d stones: want none, 3 or 5", len(lists))
}

// chooseSwap2 stays the second player and moves, or takes the first player's stones.
func (s *server) chooseSwap2(ctx context.Context, came time.Time, p oxo.Position) (bool, error) {
	t, r, ok := s.consider(ctx, p, came)
	if !ok {
		return false, nil
	}
	s.speak()
	if r.Score < oxo.Draw {
		s.talk.Say("SWAP")
	} else {
		s.talk.Say("%v", s.squares.place(p, r.Best))
	}
	t.end()
	return true, nil
}

// openings returns candidates for the first stones, with x the middle column. They
// are at the upper edge, where the first player's advantage is smaller.
func openings(x int) (all [][3]square) {
	for _, second := range []square{{x + 1, 1}, {x + 1, 0}, {x, 1}, {x - 1, 2}} {
		for _, third := range []square{{x + 2, 0}, {x - 2, 1}, {x + 2, 2}, {x - 2, 0}} {
			all = append(all, [3]square{{x, 0}, second, third})
		}
	}
	return all
}

// openSwap2 places the three stones whose position a short search rates as most even.
func (s *server) openSwap2(ctx context.Context, came time.Time) (bool, error) {
	var best [3]square
	least := oxo.Infinity
	for _, o := range openings(s.columns / 2) {
		p, err := s.squares.setUp(o[1:2], []square{o[0], o[2]})
		if err != nil {
			return true, err
		}
		t := s.think(ctx, p, atOnce())
		<-t.done
		t.end()
		if r := t.best.Load(); r != nil && max(r.Score, -r.Score) < least {
			best, least = o, max(r.Score, -r.Score)
		}
		if least < oxo.Infinity && time.Since(came) > s.limits.budget()/2 {
			break
		}
	}
	s.speak()
	s.talk.Say("%v %v %v", best[0], best[1], best[2])
	return true, nil
}
