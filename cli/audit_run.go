package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/prove/audit"
	"oxo/prove/keep"
)

// auditRun holds the counts of an audit so far. The goroutine of the progress reads it.
type auditRun struct {
	mu      sync.Mutex
	count   audit.Count
	earlier int // records of an earlier run
	begun   time.Time
}

// state returns the progress in words.
func (u *auditing) state() string {
	r := &u.run
	r.mu.Lock()
	defer r.mu.Unlock()
	text := fmt.Sprintf("%d of %s checked, %d wrong, %d not proven", r.count.Records, words.Count(u.records, "record"), r.count.Wrong+r.count.BestWrong, r.count.Unproven+r.count.BestUnproven)
	if done := r.count.Records - r.earlier; done > 0 {
		rate := float64(done) / time.Since(r.begun).Seconds()
		left := time.Duration(float64(u.records-r.count.Records) / rate * float64(time.Second))
		text += fmt.Sprintf(", %.3g a second, %v left", rate, left.Round(time.Second))
	}
	return text
}

// report checks all records and writes the report.
func (u *auditing) report(ctx context.Context) error {
	u.run.begun = time.Now()
	if !u.options.json {
		fmt.Fprintf(u.app.out, "%s: %s, %s\n", u.file, u.source.About, words.Count(u.all, "record"))
	}
	err := u.check(ctx)
	if err != nil {
		return err
	}
	return u.conclude()
}

// check checks the records. If there is to be a file, it keeps an unfinished report.
func (u *auditing) check(ctx context.Context) error {
	u.progress = u.app.progress()
	defer u.progress.follow(u.state)()
	if u.options.out == "" {
		return u.auditor(nil).Run(ctx, 0)
	}
	if err := u.options.checkReport(); err != nil {
		return err
	}
	release, err := keep.Hold(u.options.out)
	if err != nil {
		return flagged("out", err)
	}
	defer release()
	part, err := datafile.Continue(u.options.out, func(unfinished io.Reader, keepBytes func(int64) error, to io.Writer) error {
		return u.goOn(ctx, unfinished, keepBytes, to)
	})
	switch {
	case errors.Is(err, audit.ErrOther):
		return usagef("--out %s: %s is there already and is not the beginning of this report: want the command that began it, another name, or remove it", u.options.out, part)
	case err != nil && part != "":
		fmt.Fprintf(u.app.err, "%s: %s keeps %s: the same command goes on from there\n", u.app.name, part, words.Count(u.run.count.Records, "record"))
		return err
	case err != nil:
		return err
	}
	return datafile.Finish(u.options.out)
}

// goOn checks the records that an unfinished report does not have yet.
func (u *auditing) goOn(ctx context.Context, unfinished io.Reader, keepBytes func(int64) error, to io.Writer) error {
	part, err := audit.ReadPart(u.about, unfinished)
	if err != nil {
		return err
	}
	if err := keepBytes(part.Bytes); err != nil {
		return err
	}
	if part.Bytes == 0 {
		head, err := audit.PartHead(u.about)
		if err != nil {
			return err
		}
		if _, err := to.Write(head); err != nil {
			return err
		}
	}
	if n := part.Count.Records; n > 0 {
		fmt.Fprintf(u.app.err, "%s: goes on after %s of an earlier run\n", u.app.name, words.Count(n, "record"))
	}
	u.run.count, u.run.earlier = part.Count, part.Count.Records
	for _, f := range part.Findings {
		if err := u.print(f); err != nil {
			return err
		}
	}
	book := &auditLog{to: to, flushed: time.Now()}
	err = u.auditor(book).Run(ctx, part.Count.Records)
	return errors.Join(err, book.write(u.run.count))
}

// auditLog writes an unfinished report.
type auditLog struct {
	to      io.Writer
	waiting []audit.Finding
	flushed time.Time
}

// add adds findings. If the last write was some time ago, it writes all findings that wait.
func (l *auditLog) add(all []audit.Finding, soFar audit.Count) error {
	l.waiting = append(l.waiting, all...)
	if time.Since(l.flushed) < keepRowsEvery {
		return nil
	}
	return l.write(soFar)
}

// write writes the findings that wait, and flushes the file.
func (l *auditLog) write(soFar audit.Count) error {
	lines, err := audit.PartLines(l.waiting, soFar)
	if err != nil {
		return err
	}
	l.waiting, l.flushed = nil, time.Now()
	if _, err := l.to.Write(lines); err != nil {
		return err
	}
	if f, ok := l.to.(*bufio.Writer); ok {
		return f.Flush()
	}
	return nil
}

// auditor returns the auditor of the records. log may be nil.
func (u *auditing) auditor(log *auditLog) *audit.Auditor {
	o := audit.Options{Limits: u.options.limits, ResultOnly: u.options.result, Sample: u.sample}
	return audit.New(u.source, o, u.search, func(c audit.Checked) error {
		u.run.mu.Lock()
		u.run.count.Add(c.Count)
		soFar := u.run.count
		u.run.mu.Unlock()
		for _, f := range c.Findings {
			if err := u.print(f); err != nil {
				return err
			}
		}
		if log == nil {
			return nil
		}
		return log.add(c.Findings, soFar)
	})
}

// print prints a finding.
func (u *auditing) print(f audit.Finding) error {
	u.progress.done()
	if u.options.json {
		return u.app.writeJSON(f)
	}
	_, err := fmt.Fprintln(u.app.out, findingText(&f))
	return err
}

// findingText writes a finding as a sentence.
func findingText(f *audit.Finding) string {
	at := fmt.Sprintf("record %d (%s): ", f.Record, f.Where)
	if f.Verdict == audit.Unread {
		return at + "not read: " + f.Error
	}
	at += f.Position
	if f.Moves != "" {
		at += " (moves " + f.Moves + ")"
	}
	if f.Worth != "" {
		return at + bestText(f)
	}
	if f.What != "" {
		at += ", " + f.What
	}
	if f.Verdict == audit.Unproven {
		return fmt.Sprintf("%s: %s is not proven (known: %s)", at, f.Stated, f.Right)
	}
	return fmt.Sprintf("%s: %s is wrong: right is %s", at, f.Stated, f.Right)
}

// bestText writes a finding about a move that is called best.
func bestText(f *audit.Finding) string {
	text := fmt.Sprintf(", best: %s is worth %s, and the position %s", f.Stated, f.Worth, f.Right)
	switch {
	case f.Verdict == audit.Unproven:
		return fmt.Sprintf(", best: %s is not proven (known: the move is worth %s, the position %s)", f.Stated, f.Worth, f.Right)
	case len(f.Best) == 0:
		return text + ": no best move is proven"
	case len(f.Best) == 1:
		return text + ": the best move is " + f.Best[0]
	}
	return text + ": best moves are " + strings.Join(f.Best, " ")
}

// auditSummary is the last line of audit --json.
type auditSummary struct {
	File   string `json:"file"`
	Format string `json:"format"`
	All    int    `json:"all"` // records of the file
	audit.Count
	Estimates int            `json:"estimates,omitempty"` // of the file, not checked
	Sample    *sampleSummary `json:"sample,omitempty"`
	Seconds   float64        `json:"seconds"`
}

// sampleSummary says how much a sample may have missed.
type sampleSummary struct {
	Seed   uint64  `json:"seed"`
	One    float64 `json:"missed_if_one"` // the chance that the sample missed a single faulty record
	AtMost int     `json:"faulty_at_most"`
}

// sampleDoubt is the chance that more records are faulty than the summary says.
const sampleDoubt = 0.05

// conclude prints the counts, and how much a sample may have missed.
func (u *auditing) conclude() error {
	n := u.run.count
	s := auditSummary{File: u.file, Format: u.source.Format, All: u.all, Count: n, Estimates: u.source.Estimates, Seconds: time.Since(u.run.begun).Seconds()}
	if u.sample != nil {
		s.Sample = &sampleSummary{u.options.seed, audit.Missed(u.all, 1, n.Decided), audit.AtMost(u.all, n.Decided, n.Faulty, sampleDoubt)}
	}
	if u.options.json {
		return u.app.writeJSON(s)
	}
	unread := ""
	if n.Unread > 0 {
		unread = fmt.Sprintf(", %s not read", words.Count(n.Unread, "record"))
	}
	fmt.Fprintf(u.app.out, "%s: %d right, %d wrong, %d not proven%s, %.3g s\n", words.Count(n.Right+n.Wrong+n.Unproven, "value"), n.Right, n.Wrong, n.Unproven, unread, s.Seconds)
	if all := n.BestRight + n.BestWrong + n.BestUnproven; all > 0 {
		fmt.Fprintf(u.app.out, "%s: %d right, %d wrong, %d not proven\n", words.Count(all, "best move"), n.BestRight, n.BestWrong, n.BestUnproven)
	}
	if s.Estimates > 0 {
		fmt.Fprintf(u.app.out, "%s not checked\n", words.Count(s.Estimates, "estimate"))
	}
	if s.Sample == nil {
		return nil
	}
	fmt.Fprintf(u.app.out, "sample: %d of %d records decided, seed %d\nIf one record of all were wrong, this sample would have missed it with a chance of %.3g%%; if one in a hundred, %.3g%%.\n",
		n.Decided, u.all, u.options.seed, 100*s.Sample.One, 100*audit.Missed(u.all, (u.all+99)/100, n.Decided))
	_, err := fmt.Fprintf(u.app.out, "With 95%% certainty at most %d of %s are wrong.\n", s.Sample.AtMost, words.Count(u.all, "record"))
	return err
}
