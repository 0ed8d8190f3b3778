package chess

import (
	"fmt"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
)

// Facts implements [board.Factual].
func (g *game) Facts() *board.Facts { return g.facts() }

func (g *game) newFacts() *board.Facts {
	return &board.Facts{
		Sides:   [2]string{"white", "black"},
		Style:   board.Style{Places: board.Chequered, Pieces: board.Chessmen}, // chessmen on squares of two colours
		Unit:    [2]string{"pawn", "pawns"},
		Chances: &board.Chances{Scale: 141.5, On: "chess", Games: 45, Positions: 1668},
		Goal:    g.goal(), Rules: g.allRules(),
		Setup:    g.setup(),
		Path:     func(p oxo.Position, m oxo.Move) []board.Square { return p.(*position).path(m) },
		MoveName: g.FormatSAN,
		Chess960: &board.Chess960{On: g.any, With: g.as960},
	}
}

// goal returns a sentence about how a side wins.
func (g *game) goal() string {
	return "Attack the king of the other side so that it cannot escape: checkmate."
}

// allRules returns the rules, each as a sentence or two.
func (g *game) allRules() []string {
	rules := []string{
		"White begins. A man takes one of the other side by going to its square. A move that leaves one's own king attacked (in check) is not allowed.",
		"The rook goes any way straight, the bishop slanting, the queen both; the king one square in any direction; the knight two squares straight and one aside, over others.",
	}
	steps := "A pawn goes one square forward, from its first square also two, and takes slanting forward; a pawn that went two can be taken by another as if it had gone one, at once (en passant)."
	if !g.castles {
		steps = "A pawn goes one square forward, never two, and takes slanting forward. There is no castling."
	}
	what := "queen, rook, bishop or knight"
	if g.most[bishop] == 0 {
		what = "queen, rook or knight"
		rules[1] = "The rook goes any way straight, the queen slanting too; the king one square in any direction; the knight two squares straight and one aside, over others. There are no bishops."
	}
	rules = append(rules, steps, fmt.Sprintf("A pawn that reaches the far row becomes a %s.", what))
	if g.castles {
		rules = append(rules, "A king and a rook that have not moved may castle: the king goes to the column g, the rook to f, or to c and d, if nothing stands between, and the king is not attacked where it stands, passes and arrives.")
	}
	if g.any {
		rules = append(rules, fmt.Sprintf("The men of the first row start in another order, number %d of 960. Castling leads to the same squares from everywhere.", g.number))
	}
	return append(rules, "Who is in check and cannot move has lost; who is not and cannot move draws. Also drawn: too few men to mate, the same position three times, fifty moves of each without a capture or a pawn's move.")
}

// Size returns the size of the board.
func (p *position) Size() (columns, rows int) { return p.g.columns, p.g.rows }

// Labels returns letters for the columns and numbers for the rows.
func (p *position) Labels() (columns, rows []string) { return notation.Labels(p.g.columns, p.g.rows) }

// At returns a man's letter, in small letters for black.
func (p *position) At(s board.Square) board.Cell {
	man := p.square[s.Row*side+s.Column]
	if man == none {
		return board.Cell{}
	}
	return board.Cell{Text: string(letterOf(man)), Owner: oxo.Side(man >> 3)}
}

// Line returns the square of a king that is mated.
func (p *position) Line() []board.Square {
	if p.Outcome() != oxo.Lost {
		return nil
	}
	k := p.king(p.turn)
	return []board.Square{{Column: k % side, Row: k / side}}
}

// path returns the squares that a man moves from and to. For castling these are the king's
// squares, or in Chess960 the squares of the king and its rook.
func (p *position) path(m oxo.Move) []board.Square {
	from, to := squares(m)
	if m&flags == castle && !p.g.any {
		to, _ = castled(from, to)
	}
	return []board.Square{{Column: from % side, Row: from / side}, {Column: to % side, Row: to / side}}
}

// sideName returns the name of a side.
func (g *game) sideName(s oxo.Side) string { return g.facts().Sides[s&1] }
