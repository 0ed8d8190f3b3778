package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/arena"
	"oxo/arena/roster"
	"oxo/game/gamefile"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/player"
	"oxo/search"

	"github.com/spf13/cobra"
)

// suiteOptions are the flags of arena suite.
type suiteOptions struct {
	time arena.Time
	json bool
	all  bool
}

func (a *app) arenaSuiteCommand() *cobra.Command {
	var o suiteOptions
	c := &cobra.Command{
		Use:   "suite GAME FILE [PLAYER]",
		Short: "Count the positions of a file in which a player finds the best move",
		Example: `  oxo arena suite chess mates.epd --nodes 1000
  oxo arena suite chess mates.epd 3 --all`,
		Args: arguments(2, 3, "a game, a file of positions, and a player or none"),
		RunE: func(c *cobra.Command, args []string) error { return a.arenaSuite(c.Context(), args, &o) },
	}
	f := c.Flags()
	f.DurationVar(&o.time.Move, "time", 0, "time for each position, as in 1s; 0 is no limit")
	f.Uint64Var(&o.time.Nodes, "nodes", 0, "positions to visit for each; 0 is no limit")
	f.IntVar(&o.time.Depth, "depth", 0, "plies to look ahead for each; 0 is no limit")
	f.BoolVar(&o.all, "all", false, "write a line for every position, not only for those that were not solved")
	f.BoolVar(&o.json, "json", false, "write JSON, a line for every position")
	return c
}

// suiteTask is one position of a suite.
type suiteTask struct {
	name        string
	p           oxo.Position
	best, avoid []oxo.Move
}

// solvedBy reports whether a move is one of the best, where the task names any, and none
// of those to avoid.
func (t *suiteTask) solvedBy(m oxo.Move) bool {
	return (len(t.best) == 0 || slices.Contains(t.best, m)) && !slices.Contains(t.avoid, m)
}

// attempt is what a player did with a task.
type attempt struct {
	Name   string   `json:"name"`
	Wanted []string `json:"wanted,omitempty"`
	Avoid  []string `json:"avoid,omitempty"`
	Move   string   `json:"move"`
	Solved bool     `json:"solved"`
	Value  any      `json:"value,omitempty"`
	Depth  int      `json:"depth,omitempty"`
	Nodes  uint64   `json:"nodes,omitempty"`
	Millis int64    `json:"milliseconds"`
}

func (a *app) arenaSuite(ctx context.Context, args []string, o *suiteOptions) error {
	g, err := a.game(args[0])
	if err != nil {
		return err
	}
	text, err := datafile.Read(args[1], mostList)
	if err != nil {
		return fmt.Errorf("the suite cannot be read: %w", err)
	}
	tasks, err := readSuite(g, args[1], string(text))
	if err != nil {
		return err
	}
	spec := player.Search
	if len(args) == 3 {
		spec = args[2]
	}
	entry, err := roster.Read(spec, o.time)
	if err != nil {
		return usage(err)
	}
	entrant := roster.Entrants(g, nil, []*roster.Player{entry})[0]
	if err := checkLimits(entrant.Time.Limits()); err != nil {
		return err
	}
	if entrant.Time.Base > 0 {
		return usagef("the player %q: a suite has no clock, each position is a game of its own: time=1s is a limit for each", spec)
	}
	who, err := entrant.Make(ctx)
	if err != nil {
		return err
	}
	if program, ok := who.(interface{ Close() error }); ok {
		defer program.Close() //nolint:errcheck // it has answered all
	}
	return a.solveSuite(ctx, g, tasks, who, entrant.Time.Limits(), o)
}

// solveSuite asks the player about every task.
func (a *app) solveSuite(ctx context.Context, g oxo.Game, tasks []suiteTask, who player.Player, l search.Limits, o *suiteOptions) error {
	solved := 0
	for i := range tasks {
		s, err := tasks[i].ask(ctx, g, who, l)
		if err != nil {
			return err
		}
		if s.Solved {
			solved++
		}
		switch {
		case o.json:
			line, err := json.Marshal(s)
			if err != nil {
				return fmt.Errorf("a result: %w", err)
			}
			fmt.Fprintf(a.out, "%s\n", line)
		case o.all || !s.Solved:
			fmt.Fprintln(a.out, s.words())
		}
	}
	if !o.json {
		fmt.Fprintf(a.out, "%d of %d solved\n", solved, len(tasks))
	}
	return nil
}

// words returns an attempt as one line of text.
func (s *attempt) words() string {
	result, asked := "not solved", ""
	if s.Solved {
		result = "solved"
	}
	if len(s.Wanted) > 0 {
		asked += ", best " + strings.Join(s.Wanted, " ")
	}
	if len(s.Avoid) > 0 {
		asked += ", to avoid " + strings.Join(s.Avoid, " ")
	}
	return fmt.Sprintf("%s: %s: %s%s, depth %d, %d nodes, %v", words.Printable(s.Name), result, s.Move, asked, s.Depth, s.Nodes, time.Duration(s.Millis)*time.Millisecond)
}

// patienceOfSuite is how much later than its limit an answer may come: it is not counted, but a program
// that hangs must not hang the suite.
const patienceOfSuite = 10 * time.Second

// ask lets the player choose.
func (t *suiteTask) ask(ctx context.Context, g oxo.Game, who player.Player, l search.Limits) (*attempt, error) {
	if err := player.Begin(ctx, who, g); err != nil {
		return nil, err
	}
	began := time.Now()
	if limit := l.Time; limit > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, limit+patienceOfSuite, fmt.Errorf("no answer within %v", limit+patienceOfSuite))
		defer stop()
	}
	choice, err := player.Ask(ctx, who, player.Turn{Game: g, Start: t.p, Now: t.p.Clone(), Clock: player.Clock{Limits: l}})
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	s := &attempt{
		Name: t.name, Move: g.FormatMove(t.p, choice.Move), Solved: t.solvedBy(choice.Move),
		Depth: choice.Depth, Nodes: choice.Nodes, Millis: time.Since(began).Milliseconds(),
	}
	for _, m := range t.best {
		s.Wanted = append(s.Wanted, g.FormatMove(t.p, m))
	}
	for _, m := range t.avoid {
		s.Avoid = append(s.Avoid, g.FormatMove(t.p, m))
	}
	if !choice.NoValue {
		s.Value = choice.Value
	}
	return s, nil
}

// readSuite reads the tasks of a file.
func readSuite(g oxo.Game, name, text string) ([]suiteTask, error) {
	var all []suiteTask
	first := func(gamefile.Format) int { return 1 }
	for game, err := range arena.GamesOf(g, name, text, first) {
		if err != nil {
			return nil, usagef("%s: %w", name, err)
		}
		t, err := taskOf(game)
		if err != nil {
			return nil, usagef("%s: line %d: %w", name, game.Line, err)
		}
		all = append(all, *t)
	}
	if len(all) == 0 {
		return nil, usagef("%s has no position: a line is POSITION bm MOVE...; id \"NAME\", or a game begins at a position with its best move", name)
	}
	return all, nil
}

// taskOf is the task that a game sets: where it begins, with the moves that EPD calls best
// or wrong. A game of another format that begins at a position of its own, as exercises do,
// has its first move as the best one.
func taskOf(game *gamefile.Game) (*suiteTask, error) {
	g := game.Rules
	t := &suiteTask{name: game.ID, p: game.Start, best: game.Best, avoid: game.Avoid}
	if t.name == "" {
		t.name = fmt.Sprintf("line %d", game.Line)
	}
	own := g.FormatPosition(game.Start) != g.FormatPosition(g.Start())
	if t.best == nil && t.avoid == nil && game.Format != gamefile.Moves && own && len(game.Moves) > 0 {
		t.best = game.Moves[:1]
	}
	switch legal := t.p.Moves(nil); {
	case t.best == nil && t.avoid == nil:
		return nil, usagef("it has no bm and no am: a line is POSITION bm MOVE...; id \"NAME\", or a game begins at a position with its best move")
	case !slices.ContainsFunc(legal, t.solvedBy):
		return nil, usagef("it cannot be solved: every move that it calls best is one to avoid, or every legal move is")
	}
	return t, nil
}
