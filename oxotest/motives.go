package oxotest

import (
	"strings"

	"oxo"
	"oxo/game/board"
)

const promiseMotive = "a motive names what a move does, in words that end a sentence, with squares of the board"

// motives checks a game's motives as far as possible without playing them out; package
// explain plays a motive out before it shows it.
func (c *checker) motives() string {
	if _, ok := c.g.Start().(board.Motivated); !ok {
		return "the game names no motives"
	}
	named := 0
	look := func(p oxo.Position) {
		if p.Outcome() != oxo.Ongoing {
			return
		}
		for _, m := range c.some(p.Moves(nil)) {
			before := c.state(p)
			motives := p.(board.Motivated).Motives(m)
			if after := c.state(p); !after.equal(before) {
				c.fail("Motives leaves the position as it was", p, "of %s: %s", c.g.FormatMove(p, m), before.difference(after))
			}
			for _, motive := range motives {
				named++
				c.motive(p, m, motive)
			}
		}
	}
	c.games(look)
	c.endings(look)
	if named == 0 {
		return "no motive was named"
	}
	return ""
}

// motive checks one motive.
func (c *checker) motive(p oxo.Position, m oxo.Move, motive board.Motive) {
	move := c.g.FormatMove(p, m)
	if motive.Kind > board.Stops || motive.Name == "" {
		c.fail(promiseMotive, p, "%s: kind %d, name %q", move, motive.Kind, motive.Name)
	}
	if text := motive.Text; text == "" || strings.TrimSpace(text) != text || strings.HasSuffix(text, ".") || strings.Contains(text, "%") {
		c.fail(promiseMotive, p, "%s: the text %q does not fit between the move and a full stop", move, text)
	}
	grid, ok := p.(board.Grid)
	if !ok && len(motive.Squares) > 0 {
		c.fail(promiseMotive, p, "%s: the game has no board, and %q lights %v", move, motive.Name, motive.Squares)
	}
	for _, s := range motive.Squares {
		if columns, rows := grid.Size(); s.Column < 0 || s.Column >= columns || s.Row < 0 || s.Row >= rows {
			c.fail(promiseMotive, p, "%s: %q lights %v, outside the board", move, motive.Name, s)
		}
	}
}
