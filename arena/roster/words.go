package roster

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"oxo/arena"
)

// between reads a whole number within bounds.
func between(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("want a whole number from %d to %d", least, most)
	}
	return n, nil
}

// positive reads a time above 0.
func positive(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return 0, errors.New("want a number with a unit, as in 500ms or 10s")
	case d <= 0 || d > arena.MaxTime:
		return 0, fmt.Errorf("want a time above 0, as in 100ms, and at most %v", arena.MaxTime)
	}
	return d, nil
}

// ReadClock reads "MOVES/BASE+INCREMENT": "10s+100ms", "40/1m". MOVES and INCREMENT are
// optional, and are 0 if they are missing.
func ReadClock(text string) (base, increment time.Duration, moves int, err error) {
	if count, rest, ok := strings.Cut(text, "/"); ok {
		if moves, err = strconv.Atoi(count); err != nil || moves < 1 {
			return 0, 0, 0, fmt.Errorf("%q: want a number of moves", count)
		}
		text = rest
	}
	baseText, incrementText, more := strings.Cut(text, "+")
	if base, err = positive(baseText); err != nil {
		return 0, 0, 0, err
	}
	if more && incrementText != "0" && incrementText != "0s" {
		increment, err = positive(incrementText)
	}
	return base, increment, moves, err
}

// splitCommand splits a command into words, as a shell does with quotes and
// backslashes; no shell runs.
func splitCommand(text string) ([]string, error) {
	var all []string
	var word strings.Builder
	quote, begun, escaped := rune(0), false, false
	for _, c := range text {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if begun {
				all = append(all, word.String())
				word.Reset()
			}
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	switch {
	case quote != 0 || escaped:
		return nil, fmt.Errorf("the command %q has a quote without an end: close it", text)
	case begun:
		all = append(all, word.String())
	}
	if len(all) == 0 {
		return nil, errors.New("the command is missing: write it after the colon")
	}
	return all, nil
}
