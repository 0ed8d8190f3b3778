// Package talk holds a conversation of lines on behalf of a bot protocol: it
// reads commands while oxo thinks, so that a search can be stopped.
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

// LongestLine is how many bytes a command may have. The rest of a longer one is
// dropped.
const LongestLine = 1 << 16

// waiting is how many commands may wait to be carried out; then reading waits.
const waiting = 64

// Talk is a conversation.
type Talk struct {
	lines  chan string
	mu     sync.Mutex
	out    io.Writer
	err    error // of writing
	unread error // of reading
}

// New begins a conversation. Its reader ends with the input, or when ctx is done
// and a further line comes.
func New(ctx context.Context, in io.Reader, out io.Writer) *Talk {
	t := &Talk{lines: make(chan string, waiting), out: out}
	go t.read(ctx, bufio.NewReaderSize(in, LongestLine))
	return t
}

// Lines are the commands without their ends of line, CRLF or LF, and without
// blanks around them. The channel is closed at the end of the input.
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

// Say writes one line at once. Several goroutines may. Err has the first error.
func (t *Talk) Say(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.out, format+"\n", args...)
	}
}

// Err returns the first error of writing: who listened has left. Where all commands were taken it is that of reading
// the next.
func (t *Talk) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil && len(t.lines) == 0 {
		return t.unread
	}
	return t.err
}
