package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"oxo"
	"oxo/arena"
	"oxo/arena/referee"
	"oxo/game/board"
	"oxo/internal/words"

	"github.com/spf13/cobra"
)

func (a *app) rulesCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "rules",
		Short: "Compare rules with those of other programs",
		Example: `  oxo rules diff sticks:4,normal -- ./fourrules
  oxo help rules diff`,
	}
	c.AddCommand(a.rulesDiffCommand())
	return c
}

// rulesDiffOptions holds the flags of rules diff.
type rulesDiffOptions struct {
	position     string
	depth, games int
	seed         uint64
	time         time.Duration
	json         bool
}

// The defaults of rules diff.
const (
	defaultDiffDepth = 2
	defaultDiffGames = 100
	defaultDiffTime  = 10 * time.Second
	maxDiffDepth     = 100
)

func (a *app) rulesDiffCommand() *cobra.Command {
	var o rulesDiffOptions
	c := &cobra.Command{
		Use:                   "diff GAME [FLAGS] -- COMMAND [ARGUMENT...]",
		DisableFlagsInUseLine: true,
		Short:                 "Compare the legal moves and the ends of a game with those of a program",
		Example: `  oxo rules diff sticks:4,normal -- ./fourrules
  oxo rules diff sticks:4,normal --depth 4 --games 10 --seed 7 -- ./fourrules`,
		RunE: func(c *cobra.Command, args []string) error { return a.rulesDiff(c, args, &o) },
	}
	f := c.Flags()
	f.StringVar(&o.position, "position", "", "begin at this position instead of the start")
	f.IntVar(&o.depth, "depth", defaultDiffDepth, "compare every position up to this number of plies")
	f.IntVar(&o.games, "games", defaultDiffGames, "compare every position of this number of random games")
	f.Uint64Var(&o.seed, "seed", 1, "the seed of the random games")
	f.DurationVar(&o.time, "time", defaultDiffTime, "time for an answer; a program that takes longer ends the comparison")
	f.BoolVar(&o.json, "json", false, "write JSON")
	return c
}

// check returns an error for a wrong command line.
func (o *rulesDiffOptions) check(c *cobra.Command, args []string) error {
	switch {
	case c.ArgsLenAtDash() < 0 || len(args) == c.ArgsLenAtDash():
		return usagef("the program is missing: write its command after --, as in oxo rules diff chess -- ./program")
	case c.ArgsLenAtDash() != 1:
		return usagef("rules diff takes one game before --, not %s: %s", words.Count(c.ArgsLenAtDash(), "argument"), c.UseLine())
	case o.depth < 0 || o.depth > maxDiffDepth:
		return usagef("--depth %d: want a number from 0 to %d", o.depth, maxDiffDepth)
	case o.games < 0:
		return usagef("--games %d: want 0 or more", o.games)
	case o.time <= 0 || o.time > arena.MaxTime:
		return usagef("--time %v: want a time above 0, as in 500ms, and at most %v", o.time, arena.MaxTime)
	}
	return startable(args[1:])
}

func (a *app) rulesDiff(c *cobra.Command, args []string, o *rulesDiffOptions) error {
	if err := o.check(c, args); err != nil {
		return err
	}
	g, p, err := a.ongoing(c, args[:1], &startOptions{position: o.position})
	if err != nil {
		return err
	}
	if o.position == "" {
		p = nil
	}
	command := args[1:]
	theirs, err := referee.Start(c.Context(), o.time, command...)
	if err != nil {
		return usage(err)
	}
	report, err := a.compare(c.Context(), theirs, referee.Options{Game: g, Start: p, Depth: o.depth, Games: o.games, Seed: o.seed})
	if closed := theirs.Close(); err == nil && report.Difference == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("%s: %w", command[0], err)
	}
	return a.showDiff(g, &report, o, strings.Join(command, " "))
}

// compare compares the rules, and shows the progress.
func (a *app) compare(ctx context.Context, theirs referee.Rules, o referee.Options) (referee.Report, error) {
	var compared atomic.Int64
	o.Progress = func(n int) { compared.Store(int64(n)) }
	defer a.progress().follow(func() string { return words.Count(compared.Load(), "position") + " compared" })()
	return referee.Compare(ctx, theirs, o)
}

// showDiff prints the numbers of compared positions, and the difference if there is one.
func (a *app) showDiff(g oxo.Game, r *referee.Report, o *rulesDiffOptions, command string) error {
	d := r.Difference
	switch {
	case o.json:
		if err := a.writeJSON(r); err != nil {
			return err
		}
	case d == nil:
		_, err := fmt.Fprintf(a.out, "%s: %s up to ply %d of all lines, %s of %s by seed %d: no difference\n", g.Name(),
			words.Count(r.Exhaustive, "position"), o.depth, words.Count(r.Random, "position"), words.Count(r.Games, "random game"), o.seed)
		return err
	default:
		a.writeDiff(g, d, command)
	}
	if d != nil {
		return errors.New("the rules differ")
	}
	return nil
}

// writeDiff prints a difference, with both boards.
func (a *app) writeDiff(g oxo.Game, d *referee.Difference, command string) {
	at := "at the beginning"
	if len(d.Moves) > 0 {
		at = "after " + strings.Join(d.Moves, " ")
	}
	fmt.Fprintf(a.out, "%s, %s (found %s):\n", g.Name(), at, d.Found)
	switch d.What {
	case "moves":
		for _, list := range []struct {
			what  string
			moves []string
		}{{"only oxo has", d.OnlyOurs}, {"only the program has", d.OnlyTheirs}, {"the program has twice", d.Twice}} {
			if len(list.moves) > 0 {
				fmt.Fprintf(a.out, "%s: %s\n", list.what, strings.Join(list.moves, " "))
			}
		}
	case "make":
		fmt.Fprintf(a.out, "the program refuses the move %s: %s\n", d.Ours, words.Escape(words.Clip(d.Theirs)))
	case "over":
		fmt.Fprintf(a.out, "is the game over, for the side to move? oxo: %s, the program: %s\n", d.Ours, d.Theirs)
	case "board":
		fmt.Fprintln(a.out, boardsDiffer(g, d))
	}
	a.writeBoards(g, d, words.Escape(command))
	fmt.Fprintf(a.out, "position: %s\n", d.Position)
	if d.From != "" {
		fmt.Fprintln(a.out, strings.TrimRight(fmt.Sprintf("The program differs too from --position %q %s", d.From, strings.Join(d.Then, " ")), " "))
	}
}

// boardsDiffer says that the boards differ, or only the sides to move.
func boardsDiffer(g oxo.Game, d *referee.Difference) string {
	if ours, theirs := d.Own.Turn(), d.Board.Turn(); ours != theirs {
		return fmt.Sprintf("who is to move? oxo: %s, the program: %s", board.SideName(g, ours), board.SideName(g, theirs))
	}
	return "the boards differ"
}

// writeBoards draws oxo's board, and next to it the program's, if it has sent one.
func (a *app) writeBoards(g oxo.Game, d *referee.Difference, command string) {
	draw := func(p oxo.Position) []string {
		var b strings.Builder
		writeBoard(&b, g, p, sideNames(g), paint{})
		return strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	}
	ours := append([]string{"     oxo"}, draw(d.Own)...)
	var theirs []string
	if d.Board != nil {
		theirs = append([]string{"     " + command}, draw(d.Board)...)
	}
	writePair(a.out, ours, theirs)
}

// writePair writes two texts next to each other.
func writePair(w io.Writer, left, right []string) {
	width := 0
	for _, line := range left {
		width = max(width, utf8.RuneCountInString(line))
	}
	for i := range max(len(left), len(right)) {
		line := ""
		if i < len(left) {
			line = left[i]
		}
		if i < len(right) {
			line += strings.Repeat(" ", width-utf8.RuneCountInString(line)+3) + right[i]
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}
