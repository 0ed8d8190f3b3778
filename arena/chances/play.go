// Package chances measures reviews: it fits the curves by which they convert estimates to
// chances of winning, and counts how many planted blunders they find and how many good moves
// they blame. All of it is limited by nodes, and repeats with the same seed.
package chances

import (
	"context"
	"math/rand/v2"

	"oxo"
	"oxo/player"
	"oxo/search"
)

// FitOptions describes the games that a curve is fitted to.
type FitOptions struct {
	Game     oxo.Game
	Games    int
	Seed     uint64
	Nodes    uint64 // of the search that estimates a position
	Lo, Hi   player.Level
	Perfect  uint64 // nodes of a move of the level perfect
	Opening  int    // random plies at the start
	Every    int    // out of Every plies one position is a sample
	MaxPlies int    // a longer game is left out
}

// Sample is a position of a game that was played to its end.
type Sample struct {
	Game     int
	Estimate oxo.Score // for the first side
	Result   float64   // for the first side: 1 a win, 0.5 a draw, 0 a loss
}

// Play plays the games, both sides on the same level, and returns their samples. Positions
// with a certain result are left out. It ends early when ctx does.
func Play(ctx context.Context, o FitOptions, done func(game int)) []Sample {
	var all []Sample
	for i := range o.Games {
		if ctx.Err() != nil {
			break
		}
		all = append(all, o.game(ctx, i)...)
		done(i + 1)
	}
	return all
}

// game plays one game, and returns its samples.
func (o *FitOptions) game(ctx context.Context, i int) []Sample {
	rng := rand.New(rand.NewPCG(o.Seed, uint64(i)))
	level := o.Lo + player.Level(rng.IntN(int(o.Hi-o.Lo)+1))
	plays := player.NewLeveled(o.Game, level, rng.Uint64(), search.Limits{Nodes: o.Perfect})
	start := o.Game.Start()
	estimates := player.Proving(search.New(search.Options{KeepTable: true}), start)
	session := player.NewSession(o.Game, start)
	var samples []Sample
	for ply := 0; ply < o.MaxPlies && session.Position().Outcome() == oxo.Ongoing && !session.Drawn(); ply++ {
		p := session.Position()
		if ply < o.Opening {
			moves := p.Moves(nil)
			session.Make(moves[rng.IntN(len(moves))])
			continue
		}
		if (ply+i)%o.Every == 0 {
			if v := estimates.Search(ctx, p, search.Limits{Nodes: o.Nodes}).Value; !v.Proven && v.Score.Sign() == 0 {
				samples = append(samples, Sample{Game: i, Estimate: v.Score * sign(p.Turn())})
			}
		}
		c, err := plays.Move(ctx, p)
		if err != nil {
			return nil
		}
		session.Make(c.Move)
	}
	result, p := 0.5, session.Position()
	switch {
	case p.Outcome() == oxo.Ongoing && !session.Drawn():
		return nil
	case p.Outcome() != oxo.Ongoing:
		result = float64(1+(oxo.Final(p)*sign(p.Turn())).Sign()) / 2
	}
	for i := range samples {
		samples[i].Result = result
	}
	return samples
}

// sign is 1 for the first side, and -1 for the second.
func sign(s oxo.Side) oxo.Score {
	if s == oxo.First {
		return 1
	}
	return -1
}
