package chess

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"oxo"
	"oxo/internal/words"
)

const letters = ".pnbrqk"

// kindOf returns the kind that a letter stands for, in either case.
func kindOf(letter byte) int { return max(strings.IndexByte(letters, letter|0x20), none) }

// FormatPosition writes the first four fields of FEN: the men, the side to move, the castling
// rights, and the en passant square, but only if a capture is possible there. In Chess960 the
// right of a rook with another rook outside of it is the letter of its column, as in X-FEN.
func (g *game) FormatPosition(p oxo.Position) string {
	b := p.(*position)
	var s strings.Builder
	for row := g.rows - 1; row >= 0; row-- {
		g.formatRow(&s, b, row)
		if row > 0 {
			s.WriteByte('/')
		}
	}
	s.WriteString([...]string{" w ", " b "}[b.turn&1])
	if b.rights == 0 {
		s.WriteByte('-')
	}
	for _, us := range []oxo.Side{oxo.First, oxo.Second} {
		own := b.rights & b.sides[us]
		for own != 0 { // the right wing first
			sq := 63 - bits.LeadingZeros64(own)
			own &^= bit(sq)
			letter := b.right(sq)
			if us == oxo.First {
				letter &^= 0x20
			}
			s.WriteByte(letter)
		}
	}
	if b.passant == 0 {
		return s.String() + " -"
	}
	return s.String() + " " + squareName(int(b.passant))
}

func (g *game) formatRow(s *strings.Builder, b *position, row int) {
	empty := 0
	for column := range g.columns {
		man := b.square[row*side+column]
		if man == none {
			empty++
			continue
		}
		if empty > 0 {
			s.WriteString(strconv.Itoa(empty))
		}
		empty = 0
		s.WriteByte(letterOf(man))
	}
	if empty > 0 {
		s.WriteString(strconv.Itoa(empty))
	}
}

// letterOf returns the letter of a man: a capital for white.
func letterOf(man uint8) byte {
	letter := letters[man&7]
	if man&blackMan == 0 {
		letter &^= 0x20
	}
	return letter
}

// right returns the letter of a castling right: k or q for the outermost rook, otherwise its
// column.
func (p *position) right(sq int) byte {
	k := p.king(oxo.Side(p.square[sq] >> 3))
	row := uint64(0xff) << (sq &^ 7)
	letter, outside := byte('q'), row&(bit(sq)-1)
	if sq > k {
		letter, outside = 'k', row&^(bit(sq)<<1-1)
	}
	if outside&p.kinds[rook]&p.sides[p.square[sq]>>3] != 0 {
		return 'a' + byte(sq%side)
	}
	return letter
}

func squareName(sq int) string { return string([]byte{'a' + byte(sq%side), '1' + byte(sq/side)}) }

// ParsePosition reads FEN: the men, the side to move and, if present, the rights, the en
// passant square and the two counters. The first counter counts for the rule of fifty moves,
// although it is not part of the position.
func (g *game) ParsePosition(text string) (oxo.Position, error) {
	p, err := g.parseFEN(text)
	if err != nil {
		return nil, err // not a nil *position in the interface
	}
	return p, nil
}

func (g *game) parseFEN(text string) (*position, error) {
	fields := strings.Fields(text)
	if len(fields) == 1 && strings.Count(text, "/") == g.rows-1 {
		return nil, fmt.Errorf("the position does not say who is to move: write w or b after the men, as in %s", g.start)
	}
	if len(fields) < 2 || len(fields) > 6 {
		return nil, fmt.Errorf("the position has %d field(s): write FEN, as in %s", len(fields), g.start)
	}
	p := &position{g: g}
	if err := p.readMen(fields[0]); err != nil {
		return nil, err
	}
	switch fields[1] {
	case "w":
	case "b":
		p.turn = oxo.Second
		p.hash ^= g.turn
	default:
		return nil, fmt.Errorf("%q is not a side to move: write w or b", words.Clip(fields[1]))
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	for i, read := range []func(string) error{p.readRights, p.readPassant, p.readClock, p.readNumber} {
		if i+2 == len(fields) {
			break
		}
		if err := read(fields[i+2]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *position) readMen(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != p.g.rows {
		return fmt.Errorf("the position has %d row(s): %s has %d, from the top and joined by /, as in %s", len(rows), p.g.Name(), p.g.rows, p.g.start)
	}
	for i, row := range rows {
		column := 0
		for _, c := range []byte(row) {
			kind := kindOf(c)
			switch {
			case c >= '1' && c <= '8':
				column += int(c - '0')
				continue
			case kind == none:
				return fmt.Errorf("%q is not a man: want K Q R B N P for white, and small letters for black", words.Clip(string(rune(c))))
			case column >= p.g.columns:
				return fmt.Errorf("row %q has more than %d squares", words.Clip(row), p.g.columns)
			}
			p.put(kind, oxo.Side(c>>5&1), (p.g.rows-1-i)*side+column)
			column++
		}
		if column != p.g.columns {
			return fmt.Errorf("row %q has %d squares: want %d", words.Clip(row), column, p.g.columns)
		}
	}
	return nil
}

// check refuses men that no game leads to.
func (p *position) check() error {
	for s, name := range []string{"white", "black"} {
		own := p.sides[s]
		if n := bits.OnesCount64(p.kinds[king] & own); n != 1 {
			return fmt.Errorf("%s has %d kings: want one", name, n)
		}
		if p.kinds[pawn]&own&(p.g.last[0]|p.g.last[1]) != 0 {
			return fmt.Errorf("%s has a pawn on the first or last row: want none there", name)
		}
		more := 0
		for kind := knight; kind < king; kind++ {
			n := bits.OnesCount64(p.kinds[kind] & own)
			if n > 0 && kind == bishop && p.g.most[bishop] == 0 {
				return fmt.Errorf("%s has a bishop, which %s does not have", name, p.g.Name())
			}
			more += max(0, n-p.g.most[kind])
		}
		if pawns := bits.OnesCount64(p.kinds[pawn] & own); more+pawns > p.g.most[pawn] {
			return fmt.Errorf("%s has %d pawn(s) and %d more other men than at the start, which must be promoted pawns: want at most %d in all", name, pawns, more, p.g.most[pawn])
		}
	}
	if p.attacked(p.turn, p.king(p.turn^1), p.sides[0]|p.sides[1]) {
		return fmt.Errorf("%s is in check, but %s is to move", p.g.sideName(p.turn^1), p.g.sideName(p.turn))
	}
	return nil
}

func (p *position) readClock(text string) error {
	n, ok := words.Number(text, 9999)
	if !ok {
		return fmt.Errorf("%q is not a number of plies without progress: want a whole number", words.Clip(text))
	}
	p.clock = uint16(n)
	return nil
}

func (p *position) readNumber(text string) error {
	n, ok := words.Number(text, 9999)
	if !ok {
		return fmt.Errorf("%q is not the number of a move: want a whole number from 1", words.Clip(text))
	}
	p.before = 2*(max(n, 1)-1) + int(p.turn)
	return nil
}
