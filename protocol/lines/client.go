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

// mostComments is how many lines a program may write beside its move.
const mostComments = 1 << 16

// Client is a program that speaks the protocol, as a player. It implements
// [player.Informed].
type Client struct {
	program            *program.Program
	game               oxo.Game
	tellGame, tellTime bool
}

// Connect makes a player of a program, which begins to read positions at once:
// there is nothing to be agreed on. The one option is "tell", with "game", "time"
// or "game,time": what the program wants to hear of besides positions.
func Connect(_ context.Context, prog *program.Program, g oxo.Game, options map[string]string) (*Client, error) {
	c := &Client{program: prog, game: g}
	for name, value := range options {
		if name != "tell" {
			return nil, fmt.Errorf("the line protocol has no option %q: there is tell, as in tell=time", name)
		}
		for word := range strings.SplitSeq(value, ",") {
			switch strings.TrimSpace(word) {
			case "game":
				c.tellGame = true
			case "time":
				c.tellTime = true
			default:
				return nil, fmt.Errorf("tell=%s: a program can be told its game, time or game,time", value)
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

// MoveIn implements [player.Informed]. The error of a program that has ended wraps
// [program.ErrGone], that of one whose answer is not a legal move is a
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
	for range mostComments {
		line, err := c.program.Line(ctx)
		if err != nil {
			return player.Choice{}, err
		}
		if done, err := a.hear(line); done {
			return a.choice, err
		}
	}
	return player.Choice{}, &player.RubbishError{Answer: "# ...", Reason: fmt.Sprintf("%d comments and no move", mostComments)}
}

// early reads what came since the last move: comments may, a second answer may not.
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

// Close tells the program to end, by ending its input.
func (c *Client) Close() error { return c.program.Close() }

// answer is what a program writes for a position.
type answer struct {
	game   oxo.Game
	p      oxo.Position
	choice player.Choice
}

// hear takes in a line, and reports whether the answer is complete: then it is
// the choice, or the error.
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

// note takes in a comment. One that is not of the protocol is for people.
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

// New makes a player of a program that answers one position and ends: args[0] with
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
