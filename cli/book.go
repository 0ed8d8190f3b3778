package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/prove/book"
	"oxo/prove/book/dropout"
	"oxo/prove/keep"

	"github.com/spf13/cobra"
)

// bookOptions holds the flags of book.
type bookOptions struct {
	plies         int
	out           string
	resume        bool
	check         string
	sample        int
	all           bool
	seed          uint64
	search        searchOptions
	mostPositions int
	list          string
	estimates     estimateOptions
}

func (a *app) bookCommand() *cobra.Command {
	var o bookOptions
	c := &cobra.Command{
		Use:   "book GAME --plies N --out FILE | book GAME --positions N --out FILE | book --check FILE",
		Short: "Make an opening book, or check one",
		Example: `  oxo book connect4:5x4 --plies 3 --out exact.book
  oxo book --check exact.book --sample 10
  oxo book othello:6x6 --positions 10 --nodes 500 --out estimates.book
  oxo book --list estimates.book --plies 2`,
		Args: arguments(0, 1, "a game"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.checkFlags(c, args); err != nil {
				return err
			}
			switch {
			case o.check != "":
				return a.checkBook(c, o)
			case o.list != "":
				return a.listBook(o)
			case c.Flags().Changed("positions"):
				return a.makeEstimates(c, args[0], o)
			}
			return a.makeBook(c, args[0], o)
		},
	}
	searchFlags(c, &o.search)
	f := c.Flags()
	f.IntVar(&o.plies, "plies", 0, "plies from the start to the last positions")
	f.StringVar(&o.out, "out", "", "the file to write")
	f.BoolVar(&o.resume, "resume", false, "continue the file of an interrupted run")
	f.IntVar(&o.mostPositions, "max-positions", book.DefaultMaxPositions, "positions of the book at most")
	f.StringVar(&o.check, "check", "", "a book to check")
	f.IntVar(&o.sample, "sample", 100, "with --check: number of last positions to solve again")
	f.BoolVar(&o.all, "all", false, "with --check: solve all of the last positions again")
	f.Uint64Var(&o.seed, "seed", 0, "with --check: the same seed draws the same sample")
	f.StringVar(&o.list, "list", "", "a book of estimates, to print its lines of --plies plies")
	o.estimates.flags(c)
	return c
}

// checkForeign refuses flags that do not fit the requested action: making, checking
// or listing a book.
func (o *bookOptions) checkForeign(c *cobra.Command) error {
	const making = "making a book"
	given, does := c.Flags().Changed, making
	switch {
	case given("check"):
		does = "--check FILE"
	case given("list"):
		does = "--list FILE"
	case given("positions"):
		does = "--positions N"
	}
	for _, f := range []struct {
		names, of []string
	}{
		{[]string{"plies"}, []string{making, "--list FILE"}},
		{[]string{"out", "resume"}, []string{making, "--positions N"}},
		{[]string{"max-positions"}, []string{making}},
		{[]string{"table"}, []string{making, "--check FILE"}},
		{[]string{"sample", "all", "seed"}, []string{"--check FILE"}},
		{[]string{"positions", "nodes", "keep", "margin", "time"}, []string{"--positions N"}},
	} {
		for _, name := range f.names {
			switch of := strings.Join(f.of, " or "); {
			case !given(name) || slices.Contains(f.of, does):
			case does == making:
				return usagef("--%s needs %s", name, of)
			default:
				verb, _, _ := strings.Cut(does, " ")
				return usagef("--%s is for %s: it cannot be combined with %s", name, of, verb)
			}
		}
	}
	return nil
}

// checkFlags returns an error for wrong flags or arguments.
func (o *bookOptions) checkFlags(c *cobra.Command, args []string) error {
	checks, lists := c.Flags().Changed("check"), c.Flags().Changed("list")
	if err := o.checkForeign(c); err != nil {
		return err
	}
	switch {
	case lists && len(args) > 0:
		return usagef("--list FILE takes no game: the file says which it is of")
	case o.plies < 0:
		return usagef("--plies %d: want 0 or more", o.plies)
	case lists && o.plies == 0:
		return usagef("--list needs --plies N: how many plies its lines have")
	case lists:
		return nil
	case checks && len(args) > 0:
		return usagef("--check FILE takes no game: the file says which it is of")
	case checks && o.sample < 0:
		return usagef("--sample %d: want 0 or more; --all takes all", o.sample)
	case checks:
		return nil
	case len(args) == 0:
		return usagef("book takes a game to make a book of, or --check FILE: %s", c.UseLine())
	case c.Flags().Changed("positions"):
		return o.estimates.check(c, o.out)
	case !c.Flags().Changed("plies") || o.out == "":
		return usagef("book needs --plies N and --out FILE: how long the book is, and where it is written; or --positions N, for a book of estimates")
	case o.mostPositions < 1:
		return usagef("--max-positions %d: want 1 or more", o.mostPositions)
	}
	return nil
}

// makeBook makes a book and writes it, even if it is not complete.
func (a *app) makeBook(c *cobra.Command, name string, o bookOptions) error {
	g, err := a.game(name)
	if err != nil {
		return err
	}
	options, err := o.search.options()
	if err != nil {
		return err
	}
	release, err := keep.Hold(o.out)
	if err != nil {
		return flagged("out", err)
	}
	defer release()
	known, err := knownBook(&o, g, book.Read)
	if err != nil {
		return err
	}
	begun, bar := time.Now(), a.progress()
	b, err := book.Make(c.Context(), g, book.Options{
		Plies: o.plies, MaxPositions: o.mostPositions, Search: options, Known: known, Progress: solvedOf(bar),
	})
	bar.done()
	if b == nil {
		return err
	}
	unwritten := datafile.Replace(o.out, func(w io.Writer) error { _, err := w.Write(b.File()); return err })
	if err := errors.Join(err, unwritten); err != nil {
		if n := b.Missing(); n > 0 && unwritten == nil {
			fmt.Fprintf(a.err, "%s: %s has %d of %d values; --resume continues it\n", a.name, o.out, b.Len()-n, b.Len())
		}
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s: %s of %s, to ply %d, in %.3g s\n", o.out, words.Count(b.Len(), "position"), g.Name(), b.Plies(), time.Since(begun).Seconds())
	return err
}

// solvedOf returns a function that shows the number of solved positions.
func solvedOf(bar *progress) func(solved, of int) {
	return func(solved, of int) {
		bar.show(func() string { return fmt.Sprintf("%d of %d positions solved", solved, of) })
	}
}

// mostBook is the maximum size of a book in bytes.
const mostBook = 4 << 30

// knownBook returns the existing book that --resume continues, or nil if the file does
// not exist.
func knownBook[Book any](o *bookOptions, g oxo.Game, read func(oxo.Game, []byte) (*Book, error)) (*Book, error) {
	file, err := datafile.Read(o.out, mostBook)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !o.resume:
		return nil, usagef("%s exists already: --resume continues it, or give another name", o.out)
	}
	b, err := read(g, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.out, err)
	}
	return b, nil
}

// checkBook checks a book.
func (a *app) checkBook(c *cobra.Command, o bookOptions) error {
	file, err := datafile.Read(o.check, mostBook)
	if err != nil {
		return unopened(err)
	}
	if dropout.Is(file) {
		return a.checkEstimates(c, o, file)
	}
	name, err := book.GameOf(file)
	if err != nil {
		return fmt.Errorf("%s: %w", o.check, err)
	}
	g, err := a.game(name)
	if err != nil {
		return err
	}
	b, err := book.Read(g, file)
	if err != nil {
		return fmt.Errorf("%s: %w", o.check, err)
	}
	options, err := o.search.options()
	if err != nil {
		return err
	}
	how := book.CheckOptions{Sample: o.sample, Seed: o.seed, Search: options}
	if o.all {
		how.Sample = -1
	}
	if !c.Flags().Changed("seed") {
		how.Seed = rand.Uint64()
	}
	bar := a.progress()
	how.Progress = solvedOf(bar)
	solved, err := b.Check(c.Context(), how)
	bar.done()
	if err != nil {
		return fmt.Errorf("%s: %w", o.check, err)
	}
	_, err = fmt.Fprintf(a.out, "%s: %s of %s, to ply %d. Before the last ply each follows from those after its moves; at the last ply %d were solved again\n",
		o.check, words.Count(b.Len(), "position"), g.Name(), b.Plies(), solved)
	return err
}
