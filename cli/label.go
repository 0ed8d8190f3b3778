package cli

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"oxo"
	"oxo/prove/keep"
	"oxo/prove/label"
	"oxo/search"

	"github.com/spf13/cobra"
)

// labelOptions holds the flags of label.
type labelOptions struct {
	set    label.Set
	label  label.Options
	split  string
	format string
	out    string
	search searchOptions
	book   bool
}

func (a *app) labelCommand() *cobra.Command {
	var o labelOptions
	c := &cobra.Command{
		Use:   "label GAME [-]",
		Short: "Make a data set: positions with the exact value of every move",
		Example: `  oxo label tictactoe --plies 2
  oxo label connect4:5x4 --random 1000 --format jsonl
  echo 44455 | oxo label connect4 - --scale pons
  oxo label tictactoe --form uci-tic-tac-toe --out tic-tac-toe.csv`,
		Args: arguments(1, 2, "a game, and - for positions of standard input"),
		RunE: func(c *cobra.Command, args []string) error { return a.label(c, args, o) },
	}
	f := c.Flags()
	f.IntVar(&o.set.Plies, "plies", 0, "every position after this number of plies; with --random only positions after it")
	f.BoolVar(&o.set.All, "all", false, "every position of the game")
	f.IntVar(&o.set.Random, "random", 0, "this number of different positions from games of random moves")
	f.Uint64Var(&o.set.Seed, "seed", 1, "the seed of --random and --split")
	f.BoolVar(&o.set.WithoutMirrors, "without-mirrors", false, "one position of those that turns and mirrors of the board map onto each other")
	f.BoolVar(&o.label.Decisive, "decisive", false, "only positions whose moves differ in result")
	f.StringVar(&o.label.Form, "form", "", "the columns, and without other positions the positions too, of a known data set: "+strings.Join(label.Forms(), ", "))
	f.BoolVar(&o.label.Squares, "squares", false, "a column for each square: x, o or b (blank)")
	f.StringVar(&o.label.Scale, "scale", "", "pons: values of Connect Four also as Pons' solver counts them, by the stones that the winner has left")
	f.StringVar(&o.split, "split", "", "a column that divides the positions into train, validation and test, by percentages, as in 80,10,10")
	f.BoolVar(&o.label.ResultOnly, "result", false, "only ask for a win, a draw or a loss")
	f.StringVar(&o.format, "format", "", "csv, jsonl or parquet; without it the ending of --out decides, or csv")
	f.StringVar(&o.out, "out", "", "the file to write; if it is interrupted, the same command goes on where it ended")
	f.IntVar(&o.label.Limits.Depth, "depth", 0, "plies to look ahead instead of proving; 0 for all")
	f.Uint64Var(&o.label.Limits.Nodes, "nodes", 0, "nodes to visit for each position, which is proven if that is enough; 0 for any number")
	f.DurationVar(&o.label.Limits.Time, "time", 0, "time for each position, which is proven if that is enough; 0 for any time")
	f.IntVar(&o.set.MaxPositions, "max-positions", label.DefaultMaxPositions, "stop with an error beyond this number; a position takes about 200 bytes")
	f.BoolVar(&o.book, "book", false, "take values from the game's opening book where it has them, instead of proving them")
	tablesFlag(c, &o.search.tables)
	searchFlags(c, &o.search)
	return c
}

// labeling is a running label command.
type labeling struct {
	app     *app
	plan    *label.Plan
	set     *label.Set // nil: standard input
	mirrors bool       // leave out images of positions of standard input
	options search.Options
	format  string
	out     string
	count   labelCount
	about   string // the game, the positions and the options, for an unfinished file
	refused int    // number of lines that are not positions
}

func (a *app) label(c *cobra.Command, args []string, o labelOptions) error {
	l, err := a.newLabeling(c, args, &o)
	if err != nil {
		return err
	}
	return l.unlessRefused(l.write(c.Context()))
}

// newLabeling checks the flags.
func (a *app) newLabeling(c *cobra.Command, args []string, o *labelOptions) (*labeling, error) {
	l := &labeling{app: a, out: o.out, mirrors: o.set.WithoutMirrors}
	reading := len(args) == 2
	if reading && args[1] != "-" {
		return nil, usagef("%q: want - for positions of standard input, one a line", args[1])
	}
	g, err := a.game(args[0])
	if err != nil {
		return nil, err
	}
	if err := checkLimits(o.label.Limits); err != nil {
		return nil, err
	}
	if o.split != "" {
		if o.label.Split, err = label.ParseSplit(o.split, o.set.Seed); err != nil {
			return nil, usage(err)
		}
	}
	if l.plan, err = label.NewPlan(g, o.label); err != nil {
		return nil, usage(err)
	}
	if l.set, err = o.positions(c, l.plan, reading); err != nil {
		return nil, usage(err)
	}
	if l.format, err = o.formatOf(); err != nil {
		return nil, err
	}
	if l.options, err = o.search.options(); err != nil {
		return nil, err
	}
	l.options.Book, err = keep.WithTables(a.book(!o.book), g, o.search.tables)
	l.about = o.about(c, g, reading)
	return l, err
}

// positions returns the set of positions to make, or nil if they are read from standard input.
func (o *labelOptions) positions(c *cobra.Command, p *label.Plan, reading bool) (*label.Set, error) {
	o.set.Exact = c.Flags().Changed("plies")
	if c.Flags().Changed("random") && o.set.Random == 0 {
		return nil, errors.New("--random 0: want 1 or more")
	}
	chosen := o.set.Exact || o.set.All || o.set.Random != 0
	if err := o.set.Check(p.Game); err != nil {
		return nil, err
	}
	switch own := p.Set(); {
	case reading && chosen:
		return nil, errors.New("positions of standard input (-) and of --plies, --all or --random: want only one of them")
	case reading:
		return nil, nil
	case chosen:
		return &o.set, nil
	case own != nil:
		own.MaxPositions, own.WithoutMirrors = o.set.MaxPositions, own.WithoutMirrors || o.set.WithoutMirrors
		return own, nil
	}
	return nil, errors.New("no positions: want - for lines of standard input, or --plies N, --all or --random N")
}

// formatOf returns the format of the output.
func (o *labelOptions) formatOf() (string, error) {
	format := o.format
	if format == "" && o.out != "" {
		if format = strings.TrimPrefix(filepath.Ext(o.out), "."); !slices.Contains(label.Formats(), format) {
			return "", usagef("--out %s: want a name that ends with .csv, .jsonl or .parquet, or --format", o.out)
		}
	}
	switch {
	case format == "":
		return "csv", nil
	case !slices.Contains(label.Formats(), format):
		return "", usagef("--format %q: want csv, jsonl or parquet", format)
	case format == "parquet" && o.out == "":
		return "", usagef("--format parquet: want --out FILE too, since Parquet is written at once")
	}
	return format, nil
}

// about describes the data set: an unfinished file of another one is refused.
func (o *labelOptions) about(c *cobra.Command, g oxo.Game, reading bool) string {
	words := []string{g.Name()}
	if reading {
		words = append(words, "-")
	}
	for _, name := range []string{"plies", "all", "random", "seed", "without-mirrors", "decisive", "form", "squares", "scale", "split", "result", "depth", "nodes", "time", "book", "tables"} {
		if f := c.Flags().Lookup(name); f.Changed {
			words = append(words, "--"+name+"="+f.Value.String())
		}
	}
	return strings.Join(words, " ")
}
