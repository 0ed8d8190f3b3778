package notation

import (
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// FEN is a position as programs for variants of chess write it: the rows from
// the top, of P for the first side, p for the second and numbers of empty
// squares; the pieces that can still be dropped in brackets; and w or b to move.
//
//	3/1P1/3[PPPPpppp] b - - 1 1
type FEN struct {
	Rows []string // of P, p and . each
	// Hand are the pieces in brackets, P and p; HasHand tells none from no brackets.
	Hand    string
	HasHand bool
	// Turn is the side to move, if HasTurn.
	Turn    oxo.Side
	HasTurn bool
}

// FEN fields behind the board: turn, castling, en passant, two counters.
const mostFields = 6

// ReadFEN reads the FEN of a board of that size. What is behind the turn counts
// moves, which is no part of a position here: it is passed over.
func ReadFEN(text string, columns, rows int) (FEN, error) {
	var f FEN
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return f, fmt.Errorf("the FEN is empty: write the rows from the top, joined by /, as in %s w", emptyRows(columns, rows))
	}
	if len(fields) > mostFields {
		return f, fmt.Errorf("the FEN has %d fields: it has at most %d", len(fields), mostFields)
	}
	squares, hand, hasHand := strings.Cut(fields[0], "[")
	if hasHand {
		if hand, f.HasHand = strings.CutSuffix(hand, "]"); !f.HasHand || strings.Trim(hand, "Pp") != "" {
			return f, fmt.Errorf("%q is no hand: write P and p in brackets, as in [PPppp]", words.Clip("["+hand))
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
		return f, fmt.Errorf("%q is to move? write w for the first side or b for the second behind the board", words.Clip(fields[1]))
	}
	return f, nil
}

// readFENRow spells a row out, a character for each square.
func readFENRow(row string, columns int) (string, error) {
	var cells strings.Builder
	for row != "" {
		rest := strings.TrimLeft(row, "0123456789")
		if digits := row[:len(row)-len(rest)]; digits != "" {
			n, ok := words.Number(digits, columns)
			if !ok || n == 0 {
				return "", fmt.Errorf("a run of %s empty squares does not fit: there are %d columns", words.Clip(digits), columns)
			}
			cells.WriteString(strings.Repeat(".", n))
			row = rest
			continue
		}
		if row[0] != 'P' && row[0] != 'p' {
			return "", fmt.Errorf("%q is no square: write P for the first side, p for the second, or the number of empty squares in a row", []rune(row)[0])
		}
		cells.WriteByte(row[0])
		row = row[1:]
	}
	if cells.Len() != columns {
		return "", fmt.Errorf("it has %d squares, but there are %d columns", cells.Len(), columns)
	}
	return cells.String(), nil
}

func emptyRows(columns, rows int) string {
	return strings.TrimSuffix(strings.Repeat(strconv.Itoa(columns)+"/", rows), "/")
}

// count returns how many pieces of a side the rows have, and its hand.
func (f FEN) count(side oxo.Side) (placed, inHand int) {
	piece := fenPiece(side)
	for _, row := range f.Rows {
		placed += strings.Count(row, piece)
	}
	return placed, strings.Count(f.Hand, piece)
}

// checkStones refuses a hand that does not have what the board leaves of each
// side's stones, and a turn that is not the position's.
func (f FEN) checkStones(g oxo.Game, start [2]int, turn oxo.Side) error {
	for side, all := range start {
		placed, inHand := f.count(oxo.Side(side))
		if left := all - placed; f.HasHand && inHand != left {
			return fmt.Errorf("%s has %d in hand, where %d of %d are placed: write %d, or leave the brackets out",
				board.SideName(g, oxo.Side(side)), inHand, placed, all, left)
		}
	}
	if f.HasTurn && f.Turn != turn {
		return fmt.Errorf("%s is to move there: write %s behind the board", board.SideName(g, turn), fenTurn(turn))
	}
	return nil
}

// WriteFEN writes rows of P, p and dots, from the top, with how many pieces each
// side has in hand, nil for a game without hands; plies are those since the start,
// and quiet those that a rule against endless games counts.
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

// FormatDrop writes a piece that is put on a square as such programs do: P@b2.
func FormatDrop(square string) string { return "P@" + square }

// ReadDrop reads what FormatDrop writes, and returns the square.
func ReadDrop(text string, columns, rows int) (board.Square, error) {
	name, ok := strings.CutPrefix(text, "P@")
	square, rest, ok2 := ReadSquare(name, columns, rows)
	if !ok || !ok2 || rest != "" {
		return square, fmt.Errorf("%q is no move: write P@ and the square, as in %s", words.Clip(text), FormatDrop(SquareName(board.Square{Column: columns / 2, Row: rows / 2})))
	}
	return square, nil
}

// FormatStonesFEN writes the FEN of a game whose text is rows of X, O and dots, and
// whose sides have stones for the whole board between them.
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

// ParseStonesFEN reads what FormatStonesFEN writes. The board tells the hands and
// the turn, so both may be left out, and are checked where they are there.
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

// stones returns how many each side has before the first move.
func stones(columns, rows int) [2]int {
	return [2]int{(columns*rows + 1) / 2, columns * rows / 2}
}

// Largest board that Fairy-Stockfish has.
const (
	largestColumns = 12
	largestRows    = 10
)

// FairySection joins the lines of a section of a variants file for
// Fairy-Stockfish, or says why there cannot be one.
func FairySection(g oxo.Game, header string, columns, rows int, lines ...string) (string, error) {
	if columns > largestColumns || rows > largestRows {
		return "", fmt.Errorf("%s is too large for Fairy-Stockfish: its boards have at most %d columns and %d rows", g.Name(), largestColumns, largestRows)
	}
	return fmt.Sprintf("[%s]\nmaxFile = %d\nmaxRank = %d\n%s\n", header, columns, rows, strings.Join(lines, "\n")), nil
}
