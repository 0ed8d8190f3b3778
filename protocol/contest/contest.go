// Package contest is both sides of bot contests that start a program again for each
// move: the board on standard input, the move on standard output. Each contest
// defines its own format of boards and moves.
package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/player"
	"oxo/player/program"
	"oxo/search"
)

// InputError is the error of input in a format that the contest does not use.
type InputError struct{ Err error }

// Error implements error.
func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *InputError) Unwrap() error { return e.Err }

// Options are the options of oxo in a contest.
type Options struct {
	Search search.Options
	Limits search.Limits // of each move
}

// Serve is the program of a contest: it answers each position that next returns,
// until next returns io.EOF. Other errors of next, and a position without a move,
// become an [InputError]. If ctx ends, Serve returns the context's error, even while
// next waits.
func Serve(ctx context.Context, out io.Writer, g oxo.Game, next func() (oxo.Position, error), format func(move string) (string, error), opts Options) error {
	thinker := player.NewThinker(opts.Search, opts.Limits)
	boards := make(chan asked)
	reading, stop := context.WithCancel(ctx)
	defer stop()
	go read(reading, next, boards)
	for {
		var b asked
		select {
		case <-ctx.Done():
			return ctx.Err()
		case b = <-boards:
		}
		switch {
		case errors.Is(b.err, io.EOF):
			return nil
		case b.err != nil:
			return &InputError{b.err}
		case b.p.Outcome() != oxo.Ongoing:
			return &InputError{fmt.Errorf("%w: %s. No move can be made", oxo.ErrGameOver, catalog.Verdict(g, b.p))}
		}
		choice, err := thinker.Move(ctx, b.p)
		if err != nil {
			return err
		}
		answer, err := format(g.FormatMove(b.p, choice.Move))
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, answer); err != nil {
			return err
		}
	}
}

// read passes positions on until next returns an error.
func read(ctx context.Context, next func() (oxo.Position, error), boards chan<- asked) {
	for {
		p, err := next()
		select {
		case boards <- asked{p, err}:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// asked is a position, or the error of reading one.
type asked struct {
	p   oxo.Position
	err error
}

// Notation is the format of a contest.
type Notation struct {
	// Position writes a program's input for a position.
	Position func(oxo.Position) (string, error)
	// Move reads a program's answer in a position. An error other than
	// [player.RubbishError] becomes the reason of a RubbishError: it names the fault
	// and the correct form.
	Move func(p oxo.Position, answer string) (player.Choice, error)
}

// Client makes a player of a contest program: it starts the program again for each
// move, sends the board, and reads the move; the program must then end. Client
// implements [player.Informed]. If the program cannot be started, exits with a status
// other than 0 or writes too much, the error wraps [program.ErrGone]; if it does not
// write a legal move, the error is a [player.RubbishError]. If the context ends, the
// program is killed and the error is the context's.
type Client struct {
	// Dir is the folder that the program runs in; "" for the current one.
	Dir      string
	args     []string
	game     oxo.Game
	notation Notation
}

// Plain converts a reader of moves into a reader of answers without values.
func Plain(read func(p oxo.Position, answer string) (oxo.Move, error)) func(oxo.Position, string) (player.Choice, error) {
	return func(p oxo.Position, answer string) (player.Choice, error) {
		m, err := read(p, answer)
		return player.Choice{Move: m, Notes: player.Notes{NoValue: true}}, err
	}
}

// New makes a player of the program args[0] with the arguments args[1:].
func New(args []string, g oxo.Game, n Notation) *Client {
	return &Client{args: args, game: g, notation: n}
}

// Input returns the program's input for a position of the contest's game, even a
// finished one.
func (c *Client) Input(p oxo.Position) (string, error) { return c.notation.Position(p) }

// NewGame implements [player.Informed]. It refuses games other than the contest's.
func (c *Client) NewGame(_ context.Context, g oxo.Game) error {
	if g.Name() != c.game.Name() {
		return fmt.Errorf("the program plays %s, not %s", c.game.Name(), g.Name())
	}
	_, err := c.notation.Position(g.Start())
	return err
}

// MoveIn implements [player.Informed]. The program does not learn of the clock: the
// caller ends ctx in time.
func (c *Client) MoveIn(ctx context.Context, t player.Turn) (player.Choice, error) {
	return c.Move(ctx, t.Now)
}

// Move implements [player.Player].
func (c *Client) Move(ctx context.Context, p oxo.Position) (player.Choice, error) {
	if p.Outcome() != oxo.Ongoing {
		return player.Choice{}, oxo.ErrGameOver
	}
	input, err := c.notation.Position(p)
	if err != nil {
		return player.Choice{}, err
	}
	answer, err := program.Run(ctx, c.Dir, input, c.args...)
	if err != nil {
		return player.Choice{}, err
	}
	choice, err := c.notation.Move(p, answer)
	if _, ok := errors.AsType[*player.RubbishError](err); err != nil && !ok {
		err = &player.RubbishError{Answer: words.Clip(strings.TrimSpace(answer)), Reason: err.Error()}
	}
	return choice, err
}

// Close implements io.Closer. It does nothing: no program runs between moves.
func (c *Client) Close() error { return nil }

// Cells returns the contents of a board, row by row from the top, in the game's own
// text, such as X and O. An empty square is "". It reports false for a position
// without a board of that size.
func Cells(p oxo.Position, columns, rows int) ([][]string, bool) {
	grid, ok := p.(board.Grid)
	if !ok {
		return nil, false
	}
	if c, r := grid.Size(); c != columns || r != rows {
		return nil, false
	}
	cells := make([][]string, rows)
	for row := range rows {
		for column := range columns {
			cells[row] = append(cells[row], grid.At(board.Square{Column: column, Row: rows - 1 - row}).Text)
		}
	}
	return cells, true
}
