package cli

import (
	"io"
	"regexp"
	"strings"

	"oxo/internal/languages"

	"github.com/spf13/cobra"
)

// langFlag adds --lang to a command that plays.
func langFlag(c *cobra.Command, lang *string) {
	c.Flags().StringVar(lang, "lang", "", "the language of the game: en or "+strings.Join(languages.Codes(), " or ")+"; without it, that of LC_ALL, LC_MESSAGES or LANG")
}

// speak returns the catalogue of a language, or of the language of the environment if lang is
// empty, and lets the lines of the app be written in it. English has none.
func (a *app) speak(lang string) (*languages.Catalogue, error) {
	given := lang != ""
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if lang == "" {
			lang = a.getenv(name)
		}
	}
	words, err := languages.For(lang)
	switch {
	case err != nil:
		return nil, err
	case words != nil:
		a.out = spoken{a.out, words}
	case given && lang != "en":
		return nil, usagef("--lang %q: want en or %s", lang, strings.Join(languages.Codes(), " or "))
	}
	return words, nil
}

// column is a part of a line between two blanks or more.
var column = regexp.MustCompile(`\S+(?: \S+)*`)

// spoken writes lines in another language. A line that the catalogue lacks, such as a row of
// a board, is written as it is.
type spoken struct {
	to    io.Writer
	words *languages.Catalogue
}

// Write implements [io.Writer].
func (s spoken) Write(text []byte) (int, error) {
	var said strings.Builder
	for line := range strings.Lines(string(text)) {
		whole, ok := s.words.Known(line)
		if !ok { // columns, such as moves and what they are worth
			whole = column.ReplaceAllStringFunc(line, s.words.Say)
		}
		said.WriteString(whole)
	}
	if _, err := io.WriteString(s.to, said.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}
