package gtp

import (
	"cmp"
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
)

// showBoard draws the board, with the labels of the notation.
func (s *server) showBoard([]string) (string, error) {
	lines := []string{s.verdict()}
	grid, ok := s.now.(board.Grid)
	if !ok {
		return strings.Join(append(lines, s.game.FormatPosition(s.now)), "\n"), nil
	}
	var table [][]string
	columns, rows := grid.Size()
	letters, numbers := grid.Labels()
	for row := rows - 1; row >= 0; row-- {
		line := []string{label(numbers, row)}
		for column := range columns {
			line = append(line, cmp.Or(grid.At(board.Square{Column: column, Row: row}).Text, "."))
		}
		table = append(table, line)
	}
	last := []string{""}
	for i := range columns {
		name := label(letters, i)
		if s.notation.vertices() {
			name = column(i)
		}
		last = append(last, name)
	}
	return strings.Join(append(lines, aligned(append(table, last))...), "\n"), nil
}

// aligned formats a table whose columns all have the width of the widest word.
func aligned(table [][]string) []string {
	width := 2
	for _, line := range table {
		for _, word := range line {
			width = max(width, len(word))
		}
	}
	var lines []string
	for _, line := range table {
		var b strings.Builder
		for _, word := range line {
			fmt.Fprintf(&b, " %*s", width, word)
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return lines
}

// verdict describes the state of the game, in the colours of the protocol.
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
