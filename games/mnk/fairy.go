package mnk

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/internal/notation"
)

// Variant returns the name of the game in UCI programs: tictactoe, as in Fairy-Stockfish, or
// gomoku. Other games are called by their name without its colon, mnk5x5x4, which can be a
// heading in a variants file.
func (g *game) Variant() string {
	switch g.rules {
	case rules{Columns: 3, Rows: 3, K: 3}:
		return "tictactoe"
	case rules{Columns: 15, Rows: 15, K: 5}:
		return "gomoku"
	}
	return strings.Replace(g.Name(), ":", "", 1)
}

// FormatFEN writes a position as Fairy-Stockfish does, with the stones not yet placed as pieces
// in hand: "3/1P1/3[PPPPpppp] b - - 1 1".
func (g *game) FormatFEN(p oxo.Position) string {
	return notation.FormatStonesFEN(g, p, g.rules.Columns, g.rules.Rows)
}

// ParseFEN reads what FormatFEN writes. Hands and turn may be left out, since they follow from
// the board; if present, they are checked.
func (g *game) ParseFEN(text string) (oxo.Position, error) {
	return notation.ParseStonesFEN(g, text, g.rules.Columns, g.rules.Rows)
}

// FormatUCI writes a move as Fairy-Stockfish does: P@b2.
func (g *game) FormatUCI(p oxo.Position, m oxo.Move) string {
	return notation.FormatDrop(g.FormatMove(p, m))
}

// ParseUCI reads what FormatUCI writes.
func (g *game) ParseUCI(p oxo.Position, text string) (oxo.Move, error) {
	square, err := notation.ReadDrop(text, g.rules.Columns, g.rules.Rows)
	if err != nil {
		return 0, err
	}
	return g.ParseMove(p, notation.SquareName(square))
}

// FairySection returns the game as a section of a variants file for Fairy-Stockfish. It returns
// an error for boards without edges, for boards larger than that program has, and for games
// where more than k in a row do not count.
func (g *game) FairySection() (string, error) {
	if g.rules.Torus {
		return "", fmt.Errorf("%s has no edges: want a board with edges for Fairy-Stockfish", g.Name())
	}
	if g.rules.strict() {
		return "", fmt.Errorf("%s is renju or caro: Fairy-Stockfish has no such rules", g.Name())
	}
	if r := g.rules; r.Exact && max(r.Columns, r.Rows) > r.K {
		return "", fmt.Errorf("in %s more than %d in a row do not count: Fairy-Stockfish has no such rule", g.Name(), r.K)
	}
	lines := []string{
		"startFen = " + g.FormatFEN(g.Start()),
		"immobile = p",
		"promotionPieceTypes = -",
		"pieceDrops = true",
		"doubleStep = false",
		"castling = false",
		"stalemateValue = draw",
		"immobilityIllegal = false",
		"nMoveRule = 0",
		fmt.Sprintf("connectN = %d", g.rules.K),
	}
	if g.rules.Misere {
		lines = append(lines, "# Releases before 2024 do not know connectValue: a row wins there.", "connectValue = loss")
	}
	return notation.FairySection(g, g.Variant(), g.rules.Columns, g.rules.Rows, lines...)
}
