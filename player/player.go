package player

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/internal/words"
	"oxo/prove/census"
	"oxo/search"
	"oxo/search/mcts"
	"oxo/textbook"
)

// Player chooses moves. Only one goroutine may use it.
type Player interface {
	// Move returns the player's move in a position that is not over, and its value in
	// the player's view. It leaves the position unchanged. If the context ends first,
	// it returns the context's error.
	Move(ctx context.Context, p oxo.Position) (Choice, error)
}

// Choice is a move with its value and cost.
type Choice struct {
	Move  oxo.Move
	Value search.Value // of the move, for the side that makes it
	Notes
	Effort
}

// Effort is the cost of a choice. (Effort and Notes are separate structs since Go
// keeps a struct of up to four parts in registers: a game on 3x3 takes 8% less time.)
type Effort struct {
	Nodes uint64 // positions visited
	Depth int    // plies looked ahead; 0 if the player does not say
}

// Notes qualify a choice.
type Notes struct {
	// NoPlies says that a win or a loss in Value has no meaningful distance.
	NoPlies bool
	// NoValue says that the player has no opinion of the value.
	NoValue bool
	// Resigns says that the player resigns instead of moving.
	Resigns bool
}

// Names of the players: the textbook's searches, which count every node, then oxo's own players,
// then one that moves at random. The textbook's, search and mcts are also the names of the
// algorithms of package explain. Without limits every player except the last keeps the value of
// the game, but minimax may win late.
const (
	Minimax         = "minimax"
	MinimaxDepth    = "minimax-depth"
	AlphaBeta       = "alphabeta"
	AlphaBetaStrict = "alphabeta-strict"
	Search          = "search"
	MCTS            = "mcts"
	Table           = "table"
	Random          = "random"
)

// Names lists the players that [ByName] makes.
func Names() []string {
	return []string{Minimax, MinimaxDepth, AlphaBeta, AlphaBetaStrict, Search, MCTS, Table, Random}
}

// Canonical returns the name in [Names] of a player that goes by another one, as
// "textbook-minimax" or "alphabeta-depth", and other names as they are.
func Canonical(name string) string {
	switch name {
	case "textbook-minimax":
		return Minimax
	case "textbook-minimax-depth":
		return MinimaxDepth
	case "textbook-alphabeta", "alphabeta-depth":
		return AlphaBeta
	}
	return name
}

// Options are the options of a player made by [ByName].
type Options struct {
	Table census.Options // how the table is built
	Whole *census.Whole  // if not nil, the table, already solved
	// Level and Limits are for the player "search"; a Level of 0 is [Perfect]. Limits
	// are for "mcts" too.
	Level  Level
	Limits search.Limits
	Method Method // of a perfect player
	Seed   uint64 // for the random choices of a level or of the player "random"
	// Keep lets a perfect player keep its table from move to move.
	Keep bool
	// Book, if not nil, is used by a perfect player. Lower levels look a few plies
	// ahead and do not use it. If it implements [Openings], the player plays from it,
	// with a [Repertoire] of BookMargin and Seed.
	Book       search.Book
	BookMargin oxo.Score
}

// Check returns an error if the name or the options of a player are wrong.
func Check(name string, opts Options, others ...string) error {
	if slices.Contains(Names(), Canonical(name)) {
		switch {
		case name == MCTS && (opts.Level == 0 || opts.Level == Perfect):
		case name != Search && (opts.Level != 0 || opts.Limits != (search.Limits{})):
			return fmt.Errorf("the player %q takes no level and no limits: these are for %q", name, Search)
		}
		return nil
	}
	names := append(Names(), others...)
	if near, ok := words.Nearest(name, names); ok {
		return fmt.Errorf("no player %q: did you mean %s?", name, near)
	}
	return fmt.Errorf("no player %q: want %s", name, strings.Join(names, ", "))
}

// ByName makes a player of one algorithm. Only the table keeps its knowledge from
// move to move; if it is not given, ByName builds it from the whole game.
func ByName(ctx context.Context, name string, g oxo.Game, opts Options) (Player, error) {
	if err := Check(name, opts); err != nil {
		return nil, err
	}
	if p, ok := Simple(name, g, opts.Seed); ok {
		return p, nil
	}
	opens := RepertoireOf(opts.Book, opts.BookMargin, opts.Seed)
	switch name {
	case Table:
		if opts.Whole != nil {
			return tablePlayer{opts.Whole.Best}, nil
		}
		t, err := census.Solve(ctx, g, opts.Table)
		if err != nil {
			return nil, fmt.Errorf("the table of %s cannot be built: %w", g.Name(), err)
		}
		return tablePlayer{t.Lookup}, nil
	case MCTS:
		return NewThinkerWith(NewEngines(ByMCTS, search.Options{}).WithTree(func(o *mcts.Options) { o.Seed = opts.Seed }), opts.Limits).WithRepertoire(opens), nil
	default: // Search
		if opts.Level == 0 {
			opts.Level = Perfect
		}
		if opts.Level == Perfect && opts.Keep {
			return NewThinkerBy(opts.Method, search.Options{Book: opts.Book}, opts.Limits).WithRepertoire(opens), nil
		}
		return newLeveled(g, opts.Level, opts.Seed, opts.Limits, opts.Book).WithRepertoire(opens), nil
	}
}

// Simple makes one of the players whose only option is a seed: the textbook's
// searches and "random". It reports false for other names. A program that calls only
// Simple does not link the code of tables; in a browser that size matters.
func Simple(name string, g oxo.Game, seed uint64) (Player, bool) {
	switch Canonical(name) {
	case Minimax:
		return textbookPlayer{textbook.Minimax}, true
	case MinimaxDepth:
		return textbookPlayer{textbook.MinimaxDepth}, true
	case AlphaBeta:
		return textbookPlayer{textbook.AlphaBeta}, true
	case AlphaBetaStrict:
		return textbookPlayer{textbook.AlphaBetaStrict}, true
	case Random:
		return newRandom(g, seed), true
	}
	return nil, false
}

// Another returns a player like p for another goroutine. They share tables of solved
// positions.
func Another(p Player) Player {
	switch p := p.(type) {
	case *Leveled:
		s := search.New(search.Options{Book: p.book})
		return &Leveled{level: p.level, strength: p.strength, seed: p.seed, limits: p.limits, book: p.book, opens: p.opens, search: s, proves: p.proves}
	case *Thinker:
		return NewThinkerWith(p.engines.another(), p.limits).WithRepertoire(p.opens)
	case *randomPlayer:
		return p.another()
	}
	return p // the other players have no state
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
	return Choice{Move: r.Best, Value: search.Value{Score: r.Value, Proven: r.Proven}, Notes: Notes{NoPlies: !r.CountsPlies}, Effort: Effort{Nodes: r.Nodes}}, err
}

// tablePlayer looks up the value of a position and a best move.
type tablePlayer struct {
	best func(oxo.Position) (oxo.Score, oxo.Move, bool)
}

// Move implements [Player].
func (t tablePlayer) Move(_ context.Context, p oxo.Position) (Choice, error) {
	score, m, ok := t.best(p)
	switch {
	case !ok:
		return Choice{}, errors.New("the position is not in the table: want a table with this part of the game")
	case p.Outcome() != oxo.Ongoing:
		return Choice{}, oxo.ErrGameOver
	}
	b := oxo.UnderClock(p, oxo.Exactly(score)) // the table knows only states, not clocks
	return Choice{Move: m, Value: search.Value{Score: b.Clamp(oxo.Draw), Proven: b.Exact()}, Effort: Effort{Nodes: 1}}, nil
}
