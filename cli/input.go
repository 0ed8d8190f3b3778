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

// lines reads lines of input in its own goroutine, so that a question can be
// interrupted. Lines that arrive together are sent together: to wake the other
// goroutine for each line of a file costs more than a short search.
type lines struct {
	next  chan []line
	ready []line // received but not yet read
}

type line struct {
	text string
	err  error
}

// maxLine is the maximum length of a line in bytes; longer lines are refused.
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

// errNotALine is the error of a line that is too long or not text.
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

// together returns lines that arrived together, at least one. The errors are those
// of read.
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
