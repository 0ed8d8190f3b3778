package cli

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"oxo"
	"oxo/catalog"
	"oxo/player"
	"oxo/search"

	"github.com/spf13/cobra"
)

// playOptions are what play was asked for.
type playOptions struct {
	as, symbol, level string
	time              time.Duration
	seed              uint64
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
			for flag, value := range map[string]string{"as": o.as, "level": o.level, "symbol": o.symbol} {
				if value == "" && c.Flags().Changed(flag) {
					return usagef("--%s is empty: leave it out, or see %s --help for what it takes", flag, c.CommandPath())
				}
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
	f.StringVar(&o.level, "level", "", "the strength of oxo: 1 to 10, or perfect; asked on a terminal, else perfect")
	f.DurationVar(&o.time, "time", analysisTime, "the longest a perfect oxo thinks about a move")
	f.Uint64Var(&o.seed, "seed", 0, "a level plays the same moves again for the same seed; without one, other moves every time")
	return c
}

// chooseAndPlay asks for a game, where there is more than one, and plays it.
func (a *app) chooseAndPlay(c *cobra.Command, o playOptions) error {
	in := readLines(a.in)
	if c.Flags().Changed("position") {
		return usagef("--position needs the game that it is of: %s GAME --position TEXT", c.CommandPath())
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
		g, err := catalog.Lookup(a.families, text)
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

func (a *app) playWith(c *cobra.Command, in *lines, g oxo.Game, start oxo.Position, o playOptions) error {
	m := &match{a: a, c: c, in: in, game: g, names: sideNames(g), paint: a.paint()}
	if err := m.choose(&o); err != nil {
		return endOfInput(err)
	}
	if start.Outcome() != oxo.Ongoing {
		writeBoard(a.out, g, start, m.names, m.paint)
		return usagef("%w: %s. There is no move to play", oxo.ErrGameOver, catalog.Verdict(g, start))
	}
	m.limits = search.Limits{Time: o.time}
	m.player = player.NewLeveled(m.level, o.seed, m.limits)
	for {
		m.session = player.NewSession(g, start)
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

// choose reads the options, and asks for level, symbol and beginner on a
// terminal when nothing was said of them.
func (m *match) choose(o *playOptions) error {
	if o.time <= 0 {
		return usagef("--time %v: oxo needs some time to think, as in 500ms or 10s", o.time)
	}
	if err := m.chooseLevel(o.level); err != nil {
		return err
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

// chooseLevel reads the level, or asks for it on a terminal when nothing was
// said of it.
func (m *match) chooseLevel(text string) error {
	asked := text == "" && m.a.inTerminal
	for {
		if asked {
			var err error
			if text, err = m.a.ask(m.c, m.in, "How strong shall oxo be, 1 to 10 or perfect? [perfect] "); err != nil {
				return err
			}
			if strings.EqualFold(text, "quit") {
				return errQuit
			}
		}
		if text == "" {
			text = "perfect"
		}
		level, err := player.ParseLevel(text)
		if err == nil {
			m.level = level
			return nil
		}
		if !asked {
			return usage(err)
		}
		fmt.Fprintf(m.a.out, "%v.\n", err)
	}
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
	if !m.hasSymbols() {
		return usagef("--symbol %s: %s is not played with X and O; say --as first or second", symbol, m.game.Name())
	}
	if symbol != "X" && symbol != "O" {
		return usagef("--symbol %q: it is X or O", symbol)
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
