package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"time"

	"oxo/arena"
	"oxo/arena/roster"
	"oxo/arena/suite"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/player"

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

func (a *app) arenaSuite(ctx context.Context, args []string, o *suiteOptions) error {
	g, err := a.game(args[0])
	if err != nil {
		return err
	}
	text, err := datafile.Read(args[1], mostList)
	if err != nil {
		return fmt.Errorf("the suite cannot be read: %w", err)
	}
	tasks, err := suite.Read(g, args[1], string(text))
	if err != nil {
		return usage(err)
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
	return a.solveSuite(tasks.Ask(ctx, who, entrant.Time.Limits()), o)
}

// solveSuite prints the attempts, and how many solved their position.
func (a *app) solveSuite(attempts iter.Seq2[*suite.Attempt, error], o *suiteOptions) error {
	solved, all := 0, 0
	for s, err := range attempts {
		if err != nil {
			return err
		}
		if all++; s.Solved {
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
			fmt.Fprintln(a.out, attemptText(s))
		}
	}
	if !o.json {
		fmt.Fprintf(a.out, "%d of %d solved\n", solved, all)
	}
	return nil
}

// attemptText returns an attempt as one line of text.
func attemptText(s *suite.Attempt) string {
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
