package oxotest

import (
	"cmp"
	"context"

	"oxo"
	"oxo/game/knowledge"
	"oxo/search"
	"oxo/textbook"
)

// value returns the value found by plain alpha-beta, or false if that would take too
// long.
func (c *checker) value(p oxo.Position) (oxo.Score, bool) {
	r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{MaxNodes: c.opts.OracleNodes})
	return r.Value, err == nil
}

// moveValue returns the value of a move for the side that makes it.
func (c *checker) moveValue(p oxo.Position, m oxo.Move) (oxo.Score, bool) {
	p.Make(m)
	v, ok := c.value(p)
	p.Unmake(m)
	return v.ToParent(), ok
}

// estimate checks that estimates stay within their range and are reproducible.
func (c *checker) estimate() string {
	if _, ok := c.g.Start().(oxo.Evaluator); !ok {
		return "the game has no estimate"
	}
	unit := unitOf(c.g.Start())
	c.games(func(p oxo.Position) {
		if p.Outcome() != oxo.Ongoing {
			return
		}
		before := c.state(p)
		e := p.(oxo.Evaluator).Evaluate()
		if e > oxo.MaxEstimate || e < -oxo.MaxEstimate {
			c.fail("an estimate is within ±MaxEstimate", p, "it is %d", int32(e))
		}
		if after := c.state(p); !after.equal(before) {
			c.fail("Evaluate leaves the position as it was", p, "%s", before.difference(after))
		}
		if again := p.(oxo.Evaluator).Evaluate(); again != e {
			c.fail("a position always has the same estimate", p, "it was %d and is %d when it is asked again", int32(e), int32(again))
		}
		if now := unitOf(p); now != unit || now < 1 {
			c.fail("estimates of a game have one unit, of at least 1", p, "it is %d, and at the start %d", int32(now), int32(unit))
		}
	})
	return ""
}

// unitOf returns the unit of estimates, 1 by default.
func unitOf(p oxo.Position) oxo.Score { return cmp.Or(oxo.FactsOf(p).Unit, 1) }

// childKeys checks the keys that a guide gives: positions with the same given key, or
// with a given key that equals the other's own key, have equal values.
func (c *checker) childKeys() string {
	k, ok := c.g.Start().(oxo.Keyed)
	guided, ok2 := c.g.Start().(oxo.Guided)
	if !ok || !ok2 || k.KeyBits() == 0 {
		return "the game has no guide and exact keys"
	}
	if _, ok := guided.Guide().(knowledge.KeyGuide); !ok {
		return "the guide gives no keys"
	}
	known := map[oxo.Key]sharedKey{}
	c.endings(func(p oxo.Position) { c.keysOf(p, known) })
	return ""
}

// sharedKey is the value of a position with a certain key.
type sharedKey struct {
	value oxo.Score
	text  string
}

func (c *checker) keysOf(p oxo.Position, known map[oxo.Key]sharedKey) {
	guide := p.(oxo.Guided).Guide().(knowledge.KeyGuide)
	var keys knowledge.Keys
	children, _ := guide.ExpandKeys(-oxo.Infinity, oxo.Infinity, nil, &keys)
	if len(children) > knowledge.MaxKeys {
		return
	}
	for i, child := range children {
		p.Make(child.Move)
		value, ok := c.value(p)
		text := c.g.FormatPosition(p)
		own := p.(oxo.Keyed).Key()
		if s, symmetric := p.(oxo.Symmetric); symmetric {
			own, _ = s.Canonical()
		}
		bits := p.(oxo.Keyed).KeyBits()
		p.Unmake(child.Move)
		if !ok {
			continue
		}
		for _, key := range []struct {
			given bool
			key   oxo.Key
		}{{keys.Use[i].Given(), keys.At(i)}, {true, own}} {
			if !key.given {
				continue
			}
			c.bits(p, "the key of a child", key.key, bits)
			if other, ok := known[key.key]; ok && other.value != value {
				c.fail("children with equal keys have equal values", p, "after %s, %s is worth %v, but has the key of %s, worth %v",
					c.g.FormatMove(p, child.Move), text, value, other.text, other.value)
			}
			known[key.key] = sharedKey{value, text}
		}
	}
}

const promiseSearch = "a search proves the value that minimax gives"

// search proves positions with and without the game's knowledge, with a table that is
// kept: each value equals minimax's, and the best move achieves it.
func (c *checker) search() string {
	searchers := []*search.Searcher{
		search.New(search.Options{TableBytes: 1 << 20, KeepTable: true}), search.New(search.Options{TableBytes: 1 << 16, NoGuide: true}),
	}
	asked := 0
	c.endings(func(p oxo.Position) {
		value, ok := c.value(p)
		if !ok {
			return
		}
		asked++
		for _, s := range searchers {
			before := c.state(p)
			r := s.Search(context.Background(), p, search.Limits{Nodes: 20 * c.opts.OracleNodes})
			if now := c.state(p); !now.equal(before) {
				c.fail(promiseInverse, p, "a search changes the position: %s", before.difference(now))
			}
			if r.Proven && r.Score != value || value < r.Bounds.Lo() || value > r.Bounds.Hi() {
				c.fail(promiseSearch, p, "it proves %v to %v: the value is %v", r.Bounds.Lo(), r.Bounds.Hi(), value)
			}
			if !r.Proven || !r.HasMove {
				continue
			}
			if v, ok := c.moveValue(p, r.Best); ok && v != value {
				c.fail("a search finds a move that is worth the proven value", p, "%s is worth %v, the position %v", c.g.FormatMove(p, r.Best), v, value)
			}
		}
	})
	if asked == 0 {
		return "no position near the end of a random game was small enough for minimax"
	}
	return ""
}
