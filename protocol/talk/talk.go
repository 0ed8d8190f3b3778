// Package talk handles a conversation of lines for a bot protocol: it reads commands
// while oxo thinks, so that a search can be stopped.
package talk

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// LongestLine is the maximum length of a command in bytes. The rest of a longer one
// is dropped.
const LongestLine = 1 << 16

// waiting is the maximum number of commands that wait to be carried out; then reading
// waits.
const waiting = 64

// Talk is a conversation.
type Talk struct {
	lines  chan string
	mu     sync.Mutex
	out    io.Writer
	err    error // of writing
	unread error // of reading
}

// New begins a conversation. Its reader ends with the input, or at the next line
// after the end of ctx.
func New(ctx context.Context, in io.Reader, out io.Writer) *Talk {
	t := &Talk{lines: make(chan string, waiting), out: out}
	go t.read(ctx, bufio.NewReaderSize(in, LongestLine))
	return t
}

// Lines returns the commands without their line ends, CRLF or LF, and without
// surrounding blanks. The channel is closed at the end of the input.
func (t *Talk) Lines() <-chan string { return t.lines }

func (t *Talk) read(ctx context.Context, in *bufio.Reader) {
	defer close(t.lines)
	for {
		text, err := in.ReadSlice('\n')
		line := strings.TrimSpace(string(text))
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if line != "" || err == nil {
			select {
			case t.lines <- line:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.mu.Lock()
				t.unread = fmt.Errorf("the commands cannot be read: %w", err)
				t.mu.Unlock()
			}
			return
		}
	}
}

// Say writes one line at once. Several goroutines may call it. Err returns the first
// error.
func (t *Talk) Say(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.out, format+"\n", args...)
	}
}

// Err returns the first error of writing: the listener has gone. After all commands
// have been taken it returns the error of reading.
func (t *Talk) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil && len(t.lines) == 0 {
		return t.unread
	}
	return t.err
}
