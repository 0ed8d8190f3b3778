package oxotest

import (
	"context"

	"oxo"
	"oxo/textbook"

	"pgregory.net/rapid"
)

// oracle returns the value that plain alpha-beta gives, or false where it
// would take too long.
func (c *checker) oracle(p oxo.Position) (oxo.Score, bool) {
	r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{MaxNodes: c.opts.OracleNodes})
	return r.Value, err == nil
}

// symmetry plays the image of a game under a symmetry and checks that it is a
// game of the same rules, of the same class and of the same value.
func (c *checker) symmetry(t *rapid.T) {
	p, made := c.ending(t)
	s, ok := p.(oxo.Symmetric)
	if !ok {
		return
	}
	n := rapid.IntRange(0, s.Symmetries()-1).Draw(t, "symmetry")
	image := c.g.Start()
	for _, m := range made {
		mapped := s.MapMove(m, n)
		if got := s.UnmapMove(mapped, n); got != m {
			t.Fatalf("symmetry %d maps move %v to %v, and that back to %v", n, m, mapped, got)
		}
		image.Make(mapped)
	}
	for _, m := range made {
		if s.MapMove(m, 0) != m {
			t.Fatalf("symmetry 0 changes the move %v", m)
		}
	}
	if p.Outcome() != image.Outcome() || len(p.Moves(nil)) != len(image.Moves(nil)) {
		t.Fatalf("after %v symmetry %d changes the game", c.history(made), n)
	}
	class, to := s.Canonical()
	imageClass, _ := image.(oxo.Symmetric).Canonical()
	if class != imageClass {
		t.Fatalf("after %v symmetry %d leads to another class", c.history(made), n)
	}
	c.checkRepresentative(t, s, made, class, to)
	value, ok1 := c.oracle(p)
	imageValue, ok2 := c.oracle(image)
	if ok1 && ok2 && value != imageValue {
		t.Fatalf("after %v the value is %v, but %v under symmetry %d", c.history(made), value, imageValue, n)
	}
}

// checkRepresentative checks that the symmetry that Canonical names leads to
// the position that gave the class its identity.
func (c *checker) checkRepresentative(t *rapid.T, s oxo.Symmetric, made []oxo.Move, class oxo.Key, to int) {
	representative := c.g.Start()
	for _, m := range made {
		representative.Make(s.MapMove(m, to))
	}
	if k, ok := representative.(oxo.Keyed); ok && k.Key() != class {
		t.Fatalf("after %v symmetry %d does not lead to the position of the class", c.history(made), to)
	}
}

// values checks the oracle on itself: a position is worth what its best move
// is worth.
func (c *checker) values(t *rapid.T) {
	p, made := c.ending(t)
	value, ok := c.oracle(p)
	if !ok || p.Outcome() != oxo.Ongoing {
		return
	}
	best := -oxo.Infinity
	for _, m := range p.Moves(nil) {
		v, ok := c.moveValue(p, m)
		if !ok {
			return
		}
		best = max(best, v)
	}
	if best != value {
		t.Fatalf("after %v the value is %v, but the best move is worth %v", c.history(made), value, best)
	}
}

func (c *checker) moveValue(p oxo.Position, m oxo.Move) (oxo.Score, bool) {
	p.Make(m)
	v, ok := c.oracle(p)
	p.Unmake(m)
	return v.Back(), ok
}

// guide checks what a guide says against the oracle: bounds of the position
// and of each move, and that no move left out is better than the best kept.
func (c *checker) guide(t *rapid.T) {
	p, made := c.ending(t)
	guided, ok := p.(oxo.Guided)
	if !ok {
		return
	}
	g := guided.Guide()
	if e := g.Evaluate(); e > oxo.MaxEstimate || e < -oxo.MaxEstimate {
		t.Fatalf("after %v the estimate %d is beyond ±MaxEstimate", c.history(made), e)
	}
	value, ok := c.oracle(p)
	if !ok {
		return
	}
	alpha := c.score(t, "alpha")
	beta := max(c.score(t, "beta"), alpha+1)
	children, b := g.Expand(alpha, beta, nil)
	if value < b.Lo || value > b.Hi {
		t.Fatalf("after %v the guide says %v to %v in the window %v to %v: the value is %v", c.history(made), b.Lo, b.Hi, alpha, beta, value)
	}
	if b.Lo < beta && b.Hi > alpha && !b.Exact() { // the window is open: the moves must be there
		c.children(t, p, made, children, value)
	}
	children, b = g.Expand(-oxo.Infinity, oxo.Infinity, nil)
	if value < b.Lo || value > b.Hi {
		t.Fatalf("after %v the guide says %v to %v: the value is %v", c.history(made), b.Lo, b.Hi, value)
	}
	if p.Outcome() != oxo.Ongoing {
		if len(children) > 0 || !b.Exact() {
			t.Fatalf("after %v the guide does not see that the game is over", c.history(made))
		}
		return
	}
	c.children(t, p, made, children, value)
}

func (c *checker) children(t *rapid.T, p oxo.Position, made []oxo.Move, children []oxo.Child, value oxo.Score) {
	best := -oxo.Infinity
	for _, child := range children {
		v, ok := c.moveValue(p, child.Move)
		if !ok {
			return
		}
		if v < child.Lo || v > child.Hi {
			t.Fatalf("after %v the guide says %v to %v of %s: it is worth %v", c.history(made),
				child.Lo, child.Hi, c.g.FormatMove(p, child.Move), v)
		}
		best = max(best, v)
	}
	if best != value {
		t.Fatalf("after %v the guide keeps %d moves, the best worth %v: the value is %v", c.history(made), len(children), best, value)
	}
}

// score draws a bound of a window.
func (c *checker) score(t *rapid.T, name string) oxo.Score {
	n := rapid.IntRange(0, 12).Draw(t, name+" plies")
	return rapid.SampledFrom([]oxo.Score{-oxo.Infinity, oxo.Loss(n), oxo.Draw - 1, oxo.Draw, oxo.Win(n)}).Draw(t, name)
}
