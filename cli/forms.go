package cli

import (
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/catalog"
	"oxo/internal/words"

	"github.com/spf13/cobra"
)

// usualForm puts arguments into the form that the verbs have: flags of system C,
// in any order, become the verb selfplay, and a game alone is played.
func (a *app) usualForm(root *cobra.Command, args []string) []string {
	if len(args) == 0 {
		return args
	}
	if strings.HasPrefix(args[0], "-") {
		if rest, ok := selfplayForm(args); ok {
			return append([]string{"selfplay"}, rest...)
		}
		return args
	}
	if c, _, err := root.Find(args[:1]); err == nil && c != root || args[0] == "help" {
		return args
	}
	if _, err := a.game(args[0]); err == nil {
		return append([]string{"play"}, args...)
	}
	return args
}

// selfplayForm reads the flags of system C's command: -s or --selfplay with a
// number of games or without, -q or --quiet, before or after it, apart or in one.
// What else there is stays as it is. It reports false without a -s.
func selfplayForm(args []string) ([]string, bool) {
	var rest []string
	found := false
	for _, arg := range args {
		name, value, hasValue := strings.Cut(arg, "=")
		switch {
		case name == "--selfplay":
			found = true
			if hasValue {
				rest = append(rest, value)
			}
		case len(arg) > 1 && arg[0] == '-' && arg[1] != '-':
			letters := strings.TrimRight(arg[1:], "0123456789")
			if strings.Trim(letters, "sq") != "" || letters == "" {
				rest = append(rest, arg)
				continue
			}
			found = found || strings.Contains(letters, "s")
			if strings.Contains(letters, "q") {
				rest = append(rest, "-q")
			}
			if number := arg[1+len(letters):]; number != "" {
				rest = append(rest, number)
			}
		default:
			rest = append(rest, arg)
		}
	}
	return rest, found
}

// game finds a game by its name. A size alone is a board of noughts and crosses.
func (a *app) game(name string) (oxo.Game, error) {
	if _, _, ok := words.Size(name, 9999); ok {
		name = "tictactoe:" + name
	}
	g, err := catalog.Lookup(a.families, name)
	return g, usage(err)
}

// sizeFlag adds --size to a command.
func sizeFlag(c *cobra.Command, size *int) {
	c.Flags().IntVar(size, "size", 0, "noughts and crosses on a board of this side, a whole row wins: --size 4 is tictactoe:4")
}

// sized returns the name of the game that --size means, or name where it was not
// given. It refuses the flag for another game.
func sized(c *cobra.Command, name string, size int) (string, error) {
	if !c.Flags().Changed("size") {
		return name, nil
	}
	if !slices.Contains([]string{"", "tictactoe", "ttt"}, name) {
		return "", usagef("--size %d is for tictactoe, and the game is %s: leave one of them out", size, name)
	}
	return "tictactoe:" + strconv.Itoa(size), nil
}
