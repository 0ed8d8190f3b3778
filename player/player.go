package player

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"oxo"
	"oxo/census"
	"oxo/internal/words"
	"oxo/search"
	"oxo/textbook"
)

// Player chooses moves. It is for one goroutine.
type Player interface {
	// Move returns the move to play in a position that is not over, and what
	// the player thinks it is worth. It leaves the position as it was. When
	// the context ends first it returns the context's error.
	Move(ctx context.Context, p oxo.Position) (Choice, error)
}

// Choice is a move and what is thought of it.
type Choice struct {
	Move  oxo.Move
	Value search.Value // of the move, for the side that makes it
	Nodes uint64       // positions visited for it
	// NoPlies says that a win or a loss of Value does not tell how far away it is.
	NoPlies bool
}

// Leveled plays at a level.
type Leveled struct {
	level  Level
	seed   uint64
	limits search.Limits
	book   search.Book // of a searcher of its own, or nil
	search *search.Searcher
}

// NewLeveled makes a player of a level. The seed decides its choices below
// perfect, together with the position, so that a move taken back is answered
// alike when it is made again. The limits are those of a perfect player; with
// none it thinks until it has a proof.
func NewLeveled(level Level, seed uint64, limits search.Limits) *Leveled {
	return newLeveled(level, seed, limits, nil)
}

// newLeveled makes a player with a book, or nil.
func newLeveled(level Level, seed uint64, limits search.Limits, book search.Book) *Leveled {
	l := NewLeveledWith(search.New(search.Options{Book: book}), level, seed, limits)
	l.book = book
	return l
}

// NewLeveledWith makes a player that thinks with a searcher of the caller's,
// and its memory.
func NewLeveledWith(s *search.Searcher, level Level, seed uint64, limits search.Limits) *Leveled {
	return &Leveled{level: level, seed: seed, limits: limits, search: s}
}

// Reseed makes the player draw other choices from here on.
func (l *Leveled) Reseed(seed uint64) { l.seed = seed }

// Move implements [Player].
func (l *Leveled) Move(ctx context.Context, p oxo.Position) (Choice, error) {
	if l.level == Perfect {
		r := l.search.Search(ctx, p, l.limits)
		if !r.HasMove {
			return Choice{}, oxo.ErrGameOver
		}
		return Choice{Move: r.Best, Value: r.Value, Nodes: r.Nodes}, ctx.Err()
	}
	if p.Outcome() != oxo.Ongoing {
		return Choice{}, oxo.ErrGameOver
	}
	s := l.level.strength()
	moves := l.search.Analyze(ctx, p, search.Limits{Depth: s.depth, Nodes: s.nodes})
	if err := ctx.Err(); err != nil {
		return Choice{}, err
	}
	var nodes uint64
	for _, m := range moves {
		nodes += m.Nodes
	}
	moves = l.keep(p, moves)
	rng := rand.New(rand.NewPCG(l.seed, p.Hash()))
	m := moves[soften(rng, moves, s.temperature)]
	return Choice{Move: m.Move, Value: m.Value, Nodes: nodes}, nil
}

// keep drops the moves that a level never makes. It asks the rules, since a
// search with few nodes may not have seen them.
func (l *Leveled) keep(p oxo.Position, moves []search.MoveResult) []search.MoveResult {
	if l.level < winsAtOnce {
		return moves
	}
	if wins := filter(p, moves, func() bool { return p.Outcome() == oxo.Lost }); len(wins) > 0 {
		return wins
	}
	if l.level < blocksAtOnce {
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

// filter returns the moves that lead to a position for which ok is true.
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

// soften draws a move: each is as likely as e^(worth/temperature).
func soften(rng *rand.Rand, moves []search.MoveResult, temperature float64) int {
	best := math.Inf(-1)
	for _, m := range moves {
		best = max(best, worth(m.Score))
	}
	weights := make([]float64, len(moves))
	sum := 0.0
	for i, m := range moves {
		weights[i] = math.Exp((worth(m.Score) - best) / temperature)
		sum += weights[i]
	}
	draw := rng.Float64() * sum
	for i, w := range weights {
		if draw -= w; draw < 0 {
			return i
		}
	}
	return len(moves) - 1
}

// worth puts a score on a scale from -100, a loss at once, to 100: wins and
// losses of any length or margin beyond ±60, estimates within ±50.
func worth(s oxo.Score) float64 {
	// Estimates and margins that are worth half of the way.
	const halfEstimate, halfMargin = 64, 16
	switch {
	case s.CountsPlies():
		return float64(s.Sign()) * (100 - float64(min(s.Plies(), 40)))
	case s.Sign() != 0:
		m := float64(s.Margin())
		return 60*float64(s.Sign()) + 40*m/(math.Abs(m)+halfMargin)
	}
	return 50 * float64(s) / (math.Abs(float64(s)) + halfEstimate)
}

// Names of the players: the textbook's searches, which count every node, then
// oxo's own, then one that moves at random. All but the last never play worse than
// the value of the game where nothing limits them; textbook-minimax may win late.
const (
	TextbookMinimax      = "textbook-minimax"
	TextbookMinimaxDepth = "textbook-minimax-depth"
	TextbookAlphaBeta    = "textbook-alphabeta"
	Search               = "search"
	Table                = "table"
	Random               = "random"
)

// Names lists the players that [ByName] makes.
func Names() []string {
	return []string{TextbookMinimax, TextbookMinimaxDepth, TextbookAlphaBeta, Search, Table, Random}
}

// Options say how a player made by [ByName] plays.
type Options struct {
	Table census.Options // how the table is built
	// Level and Limits are for the player "search"; a Level of 0 is [Perfect].
	Level  Level
	Limits search.Limits
	Seed   uint64 // of what a level, or the player "random", draws
	// Book, if not nil, is asked by a perfect player. Levels below look a few plies
	// ahead, and play the same with it and without.
	Book search.Book
}

// Check says what is wrong with the name or the options of a player, if anything.
func Check(name string, opts Options) error {
	if slices.Contains(Names(), name) {
		if name != Search && (opts.Level != 0 || opts.Limits != (search.Limits{})) {
			return fmt.Errorf("the player %q has no level and no limits: they are for %q", name, Search)
		}
		return nil
	}
	if near, ok := words.Nearest(name, Names()); ok {
		return fmt.Errorf("no player %q: did you mean %s?", name, near)
	}
	return fmt.Errorf("no player %q: there is %s", name, strings.Join(Names(), ", "))
}

// ByName makes a player of one algorithm. Only the table keeps what it knows
// from move to move; it is built here, from the whole game.
func ByName(ctx context.Context, name string, g oxo.Game, opts Options) (Player, error) {
	if err := Check(name, opts); err != nil {
		return nil, err
	}
	if p, ok := Simple(name, g, opts.Seed); ok {
		return p, nil
	}
	switch name {
	case Table:
		t, err := census.Solve(ctx, g, opts.Table)
		if err != nil {
			return nil, fmt.Errorf("the table of %s cannot be built: %w", g.Name(), err)
		}
		return tablePlayer{t}, nil
	default: // Search
		if opts.Level == 0 {
			opts.Level = Perfect
		}
		return newLeveled(opts.Level, opts.Seed, opts.Limits, opts.Book), nil
	}
}

// Simple makes one of the players that have no options but a seed: the textbook's
// searches and "random". It reports false for other names. A program
// that calls it alone does not hold the code of tables, which counts in a browser.
func Simple(name string, g oxo.Game, seed uint64) (Player, bool) {
	switch name {
	case TextbookMinimax:
		return textbookPlayer{textbook.Minimax}, true
	case TextbookMinimaxDepth:
		return textbookPlayer{textbook.MinimaxDepth}, true
	case TextbookAlphaBeta:
		return textbookPlayer{textbook.AlphaBeta}, true
	case Random:
		return newRandom(g, seed), true
	}
	return nil, false
}

// Another returns a player that plays like p, for another goroutine. What it
// looks up in a table is shared.
func Another(p Player) Player {
	switch p := p.(type) {
	case *Leveled:
		return newLeveled(p.level, p.seed, p.limits, p.book)
	case *randomPlayer:
		return p.another()
	}
	return p // the others change nothing in themselves
}

// textbookPlayer searches every move with an algorithm of the textbook.
type textbookPlayer struct {
	run func(context.Context, oxo.Position, textbook.Options) (textbook.Result, error)
}

// Move implements [Player].
func (t textbookPlayer) Move(ctx context.Context, p oxo.Position) (Choice, error) {
	if p.Outcome() != oxo.Ongoing {
		return Choice{}, oxo.ErrGameOver
	}
	r, err := t.run(ctx, p, textbook.Options{})
	return Choice{Move: r.Best, Value: search.Value{Score: r.Value, Proven: r.Proven}, Nodes: r.Nodes, NoPlies: !r.CountsPlies}, err
}

type tablePlayer struct{ table *census.Table }

// Move implements [Player].
func (t tablePlayer) Move(_ context.Context, p oxo.Position) (Choice, error) {
	score, m, ok := t.table.Lookup(p)
	switch {
	case !ok:
		return Choice{}, fmt.Errorf("the position is not in the table of %d positions", t.table.Len())
	case p.Outcome() != oxo.Ongoing:
		return Choice{}, oxo.ErrGameOver
	}
	return Choice{Move: m, Value: search.Value{Score: score, Proven: true}, Nodes: 1}, nil
}
