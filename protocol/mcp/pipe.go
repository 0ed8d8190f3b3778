package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Pipe is the transport of one client by a pair of pipes, a message on each line. The end of the input is the end of the
// conversation, but every question that came before it is answered first: the SDK drops the answers that are not
// written yet. The context ends the wait.
func Pipe(ctx context.Context, in io.Reader, out io.Writer) mcp.Transport {
	p := &pending{ids: map[string]bool{}}
	p.changed.L = &p.mu
	context.AfterFunc(ctx, p.giveUp)
	return &mcp.IOTransport{Reader: &questions{p, bufio.NewReaderSize(in, 1<<16), nil}, Writer: &answers{p, out, nil}, MaxLineLength: MaxLine}
}

// pending is the questions that have no answer yet.
type pending struct {
	mu      sync.Mutex
	changed sync.Cond
	ids     map[string]bool
	over    bool // nobody waits any more
}

func (p *pending) giveUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
	p.changed.Broadcast()
}

// message is the part of a message that says whether it needs an answer, or is one.
type message struct {
	ID     any             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// note notes a line that was read or written: a message, or a list of them. The SDK refuses other lines.
func (p *pending) note(line []byte, read bool) {
	var all []message
	if line = bytes.TrimSpace(line); bytes.HasPrefix(line, []byte("[")) {
		_ = json.Unmarshal(line, &all)
	} else {
		all = make([]message, 1)
		_ = json.Unmarshal(line, &all[0])
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range all {
		id, ok := nameOf(m.ID)
		switch {
		case read && m.Method == "notifications/cancelled":
			var back struct {
				RequestID any `json:"requestId"`
			}
			_ = json.Unmarshal(m.Params, &back)
			id, _ := nameOf(back.RequestID) // a question that the client takes back needs no answer
			delete(p.ids, id)
		case read && m.Method != "" && ok:
			p.ids[id] = true
		case !read && m.Method == "":
			delete(p.ids, id)
		}
	}
	p.changed.Broadcast()
}

// nameOf writes the number or text of a question as the SDK answers it: without a fraction.
func nameOf(id any) (name string, ok bool) {
	switch id := id.(type) {
	case string:
		return "text " + id, true
	case float64:
		return fmt.Sprintf("number %d", int64(id)), true
	}
	return "", false
}

// wait waits until every question has an answer.
func (p *pending) wait() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.ids) > 0 && !p.over {
		p.changed.Wait()
	}
}

// questions is the input. It reads line by line, so that each question is noted before the SDK has it.
type questions struct {
	*pending
	in   *bufio.Reader
	line []byte // the rest of a line that the SDK has not read yet
}

// Read implements [io.Reader].
func (q *questions) Read(to []byte) (int, error) {
	if len(q.line) == 0 {
		part, err := q.in.ReadSlice('\n') // a part of a line that is too long to be a question
		if len(part) == 0 && err != nil {
			if err == io.EOF {
				q.wait()
			}
			return 0, err
		}
		q.line = bytes.Clone(part)
		q.note(q.line, true)
	}
	n := copy(to, q.line)
	q.line = q.line[n:]
	return n, nil
}

// Close implements [io.Closer]. The input is the caller's.
func (*questions) Close() error { return nil }

// answers is the output.
type answers struct {
	*pending
	out  io.Writer
	line []byte // the part of the last line that is written
}

// Write implements [io.Writer].
func (a *answers) Write(b []byte) (int, error) {
	n, err := a.out.Write(b)
	for rest := b[:n]; ; {
		line, more, whole := bytes.Cut(rest, []byte("\n"))
		a.line = append(a.line, line...)
		if !whole {
			return n, err
		}
		a.note(a.line, false)
		a.line, rest = a.line[:0], more
	}
}

// Close implements [io.Closer]. The output is the caller's.
func (*answers) Close() error { return nil }
