package gogame

import (
	"fmt"

	"oxo"
	"oxo/game/board"
)

// Facts implements [board.Factual].
func (g *game) Facts() *board.Facts { return g.facts() }

func (g *game) newFacts() *board.Facts {
	komi := float64(g.komi) / 2
	return &board.Facts{
		Sides:   [2]string{"black", "white"},
		Style:   board.Style{Places: board.Crossings, Pieces: board.Stones}, // stones where lines cross
		Unit:    [2]string{"point", "points"},
		Chances: &board.Chances{Scale: 95.85, On: "go:9x9", Games: 20, Positions: 601},
		Komi:    &komi, SimpleKo: g.formOfSimpleKo(),
		SGF:  &board.SGF{Number: 1, Resized: g.resized},
		Goal: g.goal(), Rules: g.allRules(),
		Setup: g.setup(),
		Note:  func(p oxo.Position) string { return p.(*position).caption() },
		Path:  func(p oxo.Position, m oxo.Move) []board.Square { return p.(*position).path(m) },
		Owner: func(p oxo.Position, s board.Square) (oxo.Side, bool) { return p.(*position).owner(s) },
	}
}

// goal returns a sentence about how a side wins.
func (g *game) goal() string {
	return "Surround more points than the other side: stones and the empty points that they alone enclose count."
}

// allRules returns the rules, each as a sentence or two.
func (g *game) allRules() []string {
	repeats := "No stone may bring the board back to where it was before (positional superko)."
	if g.simpleKo {
		repeats = "Who has taken one stone may not be taken back at once at that point (ko). A game that comes back to a position otherwise is a draw."
	}
	komi := "White gets no points for moving second."
	if g.komi != 0 {
		komi = fmt.Sprintf("White gets %s points for moving second (komi).", pointsText(g.komi))
	}
	return []string{
		fmt.Sprintf("The board has %d columns and %d rows. Black begins. Stones are put on empty crossings and do not move.", g.columns, g.rows),
		"Stones of a side that are next to each other along the lines are a chain; the empty points next to it are its liberties. A chain without a liberty is taken off the board.",
		"A stone must have a liberty, in its chain, or take stones: suicide is not allowed.",
		repeats,
		"A side may pass. Two passes in a row end the game. Dead stones stay on the board and count: take them before you pass.",
		"Each side has a point for each of its stones, and for each empty point from which only its stones can be reached. " + komi,
	}
}

// caption returns the current points.
func (p *position) caption() string {
	points := p.areas()
	text := fmt.Sprintf("black %d, white %d", points[0], points[1])
	if p.g.komi != 0 {
		text = fmt.Sprintf("%s, komi %s", text, pointsText(p.g.komi))
	}
	if p.passes < lastPass {
		if p.passes > 0 {
			return p.g.sideName(p.turn.Opponent()) + " has passed; on the board: " + text
		}
		return ""
	}
	lead := 2*(points[0]-points[1]) - p.g.komi
	switch {
	case lead > 0:
		return fmt.Sprintf("%s: %s wins by %s", text, p.g.sideName(oxo.First), pointsText(lead))
	case lead < 0:
		return fmt.Sprintf("%s: %s wins by %s", text, p.g.sideName(oxo.Second), pointsText(-lead))
	}
	return text + ": a draw"
}

// owner returns the side that a point counts for: the side with the stone there, or from whose
// stones alone it can be reached.
func (p *position) owner(s board.Square) (oxo.Side, bool) {
	at := p.g.cell(s.Column, s.Row)
	reached := uint8(1) << p.cells[at].colour
	if p.cells[at].colour == none {
		clear(p.scratch.seen)
		_, reached = p.region(at, &p.scratch)
	}
	switch reached {
	case 1 << black:
		return oxo.First, true
	case 1 << white:
		return oxo.Second, true
	}
	return oxo.First, false
}

// path returns the point where the stone is put.
func (p *position) path(m oxo.Move) []board.Square {
	if m == pass {
		return nil
	}
	sq := p.g.squares[m]
	return []board.Square{{Column: sq % p.g.columns, Row: sq / p.g.columns}}
}

// sideName returns the name of a side.
func (g *game) sideName(s oxo.Side) string { return g.facts().Sides[s&1] }
