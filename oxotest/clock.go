package oxotest

import (
	"slices"

	"oxo"
)

const (
	promiseClock = "Clock counts the plies since the last progress, and Unmake restores it"
	promiseTwice = "Twice has the hashes of the states since the last progress that came about twice or more, and no others"
	promiseNamed = "the facts have the game"
	clockPlies   = 200 // of a random game
)

// gameName checks that a position reports its game.
func (c *checker) gameName() string {
	if oxo.FactsOf(c.g.Start()).Game == nil {
		return "the positions do not say of which game they are"
	}
	c.endings(func(p oxo.Position) {
		switch got := oxo.FactsOf(p).Game; {
		case got == nil:
			c.fail(promiseNamed, p, "the facts name no game here, but at the start they do")
		case got.Name() != c.g.Name():
			c.fail(promiseNamed, p, "it is %q there, but the game is %q", got.Name(), c.g.Name())
		}
	})
	return ""
}

// clock checks the plies without progress, and the states that occurred twice.
func (c *checker) clock() string {
	if _, ok := c.g.Start().(oxo.Clocked); !ok {
		return "the game has no rule of no progress"
	}
	for range c.turns() {
		p := c.g.Start().(oxo.Clocked)
		c.made = c.made[:0]
		seen := map[uint64]int{p.Hash(): 1} // since the last progress
		for range min(c.opts.MaxPlies, clockPlies) {
			moves := p.Moves(nil)
			if p.Outcome() != oxo.Ongoing || len(moves) == 0 {
				break
			}
			seen = c.clockStep(p, moves[c.rng.IntN(len(moves))], seen)
		}
	}
	return ""
}

// clockStep makes a move and compares the position's reports before it, after it, and
// after it is taken back.
func (c *checker) clockStep(p oxo.Clocked, m oxo.Move, seen map[uint64]int) map[uint64]int {
	before, limit := p.Clock()
	twice := p.Twice()
	p.Make(m)
	p.Unmake(m)
	if plies, _ := p.Clock(); plies != before {
		c.fail(promiseClock, p, "%d plies before a move, and %d after it is taken back", before, plies)
	}
	if now := p.Twice(); !slices.Equal(sorted(now), sorted(twice)) {
		c.fail(promiseTwice, p, "%d states before a move, and %d after it is taken back", len(twice), len(now))
	}
	p.Make(m)
	c.made = append(c.made, m)
	plies, now := p.Clock()
	if plies != 0 && plies != before+1 || now != limit || limit < 1 {
		c.fail(promiseClock, p, "the clock is at %d of %d plies after the move, and was at %d of %d", plies, now, before, limit)
	}
	if plies == 0 {
		seen = map[uint64]int{}
	}
	seen[p.Hash()]++
	twice = p.Twice()
	for _, h := range twice {
		if seen[h] < 2 {
			c.fail(promiseTwice, p, "it has a state that occurred %d times", seen[h])
		}
	}
	if seen[p.Hash()] >= 2 && !slices.Contains(twice, p.Hash()) {
		c.fail(promiseTwice, p, "the state has occurred %d times, but is missing", seen[p.Hash()])
	}
	return seen
}

func sorted(hashes []uint64) []uint64 {
	hashes = slices.Clone(hashes)
	slices.Sort(hashes)
	return hashes
}
