package cli

import (
	"context"
	"fmt"

	"oxo"
	"oxo/player"
	"oxo/prove/pn"
	"oxo/search"
)

// numbersPlayer proves the result of every position by proof numbers, each time with a new
// solver, and plays a move that reaches it.
type numbersPlayer struct{}

// numbersBytes is the memory of one such proof in bytes: a larger table would cost time.
const numbersBytes = 1 << 20

// Move implements [player.Player].
func (numbersPlayer) Move(ctx context.Context, p oxo.Position) (player.Choice, error) {
	if p.Outcome() != oxo.Ongoing {
		return player.Choice{}, oxo.ErrGameOver
	}
	s := pn.NewSolver(pn.Options{TableBytes: numbersBytes})
	r, err := s.Result(ctx, p)
	if err != nil {
		return player.Choice{}, err
	}
	if err := ctx.Err(); err != nil {
		return player.Choice{}, err
	}
	choice := player.Choice{
		Move: r.Best, Value: search.Value{Score: max(r.Bounds.Lo(), min(r.Bounds.Hi(), oxo.Draw)), Proven: true},
		Notes: player.Notes{NoPlies: true}, Effort: player.Effort{Nodes: r.Nodes},
	}
	if !r.HasMove {
		choice.Move, err = anyMove(ctx, s, p)
	}
	return choice, err
}

// anyMove returns a move if the proof has none. If a theory says that the side holds a
// draw, it is a move that keeps the other side from winning; in a lost position it is the
// first move.
func anyMove(ctx context.Context, s *pn.Solver, p oxo.Position) (oxo.Move, error) {
	if prevents := s.Preventer(ctx, p, p.Turn()); prevents != nil {
		return prevents.Reply(ctx)
	}
	return p.Moves(nil)[0], ctx.Err()
}

// openingByNumbers finds the first move of every game for such a player, and returns the
// number of visited nodes.
func (s *selfplaying) openingByNumbers(ctx context.Context) (oxo.Move, uint64, error) {
	p := s.game.Start()
	if err := pn.Provable(p); err != nil {
		return 0, 0, fmt.Errorf("%s cannot be solved by proof numbers: %w; try the player \"search\"", s.game.Name(), err)
	}
	c, err := numbersPlayer{}.Move(ctx, p)
	return c.Move, c.Nodes, err
}
