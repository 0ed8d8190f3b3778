package cli

import (
	"time"

	lineprotocol "oxo/protocol/lines"
	"oxo/search"

	"github.com/spf13/cobra"
)

func (a *app) linesCommand() *cobra.Command {
	var opts lineprotocol.Options
	var own searchOptions
	var b botBook
	var seed uint64
	c := &cobra.Command{
		Use:   "lines GAME",
		Short: "Speak oxo's own protocol: a position in, a move out",
		Example: `  echo '.../.X./...' | oxo bot lines tictactoe
  oxo bot lines connect4 --values --nodes 20000 < columns.txt
  oxo bot lines tictactoe --once < position.txt`,
		Args: arguments(1, 1, "a game"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkLimits(opts.Limits); err != nil {
				return err
			}
			g, err := a.game(args[0])
			if err != nil {
				return err
			}
			if opts.Limits == (search.Limits{}) {
				opts.Limits.Time = time.Second
			}
			if opts.Search, err = own.options(); err != nil {
				return err
			}
			if opts.Openings, err = a.openings(c, &b, seed); err != nil {
				return err
			}
			opts.Game = g.Name()
			return lineprotocol.Serve(c.Context(), a.in, a.out, a.withFiles(), opts)
		},
	}
	searchFlags(c, &own)
	b.flags(c)
	c.Flags().Uint64Var(&seed, "seed", 0, "a book repeats its choices with the same seed; without one they differ every time")
	methodFlag(c, &opts.Method)
	botLimits(c, &opts.Limits)
	c.Flags().BoolVar(&opts.Values, "values", false, "write value, depth and nodes before each move, as comments")
	c.Flags().BoolVar(&opts.Once, "once", false, "answer one position and end, for managers that start the program for each move")
	return c
}

// botLimits adds the limits of a bot's moves to a command.
func botLimits(c *cobra.Command, l *search.Limits) {
	c.Flags().DurationVar(&l.Time, "time", 0, "time for a move at most, as in 500ms; without a limit and a clock the default of the protocol")
	c.Flags().Uint64Var(&l.Nodes, "nodes", 0, "positions to visit for a move at most; 0 is no limit")
	c.Flags().IntVar(&l.Depth, "depth", 0, "plies to look ahead at most; 0 is no limit")
}
