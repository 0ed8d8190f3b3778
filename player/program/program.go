// Package program talks to a program in a subprocess, line by line. It expects the
// worst of the program: that it hangs, dies, floods or never reads.
package program

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Limits of a program's output.
const (
	maxLine     = 1 << 16 // bytes
	lineQueue   = 1 << 10 // lines that wait to be read; when they are full, the program blocks
	keptErrors  = 1 << 11 // bytes of its standard error that are kept
	keptUnended = 200     // bytes of an unfinished line that are kept
)

// Timeouts.
const (
	timeToEnd   = time.Second // after its input is closed, until it is killed
	timeToWrite = 5 * time.Second
)

// ErrGone is wrapped by all errors of a program that ended or whose pipes broke.
var ErrGone = errors.New("the program has ended")

// ErrFlood is wrapped, in addition to [ErrGone], by errors of a program that was killed
// because it wrote too much.
var ErrFlood = fmt.Errorf("%w: it wrote too much", ErrGone)

// ErrUnstarted is wrapped by the errors of a program that cannot be started.
var ErrUnstarted = errors.New("cannot be started")

// EndedError is the error of a program that has ended. It wraps [ErrGone].
type EndedError struct {
	Name   string
	Exit   error  // nil for the exit status 0
	Stderr string // the end of its standard error, at most 2 KiB
	// Unended is the last line of the program's output if it has no line end; at most
	// 200 bytes.
	Unended string
	cause   error
}

// Error implements error.
func (e *EndedError) Error() string {
	return fmt.Sprintf("%v: %s ended with %s", e.cause, e.Name, manner(e.Exit, e.Stderr))
}

// Unwrap returns the cause, which wraps [ErrGone].
func (e *EndedError) Unwrap() error { return e.cause }

// Program is a running subprocess. Send and Line may each be used by one goroutine.
type Program struct {
	name    string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     io.Closer
	lines   chan string
	failure error // of reading; set before lines is closed
	errors  tail
	begun   unended
	ended   chan struct{} // closed when the process has been waited for
	exit    error
	close   sync.Once
}

// Start starts a program: args[0] with the arguments args[1:], without a shell. It
// runs until Close, or until the end of the context kills it.
func Start(ctx context.Context, dir string, args ...string) (*Program, error) {
	if len(args) == 0 || args[0] == "" {
		return nil, errNoProgram()
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...) //nolint:gosec // the caller chooses the program
	cmd.Dir = dir
	p := &Program{name: args[0], cmd: cmd, lines: make(chan string, lineQueue), ended: make(chan struct{})}
	own(cmd)
	cmd.Cancel = func() error { return kill(cmd) }
	cmd.WaitDelay = timeToEnd
	cmd.Stderr = &p.errors
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("%s %w: %w", p.name, ErrUnstarted, err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("%s %w: %w", p.name, ErrUnstarted, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s %w: %w", p.name, ErrUnstarted, err)
	}
	p.in, p.out = in, out
	go p.read(out)
	return p, nil
}

// read passes the lines on until the output ends, then waits for the process.
func (p *Program) read(out io.Reader) {
	in := bufio.NewReaderSize(io.TeeReader(out, &p.begun), maxLine)
	for {
		text, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			p.failure = fmt.Errorf("%w, a line of more than %d bytes", ErrFlood, maxLine)
			_ = kill(p.cmd)
			break
		}
		if len(text) > 0 {
			p.lines <- strings.TrimRight(string(text), "\r\n")
		}
		if err != nil {
			p.failure = ErrGone
			break
		}
	}
	close(p.lines)
	p.exit = p.cmd.Wait()
	close(p.ended)
}

// Line returns the next line that the program writes, without its line end. It waits
// for a line, or for the end of the program or of ctx.
func (p *Program) Line(ctx context.Context) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", p.gone()
		}
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Unended returns what the program has written since its last line end, at most 200
// bytes: [Program.Line] still waits for the rest.
func (p *Program) Unended() string { return p.begun.text() }

// Unread returns the number of lines that wait to be read.
func (p *Program) Unread() int { return len(p.lines) }

// Floods continues to read, and reports whether a number of lines arrive before the
// program is silent for the given time. The lines are lost.
func (p *Program) Floods(ctx context.Context, lines int, quiet time.Duration) bool {
	for range lines {
		waiting, stop := context.WithTimeout(ctx, quiet)
		_, err := p.Line(waiting)
		stop()
		if err != nil {
			return errors.Is(err, ErrFlood)
		}
	}
	return true
}

// Send writes one line. A program that does not read it within seconds counts as
// gone.
func (p *Program) Send(line string) error {
	if strings.ContainsAny(line, "\r\n") {
		return fmt.Errorf("%q cannot be sent: want a line without an end of line in it", line)
	}
	done := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.in, line+"\n")
		done <- err
	}()
	timeout := time.NewTimer(timeToWrite)
	defer timeout.Stop()
	select {
	case err := <-done:
		if err != nil {
			return p.gone()
		}
		return nil
	case <-timeout.C:
		return fmt.Errorf("%w: %s read nothing for %v", ErrGone, p.name, timeToWrite)
	}
}

// gone returns the error of a program that ended, with the last line of its standard
// error.
func (p *Program) gone() error {
	cause := ErrGone
	select {
	case <-p.ended:
		if p.failure != nil {
			cause = p.failure
		}
	case <-time.After(timeToEnd):
		return fmt.Errorf("%w: %s closed its output and is still running", ErrGone, p.name)
	}
	return &EndedError{p.name, p.exit, p.errors.text(), p.begun.text(), cause}
}

// Close ends the program: it closes its input, and if the program does not end within
// a second kills it and its children. No process remains.
func (p *Program) Close() error {
	p.close.Do(func() {
		_ = p.in.Close()
		timeout := time.NewTimer(timeToEnd)
		defer timeout.Stop()
		for {
			select {
			case <-p.ended:
				_ = kill(p.cmd) // children that the program left
				return
			case _, ok := <-p.lines: // a program that floods must not block its reader
				if ok {
					continue
				}
				select {
				case <-p.ended:
				case <-timeout.C:
				}
			case <-timeout.C:
			}
			_ = kill(p.cmd)
			_ = p.out.Close()   // a grandchild may hold the pipe
			for range p.lines { //nolint:revive // emptied, so that its reader ends
			}
			<-p.ended
			return
		}
	})
	return nil
}

// Kill kills the program at once, without closing its input first.
func (p *Program) Kill() {
	_ = kill(p.cmd)
	_ = p.Close()
}

// tail keeps the last bytes that were written to it.
type tail struct {
	mu   sync.Mutex
	last []byte
}

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = append(t.last, b...)
	if n := len(t.last) - keptErrors; n > 0 {
		t.last = append(t.last[:0], t.last[n:]...)
	}
	return len(b), nil
}

// text returns the kept text, without blanks around it.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.last))
}

// unended keeps the beginning of the last line that was written to it, until the line
// ends.
type unended struct {
	mu   sync.Mutex
	line []byte
}

// Write implements io.Writer.
func (u *unended) Write(b []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	last := b
	if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
		u.line, last = u.line[:0], b[i+1:]
	}
	u.line = append(u.line, last[:min(len(last), keptUnended-len(u.line))]...)
	return len(b), nil
}

// text returns the kept text, without blanks around it.
func (u *unended) text() string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return strings.TrimSpace(string(u.line))
}
