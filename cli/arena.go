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
	"oxo/arena/stats"
	"oxo/game/gamefile"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/player"
	"oxo/search"

	"github.com/spf13/cobra"
)

// arenaOptions are the flags of a tournament.
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
		Long: `Let players play each other: a match of two, or a tournament of more. A player is

  1 to 10, perfect       a level; "levels" is all of them
  search, table, random, minimax, alphabeta, ...    as in "oxo selfplay --help"
  PROTOCOL:COMMAND       a program: ` + strings.Join(protocolNames(), ", ") + `

with KEY=VALUE behind commas: name, time, clock, margin, nodes, depth, memory (in
MiB), threads, tables (a folder of tables of endings), book (the file of an opening
book), bookmargin (how much worse than its best move another may be), method (search,
mcts, auto), without (parts of the selective search), for mcts exploration, rave,
widening, plies and seed, and option.NAME of a program. Perfect and search visit up to a million
positions for a move where nothing limits them. Levels have limits of their own, and
no clock. For example

  oxo arena connect4 5 "search,nodes=10000"
  oxo arena breakthrough perfect "uci,name=fairy,option.Threads=1:fairy-stockfish" --time 100ms

Every opening is played from both sides, and turned by the symmetries of the
board: random plies, a file of positions or moves, or both. Each pair of players
plays --games games. The results are Elo differences with 95% intervals
(docs/know/strength.md). --out keeps every game as a line of JSON, on the disk before the
next game begins; "oxo arena resume FILE" goes on after any interruption.

A program that hangs, dies or answers what it may not loses that game, and is
started again for the next.`,
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
	f.IntVar(&o.plan.Plies, "plies", 2, "random plies at the beginning of a game, by the seed; with --openings 0 unless it is given, and of a file of games the plies of each that are played")
	f.StringVar(&o.openings, "openings", "", "a file of openings: games, of which --plies N takes the first N plies, or on each line a position, or moves with blanks between them")
	f.Uint64Var(&o.plan.Seed, "seed", 0, "levels and openings are the same for the same seed; without one, others every time")
	f.DurationVar(&t.Move, "time", 0, "time for each move, as in 100ms; 0 is no limit")
	f.StringVar(&o.clock, "clock", "", "time of a side for its game: BASE, BASE+INCREMENT or MOVES/BASE+INCREMENT, as in 10s+100ms or 40/1m")
	f.Uint64Var(&t.Nodes, "nodes", 0, "positions to visit for each move; 0 is no limit")
	f.IntVar(&t.Depth, "depth", 0, "plies to look ahead for each move; 0 is no limit")
	f.DurationVar(&t.Margin, "margin", 100*time.Millisecond, "how much later than its time a move may come")
	f.DurationVar(&t.Patience, "patience", time.Minute, "how long a move may take where no time is set")
	f.Uint64Var(&j.Nodes, "judge", 0, "after each move a search visits up to this number of positions: a game whose value it proves ends with it; 0 is never")
	f.StringVar(&o.win, "win", "", "SCORE,MOVES: a side has won when the scores of both players say for MOVES moves of each that it leads by SCORE")
	f.StringVar(&o.draw, "draw", "", "SCORE,MOVES,PLY: a game is drawn when from PLY on the scores of both are within SCORE for MOVES moves of each")
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
	all, err := entries(args[1:], o.plan.Time)
	if err != nil {
		return err
	}
	for _, e := range all {
		o.plan.Players, o.plan.Names = append(o.plan.Players, e.spec), append(o.plan.Names, e.name)
	}
	if err := o.plan.Check(); err != nil {
		return usage(err)
	}
	if err := o.plan.Try(g); err != nil {
		return usage(err)
	}
	t := &tournament{a: a, game: g, entries: all, options: o, plan: &o.plan}
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

// verbInstead is the error of a word that is no game, where it is nearly a verb.
func verbInstead(c *cobra.Command, word string, err error) error {
	var verbs []string
	for _, sub := range c.Commands() {
		verbs = append(verbs, sub.Name())
	}
	if near, ok := words.Nearest(word, verbs); ok {
		return usagef("no game %q and no verb of arena: did you mean %s?", word, near)
	}
	return err
}

// read checks the flags.
func (o *arenaOptions) read(c *cobra.Command, g oxo.Game) error {
	o.plan.Game = g.Name()
	if !c.Flags().Changed("seed") {
		o.plan.Seed = rand.Uint64()
	}
	if o.openings != "" && !c.Flags().Changed("plies") {
		o.plan.Plies = 0
	}
	if err := checkLimits(search.Limits{Depth: o.plan.Time.Depth, Nodes: o.plan.Time.Nodes, Time: o.plan.Time.Move}); err != nil {
		return err
	}
	if o.threads < 1 || o.threads > mostThreads {
		return usagef("--threads %d: it is a number from 1 to %d", o.threads, mostThreads)
	}
	if o.plan.Time.Patience <= 0 || o.plan.Time.Margin < 0 {
		return usagef("--patience %v, --margin %v: a time is above 0", o.plan.Time.Patience, o.plan.Time.Margin)
	}
	if t := o.plan.Time; max(t.Patience, t.Margin, t.Move) > mostTime {
		return usagef("--time %v, --patience %v, --margin %v: a time is at most %v", t.Move, t.Patience, t.Margin, mostTime)
	}
	if o.clock != "" {
		var err error
		t := &o.plan.Time
		if t.Base, t.Increment, t.MovesToGo, err = readClock(o.clock); err != nil {
			return usagef("--clock %s: %w", o.clock, err)
		}
	}
	if err := o.readJudge(); err != nil {
		return err
	}
	return o.readOpenings(g, c.Flags().Changed("plies"))
}

// mostList is how many bytes of a list of positions are read.
const mostList = 1 << 28

// readOpenings reads the file of --openings. Of games that a file has from beginning to end
// --plies says how many plies are taken; lines of moves and positions are taken whole, and
// --plies is how many random ones are added.
func (o *arenaOptions) readOpenings(g oxo.Game, plies bool) error {
	if o.openings == "" {
		return nil
	}
	text, err := datafile.Read(o.openings, mostList)
	if err != nil {
		return unopened(fmt.Errorf("the openings cannot be read: %w", err))
	}
	number, cut := 0, false
	most := func(f gamefile.Format) int {
		if f == gamefile.Moves || !plies {
			return gamefile.All
		}
		cut = true
		return o.plan.Plies
	}
	for game, err := range arena.GamesOf(g, o.openings, string(text), most) {
		number++
		if err == nil {
			err = o.addOpening(game)
		}
		if err != nil {
			return usagef("%s: opening %d: %w", o.openings, number, err)
		}
	}
	if number == 0 {
		return usagef("%s has no openings: it is a file of games, or a line is a position, or moves with blanks between them", o.openings)
	}
	if cut {
		o.plan.Plies = 0
	}
	return nil
}

// addOpening adds the beginning of a game to the plan.
func (o *arenaOptions) addOpening(game *gamefile.Game) error {
	p := game.Start.Clone()
	for _, m := range game.Moves {
		p.Make(m)
	}
	if p.Outcome() != oxo.Ongoing {
		return fmt.Errorf("%w after its %d plies: --plies N takes the first N of each game of a file", oxo.ErrGameOver, len(game.Moves))
	}
	text, err := arena.OpeningText(game)
	if err != nil {
		return err //nolint:wrapcheck // the caller says which opening
	}
	o.plan.Openings = append(o.plan.Openings, text)
	return nil
}

// readJudge reads --win and --draw.
func (o *arenaOptions) readJudge() error {
	j := &o.plan.Judge
	if j.MostPlies < 0 {
		return usagef("--most-plies %d: it is 0 or more", j.MostPlies)
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
			return usagef("--%s %s: it is %d whole numbers with commas between them", f.name, f.text, len(f.into))
		}
		for i, part := range parts {
			n, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil || n < 0 {
				return usagef("--%s %s: %q is no whole number of 0 or more", f.name, f.text, part)
			}
			*f.into[i] = n
		}
	}
	return nil
}

// entries reads the specifications of players; "levels" is all levels.
func entries(specs []string, usual arena.Time) ([]*entry, error) {
	var all []*entry
	for _, spec := range specs {
		expanded := []string{spec}
		if strings.EqualFold(spec, "levels") {
			expanded = nil
			for level := player.Level(1); level <= player.MaxLevel; level++ {
				expanded = append(expanded, strconv.Itoa(int(level)))
			}
			expanded = append(expanded, "perfect")
		}
		for _, one := range expanded {
			e, err := readEntry(one, usual)
			if err != nil {
				return nil, err
			}
			all = append(all, e)
		}
	}
	return all, nil
}

func (a *app) arenaSPRTCommand() *cobra.Command {
	o := &arenaOptions{plan: arena.Plan{Format: arena.RoundRobin}}
	test := stats.SPRT{}
	var model string
	c := &cobra.Command{
		Use:   "sprt GAME PLAYER PLAYER",
		Short: "Play two players until one of two hypotheses is accepted",
		Long: `Let two players play until a sequential probability ratio test over pairs of games
decides: is the first player --elo0 stronger than the second (H0), or --elo1 (H1)?
The rates of wrong answers are at most --alpha, where H0 is true, and --beta, where
H1 is. It ends without an answer after --games games. Players and all other flags
are those of "oxo arena".`,
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
				return usagef("--model bayesian is for single games, and this test counts pairs: take logistic or normalized")
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
		Short: "Go on with the games of a file",
		Long: `Play the games of "oxo arena --out FILE" that have not been played. The file says
all that decides them: players, openings, times and seed. A game that was under
way when it was interrupted is played again from its beginning.`,
		Args: arguments(1, 1, "a file of games"),
		RunE: func(c *cobra.Command, args []string) error {
			if o.threads < 1 || o.threads > mostThreads {
				return usagef("--threads %d: it is a number from 1 to %d", o.threads, mostThreads)
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
	if t.entries, err = entries(file.Plan.Players, file.Plan.Time); err != nil {
		return err
	}
	for i, e := range t.entries {
		if e.name != file.Plan.Names[i] {
			return fmt.Errorf("%s: the player %q is called %q in it", name, e.spec, file.Plan.Names[i])
		}
	}
	return t.run(ctx)
}
