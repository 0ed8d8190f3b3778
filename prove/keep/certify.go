package keep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"oxo"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/prove/certificate"
	"oxo/prove/certificate/write"
	"oxo/prove/solve"
)

// Certifier writes certificates into files, and checks them.
type Certifier struct {
	// Lookup finds the game of a certificate by its name.
	Lookup func(name string) (oxo.Game, error)
	// Threads is the number of goroutines that check, and that look for policies.
	Threads int
	// Follow shows the progress, and Warn gets messages for the user; both may be nil.
	Follow solve.Follow
	Warn   func(text string)
}

func (c *Certifier) warn(format string, args ...any) {
	if c.Warn != nil {
		c.Warn(fmt.Sprintf(format, args...))
	}
}

// Certify writes the certificate of a solution to a file, and checks it before it replaces an earlier one. It continues
// the part that an interrupted run has written. If that part does not fit, it starts again. The options are those of
// the proof. With pairs, the certificate has the pairs of all leaves.
func (c *Certifier) Certify(ctx context.Context, g oxo.Game, p oxo.Position, s *solve.Solution, o solve.Options, file string, pairs bool) (solve.Certificate, error) {
	part, err := datafile.PartOf(file)
	if err != nil {
		return solve.Certificate{}, err
	}
	w := &writing{Certifier: c, g: g, p: p, s: s, o: o, file: file, notes: notesFile{name: part + ".notes"}}
	report, err := w.checked(ctx)
	if errors.Is(err, write.ErrNotes) {
		c.warn("%s has notes of another certificate: each node of the unfinished one is looked at", w.notes.name)
		if err = w.notes.remove(); err == nil {
			report, err = w.checked(ctx)
		}
	}
	if errors.Is(err, write.ErrUnfit) {
		c.warn("what an interrupted run had written is damaged: the certificate is written from the beginning")
		w.fresh, w.took = true, false
		report, err = w.checked(ctx)
	}
	if err == nil && pairs {
		report, err = w.withPairs(ctx, report)
	}
	if err == nil {
		err = errors.Join(datafile.Finish(file), w.notes.remove())
	}
	if err == nil {
		return solve.Certificate{File: file, Nodes: report.Nodes, Bytes: report.Bytes}, nil
	}
	if w.part != "" {
		c.warn("%s has the part written so far: the same command continues it", w.part)
	}
	return solve.Certificate{}, err
}

// writing is the state of writing a certificate.
type writing struct {
	*Certifier
	g     oxo.Game
	p     oxo.Position
	s     *solve.Solution
	o     solve.Options
	file  string
	fresh bool   // ignore the part that an interrupted run has written
	took  bool   // something of that part was taken over
	part  string // the file of the part written so far
	notes notesFile
}

// checked writes the certificate, and checks it.
func (w *writing) checked(ctx context.Context) (certificate.Report, error) {
	if err := w.write(ctx); err != nil {
		return certificate.Report{}, err
	}
	if !w.took {
		w.s.Release() // the checker needs the memory
	}
	report, err := w.Verify(ctx, w.part)
	switch {
	case err == nil || ctx.Err() != nil || !errors.Is(err, certificate.ErrWrong):
		return report, err
	case w.took:
		return report, fmt.Errorf("%w: %w", write.ErrUnfit, err)
	}
	return report, fmt.Errorf("the certificate does not verify, internal error: %w", err)
}

// write writes the part of the file until it is whole.
func (w *writing) write(ctx context.Context) error {
	by := w.s.Strategy(w.g, w.p, w.o)
	var nodes atomic.Int64
	var writes atomic.Bool
	answers := answersWritten{g: w.g, p: w.p.Clone()}
	defer w.Follow.Show(func() string {
		doing := "taking over an unfinished certificate: "
		if writes.Load() {
			doing = "writing the certificate: "
		}
		return by.Looked() + doing + by.Share() + answers.String() + words.Count(int(nodes.Load()), "node")
	})()
	return w.fill(&writes, func(to io.Writer, unfinished *write.Unfinished) error {
		proof := by.Proof(ctx, w.s, w.Threads)
		proof.Unfinished, proof.Answered = unfinished, answers.hear
		proof.Watch = func(n int, done float64) {
			nodes.Store(int64(n))
			by.Wrote(done)
		}
		return write.Certificate(ctx, to, proof)
	})
}

// fill calls fn to write the file after the part that fn takes over.
func (w *writing) fill(writes *atomic.Bool, fn func(to io.Writer, unfinished *write.Unfinished) error) error {
	part, err := datafile.Continue(w.file, func(before io.Reader, keep func(int64) error, to io.Writer) error {
		if w.fresh {
			before = strings.NewReader("")
		}
		return fn(to, &write.Unfinished{From: before, Keep: func(length int64) error {
			writes.Store(true)
			w.took = length > 0
			return keep(length)
		}, Notes: &write.Notes{Open: w.notes.open}})
	})
	w.part = part
	return errors.Join(err, w.notes.close())
}

// Certifiable returns an [*solve.InputError] if the rules of a game do not allow certificates.
func Certifiable(g oxo.Game, p oxo.Position) error {
	loops, ok := p.(oxo.Looping)
	if !ok {
		return nil
	}
	instead := ""
	keyed, _ := p.(oxo.Keyed)
	if _, value := loops.Repeated(); value == oxo.Draw && keyed != nil && keyed.KeyBits() > 0 {
		instead = "; solve --all --out keeps the table of all its positions, where these are few enough"
	}
	return &solve.InputError{Err: fmt.Errorf("%s can come back to an earlier position, but the strategy of a certificate does not depend on earlier moves%s", g.Name(), instead)}
}
