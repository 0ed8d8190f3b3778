package cli

import (
	"context"
	"fmt"
	"time"

	"oxo"
	"oxo/protocol/hackerrank"
	"oxo/search"

	"github.com/spf13/cobra"
)

func (a *app) botCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "bot PROTOCOL",
		Short: "Speak a bot protocol on standard input and output",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("bot takes a protocol: hackerrank")
			}
			if _, ok := oxo.Nearest(args[0], []string{"hackerrank"}); ok {
				return usagef("no protocol %q: did you mean hackerrank?", args[0])
			}
			return usagef("no protocol %q: there is hackerrank", args[0])
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	c.AddCommand(a.hackerrankCommand())
	return c
}

func (a *app) hackerrankCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "hackerrank",
		Short: "HackerRank's tic-tac-toe: a board in, \"row column\" out",
		Long: `Read one line for the player to move, X or O, and three lines of three squares
out of X, O and _; print the row and the column of the best move, counted from
0 at the top left.`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			g, err := a.game("tictactoe")
			if err != nil {
				return usagef("hackerrank is for tictactoe, which is not among these games")
			}
			p, err := a.readBoard(c.Context(), g)
			if err != nil {
				return err
			}
			if p.Outcome() != oxo.Ongoing {
				return usagef("%w: %s. There is no move to make", oxo.ErrGameOver, oxo.Verdict(g, p))
			}
			r := search.New(search.Options{NoTable: true}).Search(c.Context(), p, search.Limits{Time: time.Second})
			answer, err := hackerrank.Format(g.FormatMove(p, r.Best))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(a.out, answer)
			return err
		},
	}
}

// readBoard reads the board, unless it is interrupted first.
func (a *app) readBoard(ctx context.Context, g oxo.Game) (oxo.Position, error) {
	type result struct {
		p   oxo.Position
		err error
	}
	done := make(chan result, 1)
	go func() {
		p, err := hackerrank.Read(a.in, g)
		done <- result{p, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		return r.p, usage(r.err)
	}
}
