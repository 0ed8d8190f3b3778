package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"

	"oxo/web/hostile"
)

// fight attacks, while the others run in a separate process. In the process of the
// hostile clients they would wait for thousands of these, not for the server.
func (s *settings) fight(ctx context.Context, stderr io.Writer) (hostile.Report, error) {
	if s.self == "" || s.attack.Connections == 0 || s.attack.Others <= 0 {
		return hostile.Run(ctx, s.attack)
	}
	others := make(chan error, 1)
	var beside hostile.Report
	go func() {
		var err error
		beside, err = s.others(ctx, stderr)
		others <- err
	}()
	attack := s.attack
	attack.Others = -1
	r, err := hostile.Run(ctx, attack)
	err = errors.Join(err, <-others)
	r.Questions, r.All, r.Problems = beside.Questions, beside.All, beside.Problems
	return r, err
}

// others runs the others in another process.
func (s *settings) others(ctx context.Context, stderr io.Writer) (r hostile.Report, err error) {
	args := []string{
		"-url", s.attack.URL, "-connections", "0", "-others", strconv.Itoa(s.attack.Others), "-addresses", strconv.Itoa(s.attack.Addresses),
		"-seconds", fmt.Sprint(s.seconds), "-json",
	}
	if s.insecure {
		args = append(args, "-insecure")
	}
	c := exec.CommandContext(context.WithoutCancel(ctx), s.self, args...) // it receives Ctrl-C itself
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, stderr
	if err := c.Run(); err != nil && ctx.Err() == nil {
		return r, fmt.Errorf("the others: %w", err)
	}
	return r, json.Unmarshal(out.Bytes(), &r)
}
