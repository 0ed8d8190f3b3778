package gtp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
	"oxo/player"
	"oxo/player/program"
)

// timeToGreet is the time limit for an engine to list its commands.
const timeToGreet = 2 * time.Minute

// maxLines is the maximum number of lines of an answer.
const maxLines = 1 << 16

// Client makes a player of an engine that speaks GTP. It implements
// [player.Informed]. GTP has no limits of depth or nodes.
type Client struct {
	program   *program.Program
	game      oxo.Game
	notation  notation
	known     []string // the engine's commands
	name      string
	start     string // the first position of the engine's game; "" for the standard one
	reached   reached
	moves     []oxo.Move // on the engine's board
	settings  string     // of the time, as last sent
	wholeOnly bool       // the engine refused a fraction of a second
}

// Connect makes a player of an engine, and asks for its commands. Options are
// commands of the engine with their arguments: "level" and "5". If the engine knows
// the game by another name, the option "set_game" is that name.
func Connect(ctx context.Context, prog *program.Program, g oxo.Game, options map[string]string) (*Client, error) {
	ctx, stop := context.WithTimeout(ctx, timeToGreet)
	defer stop()
	c := &Client{program: prog, game: g, notation: newNotation(g)}
	version, err := c.ask(ctx, "protocol_version")
	if err != nil {
		return nil, fmt.Errorf("the program does not speak GTP: %w", late(ctx, err))
	}
	if version != "2" && version != "1" {
		return nil, &player.RubbishError{Answer: words.Clip(version), Reason: "the version of GTP is 2"}
	}
	list, err := c.ask(ctx, "list_commands")
	if err != nil {
		return nil, late(ctx, err)
	}
	c.known = strings.Fields(list)
	c.name, _ = c.ask(ctx, "name")
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if name == "set_game" {
			continue
		}
		if _, err := c.ask(ctx, strings.TrimSpace(name+" "+options[name])); err != nil {
			return nil, fmt.Errorf("option %s: %w", name, late(ctx, err))
		}
	}
	if err := c.setGame(ctx, options["set_game"]); err != nil {
		return nil, late(ctx, err)
	}
	return c, c.clear(ctx)
}

// late rewrites the error of an engine that took too long to answer.
func late(ctx context.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil {
		return fmt.Errorf("no answer within %v: %w", timeToGreet, err)
	}
	return err
}

// Name returns the engine's own name.
func (c *Client) Name() string { return c.name }

// knows reports whether the engine has a command.
func (c *Client) knows(command string) bool { return slices.Contains(c.known, command) }

// setGame selects the game in an engine that knows several: by the given name, by
// oxo's name, or by a name that the engine lists.
func (c *Client) setGame(ctx context.Context, given string) error {
	if given != "" {
		_, err := c.ask(ctx, "set_game "+given)
		return err
	}
	if !c.knows("set_game") {
		return nil
	}
	_, err := c.ask(ctx, "set_game "+c.game.Name())
	if err == nil || !refused(err) || !c.knows("list_games") {
		return err
	}
	list, err := c.ask(ctx, "list_games")
	if err != nil {
		return err
	}
	family, _, _ := strings.Cut(c.game.Name(), ":")
	for name := range strings.FieldsSeq(list) {
		if strings.EqualFold(name, family) {
			_, err := c.ask(ctx, "set_game "+name)
			return err
		}
	}
	return fmt.Errorf("%s plays %s, not %s; if it has another name for the game, write set_game=NAME", c.name, strings.Join(strings.Fields(list), ", "), c.game.Name())
}

// clear begins a new game.
func (c *Client) clear(ctx context.Context) error {
	c.moves, c.start, c.settings = nil, "", ""
	if grid, ok := c.game.Start().(board.Grid); ok {
		columns, rows := grid.Size()
		command := fmt.Sprintf("boardsize %d", columns)
		if columns != rows {
			command = fmt.Sprintf("rectangular_boardsize %d %d", columns, rows)
		}
		if word, _, _ := strings.Cut(command, " "); c.knows(word) {
			// For games without vertices an engine may refuse boardsize.
			if _, err := c.ask(ctx, command); err != nil && (c.notation.vertices() || !refused(err)) {
				return fmt.Errorf("the engine does not play %s: %w", c.game.Name(), err)
			}
		}
	}
	if _, err := c.ask(ctx, "clear_board"); err != nil {
		return err
	}
	if komi := board.FactsOf(c.game).Komi; komi != nil && c.knows("komi") {
		_, err := c.ask(ctx, "komi "+strconv.FormatFloat(*komi, 'f', -1, 64))
		return err
	}
	return nil
}

// NewGame implements [player.Informed].
func (c *Client) NewGame(ctx context.Context, g oxo.Game) error {
	if g.Name() != c.game.Name() {
		return fmt.Errorf("the engine plays %s, not %s", c.game.Name(), g.Name())
	}
	ctx, stop := context.WithTimeout(ctx, timeToGreet)
	defer stop()
	return late(ctx, c.clear(ctx))
}

// Move implements [player.Player].
func (c *Client) Move(ctx context.Context, p oxo.Position) (player.Choice, error) {
	return c.MoveIn(ctx, player.Turn{Game: c.game, Start: p, Now: p})
}

// MoveIn implements [player.Informed]. If the engine has ended, the error wraps
// [program.ErrGone]; if it refuses a legal move or its answer is not a legal move,
// the error is a [player.RubbishError]. A position other than the game's start needs
// an engine with the command oxo-position.
func (c *Client) MoveIn(ctx context.Context, t player.Turn) (player.Choice, error) {
	if t.Now.Outcome() != oxo.Ongoing {
		return player.Choice{}, oxo.ErrGameOver
	}
	if err := c.follow(ctx, t); err != nil {
		return player.Choice{}, err
	}
	if err := c.tellTime(ctx, t); err != nil {
		return player.Choice{}, err
	}
	who := colour(t.Now.Turn())
	command := "genmove " + who
	for _, better := range []string{"oxo-genmove_analyze", "kata-genmove_analyze"} {
		if c.knows(better) {
			command = better + " " + who + " 100000" // hundredths of a second: only the last report is used
			break
		}
	}
	answer, err := c.ask(ctx, command)
	if err != nil {
		return player.Choice{}, err
	}
	choice, err := c.choice(t.Now, answer)
	if err == nil && !choice.Resigns {
		c.moves = append(c.moves, choice.Move)
	}
	return choice, err
}

// follow brings the engine's board to the position of a turn.
func (c *Client) follow(ctx context.Context, t player.Turn) error {
	start, moves, err := c.begin(t)
	if err != nil {
		return err
	}
	if start != c.start || len(moves) < len(c.moves) || !slices.Equal(moves[:len(c.moves)], c.moves) {
		if err := c.clear(ctx); err != nil {
			return err
		}
	}
	p := c.game.Start()
	if start != "" {
		p = t.Start.Clone()
	}
	if start != c.start {
		if _, err := c.ask(ctx, "oxo-position "+start); err != nil {
			return err
		}
		c.start = start
	}
	for i, m := range moves {
		if i >= len(c.moves) {
			if err := c.play(ctx, p, m); err != nil {
				return err
			}
			c.moves = append(c.moves, m)
		}
		p.Make(m)
	}
	return nil
}

// begin returns the first position of the engine's game, "" for the standard one, and
// the moves from there to a turn. If the engine does not accept positions, it looks
// for moves that lead there.
func (c *Client) begin(t player.Turn) (start string, moves []oxo.Move, err error) {
	text := c.game.FormatPosition(t.Start)
	switch {
	case text == c.game.FormatPosition(c.game.Start()):
		return "", t.Moves, nil
	case c.knows("oxo-position"):
		return text, t.Moves, nil
	}
	if c.reached.text != text {
		c.reached = reached{text: text}
		c.reached.moves, c.reached.ok = reach(c.game, t.Start)
	}
	if !c.reached.ok {
		return "", nil, errors.New("GTP has no command for a position that is not the start of the game, and no moves were found that lead to it: begin with moves")
	}
	return "", slices.Concat(c.reached.moves, t.Moves), nil
}

// play sends a move to the engine. Some Othello engines have no move for a pass: if a
// side must pass, they pass by themselves.
func (c *Client) play(ctx context.Context, p oxo.Position, m oxo.Move) error {
	_, err := c.ask(ctx, "play "+colour(p.Turn())+" "+c.notation.format(p, m))
	if c.notation.mustPass(p) && refused(err) {
		return nil
	}
	return err
}

// Close sends quit, and kills the engine if it does not end.
func (c *Client) Close() error {
	_ = c.program.Send("quit")
	return c.program.Close()
}

// refused reports whether an engine answered a command with an error.
func refused(err error) bool {
	r, ok := errors.AsType[*player.RubbishError](err)
	return ok && strings.HasPrefix(r.Answer, "?")
}

// ask sends a command and returns the answer, without the leading mark; its lines are
// separated by line feeds.
func (c *Client) ask(ctx context.Context, command string) (string, error) {
	if err := c.program.Send(command); err != nil {
		return "", err
	}
	var lines []string
	for range maxLines {
		line, err := c.program.Line(ctx)
		switch {
		case err != nil:
			return "", err
		case len(lines) == 0 && (line == "" || line[0] != '=' && line[0] != '?'):
			continue // a message outside any answer
		case line != "":
			lines = append(lines, strings.TrimRight(line, " \t\r"))
			continue
		}
		first := strings.TrimSpace(strings.TrimLeft(lines[0][1:], "0123456789"))
		if lines[0][0] == '?' {
			return "", &player.RubbishError{Answer: words.Clip("? " + first), Reason: fmt.Sprintf("it refuses %q", words.Clip(command))}
		}
		return strings.TrimSpace(strings.Join(append([]string{first}, lines[1:]...), "\n")), nil
	}
	return "", &player.RubbishError{Answer: words.Clip(strings.Join(lines, " ")), Reason: fmt.Sprintf("%d lines are no answer to %q: that begins with = or ? and ends with a blank line", maxLines, words.Clip(command))}
}
