package uci

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
	"oxo/internal/words"
	"oxo/player"
	"oxo/player/program"
	"oxo/search"
)

// Time limits for a program.
const (
	// patience is the limit for starting, and for getting ready for a game.
	patience = 2 * time.Minute
	// defaultTime is the time for a move if no limit is given: many programs would never
	// answer.
	defaultTime = time.Second
)

// Client plays with a UCI program in a subprocess. It is a [player.Informed] for one
// goroutine.
type Client struct {
	prog    *program.Program
	name    string
	options map[string][]string // the program's options in small letters, with the values of a combo
	game    Variant
	start   string // the text of the game's start
}

// Connect begins the conversation with a program that plays g: it waits for the
// program's options, sets the given ones by their UCI names, VariantPath first, and
// selects the game. The wait ends with the context or a time limit. It is an error if
// the program lacks an option or the game. The caller closes the client, or the
// program if Connect fails.
func Connect(ctx context.Context, prog *program.Program, g oxo.Game, options map[string]string) (*Client, error) {
	c := &Client{prog: prog, name: "the program"}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := c.introduce(ctx); err != nil {
		return nil, err
	}
	if err := c.setOptions(ctx, options); err != nil {
		return nil, err
	}
	return c, c.newGame(ctx, g)
}

// Name returns the program's own name.
func (c *Client) Name() string { return c.name }

// Close asks the program to quit and ends it.
func (c *Client) Close() error {
	_ = c.prog.Send("quit") // fails if the program has already ended
	return c.prog.Close()
}

// introduce asks for the program's name and options.
func (c *Client) introduce(ctx context.Context) error {
	c.options = map[string][]string{}
	if err := c.prog.Send("uci"); err != nil {
		return err
	}
	return c.until(ctx, "uciok", func(fields []string) {
		if len(fields) > 2 && fields[0] == "id" && fields[1] == "name" {
			c.name = strings.Join(fields[2:], " ")
		}
		if name, values, ok := readOptionLine(fields); ok {
			c.options[strings.ToLower(name)] = values
		}
	})
}

// readOptionLine reads a line about an option: its name, and the values of a combo.
func readOptionLine(fields []string) (name string, values []string, ok bool) {
	if len(fields) < 3 || fields[0] != "option" || fields[1] != "name" {
		return "", nil, false
	}
	fields = fields[2:]
	at := slices.Index(fields, "type")
	if at < 0 {
		return strings.Join(fields, " "), nil, true
	}
	name = strings.Join(fields[:at], " ")
	for part := range strings.SplitSeq(strings.Join(fields[at:], " "), " var ") {
		value, _, _ := strings.Cut(part, " default ") // the default may come last
		values = append(values, value)
	}
	return name, values[1:], true
}

// until reads lines up to one that begins with a word.
func (c *Client) until(ctx context.Context, word string, each func(fields []string)) error {
	for {
		line, err := c.prog.Line(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("%s did not say %s in time: does it speak UCI? (%w)", c.name, word, err)
		}
		if err != nil {
			return err
		}
		fields := strings.Fields(line)
		if len(fields) > 0 && fields[0] == word {
			return nil
		}
		if each != nil {
			each(fields)
		}
	}
}

// variantsFile is the option that names a file of variants. It is set first, since it
// adds variants, and then the options are read again.
const variantsFile = "VariantPath"

// setOptions sets the caller's options, in the order of their names.
func (c *Client) setOptions(ctx context.Context, options map[string]string) error {
	names := make([]string, 0, len(options))
	for name := range options {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if first := strings.EqualFold(a, variantsFile); first != strings.EqualFold(b, variantsFile) {
			if first {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		if err := c.setOption(name, options[name]); err != nil {
			return err
		}
		if strings.EqualFold(name, variantsFile) {
			if err := c.introduce(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// setOption sets an option that the program has.
func (c *Client) setOption(name, value string) error {
	if _, ok := c.options[strings.ToLower(name)]; !ok {
		known := make([]string, 0, len(c.options))
		for option := range c.options {
			known = append(known, option)
		}
		slices.Sort(known)
		if near, ok := words.Nearest(name, known); ok {
			return fmt.Errorf("%s has no option %q: did you mean %s?", c.name, name, near)
		}
		return fmt.Errorf("%s has no option %q: want %s", c.name, name, strings.Join(known, ", "))
	}
	line := "setoption name " + name
	if value != "" {
		line += " value " + value
	}
	return c.prog.Send(line)
}

// NewGame implements [player.Informed].
func (c *Client) NewGame(ctx context.Context, g oxo.Game) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return c.newGame(ctx, g)
}

func (c *Client) newGame(ctx context.Context, g oxo.Game) error {
	v := variant(g)
	if c.game == nil || c.game.Name() != v.Name() {
		if err := c.nameGame(v); err != nil {
			return err
		}
		c.game, c.start = v, g.FormatPosition(g.Start())
	}
	for _, line := range []string{"ucinewgame", "isready"} {
		if err := c.prog.Send(line); err != nil {
			return err
		}
	}
	return c.until(ctx, "readyok", nil)
}

// nameGame selects the game, if the program has several. A program without the game
// would silently play another one.
func (c *Client) nameGame(g Variant) error {
	if _, ok := c.options[strings.ToLower(chess960Option)]; ok {
		if err := c.setOption(chess960Option, strconv.FormatBool(is960(g))); err != nil {
			return err
		}
	} else if is960(g) {
		return fmt.Errorf("%s does not have the option %s: it does not play %s", c.name, chess960Option, g.Name())
	}
	if is960(g) {
		g = variant(board.FactsOf(g).Chess960.With(false)) // the option selects the variant; this is its name
	}
	values, ok := c.options[strings.ToLower(variantOption)]
	if !ok {
		return nil
	}
	for _, name := range []string{g.Variant(), g.Name()} {
		if slices.Contains(values, name) {
			return c.setOption(variantOption, name)
		}
	}
	if _, ok := c.options[strings.ToLower(gameOption)]; ok { // the program is oxo
		return c.setOption(gameOption, g.Name())
	}
	how := ""
	if _, ok := c.options[strings.ToLower(variantsFile)]; ok {
		how = ": oxo bot uci --variants writes a file of rules, which its option " + variantsFile + " reads"
	}
	return fmt.Errorf("%s does not have the game %s as %s%s", c.name, g.Name(), g.Variant(), how)
}

// Move implements [player.Player].
func (c *Client) Move(ctx context.Context, p oxo.Position) (player.Choice, error) {
	return c.MoveIn(ctx, player.Turn{Game: underlying(c.game), Start: p, Now: p})
}

// MoveIn implements [player.Informed]. The program gets the whole game and the clock;
// without any limit it gets a second. The value of its move is an estimate, or a win
// or loss in the number of moves that the program reports, and never counts as
// proven.
func (c *Client) MoveIn(ctx context.Context, t player.Turn) (player.Choice, error) {
	if t.Now.Outcome() != oxo.Ongoing {
		return player.Choice{}, oxo.ErrGameOver
	}
	if t.Game.Name() != c.game.Name() {
		if err := c.NewGame(ctx, t.Game); err != nil {
			return player.Choice{}, err
		}
	}
	if err := c.early(ctx); err != nil {
		return player.Choice{}, err
	}
	for _, line := range []string{c.positionLine(&t), goLine(&t)} {
		if err := c.prog.Send(line); err != nil {
			return player.Choice{}, err
		}
	}
	told := player.Choice{Notes: player.Notes{NoValue: true}}
	for {
		line, err := c.prog.Line(ctx)
		if err != nil {
			return player.Choice{}, err
		}
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		switch fields[0] {
		case "info":
			readInfo(fields[1:], &told)
		case "bestmove":
			return c.answer(t.Now, line, fields[1:], told)
		}
	}
}

// early reads output since the last move. A second bestmove there would be mistaken
// for the answer to the next go.
func (c *Client) early(ctx context.Context) error {
	for c.prog.Unread() > 0 {
		line, err := c.prog.Line(ctx)
		if err != nil {
			return err
		}
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] == "bestmove" {
			return &player.RubbishError{Answer: line, Reason: "it came before go was sent; to each go a program answers with one bestmove"}
		}
	}
	return nil
}

// answer reads the move of a bestmove line.
func (c *Client) answer(now oxo.Position, line string, fields []string, told player.Choice) (player.Choice, error) {
	rubbish := func(reason string) (player.Choice, error) {
		return player.Choice{}, &player.RubbishError{Answer: line, Reason: reason}
	}
	if len(fields) == 0 {
		return rubbish("a move is missing after bestmove")
	}
	if text := fields[0]; text == "(none)" || text == "0000" || strings.EqualFold(text, "NULL") {
		return rubbish("it has no move, but the game is not over")
	}
	m, err := c.game.ParseUCI(now, fields[0])
	if err != nil {
		return rubbish(err.Error())
	}
	told.Move = m
	return told, nil
}

// positionLine returns the position command of a turn.
func (c *Client) positionLine(t *player.Turn) string {
	line := "position startpos"
	if is960(c.game) || t.Game.FormatPosition(t.Start) != c.start {
		line = "position fen " + c.game.FormatFEN(t.Start)
	}
	if len(t.Moves) > 0 {
		line += " moves"
	}
	p := t.Start.Clone()
	for _, m := range t.Moves {
		line += " " + c.game.FormatUCI(p, m)
		p.Make(m)
	}
	return line
}

// goLine returns the go command of a turn.
func goLine(t *player.Turn) string {
	line := "go"
	clock := &t.Clock
	if clock.Counts {
		line += fmt.Sprintf(" wtime %d btime %d winc %d binc %d",
			milliseconds(clock.Left[oxo.First]), milliseconds(clock.Left[oxo.Second]),
			clock.Increment[oxo.First].Milliseconds(), clock.Increment[oxo.Second].Milliseconds())
		if clock.MovesToGo > 0 {
			line += fmt.Sprintf(" movestogo %d", clock.MovesToGo)
		}
	}
	limits := clock.Limits
	if (limits == search.Limits{}) && !clock.Counts {
		limits.Time = defaultTime
	}
	if limits.Time > 0 {
		line += fmt.Sprintf(" movetime %d", milliseconds(limits.Time))
	}
	if limits.Depth > 0 {
		line += fmt.Sprintf(" depth %d", limits.Depth)
	}
	if limits.Nodes > 0 {
		line += fmt.Sprintf(" nodes %d", limits.Nodes)
	}
	return line
}

// milliseconds returns at least 1: some programs take 0 for no limit.
func milliseconds(d time.Duration) int64 { return max(d.Milliseconds(), 1) }
