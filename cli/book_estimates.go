package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"oxo"
	"oxo/internal/datafile"
	"oxo/internal/memory"
	"oxo/internal/words"
	"oxo/prove/book/dropout"
	"oxo/prove/keep"
	"oxo/search"

	"github.com/spf13/cobra"
)

// estimateOptions holds the flags of a book of estimates.
type estimateOptions struct {
	positions int
	nodes     uint64
	keep      int
	margin    int
	time      time.Duration
}

func (o *estimateOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.IntVar(&o.positions, "positions", 0, "make a book of estimates, of this many positions")
	f.Uint64Var(&o.nodes, "nodes", dropout.UsualNodes, "with --positions: nodes of each search")
	f.IntVar(&o.keep, "keep", dropout.UsualKeep, "with --positions: moves of a position at most")
	f.IntVar(&o.margin, "margin", dropout.UsualMargin, "with --positions: how much worse than the best a move may be, in the unit of estimates")
	f.DurationVar(&o.time, "time", 0, "with --positions: end after this time, as in 10m; 0 is no limit")
}

// check returns an error for a wrong flag.
func (o *estimateOptions) check(c *cobra.Command, out string) error {
	if out == "" {
		return usagef("book needs --out FILE: where it is written")
	}
	if o.time < 0 || c.Flags().Changed("time") && o.time == 0 {
		return usagef("--time %v: want a time above 0, as in 10m", o.time)
	}
	made := o.options()
	return usage(made.Check())
}

func (o *estimateOptions) options() dropout.Options {
	return dropout.Options{Nodes: o.nodes, Positions: o.positions, Keep: o.keep, Margin: oxo.Score(o.margin)}
}

// saveEvery is the interval between saves while a book is built.
const saveEvery = time.Minute

// makeEstimates makes a book of estimates and writes it, even if it is not
// complete.
func (a *app) makeEstimates(c *cobra.Command, name string, o bookOptions) error {
	g, err := a.game(name)
	if err != nil {
		return err
	}
	release, err := keep.Hold(o.out)
	if err != nil {
		return flagged("out", err)
	}
	defer release()
	how := o.estimates.options()
	if how.Known, err = knownBook(&o, g, dropout.Read); err != nil {
		return err
	}
	if how.Threads, err = o.threadsFor(how.Nodes); err != nil {
		return err
	}
	begun, bar, saved := time.Now(), a.progress(), time.Now()
	how.Progress = func(n int) {
		bar.show(func() string { return fmt.Sprintf("%d of %d positions", n, how.Positions) })
	}
	how.Due = func() bool { return time.Since(saved) > saveEvery }
	how.Save = func(b *dropout.Book) error { saved = time.Now(); return datafile.Replace(o.out, writing(b)) }
	ctx, stop := c.Context(), func() {}
	if o.estimates.time > 0 {
		ctx, stop = context.WithTimeout(ctx, o.estimates.time)
	}
	defer stop()
	b, err := dropout.Make(ctx, g, how)
	bar.done()
	if o.estimates.time > 0 && errors.Is(err, context.DeadlineExceeded) && c.Context().Err() == nil && b != nil {
		err = nil // the requested time is over
	}
	if b == nil {
		return err
	}
	if err := a.keepEstimates(b, o.out, err); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s: %s of %s with estimates, in %.3g s\n", o.out, words.Count(b.Len(), "position"), g.Name(), time.Since(begun).Seconds())
	return err
}

// keepEstimates writes a book. If an error ended the work, it prints that --resume continues it.
func (a *app) keepEstimates(b *dropout.Book, file string, ended error) error {
	unwritten := datafile.Replace(file, writing(b))
	if ended != nil && unwritten == nil {
		fmt.Fprintf(a.err, "%s: %s has %s; --resume continues it\n", a.name, file, words.Count(b.Len(), "position"))
	}
	return errors.Join(ended, unwritten)
}

// threadsFor returns the number of search threads, or an error if their tables do not
// fit into memory. The size of a table follows from the number of nodes.
func (o *bookOptions) threadsFor(nodes uint64) (int, error) {
	own := o.search
	if own.threads < 1 || own.threads > search.MaxThreads {
		own.threads = 1 // options will report the wrong number
	}
	all := memory.Size(dropout.TableBytes(nodes) * int64(own.threads))
	if err := all.Fits(1); err != nil {
		return 0, usagef("--threads %d: with tables of %v together, %w", own.threads, all, err)
	}
	o.search.table = all
	options, err := o.search.options()
	return options.Threads, err
}

// readEstimates reads a book of estimates. The file names its game.
func (a *app) readEstimates(path string, file []byte) (*dropout.Book, error) {
	name, err := dropout.GameOf(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	g, err := a.game(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	b, err := dropout.Read(g, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// checkEstimates checks a book of estimates.
func (a *app) checkEstimates(c *cobra.Command, o bookOptions, file []byte) error {
	b, err := a.readEstimates(o.check, file)
	if err != nil {
		return err
	}
	threads, err := o.threadsFor(b.Nodes())
	if err != nil {
		return err
	}
	bar := a.progress()
	how := dropout.CheckOptions{Sample: o.sample, Seed: o.seed, Threads: threads, Progress: func(searched, of int) {
		bar.show(func() string { return fmt.Sprintf("%d of %d positions searched again", searched, of) })
	}}
	if o.all {
		how.Sample = -1
	}
	if !c.Flags().Changed("seed") {
		how.Seed = rand.Uint64()
	}
	again, err := b.Check(c.Context(), how)
	bar.done()
	if err != nil {
		return fmt.Errorf("%s: %w", o.check, err)
	}
	_, err = fmt.Fprintf(a.out, "%s: %s of %s: every move is legal, every estimate follows from those after it, and %d were searched again for %d nodes\n",
		o.check, words.Count(b.Len(), "position"), b.Game().Name(), again, b.Nodes())
	return err
}

// listBook prints the lines of a book of estimates.
func (a *app) listBook(o bookOptions) error {
	file, err := datafile.Read(o.list, mostBook)
	if err != nil {
		return unopened(err)
	}
	b, err := a.readEstimates(o.list, file)
	if err != nil {
		return err
	}
	lines, err := b.Lines(o.plies)
	if err != nil {
		return fmt.Errorf("%s: %w", o.list, err)
	}
	if len(lines) == 0 {
		return usagef("--plies %d: %s has no line of %[1]d plies: want fewer", o.plies, o.list)
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(a.out, lineText(b.Game(), line)); err != nil {
			return err
		}
	}
	return nil
}

// writing returns the function that writes a book for [datafile.Replace].
func writing(t io.WriterTo) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := t.WriteTo(w)
		return err //nolint:wrapcheck // it is the writer's
	}
}
