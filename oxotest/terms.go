package oxotest

import (
	"strings"

	"oxo"
	"oxo/game/board"
)

const promiseTerms = "what an estimate is made of sums up to it"

// terms checks that the terms of a game's estimates add up to them.
func (c *checker) terms() string {
	if _, ok := c.g.Start().(board.Explained); !ok {
		return "the game does not say what its estimates are made of"
	}
	said := 0
	c.games(func(p oxo.Position) {
		if p.Outcome() != oxo.Ongoing {
			return
		}
		before := c.state(p)
		e := p.(board.Explained)
		terms, value := e.Terms(), e.Evaluate()
		if after := c.state(p); !after.equal(before) {
			c.fail("Terms leaves the position as it was", p, "%s", before.difference(after))
		}
		sum := oxo.Draw
		for _, t := range terms {
			sum += t.Score
			if t.Text == "" || strings.TrimSpace(t.Text) != t.Text || strings.HasSuffix(t.Text, ".") || t.Score == 0 {
				c.fail(promiseTerms, p, "the term %q, %d: want a text that continues a sentence, and not 0", t.Text, t.Score)
			}
		}
		if said += len(terms); len(terms) > 0 && sum != value {
			c.fail(promiseTerms, p, "%v sum up to %d, and Evaluate returns %d", terms, sum, value)
		}
	})
	if said == 0 {
		return "no estimate was explained"
	}
	return ""
}
