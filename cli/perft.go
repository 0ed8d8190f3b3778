package cli

import (
	"fmt"
	"strconv"
	"time"

	"oxo"
	"oxo/textbook"

	"github.com/spf13/cobra"
)

func (a *app) perftCommand() *cobra.Command {
	var start startOptions
	var asJSON, divide bool
	c := &cobra.Command{
		Use:   "perft GAME DEPTH [MOVE...]",
		Short: "Count the lines of exactly DEPTH plies, as a test of a move generator",
		Example: `  oxo perft chess 3
  oxo perft checkers 4 --divide
  oxo perft tictactoe 2 b2 a1 --json`,
		Args: arguments(2, -1, "a game, a depth and moves"),
		RunE: func(c *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[1])
			if err != nil || depth < 0 || depth > 400 {
				return usagef("%q: want a depth, a number of plies from 0 to 400", args[1])
			}
			g, p, err := a.position(c, append(args[:1:1], args[2:]...), &start)
			if err != nil {
				return err
			}
			if divide {
				return a.divide(c, g, p, depth, asJSON)
			}
			begun := time.Now()
			n, err := textbook.Lines(c.Context(), p, depth)
			if err != nil {
				return err
			}
			if asJSON {
				return a.writeJSON(map[string]any{"game": g.Name(), "depth": depth, "lines": n, "seconds": time.Since(begun).Seconds()})
			}
			_, err = fmt.Fprintln(a.out, n)
			return err
		},
	}
	startFlags(c, &start)
	c.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	c.Flags().BoolVar(&divide, "divide", false, "print the count of each first move")
	return c
}

func (a *app) divide(c *cobra.Command, g oxo.Game, p oxo.Position, depth int, asJSON bool) error {
	if depth < 1 {
		return usagef("--divide needs a depth of at least 1")
	}
	for _, m := range p.Moves(nil) {
		name := g.FormatMove(p, m)
		p.Make(m)
		n, err := textbook.Lines(c.Context(), p, depth-1)
		p.Unmake(m)
		if err != nil {
			return err
		}
		if asJSON {
			err = a.writeJSON(map[string]any{"move": name, "lines": n})
		} else {
			_, err = fmt.Fprintf(a.out, "%s %d\n", name, n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
