package checkers

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// FormatPosition writes a position as Portable Draughts Notation does: the side to move, then the
// squares of white and of black, kings with a K. With the option fewkings, the number of plies with
// few kings follows, such as D12, unless it is 0.
//
//	B:W21,22,K32:B1,K2
func (g *game) FormatPosition(p oxo.Position) string {
	b := p.(*position)
	white := oxo.First
	if g.white(oxo.Second) {
		white = oxo.Second
	}
	return g.letter(b.turn) + ":W" + g.list(b, white) + ":B" + g.list(b, white.Opponent()) + b.formatFew()
}

// letter is W or B.
func (g *game) letter(s oxo.Side) string { return strings.ToUpper(g.sideName(s)[:1]) }

// list writes the squares of a side.
func (g *game) list(p *position, s oxo.Side) string {
	var numbers []int
	for b := p.pieces[s&1]; b != 0; b &= b - 1 {
		numbers = append(numbers, g.number(bits.TrailingZeros64(b)))
	}
	slices.Sort(numbers)
	names := make([]string, len(numbers))
	for i, n := range numbers {
		names[i] = strconv.Itoa(n)
		if p.kings>>g.numbered(n)&1 != 0 {
			names[i] = "K" + names[i]
		}
	}
	return strings.Join(names, ",")
}

// FormatClock implements [catalog.Forgiving]: the plies without progress are at the end, as in H12.
func (g *game) FormatClock(p oxo.Position) string {
	return g.FormatPosition(p) + ":H" + strconv.Itoa(int(p.(*position).quiet))
}

// ParsePosition reads what FormatPosition writes. Runs of squares may be written as 1-12. As in
// Lidraughts, the squares may be followed by the plies since the last capture or man's move, as
// H12, and the number of the move, as F30. Neither is part of the position: the plies count for
// the draw without progress, and the number is ignored. With the option fewkings the count of
// few kings, as D12, is part of it; with few kings H12 alone gives both counts.
func (g *game) ParsePosition(text string) (oxo.Position, error) {
	parts := strings.Split(strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(text)), "."), ":")
	if len(parts) < 3 {
		return nil, fmt.Errorf("%q is not a position: write who is to move and the squares of both sides, as in %s", words.Clip(text), g.FormatPosition(g.Start()))
	}
	p := g.empty()
	switch parts[0] {
	case g.letter(oxo.First):
	case g.letter(oxo.Second):
		p.turn = oxo.Second
	default:
		return nil, fmt.Errorf("%q is to move? write W or B at the beginning, as in %s", words.Clip(parts[0]), g.FormatPosition(g.Start()))
	}
	var few []string
	read := [2]bool{}
	for _, part := range parts[1:] {
		if text, ok := strings.CutPrefix(part, "D"); ok {
			few = append(few, text)
		} else if err := g.readPart(p, part, &read); err != nil {
			return nil, err
		}
	}
	if !read[0] || !read[1] {
		return nil, fmt.Errorf("%q has the squares of only one side: write the squares of W and of B", words.Clip(text))
	}
	if err := errors.Join(p.check(), p.readFew(few)); err != nil {
		return nil, err
	}
	return p, nil
}

// readPart reads the squares of a side, or a counter.
func (g *game) readPart(p *position, part string, read *[2]bool) error {
	side := oxo.First
	switch {
	case part != "" && part[:1] == g.letter(oxo.First):
	case part != "" && part[:1] == g.letter(oxo.Second):
		side = oxo.Second
	default:
		if !read[0] || !read[1] || !p.readCounter(part) {
			return fmt.Errorf("%q is not part of a position: want W or B and squares, as in W21,22,K32, or after both H and the plies without progress, as in H12, or F and the number of the move, as in F30%s", words.Clip(part), g.otherRules(part))
		}
		return nil
	}
	if read[side] {
		return fmt.Errorf("the squares of %s are given twice: write the squares of W and of B once", g.sideName(side))
	}
	read[side] = true
	if part[1:] == "" {
		return nil
	}
	for name := range strings.SplitSeq(part[1:], ",") {
		if err := g.readPieces(p, side, name); err != nil {
			return err
		}
	}
	return nil
}

// readCounter reads the plies without progress, or the number of the move.
func (p *position) readCounter(part string) bool {
	if part == "" {
		return false
	}
	n, ok := words.Number(part[1:], 9999)
	switch {
	case !ok:
		return false
	case part[0] == 'H':
		p.quiet = int32(n)
		return true
	}
	return part[0] == 'F'
}

// otherRules explains a part that is valid under other rules.
func (g *game) otherRules(part string) string {
	if strings.HasPrefix(part, "+") {
		return "; moves of a king in a row, as in +0+0, are of Frisian draughts, whose rules oxo does not know"
	}
	return ""
}

// readPieces reads a square, or a run of them, and puts pieces there.
func (g *game) readPieces(p *position, side oxo.Side, name string) error {
	digits, king := strings.CutPrefix(name, "K")
	low, high, run := strings.Cut(digits, "-")
	if !run {
		high = low
	}
	from, ok1 := words.Number(low, g.squares)
	to, ok2 := words.Number(high, g.squares)
	if !ok1 || !ok2 || from < 1 || to < from {
		return fmt.Errorf("%q is not a square: write a number from 1 to %d, with K before it for a king, or a range, as in 1-4", words.Clip(name), g.squares)
	}
	for n := from; n <= to; n++ {
		b := uint64(1) << g.numbered(n)
		if (p.pieces[0]|p.pieces[1])&b != 0 {
			return fmt.Errorf("square %d has two pieces: want one", n)
		}
		p.pieces[side] |= b
		if king {
			p.kings |= b
		}
	}
	return nil
}

// check refuses positions that no game leads to.
func (p *position) check() error {
	g := p.g
	for _, s := range [...]oxo.Side{oxo.First, oxo.Second} {
		if n := bits.OnesCount64(p.pieces[s]); n > g.most() {
			return fmt.Errorf("%s has %d pieces: want at most %d, the number at the start", g.sideName(s), n, g.most())
		}
		if b := p.men(s) & g.last[s]; b != 0 {
			n := g.number(bits.TrailingZeros64(b))
			return fmt.Errorf("the man of %s on square %d has reached the last row: it is a king, K%d", g.sideName(s), n, n)
		}
	}
	if p.pieces[p.turn.Opponent()&1] == 0 {
		return fmt.Errorf("%s has no pieces, but has moved last: want a piece of that side", g.sideName(p.turn.Opponent()))
	}
	return nil
}

// Size is the size of the board, light squares included.
func (p *position) Size() (columns, rows int) { return p.g.columns, p.g.rows }

// Labels returns letters for columns and numbers for rows.
func (p *position) Labels() (columns, rows []string) { return notation.Labels(p.Size()) }

// note says how squares are numbered.
func (p *position) note() string {
	return fmt.Sprintf("squares: 1 is %s, %d is %s", notation.SquareName(p.g.place(p.g.numbered(1))),
		p.g.squares, notation.SquareName(p.g.place(p.g.numbered(p.g.squares))))
}

// At returns w and b for men, W and B for kings.
func (p *position) At(s board.Square) board.Cell {
	bit, ok := p.g.at(s)
	if !ok {
		return board.Cell{}
	}
	for _, side := range [...]oxo.Side{oxo.First, oxo.Second} {
		if p.pieces[side]>>bit&1 == 0 {
			continue
		}
		text := p.g.letter(side)
		if p.kings>>bit&1 == 0 {
			text = strings.ToLower(text)
		}
		return board.Cell{Text: text, Owner: side}
	}
	return board.Cell{}
}

// Line returns nothing: a game ends when a side has no move, not by a line.
func (p *position) Line() []board.Square { return nil }
