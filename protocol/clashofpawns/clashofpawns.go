// Package clashofpawns speaks the protocol of the bot contest Clash of Pawns:
// one process for one move, the board on standard input, the move on standard
// output.
//
//	1                        the player to move: 1 white, 0 black
//	1 1 1 1 1 1 1 1 1 1 1 1  twelve rows of twelve: 1 white, 0 black, -1 empty
//	...
//	0 0 0 0 0 0 0 0 0 0 0 0
//
// White begins in the first two rows and moves down the page. The answer is the
// row and column of the pawn, and those it goes to, from 0: "1 4 2 4".
package clashofpawns

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"oxo"
)

// Side is the number of rows and of columns.
const Side = 12

// maxInput bounds what is read.
const maxInput = 1 << 16

// Read reads a player and a board and returns the position of g, which is
// breakthrough on 12x12. Blanks and line ends only separate; its error says what
// was wrong and what would be right.
func Read(r io.Reader, g oxo.Game) (oxo.Position, error) {
	in := bufio.NewReaderSize(io.LimitReader(r, maxInput), maxInput)
	word, err := readWord(in)
	if err != nil {
		return nil, err
	}
	if word == "" {
		return nil, fmt.Errorf("the input is empty: it is the player to move, 1 white or 0 black, and %d numbers of the board", Side*Side)
	}
	player := word
	if player != "0" && player != "1" {
		return nil, fmt.Errorf("the player to move is %.20q: it is 1 for white or 0 for black", player)
	}
	// The first row of the input is the bottom row of the position: white
	// moves away from it in both.
	rows := make([]string, Side)
	for i := range Side * Side {
		if word, err = readWord(in); err != nil {
			return nil, err
		}
		if word == "" {
			return nil, fmt.Errorf("the board has %d numbers: it has %d, row by row, 1 white, 0 black or -1 empty", i, Side*Side)
		}
		cell, ok := map[string]string{"1": "w", "0": "b", "-1": "."}[word]
		if !ok {
			return nil, fmt.Errorf("row %d, column %d of the board is %.20q: it is 1 for white, 0 for black or -1 for empty", i/Side, i%Side, word)
		}
		rows[Side-1-i/Side] += cell
	}
	// A referee may keep the input open: only what has come already is looked at.
	if more, _ := in.Peek(in.Buffered()); len(bytes.TrimSpace(more)) > 0 {
		return nil, fmt.Errorf("there is more after the %d numbers of the board: %.20q", Side*Side, bytes.TrimSpace(more))
	}
	turn := map[string]string{"1": "white", "0": "black"}[player]
	return g.ParsePosition(strings.Join(rows, "/") + " " + turn)
}

// readWord returns the next word, and "" at the end of the input.
func readWord(in *bufio.Reader) (string, error) {
	var word []byte
	for {
		c, err := in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return string(word), nil
		case err != nil:
			return "", fmt.Errorf("the input cannot be read: %w", err)
		case !unicode.IsSpace(rune(c)):
			word = append(word, c)
		case len(word) > 0:
			return string(word), nil
		}
	}
}

// Format writes a move, given in the notation of breakthrough.
func Format(move string) (string, error) {
	var numbers []string
	for rest := move; rest != ""; {
		column := int(rest[0]) - 'a'
		digits := len(rest[1:]) - len(strings.TrimLeft(rest[1:], "0123456789"))
		row, err := strconv.Atoi(rest[1 : 1+digits])
		if err != nil || column < 0 || column >= Side || row < 1 || row > Side {
			return "", fmt.Errorf("%q is no move on %dx%d", move, Side, Side)
		}
		numbers = append(numbers, strconv.Itoa(row-1), strconv.Itoa(column))
		rest = rest[1+digits:]
	}
	if len(numbers) != 4 {
		return "", fmt.Errorf("%q is no move: it has two squares", move)
	}
	return strings.Join(numbers, " "), nil
}
