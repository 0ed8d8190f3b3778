package lines

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/internal/words"
	"oxo/player"
	"oxo/player/program"
	"oxo/protocol/contest"
)

// maxComments is the maximum number of lines that a program may write in addition to
// its move.
const maxComments = 1 << 16

// Client makes a player of a program that speaks the protocol. It implements
// [player.Informed].
type Client struct {
	program            *program.Program
	game               oxo.Game
	tellGame, tellTime bool
}

// Connect makes a player of a program. There is no handshake: the program reads
// positions at once. The only option is "tell", with "game", "time" or "game,time":
// the information that the program wants in addition to positions.
func Connect(_ context.Context, prog *program.Program, g oxo.Game, options map[string]string) (*Client, error) {
	c := &Client{program: prog, game: g}
	for name, value := range options {
		if name != "tell" {
			return nil, fmt.Errorf("the line protocol has no option %q: want tell, as in tell=time", name)
		}
		for word := range strings.SplitSeq(value, ",") {
			switch strings.TrimSpace(word) {
			case "game":
				c.tellGame = true
			case "time":
				c.tellTime = true
			default:
				return nil, fmt.Errorf("tell=%s: want game, time or game,time", value)
			}
		}
	}
	return c, nil
}

// NewGame implements [player.Informed].
func (c *Client) NewGame(_ context.Context, g oxo.Game) error {
	if g.Name() != c.game.Name() {
		return fmt.Errorf("the program plays %s, not %s", c.game.Name(), g.Name())
	}
	if c.tellGame {
		return c.program.Send("# game " + g.Name())
	}
	return nil
}

// Move implements [player.Player].
func (c *Client) Move(ctx context.Context, p oxo.Position) (player.Choice, error) {
	return c.MoveIn(ctx, player.Turn{Game: c.game, Start: p, Now: p})
}

// MoveIn implements [player.Informed]. If the program has ended, the error wraps
// [program.ErrGone]; if its answer is not a legal move, the error is a
// [player.RubbishError].
func (c *Client) MoveIn(ctx context.Context, t player.Turn) (player.Choice, error) {
	if t.Now.Outcome() != oxo.Ongoing {
		return player.Choice{}, oxo.ErrGameOver
	}
	if err := c.early(ctx); err != nil {
		return player.Choice{}, err
	}
	if limit := t.Clock.Budget(t.Now.Turn()).Time; c.tellTime && limit > 0 {
		if err := c.program.Send("# time " + strconv.FormatFloat(limit.Seconds(), 'f', 3, 64)); err != nil {
			return player.Choice{}, err
		}
	}
	if err := c.program.Send(c.game.FormatPosition(t.Now)); err != nil {
		return player.Choice{}, err
	}
	a := answer{game: c.game, p: t.Now, choice: player.Choice{Notes: player.Notes{NoValue: true}}}
	for range maxComments {
		line, err := c.program.Line(ctx)
		if err != nil {
			return player.Choice{}, err
		}
		if done, err := a.hear(line); done {
			return a.choice, err
		}
	}
	return player.Choice{}, &player.RubbishError{Answer: "# ...", Reason: fmt.Sprintf("%d comments and no move", maxComments)}
}

// early reads output since the last move: comments are allowed, a second answer is
// not.
func (c *Client) early(ctx context.Context) error {
	for c.program.Unread() > 0 {
		line, err := c.program.Line(ctx)
		if err != nil {
			return err
		}
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return &player.RubbishError{Answer: line, Reason: "it came before the position was sent; for each position a program writes one line, and comments that begin with #"}
		}
	}
	return nil
}

// Close closes the program's input; the program must then end.
func (c *Client) Close() error { return c.program.Close() }

// answer is a program's answer to a position.
type answer struct {
	game   oxo.Game
	p      oxo.Position
	choice player.Choice
}

// hear reads a line, and reports whether the answer is complete. If it is, the result
// is in choice or err.
func (a *answer) hear(line string) (done bool, err error) {
	line = strings.TrimSpace(line)
	switch {
	case line == "":
		return false, nil
	case line[0] == '#':
		a.note(strings.TrimSpace(line[1:]))
		return false, nil
	case line[0] == '?':
		return true, a.rubbish(line, "the program has no move")
	}
	m, err := a.game.ParseMove(a.p, line)
	switch {
	case err == nil && slices.Contains(a.p.Moves(nil), m):
		a.choice.Move = m
	case strings.EqualFold(line, "resign"):
		a.choice.Resigns = true
	case err == nil:
		return true, a.rubbish(line, "that is not a legal move")
	default:
		return true, a.rubbish(line, err.Error())
	}
	return true, nil
}

func (a *answer) rubbish(line, reason string) error {
	a.choice = player.Choice{}
	return &player.RubbishError{Answer: words.Clip(line), Reason: reason}
}

// note reads a comment. It ignores comments that are not part of the protocol.
func (a *answer) note(comment string) {
	word, rest, _ := strings.Cut(comment, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "value":
		if s, err := parseValue(rest); err == nil {
			a.choice.Value.Score, a.choice.NoValue = s, false
		}
	case "depth":
		if n, err := strconv.ParseUint(rest, 10, 15); err == nil {
			a.choice.Depth = int(n)
		}
	case "nodes":
		if n, err := strconv.ParseUint(rest, 10, 64); err == nil {
			a.choice.Nodes = n
		}
	}
}

// New makes a player from a program that answers one position and ends: args[0] with
// the arguments args[1:] is started again for each move, with the position on its
// standard input.
func New(args []string, g oxo.Game) *contest.Client {
	return contest.New(args, g, contest.Notation{
		Position: func(p oxo.Position) (string, error) { return g.FormatPosition(p) + "\n", nil },
		Move: func(p oxo.Position, text string) (player.Choice, error) {
			a := answer{game: g, p: p, choice: player.Choice{Notes: player.Notes{NoValue: true}}}
			for line := range strings.Lines(text) {
				if done, err := a.hear(line); done {
					return a.choice, err
				}
			}
			return player.Choice{}, &player.RubbishError{Answer: words.Clip(text), Reason: "there is no move in it: one line is the move, as in " + g.FormatMove(p, p.Moves(nil)[0])}
		},
	})
}
