package keep

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/prove/certificate"
	"oxo/prove/certificate/write"
	"oxo/prove/solve"
)

// Verify checks the certificate in a file, and shows the progress.
func (c *Certifier) Verify(ctx context.Context, file string) (certificate.Report, error) {
	in, err := Open(ctx, file)
	if err != nil {
		return certificate.Report{}, err
	}
	defer in.Close()
	defer c.Follow.Show(func() string { return "checking the certificate: " + in.progress() })()
	return c.Check(in)
}

// Check checks a certificate.
func (c *Certifier) Check(from io.Reader) (certificate.Report, error) {
	return certificate.CheckBy(c.Threads, from, c.Lookup)
}

// Expand writes a certificate with the pairs of all leaves to a file, whole or not at all. The file gets its name only
// after the checker has accepted it.
func (c *Certifier) Expand(ctx context.Context, in *Opened, to string) (read, written certificate.Report, err error) {
	end := c.Follow.Show(func() string { return "writing the certificate with pairs: " + in.progress() })
	part, err := datafile.Continue(to, func(_ io.Reader, keep func(int64) error, out io.Writer) error {
		if err := keep(0); err != nil {
			return err
		}
		var err error
		read, err = write.Expand(c.Threads, in, out, c.Lookup)
		return err
	})
	end()
	if err == nil {
		written, err = c.Verify(ctx, part)
	}
	if err == nil {
		err = datafile.Finish(to)
	}
	if err != nil && part != "" {
		err = errors.Join(err, os.Remove(part))
	}
	return read, written, err
}

// withPairs writes the pairs of all leaves into the part of a certificate. The certificate is whole and
// verified.
func (w *writing) withPairs(ctx context.Context, report certificate.Report) (certificate.Report, error) {
	if report.Unwritten == 0 {
		return report, nil
	}
	in, err := Open(ctx, w.part)
	if err != nil {
		return report, err
	}
	defer in.Close()
	to := w.part + ".pairs"
	_, written, err := w.Expand(ctx, in, to)
	if err != nil {
		return report, err
	}
	return written, os.Rename(to, w.part)
}

// Opened is an open file of a certificate, to be read once.
type Opened struct {
	*bufio.Reader
	watched *watchedReader
	size    int64 // 0 for a pipe
	// Close closes the file.
	Close func()
}

// Open opens a certificate. Reading ends with the context.
func Open(ctx context.Context, file string) (*Opened, error) {
	f, err := datafile.Open(file)
	if err != nil {
		return nil, &solve.InputError{Err: err}
	}
	about, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	in := &watchedReader{ctx: ctx, from: f}
	stop := context.AfterFunc(ctx, func() { _ = f.Close() }) // a pipe may have nothing to read
	return &Opened{bufio.NewReaderSize(in, 1<<16), in, about.Size(), func() {
		stop()
		_ = f.Close()
	}}, nil
}

// progress returns in words how much has been read.
func (c *Opened) progress() string {
	if c.size == 0 { // the size of a pipe is unknown
		return words.Count(c.watched.read.Load(), "byte")
	}
	return fmt.Sprintf("%d%%", 100*c.watched.read.Load()/c.size)
}

// Head returns the lines that name the game and the position; they can be read again. If the file is not a
// certificate, Head returns the first line that one should have, and the checker reports the fault.
func (c *Opened) Head() (string, error) {
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

// watchedReader stops when its context ends, and counts the bytes read.
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
