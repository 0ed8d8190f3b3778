package breakthrough

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/internal/notation"
)

// standard is the board side that Fairy-Stockfish knows without a file of variants. Its own
// variants file has the smaller boards too; the least side there is smallest.
const standard, smallest = 8, 5

// Variant returns the name of the game in UCI programs: breakthrough on 8x8 and breakthrough5
// to breakthrough7 on smaller boards, as in Fairy-Stockfish. Other games are called by their
// name without its colon, breakthrough6x8.
func (g *game) Variant() string {
	switch square := g.columns == g.rows && !g.teleport; {
	case square && g.columns == standard:
		return "breakthrough"
	case square && g.columns >= smallest && g.columns < standard:
		return fmt.Sprintf("breakthrough%d", g.columns)
	}
	return strings.Replace(g.Name(), ":", "", 1)
}

// FormatFEN writes a position as programs for chess variants do, the pawns as P and p. A
// position does not know how many moves led to it, so the counters at the end are the
// counters of a first move.
func (g *game) FormatFEN(p oxo.Position) string {
	rows, _, _ := strings.Cut(g.FormatPosition(p), " ")
	list := strings.Split(strings.NewReplacer("w", "P", "b", "p").Replace(rows), "/")
	return notation.WriteFEN(list, nil, p.Turn(), 0, 0)
}

// ParseFEN reads what FormatFEN writes. Without a turn the first side moves.
func (g *game) ParseFEN(text string) (oxo.Position, error) {
	f, err := notation.ReadFEN(text, g.columns, g.rows)
	if err != nil {
		return nil, err
	}
	if f.Hand != "" {
		return nil, fmt.Errorf("the FEN has pieces in hand, [%s], which breakthrough does not have: leave them out", f.Hand)
	}
	rows := strings.NewReplacer("P", "w", "p", "b").Replace(strings.Join(f.Rows, "/"))
	return g.ParsePosition(rows + " " + g.sideName(f.Turn))
}

// FormatUCI writes a move as FormatMove does.
func (g *game) FormatUCI(p oxo.Position, m oxo.Move) string { return g.FormatMove(p, m) }

// ParseUCI reads what FormatUCI writes.
func (g *game) ParseUCI(p oxo.Position, text string) (oxo.Move, error) { return g.ParseMove(p, text) }

// FairySection returns the game as a section of a variants file for Fairy-Stockfish; it is
// empty for 8x8, which Fairy-Stockfish knows. It returns an error for boards with teleport
// squares, and for boards larger than that program has.
func (g *game) FairySection() (string, error) {
	switch {
	case g.teleport:
		return "", fmt.Errorf("%s has squares that teleport: Fairy-Stockfish has no such boards", g.Name())
	case g.columns == standard && g.rows == standard:
		return "", nil
	}
	return notation.FairySection(g, g.Variant()+":breakthrough", g.columns, g.rows,
		"startFen = "+g.FormatFEN(g.Start()),
		fmt.Sprintf("whiteFlag = *%d", g.rows),
		"blackFlag = *1",
	)
}
