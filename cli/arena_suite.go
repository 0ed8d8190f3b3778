package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/arena"
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
		Short: "Count of how many positions of a file a player finds the best move",
		Long: `Let a player choose a move in each position of a file, and count how often it is one
that the file calls best. A line of the file is a position, what is asked, and a
semicolon (EPD, as chess programs use it):

  POSITION bm MOVE...; id "NAME";

bm are the best moves; with am in its place they are those to avoid. The player is
search, or one written as for "oxo arena". Without a limit it visits up to a million
positions for a move.`,
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
	name  string
	p     oxo.Position
	moves []oxo.Move
	avoid bool
}

// attempt is what a player did with a task.
type attempt struct {
	Name   string   `json:"name"`
	Wanted []string `json:"wanted"`
	Avoid  bool     `json:"avoid,omitempty"`
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
	text, err := os.ReadFile(args[1])
	if err != nil {
		return fmt.Errorf("the suite cannot be read: %w", err)
	}
	tasks, err := readSuite(g, string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", args[1], err)
	}
	spec := player.Search
	if len(args) == 3 {
		spec = args[2]
	}
	o.time.Margin, o.time.Patience = time.Second, mostTime
	e, err := readEntry(spec, o.time)
	if err != nil {
		return err
	}
	if err := checkLimits(e.limits()); err != nil {
		return err
	}
	who, err := (&roster{game: g}).make(ctx, e)
	if err != nil {
		return err
	}
	if program, ok := who.(interface{ Close() error }); ok {
		defer program.Close() //nolint:errcheck // it has answered all
	}
	return a.solveSuite(ctx, g, tasks, who, e, o)
}

// solveSuite asks the player about every task.
func (a *app) solveSuite(ctx context.Context, g oxo.Game, tasks []suiteTask, who player.Player, e *entry, o *suiteOptions) error {
	solved := 0
	for i := range tasks {
		s, err := tasks[i].ask(ctx, g, who, e)
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

// words tells an attempt in a line.
func (s *attempt) words() string {
	result, wanted := "not solved", "best"
	if s.Solved {
		result = "solved"
	}
	if s.Avoid {
		wanted = "to avoid"
	}
	return fmt.Sprintf("%s: %s: %s, %s %s, depth %d, %d nodes, %v", s.Name, result, s.Move, wanted, strings.Join(s.Wanted, " "), s.Depth, s.Nodes, time.Duration(s.Millis)*time.Millisecond)
}

// ask lets the player choose.
func (t *suiteTask) ask(ctx context.Context, g oxo.Game, who player.Player, e *entry) (*attempt, error) {
	if err := player.Begin(ctx, who, g); err != nil {
		return nil, err
	}
	began := time.Now()
	choice, err := player.Ask(ctx, who, player.Turn{Game: g, Start: t.p, Now: t.p.Clone(), Clock: player.Clock{Limits: e.limits()}})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	s := &attempt{
		Name: t.name, Avoid: t.avoid, Move: g.FormatMove(t.p, choice.Move), Solved: slices.Contains(t.moves, choice.Move) != t.avoid,
		Depth: choice.Depth, Nodes: choice.Nodes, Millis: time.Since(began).Milliseconds(),
	}
	for _, m := range t.moves {
		s.Wanted = append(s.Wanted, g.FormatMove(t.p, m))
	}
	if !choice.NoValue {
		s.Value = choice.Value
	}
	return s, nil
}

// readSuite reads the tasks of a file.
func readSuite(g oxo.Game, text string) ([]suiteTask, error) {
	var all []suiteTask
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		t, err := readTask(g, line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if t.name == "" {
			t.name = fmt.Sprintf("line %d", number)
		}
		all = append(all, *t)
	}
	if len(all) == 0 {
		return nil, usagef("there is no position: a line is POSITION bm MOVE...; id \"NAME\"")
	}
	return all, nil
}

// readTask reads a position with its operations.
func readTask(g oxo.Game, line string) (*suiteTask, error) {
	t := &suiteTask{}
	position, rest, ok := strings.Cut(line, " bm ")
	if !ok {
		position, rest, t.avoid = strings.Cut(line, " am ")
	}
	if !ok && !t.avoid {
		return nil, usagef("%.60q has no bm and no am: a line is POSITION bm MOVE...; id \"NAME\"", line)
	}
	var err error
	if t.p, err = g.ParsePosition(strings.TrimSpace(position)); err != nil {
		return nil, usage(err)
	}
	operations := strings.Split(rest, ";")
	for word := range strings.FieldsSeq(operations[0]) {
		m, err := g.ParseMove(t.p, strings.TrimRight(word, "!?+#"))
		if err != nil {
			return nil, usage(err)
		}
		t.moves = append(t.moves, m)
	}
	for _, operation := range operations[1:] {
		if name, ok := strings.CutPrefix(strings.TrimSpace(operation), "id "); ok {
			t.name = strings.Trim(name, `"`)
		}
	}
	if len(t.moves) == 0 {
		return nil, usagef("%.60q names no move", line)
	}
	return t, nil
}

// limits are those of one move of an entry: without any, a search has its usual ones.
func (e *entry) limits() search.Limits {
	return search.Limits{Depth: e.time.Depth, Nodes: e.time.Nodes, Time: e.time.Move}
}
