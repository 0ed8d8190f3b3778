package cli

import (
	"errors"
	"strings"

	"oxo/internal/words"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// wrongFlag says what is wrong with a flag, and for an unknown one what was probably
// meant: a flag of the same verb with nearly the same name, or the verbs that have it.
func wrongFlag(c *cobra.Command, err error) error {
	text := plainly(err)
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		text += meant(c, unknown.GetSpecifiedName())
	}
	if strings.HasSuffix(text, "?") {
		return usagef("%s See %s --help", text, c.CommandPath())
	}
	return usagef("%s: see %s --help", text, c.CommandPath())
}

// meant returns what a user who gave an unknown flag probably wanted, with a separator
// before it, or nothing.
func meant(c *cobra.Command, flag string) string {
	verbs, all := having(c.Root(), flag), flagsOf(c)
	if near, ok := words.Nearest(flag, all); ok && len(flag) > 1 && len(verbs) == 0 {
		return ": did you mean --" + near + "?"
	}
	if len(verbs) == 0 {
		return ""
	}
	has := " has it, "
	if len(verbs) > 1 {
		has = " have it, "
	}
	const shown = 3
	if len(verbs) > shown+1 {
		verbs = append(verbs[:shown:shown], words.Count(len(verbs)-shown, "other"))
	}
	text := verbs[len(verbs)-1]
	if before := verbs[:len(verbs)-1]; len(before) > 0 {
		text = strings.Join(before, ", ") + " and " + text
	}
	return ": " + text + has + c.Name() + " has not"
}

// flagsOf lists the flags of a command.
func flagsOf(c *cobra.Command) (names []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// having lists the commands with a flag, without the program's name. One that belongs to a
// listed command is left out.
func having(c *cobra.Command, flag string) (verbs []string) {
	for _, sub := range c.Commands() {
		if f := sub.Flags().Lookup(flag); f != nil && !f.Hidden {
			verbs = append(verbs, strings.TrimPrefix(sub.CommandPath(), c.Root().Name()+" "))
			continue
		}
		verbs = append(verbs, having(sub, flag)...)
	}
	return verbs
}
