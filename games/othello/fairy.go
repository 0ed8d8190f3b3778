package othello

import (
	"fmt"
	"math/bits"
	"strings"

	"oxo"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// The board sides that have names in Fairy-Stockfish.
const standard, small = 8, 6

// Variant returns the name of the game in UCI programs: flipello on 8x8 and flipello6 on 6x6,
// as in Fairy-Stockfish, and flipello4x6 and so on for other sizes.
func (g *game) Variant() string {
	switch {
	case g.columns == standard && g.rows == standard:
		return "flipello"
	case g.columns == small && g.rows == small:
		return "flipello6"
	}
	return fmt.Sprintf("flipello%dx%d", g.columns, g.rows)
}

// FormatFEN writes a position as Fairy-Stockfish does: black, who moves first, has P, and rows
// are numbered from the bottom. Discs are pieces in hand, more than needed. The board does not
// show how many discs each side has played, so the hands assume that no side has passed.
func (g *game) FormatFEN(p oxo.Position) string {
	b := p.(*position)
	rows, _, _ := strings.Cut(g.FormatPosition(p), " ")
	list := strings.Split(strings.NewReplacer("X", "P", "O", "p").Replace(rows), "/")
	plies := bits.OnesCount64(b.discs[0]|b.discs[1]) - 4
	all := g.columns*g.rows - 4
	left := [2]int{all - (plies+1)/2, all - plies/2}
	return notation.WriteFEN(list, &left, b.turn, plies, 0)
}

// ParseFEN reads what FormatFEN writes. Without a turn the first side moves. Hands are ignored.
func (g *game) ParseFEN(text string) (oxo.Position, error) {
	f, err := notation.ReadFEN(text, g.columns, g.rows)
	if err != nil {
		return nil, err
	}
	rows := strings.NewReplacer("P", "X", "p", "O").Replace(strings.Join(f.Rows, "/"))
	return g.ParsePosition(rows + " " + g.sideName(f.Turn))
}

// FormatUCI writes a move as Fairy-Stockfish does: P@d3; a pass is a move of one's own disc to
// its own square, d4d4, with the first disc from a1 on.
func (g *game) FormatUCI(p oxo.Position, m oxo.Move) string {
	b := p.(*position)
	if m != pass {
		return notation.FormatDrop(g.fairySquare(int(m)))
	}
	for row := g.rows - 1; row >= 0; row-- {
		for column := range g.columns {
			if b.discs[b.turn]&g.bit(column, row) != 0 {
				name := g.fairySquare(8*row + column)
				return name + name
			}
		}
	}
	panic("othello: a side without discs passes, though nobody can move") // the game would be over
}

// fairySquare names a square with rows counted from the bottom.
func (g *game) fairySquare(sq int) string {
	return fmt.Sprintf("%c%d", 'a'+sq&7, g.rows-sq>>3)
}

// ParseUCI reads what FormatUCI writes, and a pass with any square.
func (g *game) ParseUCI(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*position)
	if err := notation.Check(g, p, ok && b.g.columns == g.columns && b.g.rows == g.rows, text); err != nil {
		return 0, err
	}
	moves := p.Moves(nil)
	if half := len(text) / 2; moves[0] == pass && text[:half] == text[half:] {
		if _, rest, ok := notation.ReadSquare(text[:half], g.columns, g.rows); ok && rest == "" {
			return pass, nil
		}
	}
	var names []string
	for _, m := range moves {
		name := g.FormatUCI(p, m)
		if name == text {
			return m, nil
		}
		names = append(names, name)
	}
	return 0, fmt.Errorf("%q is not a move here: want %s", words.Clip(text), strings.Join(names, " "))
}

// FairySection returns the game as a section of a variants file for
// Fairy-Stockfish: nothing for 8x8, which it has already. Releases before 2021 have
// no game of this kind.
func (g *game) FairySection() (string, error) {
	if g.columns == standard && g.rows == standard {
		return "", nil
	}
	var middle []string
	for sq := bits.Len64(g.all); sq > 0; sq-- {
		if g.centre>>(sq-1)&1 != 0 {
			middle = append(middle, g.fairySquare(sq-1))
		}
	}
	return notation.FairySection(g, g.Variant()+":flipello", g.columns, g.rows,
		"startFen = "+g.FormatFEN(g.Start()),
		"enclosingDropStart = "+strings.Join(middle, " "),
	)
}
