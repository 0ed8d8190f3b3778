package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// maxOutput is the maximum number of bytes that a program run once may write.
const maxOutput = maxLine

// Run starts a program as [Start] does, gives it all of its input, waits for its end
// and returns its output. If the context ends, Run kills the program and returns the
// context's error. Errors of a program that cannot be started, that exits with a
// status other than 0, or that writes more than 64 KiB wrap [ErrGone]. No process
// remains.
func Run(ctx context.Context, dir, input string, args ...string) (string, error) {
	if len(args) == 0 || args[0] == "" {
		return "", errNoProgram()
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	cmd := exec.CommandContext(running, args[0], args[1:]...) //nolint:gosec // the caller chooses the program
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(input)
	out, errs := &bounded{most: maxOutput, full: stop}, &tail{}
	cmd.Stdout, cmd.Stderr = out, errs
	own(cmd)
	cmd.Cancel = func() error { return kill(cmd) }
	cmd.WaitDelay = timeToEnd // a child of the program may hold the pipes
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("%w: %s %w: %w", ErrGone, args[0], ErrUnstarted, err)
	}
	err := cmd.Wait()
	_ = kill(cmd) // children that the program left
	switch {
	case out.over:
		return "", fmt.Errorf("%w: %s wrote more than %d bytes", ErrFlood, args[0], maxOutput)
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil && !errors.Is(err, exec.ErrWaitDelay) && !cmd.ProcessState.Success():
		return "", &EndedError{Name: args[0], Exit: err, Stderr: errs.text(), cause: ErrGone}
	}
	return out.text.String(), nil
}

// Capture runs a program as [Run] does, and writes its standard output and standard
// error to out. An error of out ends the program and is returned.
func Capture(ctx context.Context, dir, input string, out io.Writer, args ...string) error {
	if len(args) == 0 || args[0] == "" {
		return errNoProgram()
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	cmd := exec.CommandContext(running, args[0], args[1:]...) //nolint:gosec // the caller chooses the program
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(input)
	errs := &tail{}
	to := &stopping{to: out, last: errs, stop: stop}
	cmd.Stdout, cmd.Stderr = to, to // with the same writer one goroutine writes, in order
	own(cmd)
	cmd.Cancel = func() error { return kill(cmd) }
	cmd.WaitDelay = timeToEnd
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%w: %s %w: %w", ErrGone, args[0], ErrUnstarted, err)
	}
	err := cmd.Wait()
	_ = kill(cmd)
	switch {
	case to.err != nil:
		return to.err
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !errors.Is(err, exec.ErrWaitDelay) && !cmd.ProcessState.Success():
		return &EndedError{Name: args[0], Exit: err, Stderr: errs.text(), cause: ErrGone}
	}
	return nil
}

// stopping passes writes to a writer, and stops the program at the first error.
type stopping struct {
	to   io.Writer
	last *tail
	stop func()
	err  error
}

// Write implements io.Writer.
func (s *stopping) Write(b []byte) (int, error) {
	_, _ = s.last.Write(b)
	n, err := s.to.Write(b)
	if err != nil && s.err == nil {
		s.err = err
		s.stop()
	}
	return n, err
}

// errNoProgram is the error of a missing command.
func errNoProgram() error {
	return errors.New("the program is missing: want its command, as in fairy-stockfish")
}

// manner describes how a program ended, with the last line of its standard error.
func manner(exit error, stderr string) string {
	how := "exit status 0"
	if exit != nil {
		how = exit.Error()
	}
	if last := stderr[strings.LastIndexByte(stderr, '\n')+1:]; last != "" {
		how += fmt.Sprintf(", and wrote %q", strings.TrimSpace(last))
	}
	return how
}

// bounded keeps the text written to it, up to a limit.
type bounded struct {
	text bytes.Buffer
	most int
	over bool
	full func() // called when the limit is exceeded
}

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	if b.text.Len()+len(p) > b.most {
		b.over = true
		b.full()
		return 0, errors.New("too much output")
	}
	return b.text.Write(p)
}
