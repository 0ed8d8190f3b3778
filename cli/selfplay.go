package cli

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/internal/words"
	"oxo/player"
	"oxo/prove/keep"
	"oxo/prove/solve"
	"oxo/search"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

type selfplayOptions struct {
	game, player, level string
	tables              string
	limits              search.Limits
	threads             int
	quiet, json         bool
	size                int
	seed                uint64
}

func (a *app) selfplayCommand() *cobra.Command {
	var o selfplayOptions
	c := &cobra.Command{
		Use:   "selfplay [GAMES]",
		Short: "Let oxo play itself, and print results and games per second",
		Example: `  oxo selfplay
  oxo selfplay 20 --size 4 --quiet
  oxo selfplay 4 --game connect4 --level 2 --seed 1
  oxo selfplay 10 --player alphabeta --threads 1`,
		Args: arguments(0, 1, "a number of games (--game names the game)"),
		RunE: func(c *cobra.Command, args []string) error {
			games := 1000
			if len(args) > 0 {
				n, err := strconv.Atoi(args[0])
				if err != nil || n < 1 || n > 1_000_000_000 {
					return usagef("%q: want a number of games from 1 to 1000000000", args[0])
				}
				games = n
			}
			if !c.Flags().Changed("seed") {
				o.seed = rand.Uint64()
			}
			var err error
			if o.game, err = a.sized(c, o.game, o.size); err != nil {
				return err
			}
			return a.selfplay(c, games, o)
		},
	}
	a.sizeFlag(c, &o.size)
	o.flags(c, a.mainGame())
	return c
}

// flags adds the flags of selfplay to a command.
func (o *selfplayOptions) flags(c *cobra.Command, mainGame string) {
	f := c.Flags()
	f.StringVar(&o.game, "game", mainGame, "the game")
	f.StringVar(&o.player, "player", player.Search, "the player: "+strings.Join(append(player.Names(), string(solve.Numbers)), ", "))
	f.StringVar(&o.level, "level", "", `the strength of the player "search": 1 to 10, easy, medium, hard or perfect; without one, perfect`)
	f.StringVar(&o.tables, "tables", "", `the table of the player "table", made by oxo solve GAME --all --out FILE; without one it is built`)
	f.Uint64Var(&o.seed, "seed", 0, "levels repeat their games with the same seed, and random with --threads 1; without one they differ every time")
	f.IntVar(&o.threads, "threads", runtime.GOMAXPROCS(0), "games to play at the same time, each on one thread")
	f.IntVar(&o.limits.Depth, "depth", 0, "plies to look ahead for each move; 0 is no limit")
	f.Uint64Var(&o.limits.Nodes, "nodes", 0, "positions to visit for each move; 0 is no limit")
	f.DurationVar(&o.limits.Time, "time", 0, "time to take for each move, as in 100ms; 0 is no limit")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress and no times, only the line of results")
	f.BoolVar(&o.json, "json", false, "write JSON")
}

// selfplayResult is the output of selfplay.
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
	Nodes        uint64  `json:"nodes"`                   // nodes of the games without the opening, whose time is not in Seconds either
	Opening      string  `json:"opening,omitempty"`       // the first move of all games, if it was searched once
	OpeningNodes uint64  `json:"opening_nodes,omitempty"` // nodes of that search
	made         string  // how the table was obtained if it was not built, in words
}

// playerOptions checks the flags of the player.
func (o *selfplayOptions) playerOptions() (player.Options, error) {
	if err := checkLimits(o.limits); err != nil {
		return player.Options{}, err
	}
	opts := player.Options{Limits: o.limits, Seed: o.seed}
	if o.level != "" {
		var err error
		if opts.Level, err = player.ParseLevel(o.level); err != nil {
			return opts, usage(err)
		}
	}
	if o.threads < 1 || o.threads > search.MaxThreads {
		return opts, usagef("--threads %d: want a number from 1 to %d", o.threads, search.MaxThreads)
	}
	if o.tables != "" && o.player != player.Table {
		return opts, usagef("--tables is for the player %q: other players search", player.Table)
	}
	if o.player == string(solve.Numbers) {
		if opts.Level != 0 || opts.Limits != (search.Limits{}) {
			return opts, usagef("the player %q takes no level and no limits: these are for %q", string(solve.Numbers), player.Search)
		}
		return opts, nil
	}
	return opts, usage(player.Check(o.player, opts, string(solve.Numbers)))
}

// selfplayer makes the player.
func (o *selfplayOptions) selfplayer(ctx context.Context, g oxo.Game, opts player.Options) (player.Player, error) {
	if o.player == string(solve.Numbers) {
		return numbersPlayer{}, nil
	}
	return player.ByName(ctx, o.player, g, opts)
}

func (a *app) selfplay(c *cobra.Command, games int, o selfplayOptions) error {
	g, err := a.game(o.game)
	if err != nil {
		return err
	}
	opts, err := o.playerOptions()
	if err != nil {
		return err
	}
	begun := time.Now()
	if o.tables != "" {
		if opts.Whole, err = keep.WholeTable(g, o.tables); err != nil {
			return err
		}
	}
	s := selfplaying{game: g, player: o.player, seed: o.seed, games: games, limited: opts.Level != 0 || opts.Limits != (search.Limits{}) || o.player == player.Random}
	end := func() {}
	if !o.quiet {
		end = a.progress().follow(s.state)
	}
	opts.Table.Progress = func(_, n int) { s.built.Store(int64(n)) }
	who, err := o.selfplayer(c.Context(), g, opts)
	s.built.Store(0)
	r := selfplayResult{Game: g.Name(), Player: o.player, Threads: o.threads}
	if o.player == player.Table {
		r.BuildSeconds = time.Since(begun).Seconds()
	}
	if o.tables != "" {
		r.made = "read"
	}
	if err == nil {
		err = s.play(c.Context(), who, o.threads, &r)
	}
	end()
	switch {
	case err != nil:
		return err
	case o.json:
		return a.writeJSON(r)
	}
	return a.writeSelfplay(g, r, o.quiet)
}

// selfplaying is the state of a running selfplay.
type selfplaying struct {
	game               oxo.Game
	player             string
	seed               uint64
	games              int
	limited            bool         // the player has a level or limits
	built              atomic.Int64 // positions of the table that is being built
	taken, done, moves atomic.Int64 // games taken by threads, finished games, and moves of all games
}

// state returns the progress in words.
func (s *selfplaying) state() string {
	if n := s.built.Load(); n > 0 {
		return fmt.Sprintf("building the table: %d positions", n)
	}
	return fmt.Sprintf("%d of %d games, %d moves", s.done.Load(), s.games, s.moves.Load())
}

// mostGames is the maximum number of games that a thread takes at a time.
const mostGames = 64

// playShare plays batches of games until all are taken.
func (s *selfplaying) playShare(ctx context.Context, w *selfplayer, batch int) error {
	for {
		first := int(s.taken.Add(int64(batch))) - batch
		n := min(batch, s.games-first)
		if n <= 0 {
			return nil
		}
		for i := range n {
			if l, ok := w.player.(*player.Leveled); ok {
				l.Reseed(s.seed + uint64(first+i)) // each game has its own seed, whichever thread plays it
			}
			if err := w.play(ctx); err != nil {
				return err
			}
		}
		s.done.Add(int64(n))
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// play distributes the games over threads.
func (s *selfplaying) play(ctx context.Context, who player.Player, threads int, r *selfplayResult) error {
	opening, err := s.opening(ctx, r)
	if err != nil {
		return err
	}
	batch := min(mostGames, max(s.games/(4*threads), 1))
	group, ctx := errgroup.WithContext(ctx)
	begun := time.Now()
	tallies := make([]tally, threads)
	for i := range threads {
		another := player.Another(who) // not in the goroutine: it may draw random numbers of the first one
		group.Go(func() error {
			w := selfplayer{p: s.game.Start(), player: another, opening: opening, moves: &s.moves}
			w.looping, _ = w.p.(oxo.Looping)
			defer func() { tallies[i] = w.tally }()
			return unbroken(func() error { return s.playShare(ctx, &w, batch) })
		})
	}
	err = group.Wait()
	r.Seconds = time.Since(begun).Seconds()
	for _, t := range tallies {
		r.Games, r.First, r.Second, r.Draws, r.Nodes = r.Games+t.games, r.First+t.first, r.Second+t.second, r.Draws+t.draws, r.Nodes+t.nodes
	}
	r.GamesPerSec = math.Round(float64(r.Games)/r.Seconds*10) / 10
	return err
}

// opening searches the first move of all games, and stores it in the result. If the
// player has limits, it chooses the first move itself, and opening returns no move.
func (s *selfplaying) opening(ctx context.Context, r *selfplayResult) ([]oxo.Move, error) {
	if s.limited {
		return nil, nil
	}
	find := s.openingBySearch
	if s.player == string(solve.Numbers) {
		find = s.openingByNumbers
	}
	m, nodes, err := find(ctx)
	if err != nil {
		return nil, err
	}
	r.Opening, r.OpeningNodes = s.game.FormatMove(s.game.Start(), m), nodes
	return []oxo.Move{m}, nil
}

// openingBySearch finds the first move, and returns the number of visited nodes.
func (s *selfplaying) openingBySearch(ctx context.Context) (oxo.Move, uint64, error) {
	found := search.New(search.Options{}).Search(ctx, s.game.Start(), search.Limits{Time: analysisTime})
	if !found.HasMove {
		return 0, 0, fmt.Errorf("%s: %w at its start", s.game.Name(), oxo.ErrGameOver)
	}
	if !found.Proven && ctx.Err() == nil && s.player != player.Table {
		return 0, 0, usagef("%s is not proven in %v, so its games may never end: limit the moves of \"search\" by --level, --time, --nodes or --depth", s.game.Name(), analysisTime)
	}
	return found.Best, found.Nodes, nil
}

// tally counts the games of one thread.
type tally struct {
	games, first, second, draws int
	nodes                       uint64
}

// selfplayer plays games from the start, one after another, on one position that it
// resets after each.
type selfplayer struct {
	tally
	p       oxo.Position
	looping oxo.Looping // nil if the game cannot loop
	player  player.Player
	opening []oxo.Move
	made    []oxo.Move
	moves   *atomic.Int64
}

func (w *selfplayer) play(ctx context.Context) error {
	p := w.p
	w.made = append(w.made[:0], w.opening...)
	for _, m := range w.opening {
		p.Make(m)
	}
	for p.Outcome() == oxo.Ongoing && !w.repeated() {
		choice, err := w.player.Move(ctx, p)
		if err != nil {
			return err
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
	w.moves.Add(int64(len(w.made)))
	for _, m := range slices.Backward(w.made) {
		p.Unmake(m)
	}
	return nil
}

// repeated reports whether the position occurred earlier in this game.
func (w *selfplayer) repeated() bool {
	if w.looping == nil {
		return false
	}
	plies, _ := w.looping.Repeated()
	return plies > 0 && plies <= len(w.made)
}

func (a *app) writeSelfplay(g oxo.Game, r selfplayResult, quiet bool) error {
	names := sideNames(g)
	if r.BuildSeconds > 0 && !quiet {
		fmt.Fprintf(a.out, "Table of %s %s in %.3f s.\n", r.Game, cmp.Or(r.made, "built"), r.BuildSeconds)
	}
	_, err := fmt.Fprintf(a.out, "%s by %s on %s: %s. %s wins %d, %s wins %d, draws %d.\n",
		r.Game, r.Player, words.Count(r.Threads, "thread"), words.Count(r.Games, "game"), names[0], r.First, names[1], r.Second, r.Draws)
	if !quiet && err == nil {
		before := ""
		if r.Opening != "" {
			before = fmt.Sprintf(", without the %d of the opening %s", r.OpeningNodes, r.Opening)
		}
		_, err = fmt.Fprintf(a.out, "Elapsed: %.3f s, %.1f games/s, %d nodes%s.\n", r.Seconds, r.GamesPerSec, r.Nodes, before)
	}
	return err
}
