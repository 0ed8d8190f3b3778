package oxotest

import (
	"slices"

	"oxo"
)

const promiseGuide = "what a guide says is proven: bounds hold, and some move that it keeps is as good as any"

// guide compares a guide with minimax: the bounds of the position and of each move,
// and whether a best move is among the moves that it keeps.
func (c *checker) guide() string {
	if _, ok := c.g.Start().(oxo.Guided); !ok {
		return "the game has no guide"
	}
	c.endings(func(p oxo.Position) {
		value, ok := c.value(p)
		if !ok {
			return
		}
		alpha := c.score(value)
		c.expand(p, alpha, max(c.score(value), alpha+1), value)
		c.expand(p, -oxo.Infinity, oxo.Infinity, value)
	})
	for range c.turns() {
		if p := c.play(c.opts.MaxPlies); p.Outcome() != oxo.Ongoing {
			c.expand(p, -oxo.Infinity, oxo.Infinity, oxo.Final(p))
		}
	}
	c.games(c.sees)
	return ""
}

// sees checks that a guide obtained before moves were made and taken back agrees with
// the guide of the current position.
func (c *checker) sees(p oxo.Position) {
	w := c.walker("the position", p, c.hashes(), 0)
	w.taken = promiseInverse
	for range 1 + c.rng.IntN(6) {
		w.wander(c, nil)
	}
	c.made = w.made
	want, got := c.account(c.replay(w.made), nil), c.account(p, w.guide)
	for i := range want.guide {
		if found := want.guide[i].contradiction(got.guide[i], want.moves); found != "" {
			c.fail("a guide sees each Make and Unmake", p, "after moves that were made and taken back, %s", found)
		}
	}
}

// expand checks the guide's result for one window.
func (c *checker) expand(p oxo.Position, alpha, beta, value oxo.Score) {
	before := c.state(p)
	children, b := p.(oxo.Guided).Guide().Expand(alpha, beta, []oxo.Child{{Move: 77, Order: 78}})
	if after := c.state(p); !after.equal(before) {
		c.fail("Expand takes back the moves that it makes", p, "%s", before.difference(after))
	}
	if len(children) == 0 || children[0] != (oxo.Child{Move: 77, Order: 78}) {
		c.fail("Expand appends to its buffer", p, "the earlier contents are lost")
	}
	children = children[1:]
	if value < b.Lo() || value > b.Hi() {
		c.fail(promiseGuide, p, "in the window %v to %v it says %v to %v: the value is %v", alpha, beta, b.Lo(), b.Hi(), value)
	}
	if p.Outcome() != oxo.Ongoing {
		if len(children) > 0 || !b.Exact() {
			c.fail("a guide gives a finished game exact bounds and no moves", p, "it gives %v to %v and %d moves", b.Lo(), b.Hi(), len(children))
		}
		return
	}
	if b.Decide(alpha, beta) {
		return // the moves may be omitted
	}
	best, legal := -oxo.Infinity, p.Moves(nil)
	for _, child := range children {
		if !slices.Contains(legal, child.Move) {
			c.fail("a guide gives legal moves", p, "move %v is not legal", child.Move)
		}
		v, ok := c.moveValue(p, child.Move)
		if !ok {
			return
		}
		if v < child.Lo() || v > child.Hi() {
			c.fail(promiseGuide, p, "it says %v to %v of %s, which is worth %v", child.Lo(), child.Hi(), c.g.FormatMove(p, child.Move), v)
		}
		best = max(best, v)
	}
	if best != value {
		c.fail(promiseGuide, p, "it keeps %d moves, the best worth %v: the value is %v", len(children), best, value)
	}
}

// score draws a bound of a window, usually near a value.
func (c *checker) score(near oxo.Score) oxo.Score {
	n := c.rng.IntN(13)
	all := []oxo.Score{-oxo.Infinity, oxo.Loss(n), oxo.By(-n), oxo.Draw - 1, oxo.Draw, oxo.By(n), oxo.Win(n), near, near - 1}
	return all[c.rng.IntN(len(all))]
}
