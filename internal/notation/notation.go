// Package notation holds what the notations of several games share: the checks of
// every ParseMove, the names of squares, and the side to move.
package notation

import (
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// Check makes the first checks of ParseMove: the position belongs to the game, and
// the game is not over.
func Check(g oxo.Game, p oxo.Position, ours bool, text string) error {
	if !ours {
		return fmt.Errorf("the position is not one of %s", g.Name())
	}
	if p.Outcome() != oxo.Ongoing {
		return fmt.Errorf("no move %q: %w (%s)", words.Clip(text), oxo.ErrGameOver, catalog.Verdict(g, p))
	}
	return nil
}

// Labels names columns a, b, c... and rows 1, 2, 3... from the bottom.
func Labels(columns, rows int) (letters, numbers []string) {
	for c := range columns {
		letters = append(letters, string(rune('a'+c)))
	}
	for r := range rows {
		numbers = append(numbers, strconv.Itoa(r+1))
	}
	return letters, numbers
}

// SquareName writes a square by its labels: "b2".
func SquareName(s board.Square) string {
	return string(rune('a'+s.Column)) + strconv.Itoa(s.Row+1)
}

// ReadSquare reads a square at the beginning of a text in small letters, and returns
// the rest. It reports false if the text names no square of such a board.
func ReadSquare(text string, columns, rows int) (s board.Square, rest string, ok bool) {
	if text == "" || text[0] < 'a' || int(text[0]-'a') >= columns {
		return board.Square{}, text, false
	}
	rest = strings.TrimLeft(text[1:], "0123456789")
	row, ok := words.Number(text[1:len(text)-len(rest)], rows)
	if !ok || row < 1 {
		return board.Square{}, text, false
	}
	return board.Square{Column: int(text[0] - 'a'), Row: row - 1}, rest, true
}

// Turn reads the name of the side to move.
func Turn(g oxo.Game, text string) (oxo.Side, error) {
	for _, s := range [...]oxo.Side{oxo.First, oxo.Second} {
		if strings.EqualFold(strings.TrimSpace(text), board.SideName(g, s)) {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%q is to move? write %s or %s after the board", words.Clip(text), board.SideName(g, oxo.First), board.SideName(g, oxo.Second))
}

// Sized makes a game of a family whose games have a size and no options. Without
// parameters it has the default size.
func Sized[G oxo.Game](family, usual, parameters string, options []string, newGame func(columns, rows int) (G, error)) (oxo.Game, error) {
	if len(options) > 0 {
		return nil, fmt.Errorf("%s has no option %q: write %s:COLUMNSxROWS", family, options[0], family)
	}
	if parameters == "" {
		parameters = usual
	}
	columns, rows, ok := words.Size(parameters, 999)
	if !ok {
		return nil, fmt.Errorf("the size %[4]q: want %[1]s:COLUMNSxROWS, as in %[2]s:%[3]s", family, family, usual, family+":"+parameters)
	}
	g, err := newGame(columns, rows)
	if err != nil {
		return nil, err
	}
	return g, nil
}
