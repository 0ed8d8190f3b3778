package oxotest

import "oxo"

const (
	promiseBits = "only the low KeyBits bits of keys are ever set"
	promiseKey  = "two positions have equal keys if and only if they are the same state"
	promiseHash = "equal states have equal hashes, and other states almost never do"
)

// states visits states breadth first from the start, and backwards from ends of
// random games. It compares their identities: the text, the key, the hash and the
// canonical key.
func (c *checker) states() string {
	v := &visited{c: c, texts: map[string]state{}, keys: map[oxo.Key]string{}, hashes: map[uint64]string{}, classes: map[oxo.Key]state{}}
	c.made = nil
	v.from(c.g.Start(), (c.opts.States+1)/2)
	if c.sampling {
		return ""
	}
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

// visited holds the visited states by each of their identities.
type visited struct {
	c       *checker
	texts   map[string]state
	keys    map[oxo.Key]string
	hashes  map[uint64]string
	classes map[oxo.Key]state
	root    int // the KeyBits of the position where the visit began
}

// from visits new states that can be reached from p; most limits their number.
func (v *visited) from(p oxo.Position, most int) {
	v.root = 0
	if k, ok := p.(oxo.Keyed); ok {
		v.root = k.KeyBits()
	}
	if !v.add(p) {
		return
	}
	queue := []oxo.Position{p.Clone()}
	for added := 1; len(queue) > 0 && added < most && !v.c.stop(); queue = queue[1:] {
		v.c.progress.report(len(v.texts), v.c.opts.States, "states")
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
	if other, ok := v.keys[s.key]; ok && keyed { // checked before the hash, since the hash is often computed from the key
		c.fail(promiseKey, p, "the key %x is that of %s too", s.key, other)
	}
	if other, ok := v.hashes[s.hash]; ok {
		c.fail(promiseHash, p, "the hash is that of %s too", other)
	}
	v.hashes[s.hash] = s.text
	if v.root > 0 && !keyed {
		c.fail(promiseBits, p, "KeyBits was %d before these moves and is 0 now: want keys in all later positions", v.root)
	}
	if !keyed {
		return true
	}
	c.bits(p, "the key", s.key, k.KeyBits())
	if v.root > 0 {
		c.bits(p, "the key of a position that said so of all after it", s.key, v.root)
	}
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

// representative checks that the position of a canonical key really has it: the key
// is the key of some image of this position.
func (c *checker) representative(p oxo.Position, y oxo.Symmetric, class oxo.Key) {
	if _, to := y.Canonical(); to == 0 && class != p.(oxo.Keyed).Key() {
		c.fail("Canonical returns the key of the position that its symmetry leads to", p, "symmetry 0 leads to this position, but the key is another")
	}
}

// bits checks that no bit beyond the given number is set.
func (c *checker) bits(p oxo.Position, what string, k oxo.Key, bits int) {
	if bits < 1 || bits > 128 {
		c.fail(promiseBits, p, "KeyBits is %d: want 1 to 128, or 0 for a hash", bits)
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
