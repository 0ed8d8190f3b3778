package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/arena"
	"oxo/game/catalog"
	"oxo/game/rules"
	"oxo/game/rules/rbg"

	"github.com/spf13/cobra"
)

// usualForm puts arguments into the form of the verbs: the flags of system C become
// the verb selfplay, and the name of a game alone becomes the verb play.
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

// selfplayForm reads the flags of system C's command, in any order, separate or
// joined: -s or --selfplay, with or without a number of games, and -q or --quiet.
// Other arguments stay unchanged. It returns false if there is no -s.
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
func (a *app) withFiles() []catalog.Family {
	return append(slices.Clip(a.families), a.sheets.Family(), rbg.Family(&a.sheets))
}

// withTexts returns the games of the program and the games of rule sheets that come as texts: an
// order of a hub brings its sheet along.
func (a *app) withTexts() []catalog.Family {
	return append(slices.Clip(a.families), rules.Texts(rules.Large()), rbg.Texts(rbg.Bounds{}))
}

// gameOf returns the game of a plan, which has the sheet of its game with it.
func (a *app) gameOf(p *arena.Plan) (oxo.Game, error) {
	if p.Sheet == "" {
		return a.game(p.Game)
	}
	return catalog.FromSheet(context.Background(), a.withTexts(), p.Game, p.Sheet)
}

// game finds a game by its name.
func (a *app) game(name string) (oxo.Game, error) {
	g, err := catalog.Lookup(a.withFiles(), name)
	return g, usage(err)
}

// sizeFlag adds --size to a command if one of its games has a size.
func (a *app) sizeFlag(c *cobra.Command, size *int) {
	if alias, ok := catalog.Sized(a.families); ok {
		c.Flags().IntVar(size, "size", 0, fmt.Sprintf("%s on a board of this side: --size 4 is %s:4", alias.Name, alias.Name))
	}
}

// sized returns the name of the game that --size means, or name if --size is not
// given. It refuses the flag for other games.
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
