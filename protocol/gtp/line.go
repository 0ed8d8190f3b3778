package gtp

import (
	"fmt"
	"strings"
)

// command is a parsed line of a controller.
type command struct {
	id, name string
	args     []string
}

// parse reads a line as GTP prescribes: a tab counts as a blank, other control
// characters are dropped; a comment begins with #; a number before the command is its
// id. The id and the name of an empty line are empty.
func parse(line string) command {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(strings.Map(func(c rune) rune {
		switch {
		case c == '\t':
			return ' '
		case c < ' ' || c == 0x7f:
			return -1
		}
		return c
	}, line))
	var c command
	if len(words) > 0 && strings.Trim(words[0], "0123456789") == "" {
		c.id, words = words[0], words[1:]
	}
	if len(words) > 0 {
		c.name, c.args = words[0], words[1:]
	}
	return c
}

// failure is an error of a command: the words of the protocol, and the details.
type failure struct{ words, detail string }

// Error implements error.
func (f *failure) Error() string {
	if f.detail == "" {
		return f.words
	}
	return f.words + ": " + f.detail
}

func fail(words, detail string, args ...any) error {
	return &failure{words, fmt.Sprintf(detail, args...)}
}
