package judge

import (
	"context"
	"math/rand/v2"

	"oxo"
	"oxo/game/catalog"
	"oxo/search"
)

// everyLine plays the program as each of its sides against every reply.
func (j *judge) everyLine(ctx context.Context) {
	for side, plays := range j.Sides {
		if plays {
			w := &walk{judge: j, side: oxo.Side(side), p: j.Start.Clone(), visited: map[string]bool{}}
			w.visit(ctx)
		}
	}
}

// walk is the tree of a program's strategy for one side.
type walk struct {
	*judge
	side    oxo.Side
	p       oxo.Position
	path    []oxo.Move
	visited map[string]bool
}

// visit follows the program's answers, and all moves of its opponent, from a position
// that has not been visited before.
func (w *walk) visit(ctx context.Context) {
	if w.over(ctx) || w.p.Outcome() != oxo.Ongoing {
		return
	}
	key := w.Game.FormatPosition(w.p)
	if w.visited[key] {
		return
	}
	w.visited[key] = true
	var moves []oxo.Move
	if w.p.Turn() == w.side {
		moves = w.ask(ctx, w.p, w.path).answers
	} else {
		moves = catalog.Playable(w.p, nil)
	}
	for _, m := range moves {
		w.p.Make(m)
		w.path = append(w.path, m)
		w.visit(ctx)
		w.path = w.path[:len(w.path)-1]
		w.p.Unmake(m)
	}
}

// Small reports whether a game is small: from start at most a given number of positions
// can be reached.
func Small(ctx context.Context, start oxo.Position, most int) bool {
	p, seen := start.Clone(), map[uint64]bool{}
	var visit func() bool
	visit = func() bool {
		if seen[p.Hash()] {
			return true
		}
		if seen[p.Hash()] = true; len(seen) > most || ctx.Err() != nil {
			return false
		}
		for _, m := range p.Moves(nil) {
			p.Make(m)
			small := visit()
			p.Unmake(m)
			if !small {
				return false
			}
		}
		return true
	}
	return visit()
}

// maxPlies ends a sampled game that runs too long.
const maxPlies = 1000

// sample plays games, with the program on its sides alternately. In half of the games
// on each side the opponent plays as well as it can, in the others at random.
func (j *judge) sample(ctx context.Context) {
	var sides []oxo.Side
	for side, plays := range j.Sides {
		if plays {
			sides = append(sides, oxo.Side(side))
		}
	}
	for i := range j.Samples {
		if j.over(ctx) {
			return
		}
		rng := rand.New(rand.NewPCG(j.Seed, uint64(i))) //nolint:gosec // the numbers depend only on the seed
		best := i/len(sides)%2 == 0
		j.game(ctx, sides[i%len(sides)], best, rng)
	}
}

// maxRandom is the maximum number of random first moves of a good opponent: without
// them it would repeat the same game.
const maxRandom = 3

// game plays one game.
func (j *judge) game(ctx context.Context, side oxo.Side, best bool, rng *rand.Rand) {
	p := j.Start.Clone()
	var path []oxo.Move
	random := rng.IntN(maxRandom + 1)
	for len(path) < maxPlies && p.Outcome() == oxo.Ongoing && !j.over(ctx) {
		if looping, ok := p.(oxo.Looping); ok && len(path) > 0 {
			if plies, _ := looping.Repeated(); plies > 0 {
				return // it repeats positions
			}
		}
		var moves []oxo.Move
		switch {
		case p.Turn() == side:
			moves = j.ask(ctx, p, path).answers
		case best && random <= 0:
			moves = j.bestMoves(ctx, p)
		default:
			moves = catalog.Playable(p, nil)
		}
		if p.Turn() != side {
			random--
		}
		if len(moves) == 0 {
			return
		}
		m := moves[rng.IntN(len(moves))]
		p.Make(m)
		path = append(path, m)
	}
}

// bestMoves lists the moves that a search finds best.
func (j *judge) bestMoves(ctx context.Context, p oxo.Position) (moves []oxo.Move) {
	all := j.searcher.Analyze(ctx, p, search.Limits{Nodes: j.Nodes})
	for _, v := range all {
		if v.Score == all[0].Score && catalog.Repeats(p, v.Move) == 0 {
			moves = append(moves, v.Move)
		}
	}
	return moves
}
