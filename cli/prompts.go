package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/player"

	"github.com/spf13/cobra"
)

// askAgain asks at the end of a game for another one. Over is false if the person takes back a move instead: then the
// game continues.
func (m *match) askAgain() (over, again bool, err error) {
	for {
		text, err := m.a.ask(m.c, m.in, "Play again? [y/N] ")
		switch strings.ToLower(text) {
		case "y", "yes":
			return true, err == nil, err
		case "", "n", "no":
			return true, false, err
		case "undo", "u":
			if m.undo() {
				m.afterUndo()
				return false, false, err
			}
			continue
		}
		if isQuit(text) {
			return true, false, err
		}
		fmt.Fprintf(m.a.out, "%q: want yes, no or undo.\n", text)
	}
}

// errQuit says that the person typed quit.
var errQuit = errors.New("quit")

// isQuit reports whether an answer means quit.
func isQuit(text string) bool {
	return slices.Contains([]string{"q", "quit", "exit"}, strings.ToLower(text))
}

// endOfInput turns the end of the input and the word quit into a normal end.
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
			fmt.Fprintln(a.out) // a terminal does this when Enter is pressed
		}
		if !errors.Is(err, errNotALine) {
			return text, err
		}
		fmt.Fprintf(a.out, "%v: write a word.\n", err)
	}
}

// choose reads the options. On a terminal it asks for level, symbol and first
// player if the flags do not set them.
func (m *match) choose(o *playOptions) error {
	if o.time <= 0 {
		return usagef("--time %v: want a time above 0, as in 500ms or 10s", o.time)
	}
	if err := m.readSide(o); err != nil {
		return err
	}
	if m.chance != nil && o.as == "" && o.player == "" {
		o.as = map[oxo.Side]string{oxo.First: "second", oxo.Second: "first"}[m.chance.ChanceSide()]
	}
	m.level = player.Perfect
	if o.level != "" || m.chance == nil && o.as != "both" && (o.player == "" || o.player == player.Search) {
		if err := m.chooseLevel(o.level); err != nil {
			return err
		}
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
	}
	return m.chooseSymbol(o.symbol)
}

// readSide checks --as, and replaces the name of a side, such as X or white, by first or
// second.
func (m *match) readSide(o *playOptions) error {
	want := []string{"first", "second"}
	for side, name := range m.names {
		if name == "" { // no game is chosen yet
			continue
		}
		if strings.EqualFold(o.as, name) {
			if m.hasSymbols() && o.symbol != "" && !strings.EqualFold(o.symbol, name) {
				return usagef("--as %s and --symbol %s: want one of them, or --as first or second", o.as, o.symbol)
			}
			o.as = [2]string{"first", "second"}[side]
		}
		if !slices.Contains(want, name) {
			want = append(want, name)
		}
	}
	switch o.as {
	case "", "first", "second", "both", "none":
		return nil
	}
	symbol := ""
	if m.hasSymbols() || m.game == nil {
		symbol = "; --symbol X or --symbol O gives either side that symbol"
	}
	return usagef("--as %q: want %s, both or none%s", o.as, strings.Join(want, ", "), symbol)
}

// chooseLevel reads the level; if it is empty, it asks for one on a terminal.
func (m *match) chooseLevel(text string) error {
	asked := text == "" && m.a.inTerminal
	for {
		if asked {
			var err error
			if text, err = m.a.ask(m.c, m.in, fmt.Sprintf("How strong shall oxo be, 1 to 10, easy, medium, hard or perfect? [%d] ", player.Usual)); err != nil {
				return err
			}
			if text == "" {
				text = strconv.Itoa(int(player.Usual))
			}
			if isQuit(text) {
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
			case isQuit(text):
				return errQuit
			default:
				fmt.Fprintf(m.a.out, "%q: want X or O.\n", text)
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
		case isQuit(text):
			return errQuit
		default:
			fmt.Fprintf(m.a.out, "%q: want you or oxo.\n", text)
		}
	}
	return nil
}

func (m *match) hasSymbols() bool { return m.names == [2]string{"X", "O"} }

// chooseSymbol gives the person the chosen symbol, for either side.
func (m *match) chooseSymbol(symbol string) error {
	if symbol == "" {
		return nil
	}
	symbol = strings.ToUpper(symbol)
	if !m.hasSymbols() {
		return usagef("--symbol %s: %s is not played with X and O: want --as first or second", symbol, m.game.Name())
	}
	if symbol != "X" && symbol != "O" {
		return usagef("--symbol %q: want X or O", symbol)
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
