// Package hackerrank speaks the protocol of HackerRank's tic-tac-toe bot: one
// process for one move, the board on standard input, the square on standard
// output.
//
//	X          the player: X or O, who is to move
//	___        three lines of three squares, the top row first: X, O or _
//	___
//	_XO
//
// The answer is the row and the column, (0,0) at the top left. As the program, oxo
// answers every board that it receives; as the manager, it starts the program again
// for each board.
package hackerrank

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/protocol/contest"
)

// Game names the game of the contest.
const Game = "tictactoe"

// rows and columns are the size of the board.
const (
	rows    = 3
	columns = 3
)

// maxLine limits the bytes read for one line.
const maxLine = 1 << 12

// Read reads a player and a board and returns the position of g, which must be
// noughts and crosses on 3x3 with sides named X and O. The player must be to move.
// Blanks at the ends of lines, CRLF and blank lines are ignored. Its error names the
// fault and the correct form.
func Read(r io.Reader, g oxo.Game) (oxo.Position, error) {
	in := bufio.NewReaderSize(r, maxLine)
	lines, err := readLines(in)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, errShort(0)
	}
	if more := waiting(in); len(more) > 0 {
		return nil, errMore(more)
	}
	return parse(lines, g)
}

// parse reads the lines of a board.
func parse(lines []string, g oxo.Game) (oxo.Position, error) {
	player := lines[0]
	if player != "X" && player != "O" {
		return nil, fmt.Errorf("line 1 is %q: want the player to move, X or O", player)
	}
	var stones [2]int
	for i, row := range lines[1:] {
		if len(row) != columns {
			return nil, fmt.Errorf("row %d of the board is %q: want %d squares, each X, O or _", i+1, row, columns)
		}
		for _, c := range row {
			switch c {
			case 'X':
				stones[oxo.First]++
			case 'O':
				stones[oxo.Second]++
			case '_':
			default:
				return nil, fmt.Errorf("row %d of the board has the square %q: want X, O or _", i+1, c)
			}
		}
	}
	p, err := g.ParsePosition(strings.Join(lines[1:], "/"))
	if err != nil {
		return nil, err
	}
	if turn := board.SideName(g, p.Turn()); turn != player {
		return nil, fmt.Errorf("line 1 says that %s is to move, but with %d X and %d O on the board %s is to move: X moves first", player, stones[0], stones[1], turn)
	}
	return p, nil
}

// readLines returns the player and the rows, without surrounding blanks, or nothing
// at the end of the input. It does not wait for more lines than these: a referee may
// keep the input open.
func readLines(in *bufio.Reader) ([]string, error) {
	var lines []string
	for end := false; len(lines) < 1+rows && !end; {
		text, err := in.ReadSlice('\n')
		line := strings.TrimSpace(string(text))
		if len(line) > 2*columns || errors.Is(err, bufio.ErrBufferFull) {
			return nil, fmt.Errorf("line %d is too long, %.20q...: want %d squares", len(lines)+1, line, columns)
		}
		if end = errors.Is(err, io.EOF); err != nil && !end {
			return nil, fmt.Errorf("the input cannot be read: %w", err)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	if n := len(lines); n > 0 && n < 1+rows {
		return nil, errShort(n)
	}
	return lines, nil
}

// waiting returns the input that has already arrived after a board.
func waiting(in *bufio.Reader) []byte {
	more, _ := in.Peek(in.Buffered())
	return bytes.TrimSpace(more)
}

func errShort(lines int) error {
	return fmt.Errorf("the input has %d of %d lines: want one for the player, X or O, and %d for the board", lines, 1+rows, rows)
}

func errMore(more []byte) error {
	return fmt.Errorf("text follows the board, %.20q: want one line for the player and %d for the board", more, rows)
}

// Serve is the program: it answers each board from in at once, until in ends. For
// input that it does not understand it returns a [contest.InputError].
func Serve(ctx context.Context, in io.Reader, out io.Writer, families []catalog.Family, opts contest.Options) error {
	g, err := catalog.Lookup(families, Game)
	if err != nil {
		return err
	}
	reader, first := bufio.NewReaderSize(in, maxLine), true
	next := func() (oxo.Position, error) {
		lines, err := readLines(reader)
		switch more := waiting(reader); {
		case err != nil:
			return nil, err
		case len(lines) == 0 && first:
			return nil, errShort(0)
		case len(lines) == 0:
			return nil, io.EOF
		case len(more) > 0 && more[0] != 'X' && more[0] != 'O':
			return nil, errMore(more) // not another board
		}
		first = false
		return parse(lines, g)
	}
	return contest.Serve(ctx, out, g, next, Format, opts)
}

// New makes a player from a program of the contest, args[0] with the arguments
// args[1:], for noughts and crosses on 3x3. The program is started again for each
// move.
func New(args []string, g oxo.Game) *contest.Client {
	return contest.New(args, g, contest.Notation{
		Position: func(p oxo.Position) (string, error) { return write(p, g) },
		Move:     contest.Plain(func(p oxo.Position, answer string) (oxo.Move, error) { return move(p, g, answer) }),
	})
}

// write writes a position in the contest's format.
func write(p oxo.Position, g oxo.Game) (string, error) {
	cells, ok := contest.Cells(p, columns, rows)
	if ok && board.SideName(g, oxo.First) == "X" {
		var text strings.Builder
		text.WriteString(board.SideName(g, p.Turn()) + "\n")
		for _, row := range cells {
			for _, cell := range row {
				text.WriteString(cmp.Or(cell, "_"))
			}
			text.WriteByte('\n')
		}
		return text.String(), nil
	}
	return "", fmt.Errorf("HackerRank's protocol has noughts and crosses on %dx%d, not %s", columns, rows, g.Name())
}

// move reads an answer: a row and a column.
func move(p oxo.Position, g oxo.Game, answer string) (oxo.Move, error) {
	if numbers := strings.Fields(answer); len(numbers) == 2 {
		row, ok1 := words.Number(numbers[0], rows-1)
		column, ok2 := words.Number(numbers[1], columns-1)
		if ok1 && ok2 {
			return g.ParseMove(p, fmt.Sprintf("%c%c", 'a'+column, '3'-row))
		}
	}
	return 0, fmt.Errorf("an answer: want a row and a column from 0 to %d, as in 0 2", rows-1)
}

// Format converts a move to "row column" from the top left. The name of a square is
// the letter of its column and the number of its row from the bottom, as in "b2".
func Format(square string) (string, error) {
	if len(square) != 2 || square[0] < 'a' || square[0] > 'c' || square[1] < '1' || square[1] > '3' {
		return "", fmt.Errorf("%q is not a square of a %dx%d board", square, columns, rows)
	}
	return fmt.Sprintf("%d %d", '3'-square[1], square[0]-'a'), nil
}
