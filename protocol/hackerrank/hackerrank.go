// Package hackerrank speaks the protocol of HackerRank's tic-tac-toe bot: one
// process for one move, the board on standard input, the square on standard
// output.
//
//	X          the player: X or O, who is to move
//	___        three lines of three squares, the top row first: X, O or _
//	___
//	_XO
//
// The answer is the row and the column, (0,0) at the top left.
package hackerrank

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"oxo"
	"oxo/board"
)

// Rows and Columns are the size of the board.
const (
	Rows    = 3
	Columns = 3
)

// maxLine bounds what is read of one line.
const maxLine = 1 << 12

// Read reads a player and a board and returns the position of g, which is noughts
// and crosses on 3x3 with sides named X and O. The player must be to move. Blanks at the ends of lines, CRLF and blank
// lines do not matter; its error says what was wrong and what would be right.
func Read(r io.Reader, g oxo.Game) (oxo.Position, error) {
	lines, err := readLines(r)
	if err != nil {
		return nil, err
	}
	player := lines[0]
	if player != "X" && player != "O" {
		return nil, fmt.Errorf("line 1 is %q: it must be the player to move, X or O", player)
	}
	var stones [2]int
	for i, row := range lines[1:] {
		if len(row) != Columns {
			return nil, fmt.Errorf("row %d of the board is %q: it must be %d squares, each X, O or _", i+1, row, Columns)
		}
		for _, c := range row {
			switch c {
			case 'X':
				stones[oxo.First]++
			case 'O':
				stones[oxo.Second]++
			case '_':
			default:
				return nil, fmt.Errorf("row %d of the board has the square %q: it must be X, O or _", i+1, c)
			}
		}
	}
	p, err := g.ParsePosition(strings.Join(lines[1:], "/"))
	if err != nil {
		return nil, err
	}
	if turn := board.SideName(g, p.Turn()); turn != player {
		return nil, fmt.Errorf("line 1 says that %s is to move, but with %d X and %d O on the board it is %s: X moves first", player, stones[0], stones[1], turn)
	}
	return p, nil
}

// readLines returns the player and the rows, without blanks around them. Once it
// has them it waits for nothing more: a referee may keep the input open.
func readLines(r io.Reader) ([]string, error) {
	in := bufio.NewReaderSize(r, maxLine)
	var lines []string
	for end := false; len(lines) < 1+Rows && !end; {
		text, err := in.ReadSlice('\n')
		line := strings.TrimSpace(string(text))
		if len(line) > 2*Columns || errors.Is(err, bufio.ErrBufferFull) {
			return nil, fmt.Errorf("line %d is too long, %.20q...: a row is %d squares", len(lines)+1, line, Columns)
		}
		if end = errors.Is(err, io.EOF); err != nil && !end {
			return nil, fmt.Errorf("the input cannot be read: %w", err)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) < 1+Rows {
		return nil, fmt.Errorf("the input has %d of %d lines: one for the player, X or O, and %d for the board", len(lines), 1+Rows, Rows)
	}
	if more, _ := in.Peek(in.Buffered()); len(bytes.TrimSpace(more)) > 0 {
		return nil, fmt.Errorf("there is more after the board, %.20q: the input is one line for the player and %d for the board", bytes.TrimSpace(more), Rows)
	}
	return lines, nil
}

// Format writes a move of the board as "row column" from the top left. The
// name of a square is its column's letter and its row's number from the
// bottom, as in "b2".
func Format(square string) (string, error) {
	if len(square) != 2 || square[0] < 'a' || square[0] > 'c' || square[1] < '1' || square[1] > '3' {
		return "", fmt.Errorf("%q is no square of a %dx%d board", square, Columns, Rows)
	}
	return fmt.Sprintf("%d %d", '3'-square[1], square[0]-'a'), nil
}
