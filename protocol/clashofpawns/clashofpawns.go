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
// row and column of the pawn, then the row and column of its destination, all from
// 0: "1 4 2 4". As the program, oxo answers every board that it receives; as the
// manager, it starts the program again for each board.
package clashofpawns

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/protocol/contest"
)

// side is the number of rows and columns.
const side = 12

// maxWord limits the bytes read for one word.
const maxWord = 1 << 10

// Read reads a player and a board and returns the position of g, which must be
// breakthrough on 12x12. Blanks and line ends only separate numbers. Its error names
// the fault and the correct form.
func Read(r io.Reader, g oxo.Game) (oxo.Position, error) {
	in := bufio.NewReader(r)
	player, err := readPlayer(in)
	if err != nil {
		return nil, err
	}
	if player == "" {
		return nil, errEmpty()
	}
	rows, err := readRows(in)
	if err != nil {
		return nil, err
	}
	if more := waiting(in); len(more) > 0 {
		return nil, errMore(more)
	}
	return position(g, player, rows)
}

// readPlayer reads the player to move, "" at the end of the input.
func readPlayer(in *bufio.Reader) (string, error) {
	player, err := readWord(in)
	if err == nil && player != "" && player != "0" && player != "1" {
		err = fmt.Errorf("the player to move is %.20q: want 1 for white or 0 for black", player)
	}
	return player, err
}

// readRows reads a board. The first row of the input is the bottom row of the
// position: white moves away from it in both.
func readRows(in *bufio.Reader) ([]string, error) {
	rows := make([]string, side)
	for i := range side * side {
		word, err := readWord(in)
		if err != nil {
			return nil, err
		}
		if word == "" {
			return nil, fmt.Errorf("the board has %d numbers: want %d, row by row, 1 white, 0 black or -1 empty", i, side*side)
		}
		cell, ok := map[string]string{"1": "w", "0": "b", "-1": "."}[word]
		if !ok {
			return nil, fmt.Errorf("row %d, column %d of the board is %.20q: want 1 for white, 0 for black or -1 for empty", i/side, i%side, word)
		}
		rows[side-1-i/side] += cell
	}
	return rows, nil
}

// position makes the position of a player and rows from the top.
func position(g oxo.Game, player string, rows []string) (oxo.Position, error) {
	turn := map[string]string{"1": "white", "0": "black"}[player]
	return g.ParsePosition(strings.Join(rows, "/") + " " + turn)
}

// waiting returns the input that has already arrived after a board. It does not wait
// for more: a referee may keep the input open.
func waiting(in *bufio.Reader) []byte {
	more, _ := in.Peek(in.Buffered())
	return bytes.TrimSpace(more)
}

func errEmpty() error {
	return fmt.Errorf("the input is empty: want the player to move, 1 white or 0 black, and %d numbers of the board", side*side)
}

func errMore(more []byte) error {
	return fmt.Errorf("text follows the %d numbers of the board: %.20q", side*side, more)
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
			if word = append(word, c); len(word) > maxWord {
				return "", fmt.Errorf("%.20q... is too long: want the numbers 1, 0 and -1", word)
			}
		case len(word) > 0:
			return string(word), nil
		}
	}
}

// Options are the options of oxo as the program.
type Options struct {
	contest.Options
	Teleport bool // the edition of 2017, with teleport squares
}

// Game names the game of an edition of the contest.
func Game(teleport bool) string {
	if teleport {
		return "clashofpawns,teleport"
	}
	return "clashofpawns"
}

// Serve is the program: it answers each board from in at once, until in ends. For
// input that it does not understand it returns a [contest.InputError].
func Serve(ctx context.Context, in io.Reader, out io.Writer, families []catalog.Family, opts Options) error {
	g, err := catalog.Lookup(families, Game(opts.Teleport))
	if err != nil {
		return err
	}
	reader, first := bufio.NewReader(in), true
	next := func() (oxo.Position, error) {
		player, err := readPlayer(reader)
		switch {
		case err != nil:
			return nil, err
		case player == "" && first:
			return nil, errEmpty()
		case player == "":
			return nil, io.EOF
		}
		rows, err := readRows(reader)
		if err != nil {
			return nil, err
		}
		if more := waiting(reader); len(more) > 0 && more[0] != '0' && more[0] != '1' {
			return nil, errMore(more) // not another board
		}
		first = false
		return position(g, player, rows)
	}
	return contest.Serve(ctx, out, g, next, Format, opts.Options)
}

// New makes a player from a program of the contest, args[0] with the arguments
// args[1:], for breakthrough on 12x12, with or without teleport squares. The program
// is started again for each move.
func New(args []string, g oxo.Game) *contest.Client {
	return contest.New(args, g, contest.Notation{
		Position: func(p oxo.Position) (string, error) { return write(p, g) },
		Move:     contest.Plain(func(p oxo.Position, answer string) (oxo.Move, error) { return move(p, g, answer) }),
	})
}

// write writes a position in the contest's format.
func write(p oxo.Position, g oxo.Game) (string, error) {
	cells, ok := contest.Cells(p, side, side)
	numbers := map[string]string{"w": "1", "b": "0", "": "-1"}
	if !ok || board.SideName(g, oxo.First) != "white" {
		return "", fmt.Errorf("the protocol of Clash of Pawns has breakthrough on %dx%d, not %s", side, side, g.Name())
	}
	var text strings.Builder
	text.WriteString(strconv.Itoa(1-int(p.Turn())) + "\n")
	for row := side - 1; row >= 0; row-- {
		for column, cell := range cells[row] {
			text.WriteString(numbers[cell] + map[bool]string{true: "\n", false: " "}[column == side-1])
		}
	}
	return text.String(), nil
}

// move reads an answer: the row and column of the pawn, then of its destination.
func move(p oxo.Position, g oxo.Game, answer string) (oxo.Move, error) {
	numbers := strings.Fields(answer)
	var squares strings.Builder
	for i := 1; i < len(numbers) && len(numbers) == 4; i += 2 {
		row, ok1 := words.Number(numbers[i-1], side-1)
		column, ok2 := words.Number(numbers[i], side-1)
		if !ok1 || !ok2 {
			numbers = nil
			break
		}
		fmt.Fprintf(&squares, "%c%d", 'a'+column, row+1)
	}
	if len(numbers) != 4 {
		return 0, fmt.Errorf("an answer: want the row and the column of a pawn, then the row and the column of its target, from 0 to %d, as in 1 4 2 4", side-1)
	}
	return g.ParseMove(p, squares.String())
}

// Format converts a move from the notation of breakthrough.
func Format(move string) (string, error) {
	var numbers []string
	for rest := move; rest != ""; {
		column := int(rest[0]) - 'a'
		digits := len(rest[1:]) - len(strings.TrimLeft(rest[1:], "0123456789"))
		row, err := strconv.Atoi(rest[1 : 1+digits])
		if err != nil || column < 0 || column >= side || row < 1 || row > side {
			return "", fmt.Errorf("%q is not a move on %dx%d", move, side, side)
		}
		numbers = append(numbers, strconv.Itoa(row-1), strconv.Itoa(column))
		rest = rest[1+digits:]
	}
	if len(numbers) != 4 {
		return "", fmt.Errorf("%q is not a move: want two squares", move)
	}
	return strings.Join(numbers, " "), nil
}
