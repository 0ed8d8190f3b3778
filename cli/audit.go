package cli

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"strings"

	"oxo"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/prove/audit"
	"oxo/search"

	"github.com/spf13/cobra"
)

// auditOptions holds the flags of audit.
type auditOptions struct {
	game   string
	format string
	result bool
	sample int
	seed   uint64
	limits search.Limits
	out    string
	json   bool
	search searchOptions
}

func (a *app) auditCommand() *cobra.Command {
	var o auditOptions
	c := &cobra.Command{
		Use:   "audit FILE",
		Short: "Check values that others have published, and say which are wrong",
		Example: `  oxo label tictactoe --plies 2 --out noughts.csv
  oxo audit noughts.csv --game tictactoe
  oxo audit noughts.csv --game tictactoe --sample 20`,
		Args: arguments(1, 1, "a file of values"),
		RunE: func(c *cobra.Command, args []string) error { return a.audit(c, args[0], &o) },
	}
	f := c.Flags()
	f.StringVar(&o.game, "game", "", "the game, where the file does not say it")
	f.StringVar(&o.format, "format", "", "the format, where it cannot be seen: "+strings.Join(audit.Formats(), ", "))
	f.BoolVar(&o.result, "result", false, "only check who wins, not in which number of plies or by what margin")
	f.IntVar(&o.sample, "sample", 0, "check only this number of records, drawn by chance; 0 for all")
	f.Uint64Var(&o.seed, "seed", 1, "the seed of --sample")
	f.Uint64Var(&o.limits.Nodes, "nodes", 0, "nodes to visit for each position; 0 for any number")
	f.DurationVar(&o.limits.Time, "time", 0, "time for each position; 0 for any time")
	f.StringVar(&o.out, "out", "", "write the report to this file, as JSON lines; if it is interrupted, the same command goes on where it ended")
	f.BoolVar(&o.json, "json", false, "write JSON, a line for each value that is not right, and one for the count")
	searchFlags(c, &o.search)
	return c
}

// maxAudited is the maximum size of an audited file in bytes.
const maxAudited = 1 << 30

// auditing is a running audit.
type auditing struct {
	app      *app
	file     string
	options  *auditOptions
	search   search.Options
	source   *audit.Source
	records  int // to check
	all      int // records of the file
	sample   *audit.Sample
	about    string // names the audit in an unfinished report
	run      auditRun
	progress *progress
}

func (a *app) audit(c *cobra.Command, file string, o *auditOptions) error {
	u, err := a.newAuditing(c, file, o)
	if err != nil {
		return err
	}
	if err := u.report(c.Context()); err != nil {
		return err
	}
	return u.verdict()
}

// newAuditing checks the flags, and opens the file.
func (a *app) newAuditing(c *cobra.Command, file string, o *auditOptions) (*auditing, error) {
	if err := checkLimits(o.limits); err != nil {
		return nil, err
	}
	switch {
	case o.sample < 0 || c.Flags().Changed("sample") && o.sample == 0:
		return nil, usagef("--sample %d: want 1 or more", o.sample)
	case c.Flags().Changed("seed") && o.sample == 0:
		return nil, usagef("--seed is for a sample: add --sample N")
	}
	data, err := datafile.Read(file, maxAudited)
	if err != nil {
		return nil, unopened(err)
	}
	var g oxo.Game
	if o.game != "" {
		if g, err = a.game(o.game); err != nil {
			return nil, flagged("game", err)
		}
	}
	u := &auditing{app: a, file: file, options: o}
	if u.source, err = audit.Open(data, o.format, g, a.lookup); err != nil {
		return nil, usage(fmt.Errorf("%s: %w", file, err))
	}
	if u.search, err = o.search.options(); err != nil {
		return nil, err
	}
	u.all = u.source.Count()
	u.records = u.all
	if o.sample > 0 && o.sample < u.all {
		u.sample, u.records = audit.Draw(o.sample, u.all, o.seed), o.sample
	}
	u.about = fmt.Sprintf("%x %s %s result=%v sample=%d seed=%d nodes=%d time=%v", sha256.Sum256(data), u.source.Format, o.game, o.result, o.sample, o.seed, o.limits.Nodes, o.limits.Time)
	return u, nil
}

// verdict returns an error if a value or a best move is wrong or could not be read.
func (u *auditing) verdict() error {
	n := u.run.count
	switch {
	case n.Wrong > 0 && n.BestWrong > 0:
		return fmt.Errorf("%s and %s are wrong", words.Count(n.Wrong, "value"), words.Count(n.BestWrong, "best move"))
	case n.Wrong == 1:
		return errors.New("one value is wrong")
	case n.Wrong > 1:
		return fmt.Errorf("%d values are wrong", n.Wrong)
	case n.BestWrong == 1:
		return errors.New("one best move is wrong")
	case n.BestWrong > 1:
		return fmt.Errorf("%d best moves are wrong", n.BestWrong)
	case n.Unread > 0:
		return usagef("%d of %d records could not be read", n.Unread, n.Records)
	}
	return nil
}

// checkReport returns an error if the file of the report exists already.
func (o *auditOptions) checkReport() error {
	if info, err := os.Stat(o.out); err == nil && info.Size() > 0 {
		return usagef("--out %s: the file exists already: want another name, or remove it", o.out)
	}
	return nil
}
