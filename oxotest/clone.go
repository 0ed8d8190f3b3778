package oxotest

import (
	"slices"

	"oxo"
)

const promiseClone = "a copy shares nothing that changes and has the past of its original: played apart, both say what a replay of their moves says"

// clone plays alternately on an original, its copy and a copy of the copy, forward and
// back. Each must follow only its own moves, and report what a replay of these moves
// reports.
func (c *checker) clone() string {
	c.games(func(p oxo.Position) {
		before := c.account(p, nil)
		q := p.Clone()
		r := q.Clone()
		for i, copied := range []oxo.Position{q, r} {
			if found := before.contradiction(c.account(copied, nil)); found != "" {
				c.fail(promiseClone, p, "%s differs: %s", [...]string{"the copy", "a copy of the copy"}[i], found)
			}
		}
		seen := c.hashes()
		fork := len(c.made)
		apart := []*walker{
			c.walker("the original", p, seen, 0), c.walker("the copy", q, seen, fork), c.walker("the copy of the copy", r, seen, fork),
		}
		c.rewrite(apart)
		for range 4 {
			for _, i := range c.rng.Perm(len(apart)) {
				c.apart(apart, i)
			}
		}
		for _, w := range apart {
			for len(w.made) > fork {
				w.unmake(c)
			}
		}
		for _, w := range apart {
			c.replayed(w)
		}
	})
	return ""
}

// rewrite takes back moves of the original and makes others, so that its past differs
// from its copies' past. Then the copies look for states that they know.
func (c *checker) rewrite(all []*walker) {
	original := all[0]
	back := min(c.rng.IntN(8), len(original.made))
	for range back {
		original.unmake(c)
	}
	for range back {
		if moves := original.others(all); len(moves) > 0 {
			original.move(moves[c.rng.IntN(len(moves))])
		}
	}
	c.replayed(original)
	for _, w := range all[1:] {
		c.replayed(w)
		for range 3 {
			if !w.goBack(c) {
				break
			}
			c.replayed(w)
		}
	}
}

// apart moves one of several copies: the others must not change.
func (c *checker) apart(all []*walker, i int) {
	var others []account
	for j, w := range all {
		if j != i {
			others = append(others, c.account(w.p, w.guide))
		}
	}
	for range 1 + c.rng.IntN(4) {
		if back := all[i].wander(c, all); back {
			break
		}
	}
	c.replayed(all[i])
	for j, w := range all {
		if j == i {
			continue
		}
		was := others[0]
		others = others[1:]
		if found := was.contradiction(c.account(w.p, w.guide)); found != "" {
			c.made = w.made
			c.fail(promiseClone, nil, "moves on %s change %s: %s", all[i].name, w.name, found)
		}
	}
}

// replayed compares a walker with the same moves played from the start.
func (c *checker) replayed(w *walker) {
	want := c.account(c.replay(w.made), nil)
	if found := want.contradiction(c.account(w.p, w.guide)); found != "" {
		c.made = w.made
		c.fail(promiseClone, nil, "%s, after moves on several of them: %s", w.name, found)
	}
}

// replay plays moves from the start.
func (c *checker) replay(moves []oxo.Move) oxo.Position {
	p := c.g.Start()
	for _, m := range moves {
		p.Make(m)
	}
	return p
}

// hashes returns the hashes of all positions of the random game.
func (c *checker) hashes() []uint64 {
	p := c.g.Start()
	seen := []uint64{p.Hash()}
	for _, m := range c.made {
		p.Make(m)
		seen = append(seen, p.Hash())
	}
	return seen
}

// walker is a position with the moves that led to it.
type walker struct {
	name  string
	p     oxo.Position
	taken string    // the promise about moves that are taken back
	guide oxo.Guide // obtained before moves were made, or nil
	floor int       // earlier moves cannot be taken back
	made  []oxo.Move
	seen  []uint64 // the hash before each of these moves, and after the last
}

func (c *checker) walker(name string, p oxo.Position, seen []uint64, floor int) *walker {
	w := &walker{name: name, p: p, taken: promiseClone, floor: floor, made: slices.Clone(c.made), seen: slices.Clone(seen)}
	if g, ok := p.(oxo.Guided); ok {
		w.guide = g.Guide()
	}
	return w
}

// wander makes a move, if possible one that the others did not make at this ply, or
// takes one back. In a game that can loop it often returns to an earlier state, and
// reports that.
func (w *walker) wander(c *checker, others []*walker) (back bool) {
	moves := w.p.Moves(nil)
	if len(w.made) > w.floor && (len(moves) == 0 || c.rng.IntN(3) == 0) {
		w.unmake(c)
		return false
	}
	if len(moves) == 0 {
		return false
	}
	if c.rng.IntN(2) == 0 && w.goBack(c) {
		return true
	}
	moves = w.others(others)
	w.move(moves[c.rng.IntN(len(moves))])
	return false
}

// goBack returns to an earlier state, if the game can loop and one is near.
func (w *walker) goBack(c *checker) bool {
	if _, looping := w.p.(oxo.Looping); !looping {
		return false
	}
	back := c.wayBack(w.p, w.seen)
	for _, m := range back {
		w.move(m)
	}
	return len(back) > 0
}

// others returns the legal moves that the other walkers did not make at this ply, if
// there are any.
func (w *walker) others(all []*walker) []oxo.Move {
	moves := slices.Clone(w.p.Moves(nil))
	for _, o := range all {
		if o == w || len(o.made) <= len(w.made) {
			continue
		}
		if at := slices.Index(moves, o.made[len(w.made)]); at >= 0 && len(moves) > 1 {
			moves = slices.Delete(moves, at, at+1)
		}
	}
	return moves
}

func (w *walker) move(m oxo.Move) {
	w.p.Make(m)
	w.made, w.seen = append(w.made, m), append(w.seen, w.p.Hash())
}

// unmake takes the last move back, which must restore the state before it.
func (w *walker) unmake(c *checker) {
	last := len(w.made) - 1
	w.p.Unmake(w.made[last])
	w.made, w.seen = w.made[:last], w.seen[:last+1]
	if w.p.Hash() != w.seen[last] {
		c.made = w.made
		c.fail(w.taken, nil, "a move taken back on %s leads to another state than it was made in", w.name)
	}
}

// wayBack returns the shortest sequence of moves that leads back to an earlier state,
// if one is found soon.
func (c *checker) wayBack(p oxo.Position, seen []uint64) []oxo.Move {
	const farthest, most = 5, 300 // plies, and positions to visit
	s := &backSearch{c: c, seen: seen, left: most}
	for plies := 1; plies <= farthest && s.left > 0; plies++ {
		if s.find(p, plies) {
			slices.Reverse(s.found)
			return s.found
		}
	}
	return nil
}

// backSearch searches for a path to a state whose hash is in seen.
type backSearch struct {
	c     *checker
	seen  []uint64
	left  int        // positions that may still be visited
	found []oxo.Move // last move first
}

// find searches for a path of a number of plies.
func (s *backSearch) find(p oxo.Position, plies int) bool {
	moves := s.c.some(slices.Clone(p.Moves(nil)))
	for _, at := range s.c.rng.Perm(len(moves)) {
		if s.left--; s.left < 0 {
			return false
		}
		m := moves[at]
		p.Make(m)
		found := plies == 1 && slices.Contains(s.seen, p.Hash()) || plies > 1 && s.find(p, plies-1)
		p.Unmake(m)
		if found {
			s.found = append(s.found, m)
			return true
		}
	}
	return false
}
