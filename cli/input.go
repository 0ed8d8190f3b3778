package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// lines reads lines of input on a goroutine of its own, so that a question
// can be interrupted.
type lines struct {
	next chan line
}

type line struct {
	text string
	err  error
}

// maxLine is the longest line that is read; what is longer is refused, not
// kept.
const maxLine = 1 << 16

func readLines(r io.Reader) *lines {
	l := &lines{next: make(chan line)}
	go func() {
		in := bufio.NewReaderSize(r, maxLine)
		for {
			text, err := readLine(in)
			l.next <- line{text, err}
			if err != nil && !errors.Is(err, errNotALine) {
				close(l.next)
				return
			}
		}
	}()
	return l
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
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case next, open := <-l.next:
		if !open {
			return "", io.EOF
		}
		return next.text, next.err
	}
}
