package notation

import (
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// FEN is a position in the notation of programs for chess variants: the rows from
// the top, with P for the first side, p for the second and numbers for empty
// squares; the pieces that can still be dropped in brackets; and w or b to move.
//
//	3/1P1/3[PPPPpppp] b - - 1 1
type FEN struct {
	Rows []string // of P, p and . each
	// Hand holds the pieces in brackets, P and p; HasHand distinguishes empty brackets
	// from missing ones.
	Hand    string
	HasHand bool
	// Turn is the side to move, if HasTurn.
	Turn    oxo.Side
	HasTurn bool
}

// The fields of a FEN: board, turn, castling, en passant, two counters.
const maxFields = 6

// ReadFEN reads the FEN of a board of a size. It ignores the fields after the turn,
// which count moves and are not part of a position here.
func ReadFEN(text string, columns, rows int) (FEN, error) {
	var f FEN
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return f, fmt.Errorf("the FEN is empty: write the rows from the top, joined by /, as in %s w", emptyRows(columns, rows))
	}
	if len(fields) > maxFields {
		return f, fmt.Errorf("the FEN has %d fields: want at most %d", len(fields), maxFields)
	}
	squares, hand, hasHand := strings.Cut(fields[0], "[")
	if hasHand {
		if hand, f.HasHand = strings.CutSuffix(hand, "]"); !f.HasHand || strings.Trim(hand, "Pp") != "" {
			return f, fmt.Errorf("%q is not a hand: write P and p in brackets, as in [PPppp]", words.Clip("["+hand))
		}
		f.Hand = hand
	}
	list := strings.Split(squares, "/")
	if len(list) != rows {
		return f, fmt.Errorf("the FEN has %d row(s), but the board has %d: write them from the top, joined by /, as in %s", len(list), rows, emptyRows(columns, rows))
	}
	for i, row := range list {
		cells, err := readFENRow(row, columns)
		if err != nil {
			return f, fmt.Errorf("row %d of the FEN, %q: %w", i+1, words.Clip(row), err)
		}
		f.Rows = append(f.Rows, cells)
	}
	if len(fields) == 1 {
		return f, nil
	}
	f.HasTurn = true
	switch fields[1] {
	case "w":
		f.Turn = oxo.First
	case "b":
		f.Turn = oxo.Second
	default:
		return f, fmt.Errorf("%q is to move? write w for the first side or b for the second after the board", words.Clip(fields[1]))
	}
	return f, nil
}

// readFENRow expands a row to one character for each square.
func readFENRow(row string, columns int) (string, error) {
	var cells strings.Builder
	for row != "" {
		rest := strings.TrimLeft(row, "0123456789")
		if digits := row[:len(row)-len(rest)]; digits != "" {
			n, ok := words.Number(digits, columns)
			if !ok || n == 0 {
				return "", fmt.Errorf("a run of %s empty squares does not fit into %d columns", words.Clip(digits), columns)
			}
			cells.WriteString(strings.Repeat(".", n))
			row = rest
			continue
		}
		if row[0] != 'P' && row[0] != 'p' {
			return "", fmt.Errorf("%q is not a square: write P for the first side, p for the second, or the number of empty squares in a row", []rune(row)[0])
		}
		cells.WriteByte(row[0])
		row = row[1:]
	}
	if cells.Len() != columns {
		return "", fmt.Errorf("it has %d squares: want %d", cells.Len(), columns)
	}
	return cells.String(), nil
}

func emptyRows(columns, rows int) string {
	return strings.TrimSuffix(strings.Repeat(strconv.Itoa(columns)+"/", rows), "/")
}

// count returns the numbers of a side's pieces on the board and in its hand.
func (f FEN) count(side oxo.Side) (placed, inHand int) {
	piece := fenPiece(side)
	for _, row := range f.Rows {
		placed += strings.Count(row, piece)
	}
	return placed, strings.Count(f.Hand, piece)
}

// checkStones returns an error if a hand does not complete each side's stones on the
// board, or if the turn is not the position's.
func (f FEN) checkStones(g oxo.Game, start [2]int, turn oxo.Side) error {
	for side, all := range start {
		placed, inHand := f.count(oxo.Side(side))
		if left := all - placed; f.HasHand && inHand != left {
			return fmt.Errorf("%s has %d in hand, but %d of %d are placed: write %d, or leave the brackets out",
				board.SideName(g, oxo.Side(side)), inHand, placed, all, left)
		}
	}
	if f.HasTurn && f.Turn != turn {
		return fmt.Errorf("%s is to move there: write %s after the board", board.SideName(g, turn), fenTurn(turn))
	}
	return nil
}

// WriteFEN writes rows of P, p and dots, from the top, with the numbers of pieces in
// hand, nil for a game without hands. plies is the number since the start, and quiet
// the number counted by a rule against endless games.
func WriteFEN(rows []string, hand *[2]int, turn oxo.Side, plies, quiet int) string {
	var b strings.Builder
	for i, row := range rows {
		if i > 0 {
			b.WriteByte('/')
		}
		empty := 0
		for _, c := range []byte(row + " ") {
			if c == '.' {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			b.WriteByte(c)
		}
	}
	text := strings.ReplaceAll(b.String(), " ", "")
	if hand != nil {
		text += "[" + strings.Repeat("P", hand[oxo.First]) + strings.Repeat("p", hand[oxo.Second]) + "]"
	}
	return fmt.Sprintf("%s %s - - %d %d", text, fenTurn(turn), quiet, plies/2+1)
}

func fenPiece(side oxo.Side) string { return [...]string{"P", "p"}[side&1] }

func fenTurn(side oxo.Side) string { return [...]string{"w", "b"}[side&1] }

// FormatDrop writes the drop of a piece on a square in UCI notation: P@b2.
func FormatDrop(square string) string { return "P@" + square }

// ReadDrop reads what FormatDrop writes, and returns the square.
func ReadDrop(text string, columns, rows int) (board.Square, error) {
	name, ok := strings.CutPrefix(text, "P@")
	square, rest, ok2 := ReadSquare(name, columns, rows)
	if !ok || !ok2 || rest != "" {
		return square, fmt.Errorf("%q is not a move: write P@ and the square, as in %s", words.Clip(text), FormatDrop(SquareName(board.Square{Column: columns / 2, Row: rows / 2})))
	}
	return square, nil
}

// FormatStonesFEN writes the FEN of a game whose position text is rows of X, O and
// dots, and whose sides together have stones for the whole board.
func FormatStonesFEN(g oxo.Game, p oxo.Position, columns, rows int) string {
	list := strings.Split(strings.NewReplacer("X", "P", "O", "p").Replace(g.FormatPosition(p)), "/")
	left, placed := stones(columns, rows), 0
	for _, side := range [...]oxo.Side{oxo.First, oxo.Second} {
		n := strings.Count(strings.Join(list, ""), fenPiece(side))
		left[side] -= n
		placed += n
	}
	return WriteFEN(list, &left, p.Turn(), placed, placed)
}

// ParseStonesFEN reads what FormatStonesFEN writes. The board determines the hands
// and the turn, so both are optional, and checked if present.
func ParseStonesFEN(g oxo.Game, text string, columns, rows int) (oxo.Position, error) {
	f, err := ReadFEN(text, columns, rows)
	if err != nil {
		return nil, err
	}
	p, err := g.ParsePosition(strings.NewReplacer("P", "X", "p", "O").Replace(strings.Join(f.Rows, "/")))
	if err == nil {
		err = f.checkStones(g, stones(columns, rows), p.Turn())
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// stones returns the number of each side's stones before the first move.
func stones(columns, rows int) [2]int {
	return [2]int{(columns*rows + 1) / 2, columns * rows / 2}
}

// The largest board of Fairy-Stockfish.
const (
	largestColumns = 12
	largestRows    = 10
)

// FairySection joins the lines of a section of a variants file for Fairy-Stockfish,
// or returns an error if the game cannot have one.
func FairySection(g oxo.Game, header string, columns, rows int, lines ...string) (string, error) {
	if columns > largestColumns || rows > largestRows {
		return "", fmt.Errorf("%s is too large for Fairy-Stockfish: want at most %d columns and %d rows", g.Name(), largestColumns, largestRows)
	}
	return fmt.Sprintf("[%s]\nmaxFile = %d\nmaxRank = %d\n%s\n", header, columns, rows, strings.Join(lines, "\n")), nil
}
