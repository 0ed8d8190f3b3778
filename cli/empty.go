package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// emptyAllowed is the annotation of a flag for which an empty value means something.
const emptyAllowed = "empty allowed"

// mayBeEmpty allows an empty value for a flag.
func mayBeEmpty(c *cobra.Command, flag string) {
	c.Flags().Lookup(flag).Annotations = map[string][]string{emptyAllowed: {"true"}}
}

// refuseEmpty refuses flags with an empty text as value. That is mostly a variable of the shell that is not set:
// --out "$FILE" would write nothing, and --token "$TOKEN" let everybody in.
func refuseEmpty(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && f.Annotations[emptyAllowed] == nil && isEmpty(f.Value) {
			err = usagef("--%s is empty: leave it out, or see %s --help for what it takes", f.Name, c.CommandPath())
		}
	})
	return err
}

// textList is a flag with texts joined by commas, which may be given more than once. None is empty.
type textList []string

// Set implements [pflag.Value].
func (l *textList) Set(text string) error {
	texts := strings.Split(text, ",")
	if slices.Contains(texts, "") {
		return errors.New("it is empty: leave it out")
	}
	*l = append(*l, texts...)
	return nil
}

// String implements [pflag.Value].
func (l *textList) String() string { return strings.Join(*l, ",") }

// Type implements [pflag.Value].
func (l *textList) Type() string { return "strings" }

// isEmpty reports whether a value is an empty text, or a list that has one or nothing.
func isEmpty(v pflag.Value) bool {
	if list, ok := v.(pflag.SliceValue); ok {
		texts := list.GetSlice()
		return len(texts) == 0 || slices.Contains(texts, "")
	}
	return v.String() == ""
}
