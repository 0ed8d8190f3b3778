package chess

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// FormatMove writes the squares that a man moves from and to, and what a pawn becomes: e2e4,
// e7e8q. Castling is the king's move, e1g1. In Chess960, where the king may move one square or
// none, it is O-O or O-O-O.
func (g *game) FormatMove(_ oxo.Position, m oxo.Move) string {
	from, to := squares(m)
	if m&flags == castle {
		if g.any {
			return castlingName(from, to)
		}
		to, _ = castled(from, to)
	}
	name := squareName(from) + squareName(to)
	if kind := promotion(m); kind != none {
		name += letters[kind : kind+1]
	}
	return name
}

func castlingName(from, to int) string {
	if to > from {
		return "O-O"
	}
	return "O-O-O"
}

// ParseMove reads what FormatMove and [game.FormatSAN] write. It also reads castling as the
// king taking its rook, as UCI writes it in Chess960.
func (g *game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	return g.parse(p, text, g.FormatMove)
}

// parse reads a move. Its errors show moves in the form of write.
func (g *game) parse(p oxo.Position, text string, write func(oxo.Position, oxo.Move) string) (oxo.Move, error) {
	b, ok := p.(*position)
	ours := ok && b.g.columns == g.columns && b.g.rows == g.rows && b.g.any == g.any
	if err := notation.Check(g, p, ours, text); err != nil {
		return 0, err
	}
	text = strings.TrimSpace(text)
	word := strings.ToLower(text)
	moves := p.Moves(nil)
	if strings.HasPrefix(text, "B") && len(b.read(moves, text)) > 0 { // a bishop's move, although b1c3 is also a move
		return g.parseSAN(b, moves, text, write)
	}
	for _, m := range moves {
		if strings.ToLower(g.FormatMove(p, m)) == word || m&flags == castle && takesRook(m) == word {
			return m, nil
		}
	}
	return g.parseSAN(b, moves, text, write)
}

// takesRook writes castling as the king's move to its rook.
func takesRook(m oxo.Move) string {
	from, to := squares(m)
	return squareName(from) + squareName(to)
}

// noMove returns an error that says which moves are possible.
func (g *game) noMove(p *position, moves []oxo.Move, text string, write func(oxo.Position, oxo.Move) string) error {
	from, rest, ok := notation.ReadSquare(strings.ToLower(text), g.columns, g.rows)
	if _, _, second := notation.ReadSquare(rest, g.columns, g.rows); !ok || !second {
		if like := g.likely(p, moves, text); like != "" {
			return fmt.Errorf("%q is not a move here: want %s", words.Clip(text), like)
		}
		return fmt.Errorf("%q is not a move here: write two squares or standard notation, as in %s or %s", words.Clip(text), write(p, moves[0]), g.FormatSAN(p, moves[0]))
	}
	var there []string
	for _, m := range moves {
		if sq, _ := squares(m); sq == from.Row*side+from.Column {
			there = append(there, write(p, m))
		}
	}
	man := p.square[from.Row*side+from.Column]
	switch {
	case man == none:
		return fmt.Errorf("%q is not a move: %s is empty", words.Clip(text), squareName(from.Row*side+from.Column))
	case oxo.Side(man>>3) != p.turn:
		return fmt.Errorf("%q is not a move: %s is to move", words.Clip(text), g.sideName(p.turn))
	case len(there) == 0:
		return fmt.Errorf("%q is not a move: the man on %s cannot move; want a move such as %s", words.Clip(text), squareName(from.Row*side+from.Column), write(p, moves[0]))
	}
	return fmt.Errorf("%q is not a move: want %s", words.Clip(text), strings.Join(there, " "))
}

// likely lists the moves of the kind of man that a move in SAN names, or of the pawns in its
// column.
func (g *game) likely(p *position, moves []oxo.Move, text string) string {
	if text == "" {
		return ""
	}
	kind := pawn
	if text[0] >= 'A' && text[0] <= 'Z' {
		kind = kindOf(text[0])
	}
	var names []string
	for _, m := range moves {
		from, _ := squares(m)
		if mover(m) == kind && m&flags != castle && (kind != pawn || squareName(from)[0] == text[0]) {
			names = append(names, g.FormatSAN(p, m))
		}
	}
	return strings.Join(names, " ")
}
