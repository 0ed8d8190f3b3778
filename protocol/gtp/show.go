package gtp

import (
	"strings"

	"oxo"
	"oxo/board"
)

// showBoard draws the board, with the labels of the notation.
func (s *server) showBoard([]string) (string, error) {
	lines := []string{s.verdict()}
	grid, ok := s.now.(board.Grid)
	if !ok {
		return strings.Join(append(lines, s.game.FormatPosition(s.now)), "\n"), nil
	}
	columns, rows := grid.Size()
	letters, numbers := grid.Labels()
	for row := rows - 1; row >= 0; row-- {
		var b strings.Builder
		b.WriteString(padded(label(numbers, row)))
		for column := range columns {
			text := grid.At(board.Square{Column: column, Row: row}).Text
			if text == "" {
				text = "."
			}
			b.WriteString(" " + padded(text)[1:])
		}
		lines = append(lines, b.String())
	}
	var b strings.Builder
	b.WriteString("   ")
	for i := range columns {
		name := label(letters, i)
		if s.notation.vertices {
			name = column(name[0])
		}
		b.WriteString(" " + padded(name)[1:])
	}
	return strings.Join(append(lines, strings.TrimRight(b.String(), " ")), "\n"), nil
}

// verdict says how the game stands, in the colours of the protocol.
func (s *server) verdict() string {
	if s.now.Outcome() == oxo.Ongoing {
		return colour(s.now.Turn()) + " to play"
	}
	score, _ := s.finalScore(nil)
	return "the game is over: " + score
}

func label(labels []string, i int) string {
	if i < len(labels) {
		return labels[i]
	}
	return ""
}

// padded writes a word for a column of three.
func padded(text string) string { return strings.Repeat(" ", max(3-len(text), 0)) + text }
