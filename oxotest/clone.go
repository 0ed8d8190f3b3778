package oxotest

import (
	"slices"

	"oxo"
)

const promiseClone = "a copy shares nothing that changes and has the past of its original: played apart, both say what a replay of their moves says"

// clone plays on an original, on its copy and on a copy of that in turn, forward and
// back: each stays where its own moves lead, and says what a replay of these says.
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

// rewrite takes back moves of the original and plays others: what it keeps of its past is
// not what its copies have. Then these look for states that they know.
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

// apart moves one of several that were copied from each other: the others stay as they are.
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

// replayed compares one with the same moves played from the start.
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
	taken string    // what is promised of moves that are taken back
	guide oxo.Guide // got before moves were made, or nil
	floor int       // moves before these cannot be taken back
	made  []oxo.Move
	seen  []uint64 // the hashes before these moves, and after all
}

func (c *checker) walker(name string, p oxo.Position, seen []uint64, floor int) *walker {
	w := &walker{name: name, p: p, taken: promiseClone, floor: floor, made: slices.Clone(c.made), seen: slices.Clone(seen)}
	if g, ok := p.(oxo.Guided); ok {
		w.guide = g.Guide()
	}
	return w
}

// wander makes a move, if possible not the one that others made at this ply, or takes
// one back. In a game that can loop it often goes where it has been, and reports that.
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

// goBack goes to a state where it has been, if the game can loop and one is near.
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

// others returns the legal moves without those that others made at this ply, if any are
// left.
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

// unmake takes the last move back, which leads to the state before it.
func (w *walker) unmake(c *checker) {
	last := len(w.made) - 1
	w.p.Unmake(w.made[last])
	w.made, w.seen = w.made[:last], w.seen[:last+1]
	if w.p.Hash() != w.seen[last] {
		c.made = w.made
		c.fail(w.taken, nil, "a move taken back on %s leads to another state than it was made in", w.name)
	}
}

// wayBack returns moves that lead to a state of the same game again, if some are found
// soon: the fewest that do.
func (c *checker) wayBack(p oxo.Position, seen []uint64) []oxo.Move {
	const farthest, most = 5, 300 // plies, and positions to look at
	s := &backSearch{c: c, seen: seen, left: most}
	for plies := 1; plies <= farthest && s.left > 0; plies++ {
		if s.find(p, plies) {
			slices.Reverse(s.found)
			return s.found
		}
	}
	return nil
}

// backSearch looks for a way back to states with these hashes.
type backSearch struct {
	c     *checker
	seen  []uint64
	left  int        // positions that may still be looked at
	found []oxo.Move // the last one first
}

// find looks for a way of that many plies.
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
