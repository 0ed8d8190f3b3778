package rbg

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"oxo"
	"oxo/game/rules"
)

// The random games of a survey. The limits count work, not time, so that the result is
// the same each time.
const (
	surveyGames  = 40
	surveyWork   = 4_000_000     // actions in the moves of all positions
	surveyLimit  = 60_000_000    // until the first game ends
	positionWork = 100           // other counts of a position
	surveySteps  = 2_000_000_000 // to find all moves
)

// survey plays random games. It finds out who begins, and which points the ends have.
func (g *Game) survey(ctx context.Context) error { return g.surveyWithin(ctx, surveySteps) }

// surveyWithin plays random games whose moves may take a number of steps to find.
func (g *Game) surveyWithin(ctx context.Context, steps int) (err error) {
	defer func() {
		if b, ok := recover().(rules.Broken); ok {
			err = fmt.Errorf("%s, in %s: want a game of turns", b.Why, b.Position)
		}
	}()
	s := &surveyor{Game: g, most: steps, rng: rand.New(rand.NewPCG(3, 9)), points: map[[2]int32]bool{}}
	g.sides, g.facts.Sides = [2]int{0, 1}, [2]string{g.variables[0].name, g.variables[1].name}
	p := g.begin()
	p.settle()
	if p.over {
		return fmt.Errorf("the game is over before a player moves: want ->%s or ->%s on each way through the rules", g.variables[0].name, g.variables[1].name)
	}
	g.sides = [2]int{int(p.player), 1 - int(p.player)}
	g.first = p.copy()
	for n := 0; n < surveyGames && s.work < surveyWork || len(s.points) == 0 && s.work < surveyLimit; n++ {
		if err := s.play(ctx, g.first.copy()); err != nil {
			return err
		}
	}
	return s.ends()
}

type surveyor struct {
	*Game
	rng    *rand.Rand
	work   int
	steps  int
	most   int
	points map[[2]int32]bool // of the first and the second side
}

// play plays one random game.
func (s *surveyor) play(ctx context.Context, p *position) error {
	for s.work < surveyLimit {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("random games of the sheet take too long: %w", err)
		}
		l := p.moves()
		s.work += positionWork + len(l.list.items)
		if s.steps += l.list.steps; s.steps > s.most {
			return errors.New("random games of the sheet take too many steps: want a simpler sheet")
		}
		if len(l.ids) == 0 {
			if len(p.past) == 0 {
				return fmt.Errorf("%s has no move at the beginning: want a game", s.variables[p.player].name)
			}
			s.points[[2]int32{p.variables[s.sides[0]], p.variables[s.sides[1]]}] = true
			return nil
		}
		p.turn = oxo.First
		if int(p.player) != s.sides[0] {
			p.turn = oxo.Second
		}
		p.Make(l.ids[s.rng.IntN(len(l.ids))])
		p.keys = p.keys[:0]
	}
	return nil
}

// ends checks the points of all ends.
func (s *surveyor) ends() error {
	var all [][2]int32
	for p := range s.points {
		all = append(all, p)
	}
	if len(all) == 0 {
		return fmt.Errorf("no random game ended: want a game that ends")
	}
	slices.SortFunc(all, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	s.sum = int(all[0][0] + all[0][1])
	for _, p := range all {
		if int(p[0]+p[1]) != s.sum {
			return fmt.Errorf("one game ends with %d and %d points, another with %d and %d: want the same sum at each end, so that what one gets the other loses", all[0][0], all[0][1], p[0], p[1])
		}
		if d := int(p[0] - p[1]); d != 0 && d != s.sum && d != -s.sum {
			s.margins = true
		}
	}
	return nil
}
