package cli

import (
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/rules"

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
		if args[0] == "--plain" && (len(args) == 1 || strings.HasPrefix(args[1], "-") || catalog.Knows(a.withFiles(), args[1])) {
			return append([]string{"play"}, args...)
		}
		return args
	}
	if c, _, err := root.Find(args[:1]); err == nil && c != root || args[0] == "help" {
		return args
	}
	if catalog.Knows(a.withFiles(), args[0]) {
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
			arg = strings.Replace(arg, "s=", "s", 1)
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

// withFiles returns the games of the program and the games of rule sheets in files. A server must
// not use it: it takes names from strangers, and would read files for them.
func (a *app) withFiles() []catalog.Family { return append(slices.Clip(a.families), rules.Family()) }

// game finds a game by its name.
func (a *app) game(name string) (oxo.Game, error) {
	g, err := catalog.Lookup(a.withFiles(), name)
	return g, usage(err)
}

// sizeFlag adds --size to a command, where a game has it.
func (a *app) sizeFlag(c *cobra.Command, size *int) {
	if alias, ok := catalog.Sized(a.families); ok {
		c.Flags().IntVar(size, "size", 0, fmt.Sprintf("%s on a board of this side: --size 4 is %s:4", alias.Name, alias.Name))
	}
}

// sized returns the name of the game that --size means, or name where it was not
// given. It refuses the flag for another game.
func (a *app) sized(c *cobra.Command, name string, size int) (string, error) {
	alias, ok := catalog.Sized(a.families)
	if !ok || !c.Flags().Changed("size") {
		return name, nil
	}
	head, options, more := strings.Cut(name, ",")
	if base, _, twice := strings.Cut(head, ":"); twice && alias.Called(base) {
		return "", usagef("the size of %s is given twice: leave --size %d or %q out", alias.Name, size, name)
	}
	if head != "" && !alias.Called(head) {
		return "", usagef("--size %d is for %s, and the game is %s: leave one of them out", size, alias.Name, name)
	}
	if more {
		options = "," + options
	}
	return fmt.Sprintf("%s:%d%s", alias.Name, size, options), nil
}
