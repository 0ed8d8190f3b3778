package oxotest

import "oxo"

const promiseRestore = "Restore makes the state of a key"

// restore checks that one position can become any state, by its key and by the canonical one, and can be
// played on from there.
func (c *checker) restore() string {
	q, ok := c.g.Start().(oxo.Restorable)
	if !ok || q.KeyBits() == 0 {
		return "positions cannot be made from keys"
	}
	for range c.turns() {
		p := c.play(c.opts.MaxPlies)
		for range c.rng.IntN(len(c.made) + 1) {
			last := len(c.made) - 1
			p.Unmake(c.made[last])
			c.made = c.made[:last]
		}
		want := c.state(p)
		q.Restore(want.key)
		c.compareRestored(p, want, q)
		for _, m := range first(q.Moves(nil)) {
			p.Make(m)
			q.Make(m)
			c.compareRestored(p, c.state(p), q)
			p.Unmake(m)
			q.Unmake(m)
		}
		c.compareRestored(p, want, q)
		if _, ok := p.(oxo.Symmetric); !ok {
			continue
		}
		q.Restore(want.class)
		if class, _ := q.(oxo.Symmetric).Canonical(); class != want.class || q.Key() != want.class {
			c.fail(promiseRestore, p, "from the canonical key %x comes a position with the key %x, and with the canonical key %x", want.class, q.Key(), class)
		}
	}
	return ""
}

// compareRestored compares a restored position with one that was played.
func (c *checker) compareRestored(p oxo.Position, want state, restored oxo.Position) {
	if got := c.state(restored); !got.equal(want) {
		c.fail(promiseRestore, p, "%s", want.difference(got))
	}
}
