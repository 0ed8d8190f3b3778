package cli

import (
	"runtime/debug"
	"strings"
	"time"

	"oxo/internal/memory"
	"oxo/internal/version"
	"oxo/player"
	"oxo/protocol/gomocup"

	"github.com/spf13/cobra"
)

// brainPrefix is the beginning of the names of Gomocup's programs, which are
// started without arguments.
const brainPrefix = "pbrain-"

// brainArguments adds the arguments that a program's name implies: as pbrain-oxo or
// pbrain-oxo64.exe it speaks the protocol of Gomocup.
func brainArguments(name string, args []string) []string {
	if len(name) < len(brainPrefix) || !strings.EqualFold(name[:len(brainPrefix)], brainPrefix) {
		return args
	}
	return append([]string{"bot", "gomocup"}, args...)
}

func (a *app) gomocupCommand() *cobra.Command {
	var limit time.Duration
	var method player.Method
	var threads int
	table := memory.Size(128 << 20)
	c := &cobra.Command{
		Use:   "gomocup",
		Short: "Play gomoku by Gomocup's protocol (Piskvork), also under the name pbrain-oxo",
		Example: `  printf 'START 15\nBEGIN\nEND\n' | oxo bot gomocup --time 100ms
  oxo bot gomocup --table 64MB --threads 2`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			if limit <= 0 {
				return usagef("--time %v: want a time above 0, as in 900ms", limit)
			}
			if err := checkTable(table, 1); err != nil {
				return err
			}
			if err := checkThreads(threads); err != nil {
				return err
			}
			return gomocup.Serve(c.Context(), a.in, a.out, a.families, gomocup.Options{
				Version: strings.TrimPrefix(version.Text(), "oxo "), Author: "the oxo authors", Time: limit, TableBytes: int64(table), Method: method, Threads: threads,
				LimitMemory: func(bytes int64) {
					memory.Limit(bytes)
					debug.FreeOSMemory()
				},
			})
		},
	}
	methodFlag(c, &method)
	threadsFlag(c, &threads)
	c.Flags().DurationVar(&limit, "time", 5*time.Second, "time for a move where the manager sets no limit")
	c.Flags().Var(&table, "table", "memory for the transposition table, at most; max_memory makes it smaller")
	return c
}
