package cli

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/census"
	"oxo/engine"
	"oxo/search"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

type selfplayOptions struct {
	game, player string
	threads      int
	quiet, json  bool
}

func (a *app) selfplayCommand() *cobra.Command {
	var o selfplayOptions
	c := &cobra.Command{
		Use:   "selfplay [GAMES]",
		Short: "Let oxo play itself, and time it",
		Long: `Let a perfect player play itself and print results, seconds and games per
second. The opening move is found once, before the clock starts, and given
(the centre, for noughts and crosses); every other move is a search of its own
that keeps nothing from the one before. Only the player "table" looks moves up,
in a table of the whole game that is built first; building it is timed apart.
"oxo -s" is short for "oxo selfplay".`,
		Args: arguments(0, 1, "a number of games"),
		RunE: func(c *cobra.Command, args []string) error {
			games := 1000
			if len(args) > 0 {
				n, err := strconv.Atoi(args[0])
				if err != nil || n < 1 || n > 1_000_000_000 {
					return usagef("%q is no number of games: it is a number from 1 to 1000000000", args[0])
				}
				games = n
			}
			return a.selfplay(c, games, o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.game, "game", a.mainGame(), "the game")
	f.StringVar(&o.player, "player", engine.Search, "the player: "+strings.Join(engine.Names(), ", "))
	f.IntVar(&o.threads, "threads", runtime.GOMAXPROCS(0), "games to play at the same time, each on one thread")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress, only the results")
	f.BoolVar(&o.json, "json", false, "write JSON")
	return c
}

// selfplayResult is what selfplay prints.
type selfplayResult struct {
	Game         string  `json:"game"`
	Player       string  `json:"player"`
	Threads      int     `json:"threads"`
	Games        int     `json:"games"`
	First        int     `json:"games_first"`
	Second       int     `json:"games_second"`
	Draws        int     `json:"games_drawn"`
	Seconds      float64 `json:"seconds"`
	GamesPerSec  float64 `json:"games_per_second"`
	BuildSeconds float64 `json:"build_seconds,omitempty"`
	Nodes        uint64  `json:"nodes"`
}

func (a *app) selfplay(c *cobra.Command, games int, o selfplayOptions) error {
	g, err := a.game(o.game)
	if err != nil {
		return err
	}
	if o.threads < 1 || o.threads > 1024 {
		return usagef("--threads %d: it is a number from 1 to 1024", o.threads)
	}
	if !slices.Contains(engine.Names(), o.player) {
		_, err := engine.ByName(c.Context(), o.player, g, census.Options{})
		return usage(err)
	}
	bar := a.progress()
	show := func(text func() string) {
		if !o.quiet {
			bar.show(text)
		}
	}
	begun := time.Now()
	player, err := engine.ByName(c.Context(), o.player, g, census.Options{Progress: func(ply, n int) {
		show(func() string { return fmt.Sprintf("building the table: ply %d, %d positions", ply, n) })
	}})
	if err != nil {
		bar.done()
		return err
	}
	r := selfplayResult{Game: g.Name(), Player: o.player, Threads: o.threads}
	if o.player == engine.Table {
		r.BuildSeconds = time.Since(begun).Seconds()
	}
	err = a.playGames(c.Context(), g, player, games, o.threads, &r, show)
	bar.done()
	if err != nil {
		return err
	}
	if o.json {
		return a.writeJSON(r)
	}
	return a.writeSelfplay(g, r)
}

// mostGames is how many games a thread takes at a time, at most.
const mostGames = 64

// playGames shares the games out between threads.
func (a *app) playGames(ctx context.Context, g oxo.Game, player engine.Player, games, threads int, r *selfplayResult, show func(func() string)) error {
	opening := search.New(search.Options{}).Search(ctx, g.Start(), search.Limits{Time: analysisTime}).Best
	var taken, done atomic.Int64
	batch := min(mostGames, max(games/(4*threads), 1))
	group, ctx := errgroup.WithContext(ctx)
	begun := time.Now()
	tallies := make([]tally, threads)
	for i := range threads {
		group.Go(func() error {
			w := worker{p: g.Start(), player: engine.Another(player), opening: opening}
			defer func() { tallies[i] = w.tally }()
			for {
				n := min(batch, games-(int(taken.Add(int64(batch)))-batch))
				for range n {
					if err := w.play(ctx); err != nil {
						return err
					}
				}
				if n <= 0 {
					return nil
				}
				done.Add(int64(n))
				if i == 0 {
					show(func() string { return fmt.Sprintf("%d of %d games", done.Load(), games) })
				}
				if err := ctx.Err(); err != nil {
					return err
				}
			}
		})
	}
	err := group.Wait()
	r.Seconds = time.Since(begun).Seconds()
	for _, t := range tallies {
		r.Games, r.First, r.Second, r.Draws, r.Nodes = r.Games+t.games, r.First+t.first, r.Second+t.second, r.Draws+t.draws, r.Nodes+t.nodes
	}
	r.GamesPerSec = math.Round(float64(r.Games)/r.Seconds*10) / 10
	return err
}

// tally counts the games of one thread.
type tally struct {
	games, first, second, draws int
	nodes                       uint64
}

// worker plays games from the start, again and again, on one position that it
// takes back after each.
type worker struct {
	tally
	p       oxo.Position
	player  engine.Player
	opening oxo.Move
	made    []oxo.Move
}

func (w *worker) play(ctx context.Context) error {
	p := w.p
	p.Make(w.opening)
	w.made = append(w.made[:0], w.opening)
	for p.Outcome() == oxo.Ongoing {
		choice, err := w.player.Move(ctx, p)
		if err != nil {
			return err
		}
		if !choice.Value.Proven { // only when the context stopped it
			return ctx.Err()
		}
		w.nodes += choice.Nodes
		p.Make(choice.Move)
		w.made = append(w.made, choice.Move)
	}
	switch side, won := p.Outcome().Winner(p.Turn()); {
	case !won:
		w.draws++
	case side == oxo.First:
		w.first++
	default:
		w.second++
	}
	w.games++
	for _, m := range slices.Backward(w.made) {
		p.Unmake(m)
	}
	return nil
}

func (a *app) writeSelfplay(g oxo.Game, r selfplayResult) error {
	names := sideNames(g)
	if r.BuildSeconds > 0 {
		fmt.Fprintf(a.out, "Table of %s built in %.3f s.\n", r.Game, r.BuildSeconds)
	}
	_, err := fmt.Fprintf(a.out, "%s by %s on %s: %s. %s wins %d, %s wins %d, draws %d.\nElapsed: %.3f s, %.1f games/s, %d nodes.\n",
		r.Game, r.Player, plural(r.Threads, "thread"), plural(r.Games, "game"), names[0], r.First, names[1], r.Second, r.Draws, r.Seconds, r.GamesPerSec, r.Nodes)
	return err
}
