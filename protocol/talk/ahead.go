package talk

import (
	"context"
	"time"
)

// lastThought is how long oxo still thinks after the end of the conversation. Nobody
// waits for a program that is asked to end; but commands that arrive all at once, as
// from a file, should get their answers.
const lastThought = 400 * time.Millisecond

// bytesAhead limits the lines that are read ahead; then reading waits. A line counts
// with its bytes and the cost of keeping it.
const (
	bytesAhead = 8 << 20
	costOfLine = 32
)

// Ahead reads the lines of a conversation in advance, so that its end is noticed
// while oxo still thinks about an earlier line.
type Ahead struct {
	lines    chan string
	thoughts context.Context //nolint:containedctx // it ends with the conversation
}

// NewAhead reads ahead until ctx ends. At a line for which last is true, and at the
// end of the input, it cancels the running search after 0.4 seconds.
func NewAhead(ctx context.Context, t *Talk, last func(line string) bool) *Ahead {
	thoughts, stop := context.WithCancel(ctx)
	a := &Ahead{lines: make(chan string), thoughts: thoughts}
	go a.read(ctx, t, last, stop)
	return a
}

// Lines returns the lines of the conversation. The channel is closed at the end of
// the input.
func (a *Ahead) Lines() <-chan string { return a.lines }

// Thoughts returns the context for all searches.
func (a *Ahead) Thoughts() context.Context { return a.thoughts }

func (a *Ahead) read(ctx context.Context, t *Talk, last func(line string) bool, stop context.CancelFunc) {
	defer close(a.lines)
	ending := false
	end := func() {
		if !ending {
			time.AfterFunc(lastThought, stop)
		}
		ending = true
	}
	var queue []string
	in, waiting := t.Lines(), 0
	for in != nil || len(queue) > 0 {
		from, to, next := in, a.lines, ""
		if waiting > bytesAhead {
			from = nil
		}
		if len(queue) > 0 {
			next = queue[0]
		} else {
			to = nil
		}
		select {
		case line, ok := <-from:
			if !ok || last(line) {
				end()
			}
			if !ok {
				in = nil
				continue
			}
			queue, waiting = append(queue, line), waiting+len(line)+costOfLine
		case to <- next:
			queue, waiting = queue[1:], waiting-len(next)-costOfLine
		case <-ctx.Done():
			end()
			return
		}
	}
}
