package cli

import (
	"errors"
	"strings"
	"time"

	"oxo/internal/words"
	"oxo/protocol/clashofpawns"
	"oxo/protocol/contest"
	"oxo/protocol/hackerrank"
	"oxo/search"

	"github.com/spf13/cobra"
)

func (a *app) botCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "bot PROTOCOL",
		Short: "Speak a bot protocol, on standard input and output or by HTTP",
		Example: `  printf 'X\n___\n___\n___\n' | oxo bot hackerrank
  echo '.../.X./...' | oxo bot lines tictactoe
  oxo bot uci`,
		Args: func(_ *cobra.Command, args []string) error {
			protocols := []string{"uci", "gtp", "ggp", "gomocup", "lines", "hackerrank", "clashofpawns"}
			if len(args) == 0 {
				return usagef("bot takes a protocol: %s", strings.Join(protocols, ", "))
			}
			if near, ok := words.Nearest(args[0], protocols); ok {
				return usagef("no protocol %q: did you mean %s?", args[0], near)
			}
			return usagef("no protocol %q: want %s", args[0], strings.Join(protocols, ", "))
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	c.AddCommand(a.uciCommand(), a.gtpCommand(), a.ggpCommand(), a.gomocupCommand(), a.linesCommand(), a.hackerrankCommand(), a.clashofpawnsCommand())
	return c
}

func (a *app) hackerrankCommand() *cobra.Command {
	threads := 0
	c := &cobra.Command{
		Use:   "hackerrank",
		Short: "Play HackerRank's tic-tac-toe: a board in, \"row column\" out",
		Example: `  printf 'X\n___\n___\n___\n' | oxo bot hackerrank
  oxo bot hackerrank < board.txt`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkThreads(threads); err != nil {
				return err
			}
			return a.contest(c, hackerrank.Game, func() error {
				return hackerrank.Serve(c.Context(), a.in, a.out, a.families, contestOptions(time.Second, threads))
			})
		},
	}
	threadsFlag(c, &threads)
	return c
}

func (a *app) clashofpawnsCommand() *cobra.Command {
	limit, teleport, threads := time.Second, false, 0
	c := &cobra.Command{
		Use:   "clashofpawns",
		Short: "Play the bot contest Clash of Pawns: Breakthrough on 12x12",
		Example: `  oxo bot clashofpawns < pawns.txt
  oxo bot clashofpawns --teleport --time 500ms < pawns.txt`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			if limit <= 0 {
				return usagef("--time %v: want a time above 0, as in 900ms", limit)
			}
			if err := checkThreads(threads); err != nil {
				return err
			}
			return a.contest(c, clashofpawns.Game(teleport), func() error {
				opts := clashofpawns.Options{Options: contestOptions(limit, threads), Teleport: teleport}
				return clashofpawns.Serve(c.Context(), a.in, a.out, a.families, opts)
			})
		},
	}
	c.Flags().DurationVar(&limit, "time", 900*time.Millisecond, "time for the move; the contest allows 1.5s, the edition of 2017 2s")
	threadsFlag(c, &threads)
	c.Flags().BoolVar(&teleport, "teleport", false, "the edition of 2017: rows 5 and 6, columns 2, 3, 8 and 9 teleport")
	return c
}

// contestOptions returns the options for a contest with a time limit for each move.
func contestOptions(limit time.Duration, threads int) contest.Options {
	return contest.Options{Limits: search.Limits{Time: limit}, Search: search.Options{Threads: threads}}
}

// contest serves a contest, if the command has its game.
func (a *app) contest(c *cobra.Command, game string, serve func() error) error {
	if _, err := a.game(game); err != nil {
		return usagef("%s is for %s, which is not among these games", c.Name(), game)
	}
	err := serve()
	if _, ok := errors.AsType[*contest.InputError](err); ok {
		return usage(err)
	}
	return err
}
