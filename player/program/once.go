package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// mostOutput is how many bytes a program that runs once may write.
const mostOutput = longestLine

// Run starts a program as [Start] does, gives it all of its input, and returns
// what it wrote when it has ended. A context that ends kills it, and then the
// error is the context's. The errors of a program that cannot be started, that
// ends with another exit status than 0, or that writes more than 64 KiB wrap
// [ErrGone]. No process is left.
func Run(ctx context.Context, dir, input string, args ...string) (string, error) {
	if len(args) == 0 || args[0] == "" {
		return "", errNoProgram()
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	cmd := exec.CommandContext(running, args[0], args[1:]...) //nolint:gosec // the caller chooses the program
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(input)
	out, errs := &bounded{most: mostOutput, full: stop}, &tail{}
	cmd.Stdout, cmd.Stderr = out, errs
	own(cmd)
	cmd.Cancel = func() error { return kill(cmd) }
	cmd.WaitDelay = timeToEnd // a child that it left may hold the pipes
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("%w: %s cannot be started: %w", ErrGone, args[0], err)
	}
	err := cmd.Wait()
	_ = kill(cmd) // children that it left
	switch {
	case out.over:
		return "", fmt.Errorf("%w: %s wrote more than %d bytes", ErrGone, args[0], mostOutput)
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil && !errors.Is(err, exec.ErrWaitDelay) && !cmd.ProcessState.Success():
		return "", fmt.Errorf("%w: %s ended with %s", ErrGone, args[0], manner(err, errs))
	}
	return out.text.String(), nil
}

// errNoProgram says that no command was given.
func errNoProgram() error {
	return errors.New("no program is named: write its command, as in fairy-stockfish")
}

// manner says how a program ended, with the last that it wrote to its standard
// error.
func manner(exit error, errs *tail) string {
	how := "exit status 0"
	if exit != nil {
		how = exit.Error()
	}
	if last := errs.lastLine(); last != "" {
		how += fmt.Sprintf(", and wrote %q", last)
	}
	return how
}

// bounded keeps what is written to it, until that is too much.
type bounded struct {
	text bytes.Buffer
	most int
	over bool
	full func() // called when it is too much
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
