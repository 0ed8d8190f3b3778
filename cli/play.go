package cli

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"oxo"
	"oxo/engine"
	"oxo/search"

	"github.com/spf13/cobra"
)

// playOptions are what play was asked for.
type playOptions struct {
	as, symbol, level string
	time              time.Duration
	seed              uint64
	plain             bool
	position          string
}

func (a *app) playCommand() *cobra.Command {
	var o playOptions
	c := &cobra.Command{
		Use:   "play [GAME] [MOVE...]",
		Short: "Play a game against oxo",
		Long: `Play a game against oxo, line by line. Moves are written as the game writes
them: b2, or the numbers of column and row. Other words are hint, undo, board,
moves, help and quit. The end of the input ends the program.`,
		Args: arguments(0, -1, "a game and moves"),
		RunE: func(c *cobra.Command, args []string) error {
			if !c.Flags().Changed("seed") {
				o.seed = rand.Uint64()
			}
			if len(args) == 0 {
				return a.chooseAndPlay(c, o)
			}
			g, p, err := a.position(args, o.position, c.Flags().Changed("position"))
			if err != nil {
				return err
			}
			return a.play(c, g, p, o)
		},
	}
	positionFlag(c, &o.position)
	f := c.Flags()
	f.StringVar(&o.as, "as", "", "what you play: first, second, both or none (watch); asked on a terminal, else first")
	f.StringVar(&o.symbol, "symbol", "", "your symbol where the game has two: X or O; the other is oxo's")
	f.StringVar(&o.level, "level", "perfect", "the strength of oxo: 1 to 10, or perfect")
	f.DurationVar(&o.time, "time", analysisTime, "the longest a perfect oxo thinks about a move")
	f.Uint64Var(&o.seed, "seed", 0, "a level plays the same moves again for the same seed; without one, other moves every time")
	f.BoolVar(&o.plain, "plain", false, "line mode (there is no other yet)")
	return c
}

// chooseAndPlay asks for a game, where there is more than one, and plays it.
func (a *app) chooseAndPlay(c *cobra.Command, o playOptions) error {
	in := readLines(a.in)
	if c.Flags().Changed("position") {
		return usagef("--position needs the game that it is of: %s GAME --position TEXT", c.CommandPath())
	}
	if _, err := engine.ParseLevel(o.level); err != nil {
		return usage(err)
	}
	if len(a.families) == 1 && len(a.families[0].Aliases) == 0 {
		g, err := a.game(a.families[0].Name)
		if err != nil {
			return err
		}
		return a.playWith(c, in, g, g.Start(), o)
	}
	var names []string
	for _, f := range a.families {
		for _, alias := range f.Aliases {
			names = append(names, alias.Name)
			fmt.Fprintf(a.out, "  %-12s %s\n", alias.Name, alias.About)
		}
		fmt.Fprintf(a.out, "  %-12s %s: %s\n", f.Name, f.About, f.Usage)
		names = append(names, f.Name)
	}
	for {
		text, err := a.ask(c, in, fmt.Sprintf("Which game? [%s] ", names[0]))
		if err != nil || text == "quit" {
			return endOfInput(err)
		}
		if text == "" {
			text = names[0]
		}
		g, err := oxo.Lookup(a.families, text)
		if err != nil {
			fmt.Fprintln(a.out, err)
			continue
		}
		return a.playWith(c, in, g, g.Start(), o)
	}
}

func (a *app) play(c *cobra.Command, g oxo.Game, start oxo.Position, o playOptions) error {
	return a.playWith(c, readLines(a.in), g, start, o)
}

// match is one sitting at the board: games of one kind, one after another.
type match struct {
	a       *app
	c       *cobra.Command
	in      *lines
	game    oxo.Game
	session *engine.Session
	player  engine.Player
	level   engine.Level
	human   [2]bool
	names   [2]string
	paint   paint
	limits  search.Limits
}

func (a *app) playWith(c *cobra.Command, in *lines, g oxo.Game, start oxo.Position, o playOptions) error {
	m := &match{a: a, c: c, in: in, game: g, names: sideNames(g), paint: a.paint()}
	if err := m.choose(&o); err != nil {
		return endOfInput(err)
	}
	if start.Outcome() != oxo.Ongoing {
		writeBoard(a.out, g, start, m.names, m.paint)
		return usagef("%w: %s. There is no move to play", oxo.ErrGameOver, oxo.Verdict(g, start))
	}
	m.limits = search.Limits{Time: o.time}
	m.player = engine.NewLeveled(m.level, o.seed, m.limits)
	for {
		m.session = engine.NewSession(g, start)
		if err := m.playGame(); err != nil {
			return endOfInput(err)
		}
		again, err := a.askAgain(c, in)
		if err != nil || !again {
			return endOfInput(err)
		}
	}
}

func (a *app) askAgain(c *cobra.Command, in *lines) (bool, error) {
	for {
		text, err := a.ask(c, in, "Play again? [y/N] ")
		switch strings.ToLower(text) {
		case "y", "yes":
			return err == nil, err
		case "", "n", "no", "quit", "q", "exit":
			return false, err
		}
		fmt.Fprintf(a.out, "%q is neither: write yes or no.\n", text)
	}
}

// errQuit is the word quit.
var errQuit = errors.New("quit")

// endOfInput takes the end of the input, and the word quit, for an ordinary
// end.
func endOfInput(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, errQuit) {
		return nil
	}
	return err
}

// ask writes a question and returns the answer.
func (a *app) ask(c *cobra.Command, in *lines, question string) (string, error) {
	for {
		if _, err := fmt.Fprint(a.out, question); err != nil {
			return "", err
		}
		text, err := in.read(c.Context())
		if !a.inTerminal || err != nil {
			fmt.Fprintln(a.out) // what a terminal shows when Enter is struck
		}
		if !errors.Is(err, errNotALine) {
			return text, err
		}
		fmt.Fprintf(a.out, "%v: write a word.\n", err)
	}
}

// choose reads the options, and asks for symbol and beginner on a terminal
// when nothing was said of them.
func (m *match) choose(o *playOptions) error {
	var err error
	if m.level, err = engine.ParseLevel(o.level); err != nil {
		return usage(err)
	}
	if o.time <= 0 {
		return usagef("--time %v: oxo needs some time to think, as in 500ms or 10s", o.time)
	}
	if o.as == "" && o.symbol == "" && m.a.inTerminal {
		if err := m.askSides(o); err != nil {
			return err
		}
	}
	switch o.as {
	case "", "first":
		m.human[oxo.First] = true
	case "second":
		m.human[oxo.Second] = true
	case "both":
		m.human = [2]bool{true, true}
	case "none":
	default:
		return usagef("--as %q: it is first, second, both or none", o.as)
	}
	return m.chooseSymbol(o.symbol)
}

func (m *match) askSides(o *playOptions) error {
	if m.hasSymbols() {
		for o.symbol == "" {
			text, err := m.a.ask(m.c, m.in, "Your symbol, X or O? [X] ")
			switch s := strings.ToUpper(text); {
			case err != nil:
				return err
			case s == "":
				o.symbol = "X"
			case s == "X" || s == "O":
				o.symbol = s
			case s == "QUIT":
				return errQuit
			default:
				fmt.Fprintf(m.a.out, "%q is no symbol: write X or O.\n", text)
			}
		}
	}
	for o.as == "" {
		text, err := m.a.ask(m.c, m.in, "Who begins, you or oxo? [you] ")
		switch s := strings.ToLower(text); {
		case err != nil:
			return err
		case s == "" || s == "you" || s == "me" || s == "i":
			o.as = "first"
		case s == "oxo":
			o.as = "second"
		case s == "quit":
			return errQuit
		default:
			fmt.Fprintf(m.a.out, "%q is neither: write you or oxo.\n", text)
		}
	}
	return nil
}

func (m *match) hasSymbols() bool { return m.names == [2]string{"X", "O"} }

// chooseSymbol gives the person the symbol they want, whichever side they
// play.
func (m *match) chooseSymbol(symbol string) error {
	if symbol == "" {
		return nil
	}
	symbol = strings.ToUpper(symbol)
	if !m.hasSymbols() || symbol != "X" && symbol != "O" {
		return usagef("--symbol %q: it is X or O, in games that are played with them", symbol)
	}
	mine := oxo.First
	if m.human[oxo.Second] && !m.human[oxo.First] {
		mine = oxo.Second
	}
	if m.names[mine] != symbol {
		m.names[0], m.names[1] = m.names[1], m.names[0]
	}
	return nil
}

// playGame plays one game to its end.
func (m *match) playGame() error {
	fmt.Fprintf(m.a.out, "%s.\n\n", m.introduction())
	m.board()
	for m.session.Position().Outcome() == oxo.Ongoing {
		turn := m.session.Position().Turn()
		var err error
		if m.human[turn] {
			err = m.humanTurn(turn)
		} else {
			err = m.engineTurn(turn)
		}
		if err != nil {
			return err
		}
	}
	return m.verdict()
}

func (m *match) introduction() string {
	oxoPlays := "oxo plays at " + m.level.String()
	if m.level == engine.Perfect {
		oxoPlays = "oxo plays perfectly what it can prove in " + m.limits.Time.String() + " a move"
	}
	switch m.human {
	case [2]bool{true, true}:
		return fmt.Sprintf("%s: you play both sides. Write help for help", m.game.Name())
	case [2]bool{false, false}:
		return fmt.Sprintf("%s: oxo plays both sides. %s", m.game.Name(), oxoPlays)
	case [2]bool{true, false}:
		return fmt.Sprintf("%s: you are %s and begin. %s. Write help for help", m.game.Name(), m.names[oxo.First], oxoPlays)
	}
	return fmt.Sprintf("%s: you are %s, oxo begins. %s. Write help for help", m.game.Name(), m.names[oxo.Second], oxoPlays)
}

func (m *match) board() {
	writeBoard(m.a.out, m.game, m.session.Position(), m.names, m.paint)
	fmt.Fprintln(m.a.out)
}

// verdict says who won.
func (m *match) verdict() error {
	p := m.session.Position()
	text := "A draw."
	if side, won := p.Outcome().Winner(p.Turn()); won {
		text = m.paint.side(side, m.names[side]) + " has won."
		if m.human[side] != m.human[side.Opponent()] {
			text += map[bool]string{true: " Well played!", false: " oxo wins."}[m.human[side]]
		}
	}
	_, err := fmt.Fprintln(m.a.out, text)
	return err
}

// engineTurn lets oxo move.
func (m *match) engineTurn(turn oxo.Side) error {
	p := m.session.Position()
	m.thinking("oxo is thinking...")
	choice, err := m.player.Move(m.c.Context(), p)
	m.thinking("")
	if err != nil {
		return err
	}
	if err := m.c.Context().Err(); err != nil {
		return err
	}
	note := ""
	if m.level == engine.Perfect && !choice.Value.Proven {
		note = " (not proven)"
	}
	fmt.Fprintf(m.a.out, "oxo (%s) plays %s%s\n\n", m.paint.side(turn, m.names[turn]), m.game.FormatMove(p, choice.Move), note)
	m.session.Make(choice.Move)
	m.board()
	return nil
}

// thinking shows on a terminal that oxo is at work, and with "" that it is
// not.
func (m *match) thinking(text string) {
	if m.a.outTerminal {
		fmt.Fprintf(m.a.out, "\r\x1b[K%s", text)
	}
}

// humanTurn asks until a move is made.
func (m *match) humanTurn(turn oxo.Side) error {
	for {
		text, err := m.a.ask(m.c, m.in, m.paint.side(turn, m.names[turn])+" to move: ")
		if err != nil {
			return err
		}
		switch strings.ToLower(text) {
		case "":
			fmt.Fprintln(m.a.out, "Write a move, or help.")
		case "quit", "exit", "q":
			return errQuit
		case "help", "?", "h":
			m.help()
		case "board":
			m.board()
		case "moves":
			if names := m.session.Notation(); len(names) > 0 {
				fmt.Fprintln(m.a.out, strings.Join(names, " "))
			} else {
				fmt.Fprintln(m.a.out, "No move has been made.")
			}
		case "hint":
			if err := m.hint(); err != nil {
				return err
			}
		case "undo", "u":
			if m.undo() {
				m.board()
				return nil
			}
		default:
			if _, err := m.session.Play(text); err != nil {
				fmt.Fprintf(m.a.out, "%v\n", err)
				continue
			}
			fmt.Fprintln(m.a.out)
			m.board()
			return nil
		}
	}
}

func (m *match) help() {
	p := m.session.Position()
	example := m.game.FormatMove(p, p.Moves(nil)[0])
	fmt.Fprintf(m.a.out, `  a move   such as %s
  hint     what every move is worth
  undo     take back your last move and the reply to it
  board    show the board again
  moves    the moves so far
  quit     leave
`, example)
}

// undo takes back moves until the same person is to move again, and reports
// whether there was one.
func (m *match) undo() bool {
	n := 1
	made := len(m.session.Moves())
	turn := m.session.Position().Turn()
	for n < made && !m.human[turn^oxo.Side(n&1)] {
		n++
	}
	if made == 0 || !m.human[turn^oxo.Side(n&1)] {
		fmt.Fprintln(m.a.out, "There is no move of yours to take back.")
		return false
	}
	return m.session.Undo(n) == nil
}

// hints is how many moves a hint tells of, the best first.
const hints = 16

// hint tells what the moves are worth.
func (m *match) hint() error {
	p := m.session.Position()
	begun := time.Now()
	m.thinking("oxo is thinking...")
	moves := search.New(search.Options{}).Analyze(m.c.Context(), p, m.limits)
	m.thinking("")
	if err := m.c.Context().Err(); err != nil {
		return err
	}
	all := newAnalysis(m.game, p, moves, time.Since(begun)).Moves
	for _, v := range all[:min(len(all), hints)] {
		fmt.Fprintf(m.a.out, "  %-4s %s\n", v.Move, v.Value)
	}
	if len(all) > hints {
		fmt.Fprintf(m.a.out, "  and %s that no better is known of\n", plural(len(all)-hints, "move"))
	}
	return nil
}
