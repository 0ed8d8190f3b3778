package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"oxo"
	"oxo/catalog"
	"oxo/internal/words"
	"oxo/protocol/clashofpawns"
	"oxo/protocol/hackerrank"
	"oxo/search"

	"github.com/spf13/cobra"
)

func (a *app) botCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "bot PROTOCOL",
		Short: "Speak a bot protocol on standard input and output",
		Args: func(_ *cobra.Command, args []string) error {
			protocols := []string{"hackerrank", "clashofpawns", "gomocup"}
			if len(args) == 0 {
				return usagef("bot takes a protocol: %s", strings.Join(protocols, ", "))
			}
			if near, ok := words.Nearest(args[0], protocols); ok {
				return usagef("no protocol %q: did you mean %s?", args[0], near)
			}
			return usagef("no protocol %q: there is %s", args[0], strings.Join(protocols, ", "))
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	c.AddCommand(a.hackerrankCommand(), a.clashofpawnsCommand(), a.gomocupCommand())
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
			return a.answer(c, "tictactoe", hackerrank.Read, hackerrank.Format, time.Second)
		},
	}
}

func (a *app) clashofpawnsCommand() *cobra.Command {
	limit, teleport := time.Second, false
	c := &cobra.Command{
		Use:   "clashofpawns",
		Short: "The bot contest Clash of Pawns: Breakthrough on 12x12",
		Long: `Read the player to move, 1 for white or 0 for black, and twelve rows of twelve
numbers, 1 white, 0 black, -1 empty; print the row and the column of the pawn to
move and those it goes to, counted from 0. White begins in the first two rows
and moves down the page. --teleport is for the edition of 2017, which has squares
to teleport from and to.`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			if limit <= 0 {
				return usagef("--time %v: it is above 0, as in 900ms", limit)
			}
			game := "clashofpawns"
			if teleport {
				game += ",teleport"
			}
			return a.answer(c, game, clashofpawns.Read, clashofpawns.Format, limit)
		},
	}
	c.Flags().DurationVar(&limit, "time", 900*time.Millisecond, "time to take for the move, the contest allows 1.5s, that of 2017 2s")
	c.Flags().BoolVar(&teleport, "teleport", false, "the edition of 2017: rows 5 and 6, columns 2, 3, 8 and 9 teleport")
	return c
}

// answer reads a position, finds a move and writes it.
func (a *app) answer(c *cobra.Command, name string, read reader, format func(string) (string, error), limit time.Duration) error {
	g, err := a.game(name)
	if err != nil {
		return usagef("%s is for %s, which is not among these games", c.Name(), name)
	}
	p, err := a.readBoard(c.Context(), g, read)
	if err != nil {
		return err
	}
	if p.Outcome() != oxo.Ongoing {
		return usagef("%w: %s. There is no move to make", oxo.ErrGameOver, catalog.Verdict(g, p))
	}
	r := search.New(search.Options{}).Search(c.Context(), p, search.Limits{Time: limit})
	answer, err := format(g.FormatMove(p, r.Best))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.out, answer)
	return err
}

// reader reads a position of a game, as a protocol has it.
type reader func(io.Reader, oxo.Game) (oxo.Position, error)

// readBoard reads the board, unless it is interrupted first.
func (a *app) readBoard(ctx context.Context, g oxo.Game, read reader) (oxo.Position, error) {
	type result struct {
		p   oxo.Position
		err error
	}
	done := make(chan result, 1)
	go func() {
		p, err := read(a.in, g)
		done <- result{p, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		return r.p, usage(r.err)
	}
}
