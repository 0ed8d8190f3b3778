package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// emptyAllowed is the annotation of flags for which an empty value has a meaning.
const emptyAllowed = "empty allowed"

// mayBeEmpty allows an empty value for a flag.
func mayBeEmpty(c *cobra.Command, flag string) {
	c.Flags().Lookup(flag).Annotations = map[string][]string{emptyAllowed: {"true"}}
}

// refuseEmpty refuses flags with an empty value. Most often a shell variable is not set: --out "$FILE" would
// write nothing, and --token "$TOKEN" would let everybody in.
func refuseEmpty(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && f.Annotations[emptyAllowed] == nil && isEmpty(f.Value) {
			err = usagef("--%s is empty: leave it out, or see %s --help for what it takes", f.Name, c.CommandPath())
		}
	})
	return err
}

// textList is a flag with non-empty texts joined by commas. It may be given more than once.
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

// isEmpty reports whether a value is an empty text, an empty list, or a list with an
// empty text.
func isEmpty(v pflag.Value) bool {
	if list, ok := v.(pflag.SliceValue); ok {
		texts := list.GetSlice()
		return len(texts) == 0 || slices.Contains(texts, "")
	}
	return v.String() == ""
}
