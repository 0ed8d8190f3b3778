package gogame

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"oxo/game/board"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// The indexes of a draft's fields.
const (
	passesField = iota
	koField
)

// setup returns how positions are set up: rows, the side to move, passes and the point of a ko.
func (g *game) setup() *board.Setup {
	rows := notation.Rows{Columns: g.columns, Rows: g.rows, Palette: notation.Stones("X", "O")}
	s := rows.WithTurn(g)
	s.Fields = []board.Field{{Name: "passes just made", Values: []string{""}}, {Name: "point of a ko"}}
	for n := 1; n <= lastPass; n++ {
		s.Fields[passesField].Values = append(s.Fields[passesField].Values, strconv.Itoa(n))
	}
	read, write := s.Read, s.Write
	s.Read = func(text string) (board.Draft, error) {
		parts := strings.Fields(text)
		n := min(2, len(parts))
		d, err := read(strings.Join(parts[:n], " "))
		d.Fields = make([]string, len(s.Fields))
		for _, word := range parts[n:] {
			name, value, _ := strings.Cut(word, "=")
			switch name + "=" {
			case passWord:
				d.Fields[passesField] = value
			case koWord:
				d.Fields[koField] = value
			default:
				err = errors.Join(err, fmt.Errorf("%q after the side to move: want passes= or ko=", words.Clip(word)))
			}
		}
		return d, err
	}
	s.Write = func(d board.Draft) string {
		parts := []string{write(d)}
		for i, word := range []string{passWord, koWord} {
			if i < len(d.Fields) && d.Fields[i] != "" {
				parts = append(parts, word+d.Fields[i])
			}
		}
		return strings.Join(parts, " ")
	}
	return s
}
