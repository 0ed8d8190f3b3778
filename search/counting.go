package search

import (
	"slices"

	"oxo"
	"oxo/search/tt"
)

// What the search proves, it proves of states. In a game that is [oxo.Clocked] the plies without progress, and states
// that came about before, are no part of them. That is enough as long as the end comes in time: a forced win in n
// plies is one under the rule too where the plies so far and n are within the limit, since on no line more plies pass
// without progress. What the search finds beyond that says who does not lose, and no more ([oxo.UnderClock]).
//
// Then the search counts: the plies without progress become a part of the state, and of its key. The same
// position with more of them is another one that is no better for the side that wants to win. So no line of best play comes
// back to a state: the game that is searched does not loop, and a repetition within the line need not be looked at. States
// that came about twice before the root end the game.

// counting is how a search counts, if it does.
type counting struct {
	on    bool
	twice []uint64 // hashes of states that end the game when they are reached again
}

// end ends it before another search. (To write where there is nothing to change takes 1% of a game on 3x3.)
func (c *counting) end() {
	if c.on {
		*c = counting{}
	}
}

// underClock returns what bounds of the root that hold of its state say of it with the moves before, and lets the
// search count from here on where that is less.
func (s *Searcher) underClock(b oxo.Bounds) oxo.Bounds {
	r := &s.run
	if s.game.clocked == nil || r.counting.on {
		return b
	}
	left := oxo.UnderClock(s.game.clocked, b)
	if left != b {
		s.beginCounting()
	}
	return left
}

// soonDrawn is how near the draw by no progress, in plies, a search counts from its beginning: there a draw is what
// is mostly proven, and without counting it would not be.
const soonDrawn = 12

// nearDraw reports whether the game is as near as that to a draw by no progress.
func (a *abilities) nearDraw() bool {
	if a.clocked == nil {
		return false
	}
	plies, limit := a.clocked.Clock()
	return plies < limit && limit-plies <= soonDrawn
}

func (s *Searcher) beginCounting() {
	s.run.counting = counting{true, s.game.clocked.Twice()}
	s.readyCounting()
}

// clockBits are the bits of a key that the plies without progress take: they are at most 254, plus 1 so that no
// key is that of a state alone.
const (
	clockBits  = 8
	clockShift = 64 - clockBits
)

// readyCounting makes an empty table for a search that counts. Where keys leave no room there is none.
func (s *Searcher) readyCounting() {
	t := &s.tables
	_, limit := s.game.clocked.Clock()
	if t.proofs == nil || s.game.keyBits > 128-clockBits || limit >= 1<<clockBits-1 {
		s.table = nil
		return
	}
	if t.counted == nil {
		t.counted = s.tableOf(nil, tt.Config{Bytes: max(s.opts.TableBytes/2, 1), Start: startTable})
	} else {
		t.counted.Clear()
	}
	s.table = t.counted
}

// useTable takes the table of proofs or of iterations; a search that counts has one for both.
func (s *Searcher) useTable(t *tt.Table) {
	if !s.run.counting.on {
		s.table = t
	}
}

// count makes the plies without progress a part of a key.
func (s *Searcher) count(key oxo.Key) oxo.Key {
	plies, _ := s.game.clocked.Clock()
	key.Hi |= uint64(plies+1) << clockShift
	return key
}

// twice returns the hashes of states that end the game when they are reached again.
func (a *abilities) twice() []uint64 {
	if a.clocked == nil {
		return nil
	}
	return a.clocked.Twice()
}

// drawnBehind reports whether a move ends the game by what was before: no progress for too long, or a state for the
// third time.
func (s *Searcher) drawnBehind(m oxo.Move, twice []uint64) bool {
	c := s.game.clocked
	if c == nil {
		return false
	}
	c.Make(m)
	defer c.Unmake(m)
	return s.drawnByMoves(1, twice) && c.Outcome() == oxo.Ongoing
}

// drawnByMoves reports whether the moves before end the game at an ongoing position that many plies after the root,
// where twice are the states that came about twice before the root.
func (s *Searcher) drawnByMoves(at int, twice []uint64) bool {
	c := s.game.clocked
	if c == nil || at == 0 {
		return false
	}
	plies, limit := c.Clock()
	return plies >= limit || len(twice) > 0 && slices.Contains(twice, c.Hash())
}

// expandCounted returns what a guide said of a node in a window, which it said of states, as it holds with the plies without
// progress. Where that is less than what decided the window the guide may have left the moves out: then it is asked for
// them.
func (s *Searcher) expandCounted(children []oxo.Child, bounds oxo.Bounds, alpha, beta oxo.Score) ([]oxo.Child, oxo.Bounds) {
	left := s.counted(bounds)
	if bounds.Decide(alpha, beta) && !left.Decide(alpha, beta) {
		children, _ = s.game.guide.Expand(-oxo.Infinity, oxo.Infinity, children[:0])
	}
	for i := range children {
		children[i].Bounds = s.counted(children[i].Bounds)
	}
	return children, left
}

// counted is what bounds of a state say at a node of a search that counts.
func (s *Searcher) counted(b oxo.Bounds) oxo.Bounds {
	if b = oxo.UnderClock(s.game.clocked, b); len(s.run.counting.twice) == 0 {
		return b
	}
	// The states that came about before may be on the way to a win that is not at once.
	lo, hi := b.Lo(), b.Hi()
	if lo.IsWin() && lo.Plies() > 1 {
		lo = oxo.Draw
	}
	if hi.IsLoss() && hi.Plies() > 1 {
		hi = oxo.Draw
	}
	return oxo.Between(lo, hi)
}

// repetition returns the value of a position that was reached before since the
// root, and notes what it rests on.
func (s *Searcher) repetition(alpha, beta oxo.Score, at int) (oxo.Score, bool) {
	switch {
	case s.game.looping == nil || at == 0:
		return 0, false
	case s.run.counting.on:
		return oxo.Draw, s.drawnByMoves(at, s.run.counting.twice) && s.game.p.Outcome() == oxo.Ongoing
	}
	return s.repeatedValue(alpha, beta, at)
}
