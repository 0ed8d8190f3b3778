// Command chances measures reviews. It plays games of oxo's levels, and fits to them the
// curve that converts estimates to chances of winning; and it counts the planted blunders
// that reviews find:
//
//	go run ./cmd/chances fit [-games N] [-seed N] [GAME...]
//	go run ./cmd/chances blunders [-games N] [-seed N] [-nodes N] [GAME...]
//
// Both print Markdown, and the same for the same flags. docs/know/chances.md has the tables.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"

	"oxo/arena/chances"
	"oxo/game/catalog"
	"oxo/games"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// command holds the flags.
type command struct {
	games          int
	seed, nodes    uint64
	verbose        bool
	stdout, stderr io.Writer
}

// run carries out the arguments, and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 || args[0] != "fit" && args[0] != "blunders" {
		fmt.Fprintln(stderr, "chances: want fit or blunders")
		return 2
	}
	c := command{stdout: stdout, stderr: stderr}
	f := flag.NewFlagSet("chances "+args[0], flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&c.games, "games", 50, "play `N` games of each game")
	f.Uint64Var(&c.seed, "seed", 1, "the seed of all choices")
	f.Uint64Var(&c.nodes, "nodes", 0, "let a search visit `N` positions; 0 is the number in the tables")
	f.BoolVar(&c.verbose, "v", false, "print each blunder that was not found, and each good move that was blamed")
	switch err := f.Parse(args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	names := f.Args()
	if len(names) == 0 {
		names = slices.Sorted(maps.Keys(chances.Setups()))
	}
	for _, name := range names {
		if ctx.Err() != nil {
			return 130
		}
		err := c.measure(ctx, args[0] == "fit", name)
		if err != nil {
			fmt.Fprintln(stderr, "chances:", err)
			return 2
		}
	}
	return 0
}

// measure prints the lines of one game.
func (c *command) measure(ctx context.Context, fit bool, name string) error {
	setup, ok := chances.Setups()[name]
	if !ok {
		return fmt.Errorf("no setup for %q: want one of %v", name, slices.Sorted(maps.Keys(chances.Setups())))
	}
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		return err
	}
	progress := func(n int) { fmt.Fprintf(c.stderr, "%s: %d of %d\n", name, n, c.games) }
	if fit {
		o := setup.Fit
		o.Game, o.Games, o.Seed = g, c.games, c.seed
		if c.nodes > 0 {
			o.Nodes = c.nodes
		}
		c.writeFit(name, chances.NewFit(chances.Play(ctx, o, progress)))
		return nil
	}
	o, nodes := setup.Plant, setup.Nodes
	o.Game, o.Games, o.Seed = g, c.games, c.seed
	if c.nodes > 0 {
		nodes = c.nodes
	}
	t := chances.Review(ctx, &o, nodes, progress)
	fmt.Fprintf(c.stdout, "| %s | %d | %d | %d | %d | %d | %s |\n", name, nodes, t.Games, t.Found, t.Good, t.Blamed, kinds(t.Kinds))
	if c.verbose {
		for _, n := range t.Notes {
			fmt.Fprintln(c.stdout, n)
		}
	}
	return nil
}

// kinds writes what the blunders give.
func kinds(n map[string]int) (text string) {
	for i, kind := range slices.Sorted(maps.Keys(n)) {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%d %s", n[kind], kind)
	}
	return text
}

// writeFit prints a fit and, if verbose, the predicted chance and the mean score of each group of
// samples.
func (c *command) writeFit(name string, f chances.Fit) {
	fmt.Fprintf(c.stdout, "| %s | %d | %d | %.4g | %.4g to %.4g | %.3f | %.3f |\n", name, f.Games, f.Positions, f.Scale, f.Low, f.High, f.Loss, f.Even)
	for _, g := range f.Groups {
		if c.verbose && g.Positions > 0 {
			fmt.Fprintf(c.stdout, "| | %d | %.2f | %.2f |\n", g.Positions, g.Chance, g.Score)
		}
	}
}
