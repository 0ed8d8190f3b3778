package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"time"

	"oxo"
	"oxo/arena"
	"oxo/arena/roster"
	"oxo/arena/stats"
	"oxo/game/board"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/search"

	"github.com/spf13/cobra"
)

// arenaOptions holds the flags of a tournament.
type arenaOptions struct {
	plan     arena.Plan
	format   string
	openings string // a file
	clock    string
	win      string
	draw     string
	out      string
	threads  int
	quiet    bool
	json     bool
	cluster  clusterOptions
}

func (a *app) arenaCommand() *cobra.Command {
	o := &arenaOptions{}
	c := &cobra.Command{
		Use:   "arena GAME PLAYER PLAYER...",
		Short: "Let players play each other, and measure how strong they are",
		Example: `  oxo arena connect4 2 4 --games 8 --out match.games
  oxo arena tictactoe perfect random "search,nodes=50" --games 10
  oxo arena tictactoe perfect "lines:./bot" --games 4
  oxo arena connect4 1 2 3 --format ladder --games 4`,
		Args: gameAndPlayers,
		RunE: func(c *cobra.Command, args []string) error { return a.arena(c, args, o) },
	}
	o.flags(c)
	c.Flags().StringVar(&o.format, "format", string(arena.RoundRobin), "round-robin: each against each other; gauntlet: the first against each other; ladder: each against the next")
	c.AddCommand(a.arenaStatsCommand(), a.arenaSPRTCommand(), a.arenaResumeCommand(), a.arenaShowCommand(), a.arenaExportCommand(), a.arenaSuiteCommand(), a.arenaCalibrateCommand())
	return c
}

// gameAndPlayers checks the arguments of a tournament.
func gameAndPlayers(c *cobra.Command, args []string) error {
	err := arguments(2, -1, "a game and two players or more")(c, args)
	if len(args) == 1 {
		err = verbInstead(c, args[0], err)
	}
	return err
}

// flags adds the flags that a match and a tournament share.
func (o *arenaOptions) flags(c *cobra.Command) {
	f := c.Flags()
	t, j := &o.plan.Time, &o.plan.Judge
	f.IntVar(&o.plan.Games, "games", 100, "games of each pair of players, an even number")
	f.IntVar(&o.plan.Plies, "plies", 2, "random plies at the beginning of a game, 0 by default with --openings; with a file of games the plies of each that are played")
	f.StringVar(&o.openings, "openings", "", "a file of openings: games, of which --plies N takes the first N plies, or a position or moves on each line")
	f.Uint64Var(&o.plan.Seed, "seed", 0, "levels and openings repeat with the same seed; without one they differ every time")
	f.DurationVar(&t.Move, "time", 0, "time for each move, as in 100ms; 0 is no limit")
	f.StringVar(&o.clock, "clock", "", "time of a side for its game: BASE, BASE+INCREMENT or MOVES/BASE+INCREMENT, as in 10s+100ms or 40/1m")
	f.Uint64Var(&t.Nodes, "nodes", 0, "positions to visit for each move; 0 is no limit")
	f.IntVar(&t.Depth, "depth", 0, "plies to look ahead for each move; 0 is no limit")
	f.DurationVar(&t.Margin, "margin", 100*time.Millisecond, "how late a move may be")
	f.DurationVar(&t.Patience, "patience", time.Minute, "how long a move may take where no time is set")
	f.Uint64Var(&j.Nodes, "judge", 0, "after each move a search visits at most this number of positions, and a proven value ends the game; 0 is no search")
	f.StringVar(&o.win, "win", "", "SCORE,MOVES: a side wins when both players score it at least SCORE for MOVES moves of each")
	f.StringVar(&o.draw, "draw", "", "SCORE,MOVES,PLY: a game is drawn when, from PLY on, both players score within SCORE for MOVES moves of each")
	f.IntVar(&j.MostPlies, "most-plies", 0, "a longer game is drawn; 0 is no limit")
	clusterFlags(c, &o.cluster, "")
	f.IntVar(&o.threads, "threads", runtime.GOMAXPROCS(0), "games to play at the same time, without --cluster")
	f.StringVar(&o.out, "out", "", "keep the games in this file; without one only the results are printed")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress")
	f.BoolVar(&o.json, "json", false, "write JSON")
}

// arena plays a tournament from its beginning.
func (a *app) arena(c *cobra.Command, args []string, o *arenaOptions) error {
	g, err := a.game(args[0])
	if err != nil {
		return verbInstead(c, args[0], err)
	}
	if err := o.read(c, g); err != nil {
		return err
	}
	o.plan.Format = arena.Format(o.format)
	all, err := roster.ReadAll(args[1:], o.plan.Time)
	if err != nil {
		return usage(err)
	}
	for _, p := range all {
		o.plan.Players, o.plan.Names = append(o.plan.Players, p.Spec), append(o.plan.Names, p.Name)
	}
	if err := o.plan.Check(); err != nil {
		return usage(err)
	}
	if err := o.plan.Try(g); err != nil {
		return usage(err)
	}
	t := &tournament{a: a, game: g, players: all, options: o, plan: &o.plan}
	if o.out != "" {
		file, err := arena.Create(o.out, o.plan)
		if err != nil {
			return err
		}
		defer file.Close() //nolint:errcheck // every line is on the disk
		t.file = file
	}
	return t.run(c.Context())
}

// verbInstead returns a better error if a word is not a game but similar to a verb.
func verbInstead(c *cobra.Command, word string, err error) error {
	var verbs []string
	for _, sub := range c.Commands() {
		verbs = append(verbs, sub.Name())
	}
	if near, ok := words.Nearest(word, verbs); ok {
		return usagef("%q is neither a game nor a verb of arena: did you mean %s?", word, near)
	}
	return err
}

// read checks the flags.
func (o *arenaOptions) read(c *cobra.Command, g oxo.Game) error {
	o.plan.Game, o.plan.Sheet = g.Name(), board.FactsOf(g).Sheet
	if !c.Flags().Changed("seed") {
		o.plan.Seed = rand.Uint64()
	}
	if o.openings != "" && !c.Flags().Changed("plies") {
		o.plan.Plies = 0
	}
	if err := checkLimits(search.Limits{Depth: o.plan.Time.Depth, Nodes: o.plan.Time.Nodes, Time: o.plan.Time.Move}); err != nil {
		return err
	}
	if o.threads < 1 || o.threads > search.MaxThreads {
		return usagef("--threads %d: want a number from 1 to %d", o.threads, search.MaxThreads)
	}
	if o.plan.Time.Patience <= 0 || o.plan.Time.Margin < 0 {
		return usagef("--patience %v, --margin %v: want times above 0", o.plan.Time.Patience, o.plan.Time.Margin)
	}
	if t := o.plan.Time; max(t.Patience, t.Margin, t.Move) > arena.MaxTime {
		return usagef("--time %v, --patience %v, --margin %v: want times of at most %v", t.Move, t.Patience, t.Margin, arena.MaxTime)
	}
	if o.clock != "" {
		var err error
		t := &o.plan.Time
		if t.Base, t.Increment, t.MovesToGo, err = roster.ReadClock(o.clock); err != nil {
			return usagef("--clock %s: %w", o.clock, err)
		}
	}
	if err := o.readJudge(); err != nil {
		return err
	}
	return o.readOpenings(g, c.Flags().Changed("plies"))
}

// mostList is the maximum size of a list of positions, in bytes.
const mostList = 1 << 28

// readOpenings reads the file of --openings.
func (o *arenaOptions) readOpenings(g oxo.Game, plies bool) error {
	if o.openings == "" {
		return nil
	}
	text, err := datafile.Read(o.openings, mostList)
	if err != nil {
		return unopened(fmt.Errorf("the openings cannot be read: %w", err))
	}
	return usage(o.plan.ReadOpenings(g, o.openings, string(text), plies))
}

// readJudge reads --win and --draw.
func (o *arenaOptions) readJudge() error {
	j := &o.plan.Judge
	if j.MostPlies < 0 {
		return usagef("--most-plies %d: want 0 or more", j.MostPlies)
	}
	for _, f := range []struct {
		name, text string
		into       []*int
	}{
		{"win", o.win, []*int{&j.WinScore, &j.WinMoves}},
		{"draw", o.draw, []*int{&j.DrawScore, &j.DrawMoves, &j.DrawFrom}},
	} {
		if f.text == "" {
			continue
		}
		parts := strings.Split(f.text, ",")
		if len(parts) != len(f.into) {
			return usagef("--%s %s: want %d whole numbers with commas between them", f.name, f.text, len(f.into))
		}
		for i, part := range parts {
			n, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil || n < 0 {
				return usagef("--%s %s: %q: want a whole number, 0 or more", f.name, f.text, part)
			}
			*f.into[i] = n
		}
	}
	return nil
}

func (a *app) arenaSPRTCommand() *cobra.Command {
	o := &arenaOptions{plan: arena.Plan{Format: arena.RoundRobin}}
	test := stats.SPRT{}
	var model string
	c := &cobra.Command{
		Use:   "sprt GAME PLAYER PLAYER",
		Short: "Let two players play until one of two hypotheses on their strength is accepted",
		Example: `  oxo arena sprt connect4 4 1 --elo0 0 --elo1 50 --games 20
  oxo arena sprt tictactoe perfect random --elo1 100 --model logistic --games 40`,
		Args: arguments(3, 3, "a game and two players"),
		RunE: func(c *cobra.Command, args []string) error {
			var err error
			if test.Model, err = stats.ParseModel(model); err != nil {
				return usage(err)
			}
			if err := test.Check(); err != nil {
				return usage(err)
			}
			if test.Model == stats.Bayesian {
				return usagef("--model bayesian is for single games, but this test counts pairs: want logistic or normalized")
			}
			o.plan.SPRT, o.format = &test, string(arena.RoundRobin)
			return a.arena(c, args, o)
		},
	}
	o.flags(c)
	f := c.Flags()
	f.Lookup("games").DefValue, o.plan.Games = "20000", 20_000
	f.Float64Var(&test.Elo0, "elo0", 0, "the Elo difference of H0")
	f.Float64Var(&test.Elo1, "elo1", 5, "the Elo difference of H1, more than elo0")
	f.Float64Var(&test.Alpha, "alpha", 0.05, "the rate at which H1 may be accepted where H0 is true")
	f.Float64Var(&test.Beta, "beta", 0.05, "the rate at which H0 may be accepted where H1 is true")
	f.StringVar(&model, "model", stats.Normalized.String(), "what the Elo differences are: logistic or normalized")
	return c
}

func (a *app) arenaResumeCommand() *cobra.Command {
	o := &arenaOptions{}
	c := &cobra.Command{
		Use:   "resume FILE",
		Short: "Continue the games of a file",
		Example: `  oxo arena resume match.games
  oxo arena resume match.games --threads 1 --json`,
		Args: arguments(1, 1, "a file of games"),
		RunE: func(c *cobra.Command, args []string) error {
			if o.threads < 1 || o.threads > search.MaxThreads {
				return usagef("--threads %d: want a number from 1 to %d", o.threads, search.MaxThreads)
			}
			return a.resume(c.Context(), args[0], o)
		},
	}
	clusterFlags(c, &o.cluster, "")
	f := c.Flags()
	f.IntVar(&o.threads, "threads", runtime.GOMAXPROCS(0), "games to play at the same time, without --cluster")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress")
	f.BoolVar(&o.json, "json", false, "write JSON")
	return c
}

func (a *app) resume(ctx context.Context, name string, o *arenaOptions) error {
	file, err := arena.Resume(name)
	if err != nil {
		return unopened(err)
	}
	defer file.Close() //nolint:errcheck // every line is on the disk
	t := &tournament{a: a, options: o, plan: &file.Plan, file: file}
	o.out = name
	if t.game, err = a.game(file.Plan.Game); err != nil {
		return err
	}
	if t.players, err = roster.ReadAll(file.Plan.Players, file.Plan.Time); err != nil {
		return usage(err)
	}
	for i, p := range t.players {
		if p.Name != file.Plan.Names[i] {
			return fmt.Errorf("%s: the player %q has the name %q in this file: want the names of the file", name, p.Spec, file.Plan.Names[i])
		}
	}
	return t.run(ctx)
}
