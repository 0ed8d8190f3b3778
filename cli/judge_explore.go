package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/arena/judge"
	"oxo/internal/words"
	"oxo/player/program"

	"github.com/spf13/cobra"
)

// exploreOptions holds the flags of judge --explore.
type exploreOptions struct {
	on                       bool
	file                     string
	algorithm, prune, values string
	depth                    int
	win                      float64
	gameOrder                bool
	compare                  judge.Exploring
}

func (o *exploreOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&o.on, "explore", false, "compare the nodes that the program prints with those of a textbook's search from --position")
	f.StringVar(&o.file, "trace", "", "with --explore: read the printed nodes from this file instead of a program; - is standard input")
	f.StringVar(&o.algorithm, "algorithm", "alphabeta", "with --explore: minimax, minimax-depth, alphabeta, alphabeta-depth, or alphabeta-strict, which is alphabeta with --prune beyond; with depth, sooner wins are worth more")
	f.StringVar(&o.prune, "prune", "on-equal", "with --explore: on-equal cuts off where alpha >= beta, beyond only where alpha > beta")
	f.StringVar(&o.values, "values", "root", "with --explore: the printed values are for the side to move at the root (root), the side to move at each node (turn), or the first side (first)")
	f.Float64Var(&o.win, "win", 0, "with --explore: the value of a win at the root; the default is 1, or 10 where depth counts (10 - depth)")
	f.IntVar(&o.depth, "depth", 0, "with --explore: plies that the program looks ahead; values at that depth are its own")
	f.BoolVar(&o.gameOrder, "game-order", false, "with --explore: want the moves in oxo's order")
}

// timeToExplore is the default time limit of a program for the whole trace.
const timeToExplore = time.Minute

// readAlgorithm returns the index of the algorithm in a list, or -1 for an unknown name. Algorithms
// with an odd index count plies, and those with an index above 1 are alpha-beta. "alphabeta-strict"
// is alphabeta with --prune beyond, unless --prune was given.
func (o *exploreOptions) readAlgorithm(pruneGiven bool) int {
	name := strings.TrimPrefix(o.algorithm, "textbook-")
	if name == "alphabeta-strict" && !pruneGiven {
		name, o.prune = "alphabeta", "beyond"
	}
	return slices.Index([]string{"minimax", "minimax-depth", "alphabeta", "alphabeta-depth"}, name)
}

// check reads the flags and returns an error for a wrong one.
func (o *exploreOptions) check(c *cobra.Command) error {
	changed := c.Flags().Changed
	if !o.on {
		for _, name := range []string{"trace", "algorithm", "prune", "values", "win", "depth", "game-order"} {
			if changed(name) {
				return usagef("--%s needs --explore", name)
			}
		}
		return nil
	}
	for _, name := range []string{"as", "every", "samples", "seed", "asks", "finished", "soonest", "nodes", "patience"} {
		if changed(name) {
			return usagef("--%s is about the moves of a program: it cannot be combined with --explore", name)
		}
	}
	algorithm := o.readAlgorithm(changed("prune"))
	prune := slices.Index([]string{"on-equal", "beyond"}, o.prune)
	values := slices.Index([]string{"root", "turn", "first"}, o.values)
	switch {
	case algorithm < 0:
		return usagef("--algorithm %s: want minimax, minimax-depth, alphabeta, alphabeta-depth or alphabeta-strict", words.Clip(o.algorithm))
	case prune < 0:
		return usagef("--prune %s: want on-equal (alpha >= beta) or beyond (alpha > beta)", words.Clip(o.prune))
	case changed("prune") && algorithm < 2:
		return usagef("--prune is for alpha-beta: minimax cuts nothing off")
	case values < 0:
		return usagef("--values %s: want root, turn or first", words.Clip(o.values))
	case changed("win") && !(o.win > 0 && o.win <= 1e5):
		return usagef("--win %v: want a number above 0, and at most 100000", o.win)
	case o.depth < 0:
		return usagef("--depth %d: want 0 or more", o.depth)
	}
	o.compare = judge.Exploring{
		AlphaBeta: algorithm >= 2, Plies: algorithm%2 == 1, Beyond: prune == 1, Values: judge.Perspective(values), //nolint:gosec // 0 to 2
		Depth: o.depth, Win: o.win, GameOrder: o.gameOrder,
	}
	return nil
}

// judgeTrace judges the tree that a program reports.
func (a *app) judgeTrace(c *cobra.Command, command []string, o *judgeOptions) error {
	e := &o.explore
	if (len(command) > 0) == (e.file != "") {
		return usagef("--explore needs a program, or --trace FILE with its output: give one of them")
	}
	g, p, err := a.where(c, o)
	if err != nil {
		return err
	}
	if !c.Flags().Changed("time") {
		o.time = timeToExplore
	}
	t, err := a.trace(c.Context(), command, g, p, o)
	if err != nil {
		return traceFailed(c.Context(), err, o)
	}
	e.compare.Game, e.compare.Start = g, p
	x, err := judge.Explore(c.Context(), t, e.compare)
	if err != nil {
		return err
	}
	if o.json {
		err = a.writeJSON(x)
	} else {
		a.writeExploration(x)
	}
	if err == nil && o.gradescope != "" {
		err = writeGradescope(o.gradescope, x.Gradescope(o.points))
	}
	if err == nil && len(x.Differences) > 0 {
		err = errors.New("the trace differs from " + x.Algorithm)
	}
	return err
}

// traceFailed writes the marks of a program that printed no trace, unless the user is
// at fault or interrupted it.
func traceFailed(ctx context.Context, err error, o *judgeOptions) error {
	if callers(err) || ctx.Err() != nil {
		return err
	}
	return o.mark(errors.New(words.Escape(err.Error())))
}

// trace reads the trace from a file, or from a program that is asked for a move.
func (a *app) trace(ctx context.Context, command []string, g oxo.Game, p oxo.Position, o *judgeOptions) (*judge.Trace, error) {
	if o.explore.file != "" {
		in := a.in
		if o.explore.file != "-" {
			f, err := os.Open(o.explore.file)
			if err != nil {
				return nil, usage(err)
			}
			defer func() { _ = f.Close() }()
			in = f
		}
		return judge.ReadTrace(in)
	}
	if !o.talk.SendsPositions() {
		return nil, usagef("--explore is for the protocols that send a position by itself: lines, line, hackerrank and clashofpawns")
	}
	input, err := o.talk.Input(command, g, p)
	if err != nil {
		return nil, usage(err)
	}
	t := judge.NewTrace()
	limited, stop := context.WithTimeout(ctx, o.time)
	defer stop()
	err = program.Capture(limited, "", input, t, command...)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Errorf("the program did not end within %v of the end of its input (--time), and printed %s", o.time, words.Count(t.Nodes(), "node"))
	case err != nil && (t.Nodes() == 0 || !errors.Is(err, program.ErrGone)):
		return nil, err
	}
	return t, t.End() // a failure after the end of the input does not matter: the trace is complete
}

// writeExploration prints the result of comparing a trace.
func (a *app) writeExploration(x *judge.Exploration) {
	fmt.Fprintf(a.out, "%s from %s by %s: %d nodes; the trace has %d\n", x.Game, x.Start, x.Algorithm, x.Expected, x.Nodes)
	if len(x.Differences) == 0 {
		fmt.Fprintln(a.out, "no difference")
	}
	for i := range x.Differences {
		fmt.Fprintln(a.out, strings.TrimRight(x.Differences[i].String(), "\n"))
	}
	if x.Fits != "" {
		fmt.Fprintf(a.out, "The trace is that of %s.\n", x.Fits)
	}
}
