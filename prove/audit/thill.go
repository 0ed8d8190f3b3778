package audit

import (
	"errors"
	"fmt"
	"strings"

	"oxo"
	"oxo/prove/label"
)

// thillGame is the game of Thill's books.
const thillGame = "connect4:7x6"

// thill is one of Thill's opening books. It has positions with the same number of stones, sorted, each in a
// record of a few bytes with the highest byte first. The code of a position goes through the columns from the
// left, and through each column from the bottom: the bits 10 are a stone of the first side, 11 a stone of the
// second side, and 0 the end of a column; one more 0 ends the code. In a book without distances the last two
// bits of the record are the result: 0 for a draw, 1 for a loss of the first side, which is to move. Won positions
// are not in such a book. In a book with distances one more byte has 100 minus the number of plies to the end; a
// loss is negative.
type thill struct {
	stones    int
	bytes     int // of a record
	distances bool
}

// The size of the board, and the numbers of the records.
const (
	thillWidth, thillHeight = 7, 6
	thillWin                = 100
	thillResult             = 3 // the bits of the result
)

// thillProbe is the number of records that are read to find out the format of a file.
const thillProbe = 200

func (t thill) open(o *opening) (*Source, error) {
	records := len(o.data) / t.bytes
	if records == 0 || len(o.data)%t.bytes != 0 {
		return nil, fmt.Errorf("the length %d is not a number of records of %d bytes: %w", len(o.data), t.bytes, errOther)
	}
	for n := 0; n < records; n += max(records/thillProbe, 1) {
		code, value := t.split(o.data[n*t.bytes:])
		if _, err := t.position(o.game, code); err != nil || !t.distances && value > 1 {
			return nil, fmt.Errorf("record %d is not one of a book of %d stones: %w", n+1, t.stones, errOther)
		}
	}
	about := fmt.Sprintf("Thill's opening book of %d stones", t.stones)
	if t.distances {
		about += " with distances"
	}
	return &Source{About: about, ResultOnly: !t.distances, All: func(yield func(Record) bool) {
		for n := range records {
			raw := o.data[n*t.bytes : (n+1)*t.bytes]
			if !yield(Record{n + 1, fmt.Sprintf("byte %d", n*t.bytes), func() (Content, error) { return t.read(o.game, raw) }}) {
				return
			}
		}
	}}, nil
}

// split returns the code of a position, its first bit at the top of 32, and its value as written.
func (t thill) split(raw []byte) (code uint32, value int) {
	size := t.bytes
	if t.distances {
		size--
		value = int(int8(raw[size]))
	}
	for _, b := range raw[:size] {
		code = code<<8 | uint32(b)
	}
	if !t.distances {
		value = int(code & thillResult)
		code &^= thillResult
	}
	return code << (32 - 8*size), value
}

// position decodes a position.
func (t thill) position(g oxo.Game, code uint32) (oxo.Position, error) {
	var columns [thillWidth][]byte
	stones := 0
	for at := 0; at < thillWidth; code <<= 1 {
		if code>>31 == 0 {
			at++
			continue
		}
		code <<= 1
		columns[at] = append(columns[at], "XO"[code>>31])
		if stones++; stones > t.stones || len(columns[at]) > thillHeight {
			return nil, errors.New("the record has too many stones")
		}
	}
	if code != 0 || stones != t.stones {
		return nil, fmt.Errorf("the record has %d stones: want %d", stones, t.stones)
	}
	return ofColumns(g, columns[:], thillHeight)
}

func (t thill) read(g oxo.Game, raw []byte) (Content, error) {
	code, value := t.split(raw)
	p, err := t.position(g, code)
	if err != nil {
		return Content{}, err
	}
	c := Claim{Position: p, Stated: fmt.Sprint(value), Holds: none(), Write: t.write}
	switch {
	case !t.distances && value <= 1:
		c.Holds = ofSign(-value)
	case !t.distances:
	case value == 0:
		c.Holds = oxo.Exactly(oxo.Draw)
	case value > 0 && value <= thillWin:
		c.Holds = oxo.Exactly(oxo.Win(thillWin - value))
	case value < 0 && value >= -thillWin:
		c.Holds = oxo.Exactly(oxo.Loss(thillWin + value))
	}
	return Content{Game: g, Claims: []Claim{c}, Moves: movesTo(g, p)}, nil
}

// write writes a value as the book would.
func (t thill) write(s oxo.Score) string {
	switch {
	case t.distances:
		return fmt.Sprint(s.Sign() * (thillWin - s.Plies()))
	case s.IsWin():
		return "none, since won positions are not in the book"
	}
	return fmt.Sprint(-s.Sign())
}

// ofColumns makes a position of Connect Four from the stones of its columns, each from the bottom.
func ofColumns(g oxo.Game, columns [][]byte, height int) (oxo.Position, error) {
	var rows []string
	for row := height - 1; row >= 0; row-- {
		cells := []byte(strings.Repeat(".", len(columns)))
		for at, column := range columns {
			if row < len(column) {
				cells[at] = column[row]
			}
		}
		rows = append(rows, string(cells))
	}
	return g.ParsePosition(strings.Join(rows, "/"))
}

// movesTo returns a function that finds moves from the empty board to a position of Connect Four.
func movesTo(g oxo.Game, p oxo.Position) func() string {
	return func() string {
		moves, err := label.MovesTo(g, p)
		if err != nil {
			return ""
		}
		return moves
	}
}
