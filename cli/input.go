package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// lines reads lines of input on a goroutine of its own, so that a question
// can be interrupted. What came together is handed over together: to wake the
// other goroutine for each line of a file costs more than a short search.
type lines struct {
	next  chan []line
	ready []line // handed over, and not read yet
}

type line struct {
	text string
	err  error
}

// maxLine is the longest line that is read; what is longer is refused, not
// kept.
const maxLine = 1 << 16

func readLines(r io.Reader) *lines {
	l := &lines{next: make(chan []line)}
	go func() {
		defer close(l.next)
		in := bufio.NewReaderSize(r, maxLine)
		var came []line
		for {
			text, err := readLine(in)
			came = append(came, line{text, err})
			over := err != nil && !errors.Is(err, errNotALine)
			if !over && holdsLine(in) {
				continue
			}
			l.next <- came
			if came = nil; over {
				return
			}
		}
	}()
	return l
}

// holdsLine reports whether another line can be read without waiting for it.
func holdsLine(in *bufio.Reader) bool {
	rest, err := in.Peek(in.Buffered())
	return err == nil && bytes.IndexByte(rest, '\n') >= 0
}

// errNotALine says that a line was no text that anybody could mean.
var errNotALine = errors.New("the line is too long or is not text")

func readLine(in *bufio.Reader) (string, error) {
	raw, err := in.ReadSlice('\n')
	tooLong := false
	for errors.Is(err, bufio.ErrBufferFull) {
		tooLong = true
		_, err = in.ReadSlice('\n')
	}
	switch {
	case tooLong && (err == nil || errors.Is(err, io.EOF)):
		return "", errNotALine
	case err != nil && (!errors.Is(err, io.EOF) || len(raw) == 0):
		return "", err
	case !utf8.Valid(raw):
		return "", errNotALine
	}
	return strings.TrimSpace(string(raw)), nil
}

// read returns the next line, io.EOF at the end of the input, or the error of
// a context that ends first.
func (l *lines) read(ctx context.Context) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if len(l.ready) == 0 {
		came, err := l.together(ctx)
		if err != nil {
			return "", err
		}
		l.ready = came
	}
	next := l.ready[0]
	l.ready = l.ready[1:]
	return next.text, next.err
}

// together returns lines that came together, at least one, after those that were
// handed over before. The errors are those of read.
func (l *lines) together(ctx context.Context) ([]line, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case came, open := <-l.next:
		if !open {
			return nil, io.EOF
		}
		return came, nil
	}
}
