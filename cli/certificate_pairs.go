package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/prove/certificate"
)

// expandedFile is the output of verify --expand.
type expandedFile struct {
	File string `json:"file"`
	certificate.Report
	Expanded int     `json:"expanded"` // leaves that have their pairs now
	Seconds  float64 `json:"seconds"`
}

// expand writes a certificate with the pairs of all leaves to another file.
func (a *app) expand(ctx context.Context, file string, o verifyOptions) error {
	switch {
	case o.out == "":
		return usagef("--expand writes a file: name it, as in %s verify --expand %s --out FILE", a.name, file)
	case sameName(file, o.out):
		return usagef("--out and the certificate name the same file: give each its own")
	}
	begun := time.Now()
	in, err := openCertificate(ctx, file)
	if err != nil {
		return err
	}
	defer in.close()
	head, err := in.head()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	release, err := holdPart(o.out, head, "certificate of this position")
	if err != nil {
		return err
	}
	defer release()
	if part, err := datafile.PartOf(o.out); err != nil {
		return usage(fmt.Errorf("--out: %w", err))
	} else if info, err := os.Stat(part); err == nil && info.Size() > 0 {
		return usagef("--out %s: %s is there already, the part that an interrupted run has written. Take another name, or remove it", o.out, part)
	}
	read, written, err := a.expandTo(ctx, in, o.out, o.threads)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	took := time.Since(begun)
	if o.json {
		return a.writeJSON(expandedFile{o.out, written, read.Unwritten, took.Seconds()})
	}
	if err := a.proven(o.out, written, took, false); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "certificate: %s, with the pairs of all leaves, verified; %s leaves out those of %d\n", o.out, file, read.Unwritten)
	return err
}

// expandTo writes a certificate with the pairs of all leaves to a file, whole or not at all. The file has its name only after the checker has read it.
func (a *app) expandTo(ctx context.Context, in *openedCertificate, to string, threads int) (read, written certificate.Report, err error) {
	end := a.progress().follow(func() string { return "writing the certificate with pairs: " + in.progress() })
	part, err := datafile.Continue(to, func(_ io.Reader, keep func(int64) error, out io.Writer) error {
		if err := keep(0); err != nil {
			return err
		}
		var err error
		read, err = certificate.Expand(threads, in, out, func(name string) (oxo.Game, error) { return catalog.Lookup(a.families, name) })
		return err
	})
	end()
	if err == nil {
		written, err = a.verified(ctx, part, threads)
	}
	if err == nil {
		err = datafile.Finish(to)
	}
	if err != nil && part != "" {
		err = errors.Join(err, os.Remove(part))
	}
	return read, written, err
}

// withPairs writes the pairs of all leaves into the part of a certificate, which is whole and verified.
func (w *certificateWriter) withPairs(ctx context.Context, report certificate.Report) (certificate.Report, error) {
	if report.Unwritten == 0 {
		return report, nil
	}
	in, err := openCertificate(ctx, w.part)
	if err != nil {
		return report, err
	}
	defer in.close()
	to := w.part + ".pairs"
	_, written, err := w.a.expandTo(ctx, in, to, w.o.search.threads)
	if err != nil {
		return report, err
	}
	return written, os.Rename(to, w.part)
}

// openedCertificate is the file of a certificate, open to be read once.
type openedCertificate struct {
	*bufio.Reader
	watched *watchedReader
	size    int64 // 0 of a pipe
	close   func()
}

// openCertificate opens a certificate. To read it ends with the context.
func openCertificate(ctx context.Context, file string) (*openedCertificate, error) {
	f, err := datafile.Open(file)
	if err != nil {
		return nil, usage(err)
	}
	about, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	in := &watchedReader{ctx: ctx, from: f}
	stop := context.AfterFunc(ctx, func() { _ = f.Close() }) // a pipe may have nothing to read
	return &openedCertificate{bufio.NewReaderSize(in, 1<<16), in, about.Size(), func() {
		stop()
		_ = f.Close()
	}}, nil
}

// progress says how much has been read.
func (c *openedCertificate) progress() string {
	if c.size == 0 { // a pipe
		return words.Count(c.watched.read.Load(), "byte")
	}
	return fmt.Sprintf("%d%%", 100*c.watched.read.Load()/c.size)
}

// head returns the lines that say what a certificate is of, without reading on. Of a file that is no certificate it returns what the first line
// would be: the checker says what is wrong.
func (c *openedCertificate) head() (string, error) {
	const first, lines, most = "oxo certificate 1\n", 3, 1 << 14
	for n := 1; n < most; n = c.Buffered() + 1 { // a pipe may have no more for a while
		_, err := c.Peek(n)
		begin, _ := c.Peek(c.Buffered())
		head := strings.SplitAfterN(string(begin), "\n", lines+1)
		switch {
		case len(head) > lines && head[0] == first:
			return strings.Join(head[:lines], ""), nil
		case len(head) > lines || errors.Is(err, io.EOF):
			return first, nil
		case err != nil:
			return "", err
		}
	}
	return first, nil
}
