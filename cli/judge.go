package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/arena"
	"oxo/arena/judge"
	"oxo/arena/roster"
	"oxo/internal/words"
	"oxo/player"
	"oxo/player/program"

	"github.com/spf13/cobra"
)

// judgeOptions holds the flags of judge.
type judgeOptions struct {
	game, position, protocol, as string
	talk                         *roster.Protocol // the protocol of its name
	time                         time.Duration
	every, finished, soonest     bool
	samples, asks, patience      int
	seed, nodes                  uint64
	show                         int
	all, json                    bool
	gradescope                   string
	points                       float64
	explore                      exploreOptions
}

func (a *app) judgeCommand() *cobra.Command {
	var o judgeOptions
	c := &cobra.Command{
		Use:                   "judge [FLAGS] -- COMMAND [ARGUMENT...]",
		DisableFlagsInUseLine: true,
		Short:                 "Find the faults of a program that plays a game",
		Example: `  oxo judge -- ./bot
  oxo judge --protocol hackerrank --samples 2 --gradescope results.json -- ./rowbot
  oxo judge --game connect4:5x4 --samples 2 --seed 7 -- ./fourbot
  oxo judge --explore --algorithm minimax --position XOX/XOO/.X. --trace tree.txt`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(c, args); err != nil {
				return err
			}
			if err := startable(args); err != nil {
				return o.mark(err)
			}
			if o.explore.on {
				return a.judgeTrace(c, args, &o)
			}
			return a.judge(c, args, &o)
		},
	}
	o.flags(c, a.mainGame())
	o.explore.flags(c)
	return c
}

// flags adds the flags for judging moves and for the output.
func (o *judgeOptions) flags(c *cobra.Command, mainGame string) {
	f := c.Flags()
	f.StringVar(&o.game, "game", mainGame, "the game")
	f.StringVar(&o.position, "position", "", "judge from this position instead of the start")
	f.StringVar(&o.protocol, "protocol", "lines", "the protocol of the program: "+strings.Join(roster.Protocols(), ", ")+"; line is lines for programs that end after one move")
	f.StringVar(&o.as, "as", "both", "the side of the program: first, second or both")
	f.DurationVar(&o.time, "time", judge.UsualTime, "time for a move; the judge waits twice as long")
	f.BoolVar(&o.every, "every", false, "play every line, however large the game is")
	f.IntVar(&o.samples, "samples", 0, fmt.Sprintf("play this many games instead of every line; the default is every line of a game of at most %d positions, and %d games of others", judge.SmallGame, judge.UsualSamples))
	f.Uint64Var(&o.seed, "seed", 1, "the opponent of --samples repeats its moves with the same seed")
	f.IntVar(&o.asks, "asks", 1, "ask this often in each position, for programs that choose at random")
	f.BoolVar(&o.finished, "finished", false, "also ask in positions that are over, where no move is right")
	f.BoolVar(&o.soonest, "soonest", false, "count a win that is not taken as soon as possible as a fault")
	f.Uint64Var(&o.nodes, "nodes", judge.UsualNodes, "positions that oxo visits to find the values of one position; 0 is no limit")
	f.IntVar(&o.patience, "patience", judge.UsualPatience, "stop after this many answers that were late or did not end")
	f.IntVar(&o.show, "show", 3, "faults to print")
	f.BoolVar(&o.all, "all", false, "print all faults")
	f.BoolVar(&o.json, "json", false, "write JSON")
	f.StringVar(&o.gradescope, "gradescope", "", "write the results into this file, as Gradescope reads them from results.json")
	f.Float64Var(&o.points, "points", 100, "with --gradescope: the points of a program without faults")
}

// check returns an error for a wrong flag.
func (o *judgeOptions) check(c *cobra.Command, args []string) error {
	changed := c.Flags().Changed
	switch {
	case c.ArgsLenAtDash() > 0:
		return usagef("%q: write the program's command after --, and the game as --game GAME: %s", args[0], c.UseLine())
	case len(args) == 0 && o.explore.file == "":
		return usagef("the program is missing: write its command after --, as in oxo judge -- ./program")
	case o.time <= 0 || o.time > arena.MaxTime:
		return usagef("--time %v: want a time above 0, as in 500ms, and at most %v", o.time, arena.MaxTime)
	case o.every && changed("samples"):
		return usagef("--every plays every line, and --samples some games: leave one of them out")
	case o.samples < 0 || changed("samples") && o.samples == 0 || o.samples > 1_000_000:
		return usagef("--samples %d: want a number of games from 1 to 1000000", o.samples)
	case o.asks < 1 || o.asks > 1000:
		return usagef("--asks %d: want a number from 1 to 1000", o.asks)
	case o.patience < 1:
		return usagef("--patience %d: want 1 or more", o.patience)
	case o.show < 0:
		return usagef("--show %d: want 0 or more", o.show)
	case !(o.points > 0 && o.points <= 1e6):
		return usagef("--points %v: want a number above 0, and at most 1000000", o.points)
	case changed("points") && o.gradescope == "":
		return usagef("--points needs --gradescope FILE")
	case o.gradescope != "" && !hasFolder(o.gradescope):
		return usagef("--gradescope %s: its folder does not exist", o.gradescope)
	}
	var err error
	if o.talk, err = roster.ProtocolOf(o.protocol); err != nil {
		return usage(err)
	}
	if o.all {
		o.show = int(^uint(0) >> 1)
	}
	return o.explore.check(c)
}

// startable returns an error if it is clear, without a start, that a command cannot be
// started.
func startable(command []string) error {
	if len(command) == 0 {
		return nil
	}
	if _, err := exec.LookPath(command[0]); err != nil {
		return usagef("%s %w: %w", command[0], program.ErrUnstarted, err)
	}
	return nil
}

// where reads the game and the position to judge.
func (a *app) where(c *cobra.Command, o *judgeOptions) (oxo.Game, oxo.Position, error) {
	return a.ongoing(c, []string{o.game}, &startOptions{position: o.position})
}

// sides reads --as.
func (o *judgeOptions) sides(g oxo.Game) ([2]bool, error) {
	names := sideNames(g)
	i := slices.Index([]string{"first", "second", "both", strings.ToLower(names[0]), strings.ToLower(names[1])}, strings.ToLower(o.as))
	if i < 0 {
		return [2]bool{}, usagef("--as %s: want first (%s), second (%s) or both", words.Clip(o.as), names[0], names[1])
	}
	if i > 2 {
		i -= 3
	}
	return [2]bool{i != 1, i != 0}, nil
}

// judge judges the moves of a program.
func (a *app) judge(c *cobra.Command, command []string, o *judgeOptions) error {
	g, p, err := a.where(c, o)
	if err != nil {
		return err
	}
	sides, err := o.sides(g)
	if err != nil {
		return err
	}
	if o.finished && !o.talk.SendsPositions() {
		return usagef("--finished is for the protocols that send a position by itself: lines, line, hackerrank and clashofpawns")
	}
	var asked, faults atomic.Int64
	options := judge.Options{
		Game: g, Start: p, Sides: sides, Open: o.talk.Contestant(command, g), Time: o.time, Samples: o.samples, Seed: o.seed, Asks: o.asks,
		Finished: o.finished, Soonest: o.soonest, Nodes: o.nodes, Patience: o.patience,
		Progress: func(n, wrong int) { asked.Store(int64(n)); faults.Store(int64(wrong)) },
	}
	if !o.every && o.samples == 0 && !judge.Small(c.Context(), p, judge.SmallGame) {
		options.Samples = judge.UsualSamples
	}
	end := a.progress().follow(func() string {
		if asked.Load() == 0 {
			return ""
		}
		return fmt.Sprintf("%s, %s", words.Count(asked.Load(), "position"), words.Count(faults.Load(), "fault"))
	})
	report, err := judge.Judge(c.Context(), options)
	end()
	if err != nil {
		return judgeFailed(err, o)
	}
	report.Explain(c.Context(), g, o.show)
	return a.judged(c, command, g, report, o)
}

// judgeFailed handles the error of a program that could not be judged at all. It decides
// whether the program or the user is at fault, and writes the marks in the first case.
func judgeFailed(err error, o *judgeOptions) error {
	_, rubbish := errors.AsType[*player.RubbishError](err)
	switch {
	case errors.Is(err, program.ErrGone), errors.Is(err, context.DeadlineExceeded), rubbish:
		return o.mark(errors.New("the program cannot be judged: " + words.Escape(err.Error())))
	case errors.Is(err, program.ErrUnstarted):
		return o.mark(usage(err))
	}
	return usage(err)
}

// mark returns the reason why a program cannot be judged. If marks are wanted, it first
// writes marks without points.
func (o *judgeOptions) mark(reason error) error {
	if o.gradescope == "" {
		return reason
	}
	none := []judge.GradescopeTest{{Name: "starts", MaxScore: o.points, Output: words.Escape(reason.Error())}}
	if err := writeGradescope(o.gradescope, none); err != nil {
		return err
	}
	return reason
}

// judged writes the report, and returns an error if the program has faults.
func (a *app) judged(c *cobra.Command, command []string, g oxo.Game, report *judge.Report, o *judgeOptions) error {
	if o.json {
		if err := a.writeJSON(report); err != nil {
			return err
		}
	} else {
		a.writeReport(command, g, report, o)
	}
	if err := c.Context().Err(); err != nil {
		return err
	}
	if o.gradescope != "" {
		if err := writeGradescope(o.gradescope, report.Gradescope(o.points, o.show)); err != nil {
			return err
		}
	}
	if !report.Right() {
		return errors.New(report.Summary())
	}
	return nil
}

// hasFolder reports whether the folder of a file exists.
func hasFolder(name string) bool {
	info, err := os.Stat(filepath.Dir(name))
	return err == nil && info.IsDir()
}

// writeGradescope writes a file for Gradescope.
func writeGradescope(name string, tests []judge.GradescopeTest) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := judge.WriteGradescope(f, tests); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}
