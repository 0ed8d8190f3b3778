package cli

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/arena"
	"oxo/search"

	"github.com/spf13/cobra"
)

// calibrateOptions holds the flags of calibrate.
type calibrateOptions struct {
	nodes   uint64
	games   int
	measure int
	plies   int
	seed    uint64
	threads int
	dir     string
}

func (a *app) arenaCalibrateCommand() *cobra.Command {
	var o calibrateOptions
	c := &cobra.Command{
		Use:   "calibrate GAME...",
		Short: "Set the levels of games by matches, and measure them",
		Example: `  oxo arena calibrate connect4
  oxo arena calibrate connect4 othello:6x6 --games 400 --checkout .`,
		Args: arguments(1, -1, "one game or more"),
		RunE: func(c *cobra.Command, args []string) error {
			games, err := a.calibrated(args, o)
			if err != nil {
				return err
			}
			for _, g := range games {
				if err := a.calibrate(c.Context(), g, o); err != nil {
					return err
				}
			}
			return nil
		},
	}
	f := c.Flags()
	f.Uint64Var(&o.nodes, "nodes", 30_000, "the most positions that a level may visit for a move")
	f.IntVar(&o.games, "games", 200, "games of two candidates, an even number")
	f.IntVar(&o.measure, "measure", 400, "games of each level against the next, an even number")
	f.IntVar(&o.plies, "plies", 2, "random plies at the beginning of a game")
	f.Uint64Var(&o.seed, "seed", 1, "the same seed gives the same levels")
	f.IntVar(&o.threads, "threads", runtime.GOMAXPROCS(0), "games to play at the same time")
	f.StringVar(&o.dir, "checkout", "", "write the levels into oxo's source code in this folder")
	return c
}

// calibrated checks the flags and returns the games, before the matches begin,
// which take hours.
func (a *app) calibrated(names []string, o calibrateOptions) ([]oxo.Game, error) {
	switch {
	case o.threads < 1 || o.threads > search.MaxThreads:
		return nil, usagef("--threads %d: want a number from 1 to %d", o.threads, search.MaxThreads)
	case o.nodes < 1 || o.nodes > math.MaxInt32:
		return nil, usagef("--nodes %d: want a number from 1 to %d", o.nodes, math.MaxInt32)
	}
	if o.dir != "" {
		if err := arena.IsCheckout(o.dir); err != nil {
			return nil, err
		}
	}
	var all []oxo.Game
	for _, name := range names {
		g, err := a.game(name)
		if err != nil {
			return nil, err
		}
		for _, games := range []int{o.games, o.measure} {
			if err := (arena.Calibration{Game: g, Games: games, Plies: o.plies, Seed: o.seed}).Check(); err != nil {
				return nil, usage(err)
			}
		}
		all = append(all, g)
	}
	return all, nil
}

func (a *app) calibrate(ctx context.Context, g oxo.Game, o calibrateOptions) error {
	var played, all atomic.Int64
	stage := atomic.Pointer[string]{}
	set := func(s string) { stage.Store(&s) }
	c := arena.Calibration{
		Game: g, Nodes: o.nodes, Games: o.games, Plies: o.plies, Seed: o.seed, Threads: o.threads,
		Progress: func(n, of int) { played.Store(int64(n)); all.Store(int64(of)) },
	}
	set("candidates")
	end := a.progress().follow(func() string {
		return fmt.Sprintf("%s: %s, %d of %d games", g.Name(), *stage.Load(), played.Load(), all.Load())
	})
	begun := time.Now()
	found, err := c.Run(ctx)
	var m *arena.Measured
	if err == nil {
		set("levels")
		m, err = c.Measure(ctx, found, o.measure)
	}
	end()
	if err != nil {
		return err
	}
	m.Seconds = time.Since(begun).Round(time.Second).Seconds()
	fmt.Fprintln(a.out, m.Table())
	if o.dir == "" {
		return nil
	}
	return arena.WriteLevels(o.dir, m)
}
