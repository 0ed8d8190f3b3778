package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"
)

const (
	startTime = 5 * time.Minute
	endTime   = 5 * time.Minute
)

// server is a server started here.
type server struct {
	url     string
	command *exec.Cmd
	done    chan struct{} // closed once it has ended
	err     error         // its exit, once done is closed
}

// start starts a server, and reads its address from the first line of its output.
func start(ctx context.Context, line string, stderr io.Writer) (*server, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil, errors.New("-serve without a command: want one")
	}
	// It outlives ctx, so that it can be ended properly.
	c := exec.CommandContext(context.WithoutCancel(ctx), words[0], words[1:]...)
	c.Stderr = stderr
	stdout, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("cannot start the server: %w", err)
	}
	s := &server{command: c, done: make(chan struct{})}
	first := make(chan string, 1)
	go func() {
		out := bufio.NewReader(stdout)
		line, _ := out.ReadString('\n')
		first <- line
		_, _ = io.Copy(io.Discard, out)
		s.err = c.Wait()
		close(s.done)
	}()
	late := time.NewTimer(startTime)
	defer late.Stop()
	select {
	case line := <-first:
		if s.url = regexp.MustCompile(`https?://[^\s/]+/\S*`).FindString(line); s.url != "" {
			return s, nil
		}
		err = fmt.Errorf("the server's first line is %q: want its address in it", line)
	case <-late.C:
		err = fmt.Errorf("the server says nothing for %v", startTime)
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.kill()
	return nil, err
}

func (s *server) pid() int { return s.command.Process.Pid }

// kill ends the server at once.
func (s *server) kill() {
	_ = s.command.Process.Kill() // fails if it has already ended
	<-s.done
}

// end ends the server, and returns how long that took. It returns an error if the
// server had already ended, failed, or did not end in time. A Ctrl-C, which ends ctx,
// also ends a server on the same terminal.
func (s *server) end(ctx context.Context) (time.Duration, error) {
	begun := time.Now()
	select {
	case <-s.done:
		if ctx.Err() != nil {
			return 0, nil
		}
		return 0, fmt.Errorf("the server ended too early: %v", s.command.ProcessState)
	default:
	}
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		s.kill()
		return 0, fmt.Errorf("cannot stop the server: %w", err)
	}
	late := time.NewTimer(endTime)
	defer late.Stop()
	select {
	case <-s.done:
		if s.err != nil && ctx.Err() == nil {
			return time.Since(begun), fmt.Errorf("the server failed at its end: %w", s.err)
		}
		return time.Since(begun), nil
	case <-late.C:
		s.kill()
		return time.Since(begun), fmt.Errorf("the server did not end within %v of SIGTERM, and was killed", endTime)
	}
}
