//go:build unix || windows

package tui

import (
	"context"
	"errors"
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Run plays on a terminal, with in and out as its two ends, until the player leaves
// or the context ends; then it returns the context's error ([context.Canceled] after
// Ctrl-C). It restores the terminal in every case, even after a panic. The caller
// handles signals, by ending the context.
func Run(ctx context.Context, in, out *os.File, o Options) error {
	m, err := newModel(ctx, o)
	if err != nil {
		return err
	}
	defer m.Close()
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler()}
	if o.NoColour {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	_, err = tea.NewProgram(m, options...).Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, tea.ErrInterrupted):
		return context.Canceled
	case errors.Is(err, tea.ErrProgramPanic):
		return errors.New("the screen has failed: the text above describes an internal error of oxo")
	case err != nil:
		return fmt.Errorf("the terminal: %w", err)
	}
	return nil
}
