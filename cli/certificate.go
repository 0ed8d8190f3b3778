package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/catalog"
	"oxo/certificate"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/proof"
	"oxo/search"

	"github.com/spf13/cobra"
)

// certified is what solve says of the certificate that it has written.
type certified struct {
	File  string `json:"file"`
	Nodes int    `json:"nodes"`
	Bytes int64  `json:"bytes"`
}

// certify writes the certificate of a proven position, and reads it back.
func (a *app) certify(ctx context.Context, g oxo.Game, p oxo.Position, result string, o solveOptions, options search.Options) (certified, error) {
	options.KeepTable, options.ResultOnly, options.Book, options.Turns = true, false, nil, nil
	by, policies := newAdviser(g, p, options, compares(p))
	solver := proof.NewSolver(proof.Options{TableBytes: int64(o.search.table) / 2, Threads: o.search.threads})
	by.byNumbers(o.method, p, solver)
	by.follows = o.smaller.board
	var written atomic.Int64
	defer a.progress().follow(func() string {
		return by.progress() + "writing the certificate: " + by.share() + words.Count(int(written.Load()), "node")
	})()
	err := datafile.Replace(o.out, func(w io.Writer) error {
		return certificate.Write(ctx, w, certificate.Proof{
			Game: g, Position: p, Result: result, Adviser: by, Policies: policies,
			Watch: func(nodes int, done float64) {
				written.Store(int64(nodes))
				by.wrote(done)
			},
			Prevent: func(side oxo.Side) certificate.Preventer {
				if c := solver.Preventer(ctx, p, side); c != nil {
					return c
				}
				return nil
			},
		})
	})
	if err != nil {
		return certified{}, fmt.Errorf("--out: %w", err)
	}
	report, err := a.verified(o.out)
	if err != nil {
		return certified{}, fmt.Errorf("%s does not verify, which is an error of the program: %w", o.out, err)
	}
	return certified{o.out, report.Nodes, report.Bytes}, nil
}

// certifiable says why a position has no certificate, where that is so for its game.
func certifiable(g oxo.Game, p oxo.Position) error {
	loops, ok := p.(oxo.Looping)
	if !ok {
		return nil
	}
	instead := ""
	keyed, _ := p.(oxo.Keyed)
	if _, value := loops.Repeated(); value == oxo.Draw && keyed != nil && keyed.KeyBits() > 0 {
		instead = "; solve --all --out keeps the table of all its positions, where these are few enough"
	}
	return usagef("--out: %s can come back to an earlier position, and a certificate is a strategy that does not know the moves before%s", g.Name(), instead)
}

// checked checks a certificate.
func (a *app) checked(from io.Reader) (certificate.Report, error) {
	return certificate.Check(from, func(name string) (oxo.Game, error) { return catalog.Lookup(a.families, name) })
}

// verified checks the certificate in a file.
func (a *app) verified(file string) (certificate.Report, error) {
	f, err := datafile.Open(file)
	if err != nil {
		return certificate.Report{}, usage(err)
	}
	defer f.Close()
	return a.checked(bufio.NewReader(f))
}

func (a *app) verifyCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check the certificate of a proof",
		Long: `Check the certificates that solve --out has written, and print what they prove. The
checker knows the rules of the game and a few lemmas, which docs/certificates.md
proves; it shares nothing else with the solver. A file that proves nothing is
refused with the byte where it goes wrong.`,
		Args: arguments(1, -1, "the file of a certificate"),
		RunE: func(_ *cobra.Command, args []string) error {
			var failed []error // the others are checked all the same
			for _, file := range args {
				failed = append(failed, a.verify(file, asJSON))
			}
			return errors.Join(failed...)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "write JSON, a line for each file")
	return c
}

// verifiedFile is what verify prints.
type verifiedFile struct {
	File string `json:"file"`
	certificate.Report
	Seconds float64 `json:"seconds"`
}

func (a *app) verify(file string, asJSON bool) error {
	begun := time.Now()
	report, err := a.verified(file)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	v := verifiedFile{file, report, time.Since(begun).Seconds()}
	if asJSON {
		return a.writeJSON(v)
	}
	pairings := words.Count(v.Pairings, "pairing")
	if v.Policies > 0 {
		pairings += fmt.Sprintf(", %d by a policy", v.Policies)
	}
	_, err = fmt.Fprintf(a.out, "%s\n%s\n%s to move: %s, proven\n%s (%s, %s, %s to an earlier node), %s, %.3g s\n",
		v.Game, v.Position, v.Turn, v.Result, words.Count(v.Nodes, "node"), words.Count(v.Ends, "end")+" of the game",
		pairings, words.Count(v.Shared, "reference"), words.Count(v.Bytes, "byte"), v.Seconds)
	return err
}
