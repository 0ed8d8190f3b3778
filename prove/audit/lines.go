package audit

import (
	"cmp"
	"fmt"
	"strings"

	"oxo"
	"oxo/game/catalog"
)

// openLines opens a file with a position and its value on each line. So are the test files of Pons' solver: moves
// from the empty board, and the score.
func openLines(o *opening) (*Source, error) {
	if !text(o.data) {
		return nil, errOther
	}
	if o.game == nil {
		return nil, errNoGame
	}
	read := func(text string) (Content, error) { return readValueLine(o.game, text) }
	return &Source{About: "lines of a position and a value, " + o.game.Name(), All: numbered(linesOf(o.data), read)}, nil
}

// readValueLine reads a position and the value after it, of one to three words.
func readValueLine(g oxo.Game, text string) (Content, error) {
	fields := strings.Fields(text)
	const longest = 3 // "win in 7"
	var failed error
	for n := 1; n <= min(longest, len(fields)); n++ {
		at := len(fields) - n
		value := strings.Join(fields[at:], " ")
		p, err := readPosition(g, strings.Join(fields[:at], " "))
		if err != nil {
			failed = cmp.Or(failed, err)
			continue
		}
		holds, err := parseValue(g, p, value)
		if err != nil {
			failed = cmp.Or(failed, err)
			continue
		}
		return Content{Game: g, Claims: []Claim{{Position: p, Stated: value, Holds: holds, Write: writerLike(g, p, value)}}}, nil
	}
	return Content{}, fmt.Errorf("want a position and its value: %w", failed)
}

// readPosition reads a position; an empty text is the start.
func readPosition(g oxo.Game, text string) (oxo.Position, error) {
	if text == "" {
		return g.Start(), nil
	}
	p, err := g.ParsePosition(text)
	if err == nil {
		return p, nil
	}
	p, _, err = catalog.ReadPosition(g, text)
	return p, err
}

// writerLike returns a function that writes values in the form of the given text.
func writerLike(g oxo.Game, p oxo.Position, text string) func(oxo.Score) string {
	if strings.Trim(text, "+-0123456789") != "" {
		return nil
	}
	if _, margined := p.(oxo.Margined); margined {
		return func(s oxo.Score) string { return fmt.Sprint(s.Margin()) }
	}
	return inScale(g, p)
}
