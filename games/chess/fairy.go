package chess

import (
	"fmt"

	"oxo"
	"oxo/internal/notation"
)

// Variant returns the name of the game in UCI programs, as in Fairy-Stockfish: chess, gardner,
// losalamos, and chess5x6, whose rules it has to read. Chess960 is chess960 here; for other
// programs it is chess with an option.
func (g *game) Variant() string {
	switch {
	case g.any:
		return "chess960"
	case g.columns == side:
		return "chess"
	case g.columns == 6:
		return "losalamos"
	case g.rows == 5:
		return "gardner"
	}
	return "chess5x6"
}

// FormatFEN writes all six fields of FEN: the fields of FormatPosition, the plies without
// progress and the number of the move.
func (g *game) FormatFEN(p oxo.Position) string {
	b := p.(*position)
	return fmt.Sprintf("%s %d %d", g.FormatPosition(p), b.clock, (b.before+len(b.stack))/2+1)
}

// FormatClock implements [catalog.Forgiving].
func (g *game) FormatClock(p oxo.Position) string { return g.FormatFEN(p) }

// ParseFEN reads what FormatFEN writes.
func (g *game) ParseFEN(text string) (oxo.Position, error) { return g.ParsePosition(text) }

// FormatUCI writes a move as FormatMove does, except that castling in Chess960 is the king
// taking its rook.
func (g *game) FormatUCI(p oxo.Position, m oxo.Move) string {
	if g.any && m&flags == castle {
		return takesRook(m)
	}
	return g.FormatMove(p, m)
}

// ParseUCI reads what FormatUCI writes. Its errors show moves in the same form.
func (g *game) ParseUCI(p oxo.Position, text string) (oxo.Move, error) {
	return g.parse(p, text, g.FormatUCI)
}

// FairySection returns the game as a section of a variants file for Fairy-Stockfish; it is
// empty for games that Fairy-Stockfish knows.
func (g *game) FairySection() (string, error) {
	if g.columns == side || g.columns == g.rows {
		return "", nil
	}
	return notation.FairySection(g, g.Variant()+":chess", g.columns, g.rows,
		"startFen = "+g.FormatFEN(g.Start()),
		fmt.Sprintf("promotionRank = %d", g.rows), // the name in releases before 2023
		fmt.Sprintf("promotionRegionWhite = *%d", g.rows),
		"promotionRegionBlack = *1",
		"doubleStep = false",
		"castling = false",
	)
}

// as960 returns the game as Chess960, or as ordinary chess. It does not change a small board.
func (g *game) as960(on bool) oxo.Game {
	if g.columns != side || g.any == on {
		return g
	}
	if on {
		return new960(g.tables, standardStart)
	}
	return newGame(g.tables, startOf(standardStart))
}

// VariantTag returns the value of PGN's tag Variant for these rules: "" for ordinary chess.
func (g *game) VariantTag() string {
	switch {
	case g.any:
		return "Chess960"
	case g.columns == side:
		return ""
	}
	return g.Variant()
}
