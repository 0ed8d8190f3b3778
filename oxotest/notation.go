package oxotest

import (
	"slices"
	"strings"

	"oxo"
)

// notation checks that moves and positions can be written and read back, and that
// rubbish is refused.
func (c *checker) notation() string {
	c.games(func(p oxo.Position) {
		before := c.state(p)
		c.positionText(p, before)
		seen := map[string]bool{}
		for _, m := range before.moves {
			name := c.g.FormatMove(p, m)
			if strings.HasPrefix(name, "#") || strings.HasPrefix(name, "?") || name == "resign" {
				c.fail("a move is not a word of the line protocol", p, "%q: there # begins a comment and ? an answer, and resign ends a game", name)
			}
			if got, err := c.g.ParseMove(p, name); err != nil || got != m {
				c.fail("ParseMove reads what FormatMove writes", p, "%q is read as %v, %v, want %v", name, got, err, m)
			}
			if seen[name] {
				c.fail("different moves have different texts", p, "two moves are written %q", name)
			}
			seen[name] = true
		}
		c.otherMoves(p, seen)
		c.rubbish(p, before)
	})
	return ""
}

func (c *checker) positionText(p oxo.Position, before state) {
	if strings.ContainsAny(before.text, "\n\r") {
		c.fail(promiseText, p, "the text has more than one line: %q", before.text)
	}
	if strings.HasPrefix(before.text, "#") {
		c.fail("the text of a position is not a comment of the line protocol", p, "%q begins with #", before.text)
	}
	q, err := c.g.ParsePosition(before.text)
	if err != nil {
		c.fail(promiseText, p, "it cannot be read: %v", err)
	}
	if got := c.state(q); !got.equal(before) {
		c.fail(promiseText, p, "it is read as another position: %s", before.difference(got))
	}
	for _, m := range c.some(before.moves) {
		p.Make(m)
		q.Make(m)
		a, b := c.state(p), c.state(q)
		p.Unmake(m)
		q.Unmake(m)
		if !a.equal(b) {
			c.fail(promiseText, p, "the position that was read continues differently after %s: %s", c.g.FormatMove(p, m), a.difference(b))
		}
	}
}

// otherMoves checks that moves which were legal earlier in the game, but no longer
// are, are refused.
func (c *checker) otherMoves(p oxo.Position, legal map[string]bool) {
	q := c.g.Start()
	for _, m := range c.made {
		for _, other := range c.some(q.Moves(nil)) {
			name := c.g.FormatMove(q, other)
			if got, err := c.g.ParseMove(p, name); err == nil && !legal[name] {
				c.fail("ParseMove refuses illegal moves", p, "%q is read as %v", name, got)
			}
		}
		q.Make(m)
	}
}

// rubbish tries to read meaningless texts, composed of pieces of valid ones.
func (c *checker) rubbish(p oxo.Position, before state) {
	text := c.rubbishText(p)
	m, err := c.g.ParseMove(p, text)
	switch {
	case err == nil && !slices.Contains(before.moves, m):
		c.fail("ParseMove refuses illegal moves", p, "%q is read as %v", text, m)
	case err != nil && err.Error() == "":
		c.fail("errors say what was wrong", p, "the error for the move %q is empty", text)
	}
	q, err := c.g.ParsePosition(text)
	if err != nil {
		return
	}
	again, err := c.g.ParsePosition(c.g.FormatPosition(q))
	if err != nil || !c.state(q).equal(c.state(again)) {
		c.fail(promiseText, nil, "%q is read as a position whose own text cannot be read: %v", text, err)
	}
}

func (c *checker) rubbishText(p oxo.Position) string {
	text := []rune(c.g.FormatPosition(p))
	if moves := p.Moves(nil); c.rng.IntN(2) == 0 && len(moves) > 0 {
		text = []rune(c.g.FormatMove(p, moves[c.rng.IntN(len(moves))]))
	}
	for range 1 + c.rng.IntN(3) {
		at := c.rng.IntN(len(text) + 1)
		switch odd := []rune("xXoO./,=- 0123456789abz\x00é\u2028\U0010ffff"); c.rng.IntN(3) {
		case 0:
			text = slices.Insert(text, at, odd[c.rng.IntN(len(odd))])
		case 1:
			text = text[:at]
		default:
			text = append(text[at:len(text):len(text)], text[:at]...)
		}
	}
	return string(text)
}
