package gomocup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/player"
	"oxo/player/program"
	"oxo/search"
)

// handshake is the time limit for answers to START and RESTART.
const handshake = 2 * time.Minute

// talker is the part of [program.Program] that a [Client] uses.
type talker interface {
	Send(line string) error
	Line(ctx context.Context) (string, error)
	Unread() int
	Close() error
}

// Client plays with a Gomocup program. It is a [player.Informed] for one goroutine.
type Client struct {
	prog    talker
	squares *squares
	rule    int
	options map[string]string

	fresh bool             // the program's board is empty
	start string           // the first position of the game on the program's board, as text
	moves []oxo.Move       // made on the program's board since start
	told  [2]time.Duration // the limits of a turn and of a match as last sent; 0 means no limit
}

// Connect begins a conversation with a program, and sets up the board of g: gomoku on
// 5 to 20 columns and rows: free-style (mnk:15x15x5), exactly five
// (mnk:15x15x5,exact), renju, or caro. It sends the options as INFO, such as max_memory: 83886080.
// The client owns the program: Close ends it.
func Connect(ctx context.Context, prog *program.Program, g oxo.Game, options map[string]string) (*Client, error) {
	c := &Client{prog: prog, options: options}
	if err := c.begin(ctx, g); err != nil {
		return nil, err
	}
	return c, nil
}

// accept reads the board and rule of a game.
func (c *Client) accept(g oxo.Game) error {
	grid, ok := g.Start().(board.Grid)
	if !ok {
		return fmt.Errorf("%s is not for Gomocup: want five in a row, as mnk:15x15x5", g.Name())
	}
	columns, rows := grid.Size()
	rule := -1
	for _, r := range played() {
		if g.Name() == gameName(columns, rows, r) {
			rule = r
		}
	}
	if rule < 0 {
		return fmt.Errorf("%s is not for Gomocup: want five in a row, as mnk:15x15x5, or with one of the options exact, renju and caro", g.Name())
	}
	if err := checkSize(columns, rows); err != nil {
		return err
	}
	squares, err := newSquares(g)
	if err != nil {
		return err
	}
	c.squares, c.rule = squares, rule
	return nil
}

// begin sets up a board.
func (c *Client) begin(ctx context.Context, g oxo.Game) error {
	if err := c.accept(g); err != nil {
		return err
	}
	lines := []string{"INFO rule " + strconv.Itoa(c.rule)}
	keys := make([]string, 0, len(c.options))
	for key := range c.options {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		lines = append(lines, "INFO "+key+" "+c.options[key])
	}
	if c.squares.columns == c.squares.rows {
		lines = append(lines, "START "+strconv.Itoa(c.squares.columns))
	} else {
		lines = append(lines, fmt.Sprintf("RECTSTART %d,%d", c.squares.columns, c.squares.rows))
	}
	for _, line := range lines {
		if err := c.prog.Send(line); err != nil {
			return err
		}
	}
	answer, err := c.expect(ctx, "OK")
	if err != nil {
		return err
	}
	if answer != "OK" {
		return &player.RubbishError{Answer: answer, Reason: "it was asked for a board of " + c.squares.game.Name() + ", and OK is the answer"}
	}
	c.empty()
	return nil
}

// empty records that the program's board is empty.
func (c *Client) empty() {
	g := c.squares.game
	c.fresh, c.start, c.moves = true, g.FormatPosition(g.Start()), c.moves[:0]
}

// expect reads the answer to a command of the handshake: the word, an error, or the
// refusal of an unknown command. It ignores other lines, which old programs write.
func (c *Client) expect(ctx context.Context, word string) (string, error) {
	ctx, stop := context.WithTimeoutCause(ctx, handshake, fmt.Errorf("the program has not answered %s within %v: %w", word, handshake, context.DeadlineExceeded))
	defer stop()
	for {
		line, err := c.prog.Line(ctx)
		if err != nil {
			if cause := context.Cause(ctx); cause != nil && errors.Is(err, context.DeadlineExceeded) {
				return "", cause
			}
			return "", err
		}
		first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch strings.ToUpper(first) {
		case word:
			return word, nil
		case "ERROR", "UNKNOWN":
			return line, nil
		}
	}
}

// NewGame implements [player.Informed].
func (c *Client) NewGame(ctx context.Context, g oxo.Game) error {
	if g.Name() != c.squares.game.Name() {
		return c.begin(ctx, g)
	}
	if c.fresh {
		return nil
	}
	return c.restart(ctx)
}

// restart empties the program's board. If the program does not know RESTART, it gets
// START again.
func (c *Client) restart(ctx context.Context) error {
	if err := c.prog.Send("RESTART"); err != nil {
		return err
	}
	answer, err := c.expect(ctx, "OK")
	if err != nil {
		return err
	}
	if answer != "OK" {
		return c.begin(ctx, c.squares.game)
	}
	c.empty()
	return nil
}

// Move implements [player.Player]; the program gets no earlier moves.
func (c *Client) Move(ctx context.Context, p oxo.Position) (player.Choice, error) {
	return c.MoveIn(ctx, player.Turn{Game: c.squares.game, Start: p, Now: p})
}

// MoveIn implements [player.Informed].
func (c *Client) MoveIn(ctx context.Context, t player.Turn) (player.Choice, error) {
	if t.Now.Outcome() != oxo.Ongoing {
		return player.Choice{}, oxo.ErrGameOver
	}
	if name := t.Game.Name(); name != c.squares.game.Name() {
		return player.Choice{}, fmt.Errorf("the program plays %s and cannot move in %s", c.squares.game.Name(), name)
	}
	if err := c.early(ctx); err != nil {
		return player.Choice{}, err
	}
	if err := c.tellClock(t); err != nil {
		return player.Choice{}, err
	}
	if err := c.ask(ctx, t); err != nil {
		return player.Choice{}, err
	}
	choice, err := c.answer(ctx, t.Now)
	if err == nil {
		c.fresh, c.start = false, c.squares.game.FormatPosition(t.Start)
		c.moves = append(append(c.moves[:0], t.Moves...), choice.Move)
	}
	return choice, err
}

// early reads output since the last move. A second move there would be mistaken for
// the next answer.
func (c *Client) early(ctx context.Context) error {
	for c.prog.Unread() > 0 {
		line, err := c.prog.Line(ctx)
		if err != nil {
			return err
		}
		if _, err := parseSquare(strings.TrimSpace(line)); err == nil {
			return &player.RubbishError{Answer: line, Reason: "it came before a move was asked for; to each command a program answers with one move"}
		}
	}
	return nil
}

// tellClock sends the time limits. Gomocup has no limits of plies or nodes, and no
// increment.
func (c *Client) tellClock(t player.Turn) error {
	var now [2]time.Duration
	left := time.Duration(noLimit) * time.Millisecond
	if now[0] = t.Clock.Limits.Time; t.Clock.Counts {
		left = t.Clock.Left[t.Now.Turn()]
		if now[1] = max(left, time.Millisecond); now[0] <= 0 {
			now[0] = now[1]
		}
	}
	var lines []string
	if now[0] > 0 && now[0] != c.told[0] {
		lines = append(lines, fmt.Sprintf("INFO timeout_turn %d", max(now[0].Milliseconds(), 1)))
	}
	if changed := (now[1] > 0) != (c.told[1] > 0); changed {
		lines = append(lines, fmt.Sprintf("INFO timeout_match %d", now[1].Milliseconds()))
	}
	lines = append(lines, fmt.Sprintf("INFO time_left %d", left.Milliseconds()))
	for _, line := range lines {
		if err := c.prog.Send(line); err != nil {
			return err
		}
	}
	c.told = now
	return nil
}

// ask sends the command that asks for a move: the opponent's move if the program's
// board lacks only that, otherwise the whole board.
func (c *Client) ask(ctx context.Context, t player.Turn) error {
	g, n := c.squares.game, len(t.Moves)
	known := c.start == g.FormatPosition(t.Start)
	switch {
	case known && c.fresh && n == 0 && c.start == g.FormatPosition(g.Start()):
		return c.prog.Send("BEGIN")
	case known && n > 0 && slices.Equal(c.moves, t.Moves[:n-1]):
		return c.prog.Send("TURN " + c.squares.place(t.Now, t.Moves[n-1]).String())
	}
	if !c.fresh {
		if err := c.restart(ctx); err != nil {
			return err
		}
	}
	lines := append([]string{"BOARD"}, c.list(t)...)
	for _, line := range append(lines, "DONE") {
		if err := c.prog.Send(line); err != nil {
			return err
		}
	}
	return nil
}

// list writes the board for the program that is to move: first the stones of the
// start, then the moves in order.
func (c *Client) list(t player.Turn) []string {
	var lines []string
	add := func(sq square, side oxo.Side) {
		field := 1
		if side != t.Now.Turn() {
			field = 2
		}
		lines = append(lines, fmt.Sprintf("%v,%d", sq, field))
	}
	for y := range c.squares.rows {
		for x := range c.squares.columns {
			if side, taken := c.squares.owner(t.Start, square{x, y}); taken {
				add(square{x, y}, side)
			}
		}
	}
	side := t.Start.Turn()
	for _, m := range t.Moves {
		add(c.squares.place(t.Now, m), side)
		side = side.Opponent()
	}
	return lines
}

// answer reads the move, and the program's messages about its search.
func (c *Client) answer(ctx context.Context, p oxo.Position) (player.Choice, error) {
	choice := player.Choice{Notes: player.Notes{NoValue: true}}
	for {
		line, err := c.prog.Line(ctx)
		if err != nil {
			return player.Choice{}, err
		}
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		switch strings.ToUpper(word) {
		case "", "DEBUG", "UNKNOWN", "OK":
			continue
		case "MESSAGE":
			listen(rest, &choice)
			continue
		case "SUGGEST": // the program leaves the choice to the manager, which accepts it
			if err := c.prog.Send("PLAY " + strings.TrimSpace(rest)); err != nil {
				return player.Choice{}, err
			}
			continue
		case "ERROR":
			// Rapfi says so of the second word of an INFO that comes at once after its move, and then plays.
			if strings.HasPrefix(strings.ToLower(rest), "unknown command") {
				continue
			}
			return player.Choice{}, &player.RubbishError{Answer: line, Reason: "it was asked for a move"}
		}
		sq, err := parseSquare(line)
		if err != nil {
			return player.Choice{}, &player.RubbishError{Answer: line, Reason: "a move is its column and row, as in 7,7"}
		}
		if choice.Move, err = c.squares.move(p, sq); err != nil {
			return player.Choice{}, &player.RubbishError{Answer: line, Reason: "the move is not legal: " + err.Error()}
		}
		return choice, nil
	}
}

// listen reads a message about a search. The protocol does not define messages;
// several programs write depth, ev and n, each followed by its number.
func listen(message string, choice *player.Choice) {
	words := strings.Fields(strings.ToLower(message))
	for i := 0; i+1 < len(words); i++ {
		value := words[i+1]
		switch words[i] {
		case "depth":
			digits, _, _ := strings.Cut(value, "-") // 10-17: of the line, and of the deepest one
			if n, err := strconv.Atoi(digits); err == nil && n >= 0 {
				choice.Depth = n
			}
		case "n", "nodes":
			if n, ok := count(value); ok {
				choice.Nodes = n
			}
		case "ev":
			if s, ok := score(value); ok {
				choice.Value, choice.NoValue = search.Value{Score: s}, false
			}
		}
	}
}

// count reads a number of nodes: 1200, 120K, 3M.
func count(text string) (uint64, bool) {
	unit := uint64(1)
	switch {
	case strings.HasSuffix(text, "k"):
		unit = 1_000
	case strings.HasSuffix(text, "m"):
		unit = 1_000_000
	}
	n, err := strconv.ParseUint(strings.TrimRight(text, "km"), 10, 40)
	return n * unit, err == nil
}

// score reads an evaluation: a number, or +m5 and -m4 for a forced win and loss in
// that number of plies.
func score(text string) (oxo.Score, bool) {
	sign, plies, mate := strings.Cut(text, "m")
	n, err := strconv.Atoi(sign)
	if mate {
		n, err = strconv.Atoi(plies)
	}
	switch {
	case err != nil || mate && (n < 0 || n > maxSide*maxSide):
		return 0, false
	case mate && sign == "-":
		return oxo.Loss(n), true
	case mate:
		return oxo.Win(n), true
	}
	return oxo.Score(max(min(n, int(oxo.MaxEstimate)), -int(oxo.MaxEstimate))), true
}

// Close asks the program to end, and kills it if it does not.
func (c *Client) Close() error {
	_ = c.prog.Send("END")
	return c.prog.Close()
}
