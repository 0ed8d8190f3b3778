package connect4

import (
	"fmt"
	"strconv"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
)

// Variant returns the name of the game in UCI programs: cfour on 7x6, as in Fairy-Stockfish,
// and cfour8x7 and so on for other sizes.
func (f *frame) Variant() string {
	if f.wide == 7 && f.high == 6 {
		return "cfour"
	}
	return fmt.Sprintf("cfour%dx%d", f.wide, f.high)
}

// FormatUCI writes a move as Fairy-Stockfish does, with the square that the stone falls to:
// P@d1.
func (f *frame) FormatUCI(p oxo.Position, m oxo.Move) string {
	return notation.FormatDrop(notation.SquareName(landing(p, int(m))))
}

// readUCI reads what FormatUCI writes.
func (f *frame) readUCI(g oxo.Game, p oxo.Position, text string) (oxo.Move, error) {
	square, err := notation.ReadDrop(text, f.wide, f.high)
	if err != nil {
		return 0, err
	}
	m, err := g.ParseMove(p, strconv.Itoa(square.Column+1))
	if err != nil {
		return 0, err
	}
	if lands := landing(p, square.Column); lands != square {
		return 0, fmt.Errorf("a stone in column %d falls to %s, not to %s", square.Column+1, notation.SquareName(lands), notation.SquareName(square))
	}
	return m, nil
}

// landing returns the square that a stone in a column falls to, if there is room.
func landing(p oxo.Position, column int) board.Square {
	return board.Square{Column: column, Row: p.(discs).stacked(column)}
}

// fairySection returns the game as a section of a variants file for Fairy-Stockfish, if its
// boards are large enough. The key dropOnTop is from its older releases; newer ones read it
// too.
func (f *frame) fairySection(g oxo.Game) (string, error) {
	return notation.FairySection(g, f.Variant(), f.wide, f.high,
		"startFen = "+notation.FormatStonesFEN(g, g.Start(), f.wide, f.high),
		"immobile = p",
		"promotionPieceTypes = -",
		"pieceDrops = true",
		"dropOnTop = true",
		"doubleStep = false",
		"castling = false",
		"stalemateValue = draw",
		"immobilityIllegal = false",
		"nMoveRule = 0",
		"connectN = 4",
	)
}

// FormatFEN writes a position as Fairy-Stockfish does, with the stones not yet placed as pieces
// in hand.
func (g *game) FormatFEN(p oxo.Position) string {
	return notation.FormatStonesFEN(g, p, g.width, g.height)
}

// ParseFEN reads what FormatFEN writes. Hands and turn may be left out, since they follow from
// the board; if present, they are checked.
func (g *game) ParseFEN(text string) (oxo.Position, error) {
	return notation.ParseStonesFEN(g, text, g.width, g.height)
}

// ParseUCI reads what FormatUCI writes.
func (g *game) ParseUCI(p oxo.Position, text string) (oxo.Move, error) { return g.readUCI(g, p, text) }

// FairySection returns the game as a section of a variants file for Fairy-Stockfish.
func (g *game) FairySection() (string, error) { return g.fairySection(g) }
