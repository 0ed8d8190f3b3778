package mnk

import (
	"oxo"
	"oxo/game/board"
)

// Motives says whether a move closes the last line open to a side. A line is open to a side if
// the other side has no stone in it, and the side has none that would make it too long.
func (p *word) Motives(m oxo.Move) []board.Motive { return p.g.motives(p, m) }

// Motives says what a move makes, such as an open three, and what it stops, in five in a row; and
// whether it closes the last line open to a side.
func (p *wide) Motives(m oxo.Move) []board.Motive {
	return append(p.g.rowMotives(p, m), p.g.motives(p, m)...)
}

func (g *game) motives(p stones, m oxo.Move) []board.Motive {
	p.Make(m)
	defer p.Unmake(m)
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	for i, line := range g.lines {
		var closed [2]bool
		for _, sq := range line {
			if side, taken := p.stone(sq); taken {
				closed[side.Opponent()] = true
			}
		}
		for _, sq := range g.ends[i] {
			if side, taken := p.stone(sq); taken {
				closed[side] = true
			}
		}
		if !closed[oxo.First] || !closed[oxo.Second] {
			return nil
		}
	}
	return []board.Motive{{Kind: board.Dead, Name: "no more lines", Text: "no line is open to either side any more"}}
}
