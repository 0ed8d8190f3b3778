package player

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/search"
	"oxo/search/mcts"
)

// Leveled plays at a level.
type Leveled struct {
	level    Level
	strength Strength
	seed     uint64
	limits   search.Limits
	book     search.Book // the book of its own searcher, or nil
	opens    Repertoire  // for a perfect player
	search   *search.Searcher
	grown    grown         // for a perfect player
	proves   bool          // it tries to prove a position before play-outs
	result   search.Result // of its last search
}

// NewLeveled makes a player of a level on a game. Below perfect, the seed and the
// position decide its choices: a move that is taken back and made again gets the same
// answer. The limits apply to a perfect player; without any it thinks until it has a
// proof.
func NewLeveled(g oxo.Game, level Level, seed uint64, limits search.Limits) *Leveled {
	return newLeveled(g, level, seed, limits, nil)
}

// newLeveled makes a player with a book, or nil.
func newLeveled(g oxo.Game, level Level, seed uint64, limits search.Limits, book search.Book) *Leveled {
	l := NewLeveledWith(search.New(search.Options{Book: book}), g, level, seed, limits)
	l.book = book
	return l
}

// NewLeveledWith makes a player that uses the caller's searcher and its memory.
func NewLeveledWith(s *search.Searcher, g oxo.Game, level Level, seed uint64, limits search.Limits) *Leveled {
	return &Leveled{level: level, strength: StrengthOf(g.Name(), level), seed: seed, limits: limits, search: s}
}

// NewOfStrength makes a player of a strength outside the levels.
func NewOfStrength(s Strength, seed uint64) *Leveled {
	return &Leveled{strength: s, seed: seed, search: search.New(search.Options{})}
}

// WithRepertoire lets a perfect player use an opening book, and returns the player.
// Levels below do not use it.
func (l *Leveled) WithRepertoire(r Repertoire) *Leveled {
	l.opens = r
	return l
}

// Reseed sets another seed for its choices, and makes the player forget what it has
// learned. With limits of plies or nodes the same seed gives the same game again.
func (l *Leveled) Reseed(seed uint64) {
	l.seed, l.opens.Seed = seed, seed
	if l.level != Perfect || l.limits.Depth > 0 || l.limits.Nodes > 0 {
		l.search.Clear() // without limits the search ends with a proof: clearing changes nothing, and takes a tenth of a game on 3x3
	}
	l.grown.begin(seed)
}

// Move implements [Player].
func (l *Leveled) Move(ctx context.Context, p oxo.Position) (Choice, error) {
	if l.level == Perfect {
		return l.perfect(ctx, p)
	}
	if p.Outcome() != oxo.Ongoing {
		return Choice{}, oxo.ErrGameOver
	}
	if mcts.Suits(p) {
		return l.byPlayouts(ctx, p)
	}
	moves := l.search.Analyze(ctx, p, search.Limits{Depth: l.strength.Depth, Nodes: l.strength.Nodes})
	if err := ctx.Err(); err != nil {
		return Choice{}, err
	}
	var nodes uint64
	for _, m := range moves {
		nodes += m.Nodes
	}
	moves = l.keep(p, moves)
	rng := rand.New(rand.NewPCG(l.seed, p.Hash()))
	m := moves[soften(rng, moves, l.strength.Temperature)]
	return Choice{Move: m.Move, Value: m.Value, Effort: Effort{Nodes: nodes, Depth: m.Depth}}, nil
}

// MoveWithin is [Leveled.Move] with a limit of time; 0 means no limit. A level
// searches a number of positions. If time runs out before, or ctx ends, it chooses
// from the values known by then. If nothing is known, it plays the best move that
// the engine finds at depth 1. The game must not be over.
func (l *Leveled) MoveWithin(ctx context.Context, p oxo.Position, limit time.Duration, engine Engine) Choice {
	timed, cancel := ctx, context.CancelFunc(func() {})
	if limit > 0 {
		timed, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	c, err := l.Move(timed, p)
	if err != nil && c.Nodes == 0 {
		r := engine.Search(ctx, p, search.Limits{Depth: 1})
		c = Choice{Move: r.Best, Value: r.Value, Effort: Effort{Nodes: r.Nodes, Depth: 1}}
	}
	return c
}

// perfect plays at level Perfect.
func (l *Leveled) perfect(ctx context.Context, p oxo.Position) (Choice, error) {
	r := &l.result
	if opening, ok := l.opens.Opening(p); ok {
		*r = opening
	} else if l.proves && mcts.Suits(p) {
		*r = Proving(l.search, p).Search(ctx, p, l.limits)
	} else if other := l.grown.engine(l.search, p); other != nil {
		*r = other.Search(ctx, p, l.limits)
	} else if e, ok := mind(l.search, p).(mindful); ok {
		*r = e.Search(ctx, p, l.limits)
	} else {
		l.search.SearchInto(ctx, p, l.limits, r)
	}
	if !r.HasMove {
		return Choice{}, cmp.Or(ctx.Err(), oxo.ErrGameOver)
	}
	return Choice{Move: r.Best, Value: r.Value, Effort: Effort{Nodes: r.Nodes, Depth: r.Depth}}, ctx.Err()
}

// keep drops the moves that a level never makes. It uses the rules, since a search
// with few nodes may not have seen them.
func (l *Leveled) keep(p oxo.Position, moves []search.MoveResult) []search.MoveResult {
	moves = slices.DeleteFunc(moves, func(m search.MoveResult) bool { return catalog.Repeats(p, m.Move) > 0 })
	if l.strength.Wins {
		if wins := filter(p, moves, func() bool { return p.Outcome() == oxo.Lost }); len(wins) > 0 {
			return wins
		}
	}
	if !l.strength.Blocks {
		return moves
	}
	var replies []oxo.Move
	safe := filter(p, moves, func() bool {
		if p.Outcome() == oxo.Won {
			return false // the move itself loses
		}
		replies = p.Moves(replies[:0])
		for _, reply := range replies {
			p.Make(reply)
			lost := p.Outcome() == oxo.Lost
			p.Unmake(reply)
			if lost {
				return false
			}
		}
		return true
	})
	if len(safe) == 0 {
		return moves
	}
	return safe
}

// filter returns the moves after which ok is true.
func filter(p oxo.Position, moves []search.MoveResult, ok func() bool) []search.MoveResult {
	var kept []search.MoveResult
	for _, m := range moves {
		p.Make(m.Move)
		if ok() {
			kept = append(kept, m)
		}
		p.Unmake(m.Move)
	}
	return kept
}

// unlikely is the distance from the best move, in temperatures, beyond which a move
// is never made: a move of probability 1/50 or less is a blunder that nobody expects
// of the level.
const unlikely = 4

// soften draws a move with probability proportional to e^(worth/temperature), except
// those that are unlikely.
func soften(rng *rand.Rand, moves []search.MoveResult, temperature float64) int {
	best := math.Inf(-1)
	for _, m := range moves {
		best = max(best, worth(m.Score))
	}
	weights := make([]float64, len(moves))
	sum := 0.0
	for i, m := range moves {
		if below := (best - worth(m.Score)) / temperature; below <= unlikely {
			weights[i] = math.Exp(-below)
		}
		sum += weights[i]
	}
	draw := rng.Float64() * sum
	last := 0
	for i, w := range weights {
		if w == 0 {
			continue
		}
		if last = i; draw < w {
			break
		}
		draw -= w
	}
	return last
}

// worth maps a score to a scale from -100, an immediate loss, to 100. Wins and losses
// are beyond ±50; those that are further away are nearer to ±50: people see a loss in
// one move, but not one in ten. Estimates are within ±50.
func worth(s oxo.Score) float64 {
	const (
		fade         = 0.9 // factor of the visibility of an end, for each ply of distance
		halfEstimate = 64  // estimates of this size are worth half of the maximum
		halfMargin   = 16
	)
	switch {
	case s.CountsPlies():
		return float64(s.Sign()) * (50 + 50*math.Pow(fade, float64(s.Plies())))
	case s.Sign() != 0:
		m := float64(s.Margin())
		return 60*float64(s.Sign()) + 40*m/(math.Abs(m)+halfMargin)
	}
	return 50 * float64(s) / (math.Abs(float64(s)) + halfEstimate)
}
