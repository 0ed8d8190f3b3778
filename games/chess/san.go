package chess

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/internal/words"
)

// FormatSAN writes a legal move in the standard algebraic notation of books and PGN: Nf3, exd5,
// O-O, e8=Q+, Rd1#. It adds a man's column, row or both only if another man of its kind could
// move to the same square.
func (g *game) FormatSAN(p oxo.Position, m oxo.Move) string {
	b := p.(*position)
	name := b.plainSAN(m)
	q := p.Clone().(*position)
	q.Make(m)
	switch {
	case !q.Threatened():
	case q.movable():
		name += "+"
	default:
		name += "#"
	}
	return name
}

// plainSAN writes a move without the signs of check and mate.
func (p *position) plainSAN(m oxo.Move) string {
	from, to := squares(m)
	if m&flags == castle {
		return castlingName(from, to)
	}
	var s strings.Builder
	kind := mover(m)
	if kind == pawn {
		if victim(m) != none {
			s.WriteString(squareName(from)[:1])
		}
	} else {
		s.WriteByte(letterOf(uint8(kind)))
		s.WriteString(p.distinguish(m))
	}
	if victim(m) != none {
		s.WriteByte('x')
	}
	s.WriteString(squareName(to))
	if pr := promotion(m); pr != none {
		s.WriteString("=" + string(letterOf(uint8(pr))))
	}
	return s.String()
}

// distinguish returns a man's column, row or both, as far as needed.
func (p *position) distinguish(m oxo.Move) string {
	from, to := squares(m)
	others := uint64(0)
	for _, o := range p.Moves(nil) {
		if f, t := squares(o); t == to && f != from && mover(o) == mover(m) && o&flags != castle {
			others |= bit(f)
		}
	}
	name := squareName(from)

	switch {
	case others == 0:
		return ""
	case others&(fileA<<(from%side)) == 0:
		return name[:1]
	case others&rank(from/side) == 0:
		return name[1:]
	}
	return name
}

// parseSAN reads a move as FormatSAN writes it. Signs of capture, check and praise may be
// missing or added, and so may unneeded columns and rows.
func (g *game) parseSAN(p *position, moves []oxo.Move, text string, write func(oxo.Position, oxo.Move) string) (oxo.Move, error) {
	found := p.read(moves, text)
	switch {
	case len(found) == 0:
		return 0, g.noMove(p, moves, text, write)
	case len(found) > 1:
		var names []string
		for _, m := range found {
			names = append(names, g.FormatSAN(p, m))
		}
		return 0, fmt.Errorf("%q is more than one move: want %s", words.Clip(text), strings.Join(names, " or "))
	}
	return found[0], nil
}

// read returns the moves that a text in SAN can mean.
func (p *position) read(moves []oxo.Move, text string) (found []oxo.Move) {
	want := bare(text)
	for _, m := range moves {
		if p.reads(m, want) {
			found = append(found, m)
		}
	}
	return found
}

// bare removes the signs that do not change the move.
func bare(text string) string {
	text = strings.TrimRight(text, "+#!?")
	return strings.NewReplacer("x", "", "-", "", "=", "", ":", "", "0", "O", "e.p.", "").Replace(text)
}

// reads reports whether a text without signs means a move: its man, any part of its first
// square, its target, and its promotion.
func (p *position) reads(m oxo.Move, text string) bool {
	from, to := squares(m)
	if m&flags == castle {
		return text == bare(castlingName(from, to))
	}
	if kind := mover(m); kind != pawn {
		if text == "" || text[0] != letterOf(uint8(kind)) {
			return false
		}
		text = text[1:]
	}
	end := squareName(to)
	if pr := promotion(m); pr != none {
		end += string(letterOf(uint8(pr)))
	}
	rest, ok := strings.CutSuffix(text, end)
	name := squareName(from)
	return ok && (rest == "" && (mover(m) != pawn || victim(m) == none) || rest == name || len(rest) == 1 && strings.Contains(name, rest))
}

// ParseAfter reads a move of a dead position. The rules have drawn its game, but people play
// on. It reads what ParseMove reads.
func (g *game) ParseAfter(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*position)
	if !ok || !b.dead() {
		return 0, fmt.Errorf("%q cannot be played: %w", words.Clip(text), oxo.ErrGameOver)
	}
	moves := b.generate(nil, true)
	for _, m := range moves {
		if strings.EqualFold(g.FormatMove(p, m), text) {
			return m, nil
		}
	}
	if len(moves) == 0 {
		return 0, fmt.Errorf("%q cannot be played: the game is over", words.Clip(text))
	}
	return g.parseSAN(b, moves, text, g.FormatMove)
}
