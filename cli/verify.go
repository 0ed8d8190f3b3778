package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/rules"
	"oxo/internal/words"
	"oxo/prove/certificate"
	"oxo/search"

	"github.com/spf13/cobra"
)

// verifyOptions holds the flags of verify.
type verifyOptions struct {
	json    bool
	threads int
	expand  bool
	out     string // the file for the certificate with pairs
	samples string // the folder for samples
	rules   string // the rule sheet of the certificates
	coq     string // the certificate to write for Coq
}

func (a *app) verifyCommand() *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check the certificate of a proof, without the solver",
		Example: `  oxo verify 4x4.proof
  oxo verify --expand 4x4.proof --out whole.proof
  oxo verify --samples samples`,
		Args: func(c *cobra.Command, args []string) error {
			if o.samples != "" {
				return nil
			}
			if o.coq != "" {
				return nil
			}
			return arguments(1, -1, "the file of a certificate")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(args); err != nil {
				return err
			}
			if o.rules != "" {
				if _, err := a.game(o.rules); err != nil {
					return flagged("rules", err)
				}
			}
			switch {
			case o.samples != "":
				return a.samples(o.samples)
			case o.coq != "":
				return a.coq(c.Context(), o)
			case o.expand:
				return a.expand(c.Context(), args[0], o)
			}
			return a.verifyAll(c.Context(), args, o.threads, o.json)
		},
	}
	o.flags(c)
	return c
}

// flags adds the flags.
func (o *verifyOptions) flags(c *cobra.Command) {
	c.Flags().BoolVar(&o.json, "json", false, "write JSON, a line for each file")
	c.Flags().BoolVar(&o.expand, "expand", false, "write the certificate with the pairs of all leaves to --out, for checkers that cannot find them")
	c.Flags().StringVar(&o.samples, "samples", "", "write small certificates and the verdicts on them to this folder, to test another checker")
	c.Flags().StringVar(&o.rules, "rules", "", "the file of the rules, for certificates of the game of a rule sheet; by default it is next to the certificate or here")
	c.Flags().StringVar(&o.coq, "coq", "", "write the certificate of this file to --out as a theorem for the proof assistant Coq, by the checker in formal/")
	c.Flags().StringVar(&o.out, "out", "", "with --expand and --coq: the file to write")
	c.Flags().IntVar(&o.threads, "threads", runtime.GOMAXPROCS(0), "threads that check, in games of columns and in k in a row")
}

// check refuses wrong flags and wrong combinations.
func (o *verifyOptions) check(files []string) error {
	switch {
	case o.threads < 1 || o.threads > search.MaxThreads:
		return usagef("--threads %d: want a number from 1 to %d", o.threads, search.MaxThreads)
	case o.coq != "" && (o.expand || o.samples != "" || o.json || len(files) > 0):
		return usagef("--coq FILE writes one certificate: it cannot be combined with other files or flags than --out")
	case o.coq != "" && o.out == "":
		return usagef("--coq writes a file: add --out FILE.v")
	case o.samples != "" && (o.expand || o.out != "" || o.json || len(files) > 0):
		return usagef("--samples writes files and checks none: it cannot be combined with files or other flags")
	case o.expand && len(files) > 1:
		return usagef("--expand writes one certificate: want one file, not %d", len(files))
	case !o.expand && o.coq == "" && o.out != "":
		return usagef("--out is for --expand and --coq: verify writes no other file")
	}
	return nil
}

// verifyAll checks all files, even after one was refused.
func (a *app) verifyAll(ctx context.Context, files []string, threads int, asJSON bool) error {
	refused, unread := 0, false
	for _, file := range files {
		why, err := a.verify(ctx, file, threads, asJSON)
		switch {
		case err != nil:
			return err
		case why == nil:
			continue
		case len(files) == 1:
			return why
		}
		refused++
		unread = unread || callers(why)
		fmt.Fprintf(a.err, "%s: %v\n", a.name, why)
	}
	if refused == 0 {
		return nil
	}
	err := fmt.Errorf("files without a proof: %d of %d", refused, len(files))
	if unread {
		return usage(err)
	}
	return err
}

// verifiedFile is the output of verify.
type verifiedFile struct {
	File string `json:"file"`
	certificate.Report
	Rules   *sheetFile `json:"rules,omitempty"`
	Seconds float64    `json:"seconds"`
}

// sheetFile is the rule sheet of a proven game.
type sheetFile struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
}

// sheetOf returns the rule sheet of a game by its name; nil if the game has no rule sheet.
func (a *app) sheetOf(game string) *sheetFile {
	path, ok := a.sheets.Path(game)
	if !ok {
		return nil
	}
	g, err := a.game(game)
	if err != nil {
		return nil
	}
	return &sheetFile{path, rules.Sum(board.FactsOf(g).Sheet)}
}

// refusedFile is the output of verify --json for a file that proves nothing or cannot be read.
type refusedFile struct {
	File  string `json:"file"`
	Error string `json:"error"`
}

// verify checks a file, and prints what it proves. It returns why the file is refused, or an error after which no other
// file is checked.
func (a *app) verify(ctx context.Context, file string, threads int, asJSON bool) (refused, err error) {
	begun := time.Now()
	a.sheets.LookIn(filepath.Dir(file))
	c := a.certifier(threads)
	var missing error
	c.Lookup = func(name string) (oxo.Game, error) {
		g, err := a.lookup(name)
		if errors.Is(err, rules.ErrNoSheet) {
			missing = fmt.Errorf("%w, or give it by --rules FILE", err)
		}
		return g, err
	}
	report, err := c.Verify(ctx, file)
	if missing != nil {
		err = usage(missing)
	}
	switch {
	case err == nil:
		return nil, a.proven(file, report, time.Since(begun), asJSON)
	case ctx.Err() != nil:
		return nil, err
	case asJSON:
		return fmt.Errorf("%s: %w", file, err), a.writeJSON(refusedFile{file, err.Error()})
	}
	return fmt.Errorf("%s: %w", file, err), nil
}

// proven prints what a file proves.
func (a *app) proven(file string, report certificate.Report, took time.Duration, asJSON bool) error {
	v := verifiedFile{file, report, a.sheetOf(report.Game), took.Seconds()}
	if asJSON {
		return a.writeJSON(v)
	}
	pairings := words.Count(v.Pairings, "pairing")
	if v.Policies > 0 {
		pairings += fmt.Sprintf(", %d by a policy", v.Policies)
	}
	if v.Races > 0 {
		pairings += ", " + words.Count(v.Races, "race")
	}
	game := v.Game
	if v.Rules != nil {
		game += fmt.Sprintf("\nrules: %s, SHA-256 %s", v.Rules.File, v.Rules.SHA256)
	}
	_, err := fmt.Fprintf(a.out, "%s\n%s\n%s to move: %s, proven\n%s (%s, %s, %s to an earlier node), %s, %.3g s\n",
		game, v.Position, v.Turn, v.Result, words.Count(v.Nodes, "node"), words.Count(v.Ends, "end")+" of the game",
		pairings, words.Count(v.Shared, "reference"), words.Count(v.Bytes, "byte"), v.Seconds)
	return err
}
