// Package calls is the core of the libraries for other languages: C, Python, JavaScript, and
// programs that talk by the Model Context Protocol. A [Core] opens games, a [Game] makes positions,
// and a [Position] plays moves, takes them back, and answers questions about itself.
//
// Calls that a program makes a million times a second have numbers and no JSON: legal moves, play, take
// back, the outcome. All other questions are asked by name with JSON, as a page asks them: see
// [Position.Ask]. Package api answers them, so that every language gets the same answer.
//
// Every method may be called by several goroutines at once. Each error is an [*Error].
package calls

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"slices"
	"time"

	"oxo"
	"oxo/api"
	"oxo/game/catalog"
	"oxo/prove/certificate"
	"oxo/search"
)

// Options are the limits of a core. The zero value suits a program of one user.
type Options struct {
	TableBytes int64         // of the table of each search; 0 is 64 MiB. Provers use 50% more
	Searches   int           // how many searches run at once: others wait. 0: the number of processors
	MaxTime    time.Duration // the most that a search may take, and what it takes without a limit. 0: a day
	MaxNodes   uint64        // of the tree of an explanation; 0: 600,000
	GameBytes  int64         // of the tables of games that are kept, and of rule sheets; 0: 1 GiB each
}

// Default limits.
const (
	maxTime  = 24 * time.Hour
	maxNodes = 600_000
	maxBytes = 1 << 30
)

// Core answers the calls of one program.
type Core struct {
	families  []catalog.Family
	service   *api.Service
	options   Options
	allowed   api.Allowed
	searchers chan *search.Searcher // nil: not made yet
}

// New makes a core of the games of some families. A family that reads texts of rules takes the
// sheets that [Core.Rules] gets.
func New(families []catalog.Family, o Options) *Core {
	if o.Searches <= 0 {
		o.Searches = runtime.GOMAXPROCS(0)
	}
	if o.MaxTime <= 0 {
		o.MaxTime = maxTime
	}
	if o.MaxNodes == 0 {
		o.MaxNodes = maxNodes
	}
	if o.GameBytes <= 0 {
		o.GameBytes = maxBytes
	}
	// Names that are asked for again are found at once.
	keep := api.Keep{Games: 64, GameBytes: o.GameBytes, Sheets: 64, SheetBytes: o.GameBytes}
	c := &Core{
		families: families, service: api.NewForMany(families, keep), options: o,
		allowed: api.Allowed{Time: o.MaxTime, Nodes: o.MaxNodes}, searchers: make(chan *search.Searcher, o.Searches),
	}
	for range o.Searches {
		c.searchers <- nil
	}
	return c
}

// Game opens a game by its name, as tictactoe, mnk:5x4x4 or connect4:6x5.
func (c *Core) Game(name string) (g *Game, err error) {
	err = guard(func() error {
		found, err := catalog.Lookup(c.families, name)
		if err != nil {
			return inputError(err)
		}
		g = newGame(c, found, api.SheetRequest{})
		return nil
	})
	return g, err
}

// Rules opens the game of a rule sheet. file is a name for it that ends with its language: nim.kif,
// chess.rbg. The context limits the time of reading.
func (c *Core) Rules(ctx context.Context, file, text string) (g *Game, err error) {
	err = guard(func() error {
		sheet := api.SheetRequest{Name: file, Text: text}
		kept, err := c.service.Sheet(ctx, sheet)
		if err != nil {
			return inputError(err)
		}
		found, err := c.service.Game(kept.Game)
		if err != nil {
			return inputError(err)
		}
		g = newGame(c, found, sheet)
		return nil
	})
	return g, err
}

// Ask answers a question that is not about a position: games, sheet, exercise, mark, hint, answers,
// edit; or one about the position that the request names. See [Position.Ask].
func (c *Core) Ask(ctx context.Context, what string, request []byte, hear func(event string, data []byte)) error {
	do := func(with *search.Searcher) error {
		return c.service.Do(ctx, with, c.allowed, what, request, func(event string, data any) { hear(event, asJSON(data)) })
	}
	if slices.Contains([]string{"games", "position", "picture", "edit"}, what) { // they need no search, so they wait for none
		return guard(func() error { return inputError(do(nil)) })
	}
	return c.search(ctx, do)
}

// search calls f with a searcher of its own.
func (c *Core) search(ctx context.Context, f func(with *search.Searcher) error) error {
	with, err := c.take(ctx)
	if err != nil {
		return err
	}
	err = guard(func() error { return inputError(f(with)) })
	if e, ok := errors.AsType[*Error](err); ok && e.Kind == Broken {
		with = nil // its search has ended halfway
	}
	c.searchers <- with
	return err
}

// take waits for a searcher.
func (c *Core) take(ctx context.Context) (*search.Searcher, error) {
	select {
	case with := <-c.searchers:
		if with == nil {
			with = search.New(search.Options{TableBytes: c.options.TableBytes})
		}
		return with, nil
	case <-ctx.Done():
		return nil, inputError(ctx.Err())
	}
}

// Verify checks a certificate: the file of a proof. report gets the progress; it may be nil.
// Certificates of rule sheets need their game to be open.
func (c *Core) Verify(ctx context.Context, in io.Reader, report func(certificate.Report)) (proven certificate.Report, err error) {
	err = guard(func() error {
		checker := certificate.Checker{Lookup: c.service.Game, Threads: 1, Watch: report}
		var err error
		if proven, err = checker.Check(reader{ctx, in}); ctx.Err() != nil {
			err = ctx.Err()
		}
		return inputError(err)
	})
	return proven, err
}

// reader ends with the context.
type reader struct {
	ctx context.Context
	in  io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}

// Game is an open game. It stays open.
type Game struct {
	core  *Core
	game  oxo.Game
	sheet api.SheetRequest // without a text: the game has a name of the catalog
}

func newGame(c *Core, g oxo.Game, sheet api.SheetRequest) *Game {
	return &Game{core: c, game: g, sheet: sheet}
}

// Name returns the full name, with parameters.
func (g *Game) Name() string { return g.game.Name() }

// asJSON writes an answer of package api as JSON.
func asJSON(v any) []byte {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return out
}
