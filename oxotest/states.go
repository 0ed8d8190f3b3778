package oxotest

import (
	"oxo"
	"oxo/board"
)

const (
	promiseBits = "only the low KeyBits bits of keys are ever set"
	promiseKey  = "two positions have equal keys if and only if they are the same state"
	promiseHash = "equal states have equal hashes, and other states almost never do"
)

// states visits states breadth first, from the start and from ends of random
// games backwards, and compares what distinguishes them: the text, the key, the
// hash and the canonical key.
func (c *checker) states() string {
	v := &visited{c: c, texts: map[string]state{}, keys: map[oxo.Key]string{}, hashes: map[uint64]string{}, classes: map[oxo.Key]state{}}
	c.made = nil
	v.from(c.g.Start(), c.opts.States/2)
	for before := -1; len(v.texts) < c.opts.States && len(v.texts) > before; {
		before = len(v.texts)
		for range 10 {
			p := c.play(c.opts.MaxPlies)
			for range min(4, len(c.made)) {
				last := len(c.made) - 1
				p.Unmake(c.made[last])
				c.made = c.made[:last]
			}
			c.made = nil
			v.from(p, c.opts.States/20)
		}
	}
	return ""
}

// visited is the states that were visited, by each of their identities.
type visited struct {
	c       *checker
	texts   map[string]state
	keys    map[oxo.Key]string
	hashes  map[uint64]string
	classes map[oxo.Key]state
}

// from visits at most that many new states that can be reached from p.
func (v *visited) from(p oxo.Position, most int) {
	if !v.add(p) {
		return
	}
	queue := []oxo.Position{p.Clone()}
	for added := 1; len(queue) > 0 && added < most; queue = queue[1:] {
		q := queue[0]
		for _, m := range q.Moves(nil) {
			q.Make(m)
			if v.add(q) {
				added++
				queue = append(queue, q.Clone())
			}
			q.Unmake(m)
		}
	}
}

// add visits a state, and reports whether it is new.
func (v *visited) add(p oxo.Position) bool {
	c := v.c
	s := c.state(p)
	if known, ok := v.texts[s.text]; ok {
		if !known.equal(s) {
			c.fail("equal texts are the same state", p, "reached in two ways, it differs: %s", known.difference(s))
		}
		return false
	}
	v.texts[s.text] = s
	k, keyed := p.(oxo.Keyed)
	keyed = keyed && k.KeyBits() > 0
	if other, ok := v.keys[s.key]; ok && keyed { // before the hash, which is often one of the key
		c.fail(promiseKey, p, "the key %x is that of %s too", s.key, other)
	}
	if other, ok := v.hashes[s.hash]; ok {
		c.fail(promiseHash, p, "the hash is that of %s too", other)
	}
	v.hashes[s.hash] = s.text
	if !keyed {
		return true
	}
	c.bits(p, "the key", s.key, k.KeyBits())
	v.keys[s.key] = s.text
	if y, ok := p.(oxo.Symmetric); ok {
		c.bits(p, "the canonical key", s.class, k.KeyBits())
		if other, ok := v.classes[s.class]; ok && (other.turn != s.turn || other.outcome != s.outcome || len(other.moves) != len(s.moves)) {
			c.fail("positions with one canonical key are images of each other", p, "the canonical key is that of %s too", other.text)
		}
		v.classes[s.class] = s
		c.representative(p, y, s.class)
	}
	return true
}

// representative checks that the position that a canonical key is of has it: the
// key is the key of some position, or of this one.
func (c *checker) representative(p oxo.Position, y oxo.Symmetric, class oxo.Key) {
	if _, to := y.Canonical(); to == 0 && class != p.(oxo.Keyed).Key() {
		c.fail("Canonical returns the key of the position that its symmetry leads to", p, "symmetry 0 leads to this position, but the key is another")
	}
}

// bits checks that no bit above is set.
func (c *checker) bits(p oxo.Position, what string, k oxo.Key, bits int) {
	if bits < 1 || bits > 128 {
		c.fail(promiseBits, p, "KeyBits is %d: it is 1 to 128, or 0 for a hash", bits)
	}
	over := k.Hi != 0
	if bits < 64 {
		over = over || k.Lo>>bits != 0
	} else if bits < 128 {
		over = k.Hi>>(bits-64) != 0
	} else {
		over = false
	}
	if over {
		c.fail(promiseBits, p, "%s %x has more than %d bits", what, k, bits)
	}
}

// loops checks what a game says of repetitions, against the texts of a random
// game.
func (c *checker) loops() string {
	_, looping := c.g.Start().(oxo.Looping)
	for range c.opts.Games {
		p := c.g.Start()
		c.made = c.made[:0]
		last, times := map[string]int{c.g.FormatPosition(p): 0}, map[string]int{c.g.FormatPosition(p): 1}
		for ply := 1; ply <= min(c.opts.MaxPlies, 300) && c.step(p); ply++ {
			text := c.g.FormatPosition(p)
			at, seen := last[text]
			last[text] = ply
			times[text]++
			if n, ok := p.(interface{ Times() int }); ok && n.Times() != times[text] {
				c.fail("Times returns how often the state has been reached", p, "it returns %d, and it was %d", n.Times(), times[text])
			}
			if !looping {
				if seen {
					c.fail("a game that is not Looping never comes back to a state", p, "it was reached %d plies before", ply-at)
				}
				continue
			}
			if n, ok := p.(interface{ NoProgress() bool }); ok && n.NoProgress() {
				continue // then Repeated says how long there has been none
			}
			want := 0
			if n, ok := p.(interface{ NoProgress() bool }); ok && n.NoProgress() {
				break // a draw by another rule, which Repeated tells too
			}
			if seen {
				want = ply - at
			}
			plies, value := p.(oxo.Looping).Repeated()
			if value != oxo.Draw && plies != want {
				want = c.lookedAlike(p, ply, plies, want)
			}
			if plies != want {
				c.fail("Repeated returns how many plies ago the state was reached last", p, "it returns %d, and it was %d", plies, want)
			}
		}
	}
	return ""
}

// lookedAlike returns plies where the board looked the same that many plies ago: a
// rule that forbids repetitions may compare boards, and sees them sooner than states.
// Else it returns want.
func (c *checker) lookedAlike(p oxo.Position, ply, plies, want int) int {
	b, ok := p.(board.Grid)
	if !ok || plies < 1 || plies > ply || want > 0 && plies > want {
		return want
	}
	q := c.g.Start()
	for _, m := range c.made[:ply-plies] {
		q.Make(m)
	}
	if drawing(q.(board.Grid)) != drawing(b) {
		return want
	}
	return plies
}

// margin checks that margins agree with outcomes.
func (c *checker) margin() string {
	if _, ok := c.g.Start().(oxo.Margined); !ok {
		return "the game does not end by a margin"
	}
	for range c.opts.Games {
		p := c.play(c.opts.MaxPlies)
		m := p.(oxo.Margined).Margin()
		want := [...]int{oxo.Won: 1, oxo.Lost: -1, oxo.Drawn: 0}
		if o := p.Outcome(); o != oxo.Ongoing && (sign(m) != want[o] || m > oxo.MaxMargin || m < -oxo.MaxMargin) {
			c.fail("a margin is above 0 for a won game, below for a lost one, and 0 for a draw", p, "the game is %v by %d", o, m)
		}
	}
	return ""
}

func sign(n int) int { return min(max(n, -1), 1) }
