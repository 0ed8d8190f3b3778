package oxotest

import (
	"slices"

	"oxo"
)

const promiseSymmetry = "a symmetry maps a game onto a game of the same rules, with the same canonical key and the same value"

// symmetry plays the image of a game under each symmetry.
func (c *checker) symmetry() string {
	start, ok := c.g.Start().(oxo.Symmetric)
	if !ok {
		return "the game has no symmetries"
	}
	if n := start.Symmetries(); n < 1 {
		c.fail("symmetry 0 is always there", start, "there are %d symmetries", n)
	}
	c.endings(func(p oxo.Position) {
		s := p.(oxo.Symmetric)
		class, to := s.Canonical()
		if to < 0 || to >= s.Symmetries() {
			c.fail("Canonical returns a symmetry", p, "it returns symmetry %d of %d", to, s.Symmetries())
		}
		if k, ok := p.(oxo.Keyed); class.Hi != 0 && (!ok || k.KeyBits() == 0) {
			c.fail("without exact keys the canonical key is a hash in Lo", p, "it is %x", class)
		}
		o := original{Symmetric: s, class: class}
		o.value, o.valued = c.value(p)
		c.image(o, to, true)
		c.image(o, c.rng.IntN(s.Symmetries()), false)
		if n := c.rng.IntN(s.Symmetries()); n != to {
			c.image(o, n, false)
		}
	})
	return ""
}

// original is a position with the values that its images must have too.
type original struct {
	oxo.Symmetric
	class  oxo.Key
	value  oxo.Score
	valued bool // false if computing it would take too long
}

// image checks the image of the game under symmetry n.
func (c *checker) image(o original, n int, canonical bool) {
	p := o.Symmetric
	q := c.g.Start()
	for _, m := range c.made {
		mapped := c.mapped(p, m, n)
		if !slices.Contains(q.Moves(nil), mapped) {
			c.fail(promiseSymmetry, p, "symmetry %d maps a legal move to the illegal move %v of %s", n, mapped, c.g.FormatPosition(q))
		}
		q.Make(mapped)
	}
	c.sameMoves(p, q, n)
	c.sameRepetition(p, q, n)
	image := q.(oxo.Symmetric)
	if got, _ := image.Canonical(); got != o.class {
		c.fail(promiseSymmetry, p, "symmetry %d leads to %s, whose canonical key is another", n, c.g.FormatPosition(q))
	}
	if k, ok := q.(oxo.Keyed); ok && canonical && k.KeyBits() > 0 && k.Key() != o.class {
		c.fail("Canonical returns the key of the position that its symmetry leads to", p, "symmetry %d leads to %s, which has another key", n, c.g.FormatPosition(q))
	}
	if !o.valued || n == 0 {
		return
	}
	if other, ok := c.value(q); ok && o.value != other {
		c.fail(promiseSymmetry, p, "it is worth %v, and its image under symmetry %d, %s, %v", o.value, n, c.g.FormatPosition(q), other)
	}
}

// mapped returns a move under symmetry n.
func (c *checker) mapped(p oxo.Symmetric, m oxo.Move, n int) oxo.Move {
	mapped := p.MapMove(m, n)
	if back := p.UnmapMove(mapped, n); back != m {
		c.fail("UnmapMove is the inverse of MapMove", p, "symmetry %d maps move %v to %v, and that back to %v", n, m, mapped, back)
	}
	if n == 0 && mapped != m {
		c.fail("symmetry 0 changes nothing", p, "it maps move %v to %v", m, mapped)
	}
	return mapped
}

// sameMoves checks that the moves of an image are the images of the moves.
func (c *checker) sameMoves(p oxo.Symmetric, q oxo.Position, n int) {
	var mapped []oxo.Move
	for _, m := range p.Moves(nil) {
		mapped = append(mapped, c.mapped(p, m, n))
	}
	moves := q.Moves(nil)
	slices.Sort(mapped)
	slices.Sort(moves)
	if p.Outcome() != q.Outcome() || p.Turn() != q.Turn() || !slices.Equal(mapped, moves) {
		c.fail(promiseSymmetry, p, "symmetry %d leads to %s, where the game is %v and the moves are %v, not %v", n, c.g.FormatPosition(q), q.Outcome(), moves, mapped)
	}
}

// sameRepetition checks that a game and its image repeat in the same way.
func (c *checker) sameRepetition(p, q oxo.Position, n int) {
	l, ok := p.(oxo.Looping)
	if !ok {
		return
	}
	plies, value := l.Repeated()
	if got, worth := q.(oxo.Looping).Repeated(); got != plies || worth != value {
		c.fail(promiseSymmetry, p, "it was reached %d plies ago, worth %v, and its image under symmetry %d, %s, %d plies ago, worth %v",
			plies, value, n, c.g.FormatPosition(q), got, worth)
	}
}
