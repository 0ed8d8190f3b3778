package referee

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"oxo/internal/words"
	"oxo/player/program"
)

// Rules are the rules of another program.
type Rules interface {
	// Ask asks a question of one line, and returns the line that answers it.
	Ask(ctx context.Context, question string) (string, error)
}

// Program is a program that answers each line by a line.
type Program struct {
	talk *program.Program
	wait time.Duration
}

// Start starts a program. It has the given time for each answer.
func Start(ctx context.Context, wait time.Duration, command ...string) (*Program, error) {
	talk, err := program.Start(ctx, "", command...)
	if err != nil {
		return nil, err
	}
	return &Program{talk, wait}, nil
}

// Close ends the program.
func (p *Program) Close() error { return p.talk.Close() }

// Ask implements [Rules].
func (p *Program) Ask(ctx context.Context, question string) (string, error) {
	if p.talk.Unread() > 0 {
		extra, err := p.talk.Line(ctx)
		if err != nil {
			return "", err
		}
		return "", fmt.Errorf("it wrote the line %q without a question: want one line for each question", words.Clip(extra))
	}
	limited, stop := context.WithTimeout(ctx, p.wait)
	defer stop()
	if err := p.talk.Send(question); err != nil {
		return "", fmt.Errorf("%q: %w", question, err)
	}
	answer, err := p.talk.Line(limited)
	switch {
	case err == nil:
		return strings.TrimSpace(answer), nil
	case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		text := fmt.Sprintf("no answer to %q within %v", question, p.wait)
		if begun := p.talk.Unended(); begun != "" {
			text += fmt.Sprintf(": %q has no line end", begun)
		}
		return "", errors.New(text)
	}
	return "", fmt.Errorf("%q: %w", question, err)
}
