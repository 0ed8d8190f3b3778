package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/prove/certificate"
	"oxo/prove/pn"
	"oxo/search"
)

// certified is what solve says of the certificate that it has written.
type certified struct {
	File  string `json:"file"`
	Nodes int    `json:"nodes"`
	Bytes int64  `json:"bytes"`
}

// certify writes the certificate of a solution, and checks it before it takes the place of an earlier one. It goes on with what an
// interrupted run has written; if that does not fit, it begins from the beginning.
func (a *app) certify(ctx context.Context, g oxo.Game, p oxo.Position, r *solution, o solveOptions, options search.Options) (certified, error) {
	part, err := datafile.PartOf(o.out)
	if err != nil {
		return certified{}, fmt.Errorf("--out: %w", err)
	}
	w := &certificateWriter{a: a, g: g, p: p, r: r, o: o, options: options, notes: notesBeside{name: part + ".notes"}}
	report, err := w.checked(ctx)
	if errors.Is(err, certificate.ErrNotes) {
		fmt.Fprintf(a.err, "%s: %s has notes of another certificate: each node of the unfinished one is looked at\n", a.name, w.notes.name)
		if err = w.notes.remove(); err == nil {
			report, err = w.checked(ctx)
		}
	}
	if errors.Is(err, certificate.ErrUnfit) {
		fmt.Fprintf(a.err, "%s: what an interrupted run had written is damaged: the certificate is written from the beginning\n", a.name)
		w.fresh, w.took = true, false
		report, err = w.checked(ctx)
	}
	if err == nil && o.pairs {
		report, err = w.withPairs(ctx, report)
	}
	if err == nil {
		err = errors.Join(datafile.Finish(o.out), w.notes.remove())
	}
	if err == nil {
		return certified{o.out, report.Nodes, report.Bytes}, nil
	}
	if w.part != "" && !o.list { // a list writes into a folder that is removed
		fmt.Fprintf(a.err, "%s: %s has what is written so far: the same command goes on with it\n", a.name, w.part)
	}
	return certified{}, fmt.Errorf("--out: %w", err)
}

// certificateWriter writes the certificate of a solution.
type certificateWriter struct {
	a       *app
	g       oxo.Game
	p       oxo.Position
	r       *solution
	o       solveOptions
	options search.Options
	fresh   bool   // what an interrupted run has written does not count
	took    bool   // some of that was taken over
	part    string // the file that has what is written
	notes   notesBeside
}

// checked writes the certificate, and checks it.
func (w *certificateWriter) checked(ctx context.Context) (certificate.Report, error) {
	if err := w.write(ctx); err != nil {
		return certificate.Report{}, err
	}
	if !w.took {
		w.r.solver, w.r.searcher = nil, nil // the checker needs the memory
	}
	report, err := w.a.verified(ctx, w.part, w.o.search.threads)
	switch {
	case err == nil || ctx.Err() != nil || !errors.Is(err, certificate.ErrWrong):
		return report, err
	case w.took:
		return report, fmt.Errorf("%w: %w", certificate.ErrUnfit, err)
	}
	return report, fmt.Errorf("the certificate does not verify, which is an error of the program: %w", err)
}

// write writes the part of the file until it is whole.
func (w *certificateWriter) write(ctx context.Context) error {
	options := w.options
	options.KeepTable, options.ResultOnly, options.Book, options.Turns = true, false, nil, nil
	by, policies := newAdviser(w.g, w.p, options, compares(w.p))
	solver := w.r.solver // its table has most of the proof
	if solver == nil {
		solver = pn.NewSolver(pn.Options{TableBytes: int64(w.o.search.table) / 2, Threads: w.o.search.threads})
	}
	by.byNumbers(w.o.method, w.p, solver)
	if !by.goOn(w.r.searcher) {
		w.r.searcher = nil // the adviser has a table of its own
	}
	by.follows = w.o.smaller.board
	var nodes atomic.Int64
	var writes atomic.Bool
	answers := answersWritten{g: w.g, p: w.p.Clone()}
	defer w.a.progress().follow(func() string {
		doing := "taking over an unfinished certificate: "
		if writes.Load() {
			doing = "writing the certificate: "
		}
		return by.progress() + doing + by.share() + answers.String() + words.Count(int(nodes.Load()), "node")
	})()
	return w.fill(&writes, func(to io.Writer, unfinished *certificate.Unfinished) error {
		return certificate.Write(ctx, to, certificate.Proof{
			Game: w.g, Position: w.p, Result: w.r.outcome(), Adviser: by, Policies: policies.long, Quick: policies.quick, Threads: by.finders(w.o.search.threads), Unfinished: unfinished,
			Watch: func(n int, done float64) {
				nodes.Store(int64(n))
				by.wrote(done)
			},
			Answered: answers.hear,
			Prevent: func(side oxo.Side) certificate.Preventer {
				if c := solver.Preventer(ctx, w.p, side); c != nil {
					return c
				}
				return nil
			},
		})
	})
}

// fill lets write fill the file, behind what it takes over.
func (w *certificateWriter) fill(writes *atomic.Bool, write func(to io.Writer, unfinished *certificate.Unfinished) error) error {
	part, err := datafile.Continue(w.o.out, func(before io.Reader, keep func(int64) error, to io.Writer) error {
		if w.fresh {
			before = strings.NewReader("")
		}
		return write(to, &certificate.Unfinished{From: before, Keep: func(length int64) error {
			writes.Store(true)
			w.took = length > 0
			return keep(length)
		}, Notes: &certificate.Notes{Open: w.notes.open}})
	})
	w.part = part
	return errors.Join(err, w.notes.close())
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

// checked checks a certificate, by that many goroutines.
func (a *app) checked(threads int, from io.Reader) (certificate.Report, error) {
	return certificate.CheckBy(threads, from, func(name string) (oxo.Game, error) { return catalog.Lookup(a.families, name) })
}

// watchedReader ends with its context, and counts what is read.
type watchedReader struct {
	ctx  context.Context
	from io.Reader
	read atomic.Int64
}

func (r *watchedReader) Read(b []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	n, err := r.from.Read(b)
	r.read.Add(int64(n))
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return n, err
}
