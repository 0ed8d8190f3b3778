package search

import (
	"slices"

	"oxo"
	"oxo/search/tt"
)

// The search proves values of states. In a game that is [oxo.Clocked] a state includes neither
// the plies without progress nor the states reached before. That is enough as long as the end
// comes in time: a forced win in n plies holds under the rule too if the plies so far plus n
// are within the limit, since no line has more plies without progress. Beyond that a proven
// value only says who does not lose ([oxo.UnderClock]).
//
// Then the search counts: the plies without progress become part of the state and of its key.
// More of them never help the side that wants to win. So no line of best play returns to a
// state: the counted game does not loop, and the search need not look for repetitions within
// the line. States that were reached twice before the root end the game.

// counting says whether and how a search counts.
type counting struct {
	on    bool
	twice []uint64 // hashes of states that end the game when reached again
}

// end switches counting off before another search. (An unconditional write would take 1% of a
// game on 3x3.)
func (c *counting) end() {
	if c.on {
		*c = counting{}
	}
}

// underClock turns bounds of the root's state into bounds of the root with the moves before it.
// If they say less, the search counts from here on.
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

// soonDrawn is the distance to the draw by no progress, in plies, within which a search counts
// from its start: there most values are draws, which only counting can prove.
const soonDrawn = 12

// nearDraw reports whether the draw by no progress is within soonDrawn plies.
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

// clockBits is the number of key bits for the plies without progress. They are at most 254, and
// 1 is added so that no key equals the key of a state alone.
const (
	clockBits  = 8
	clockShift = 64 - clockBits
)

// readyCounting makes an empty table for a search that counts. If the keys leave no room, there
// is no table.
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

// useTable selects the table of proofs or of iterations. A search that counts has one for both.
func (s *Searcher) useTable(t *tt.Table) {
	if !s.run.counting.on {
		s.table = t
	}
}

// count adds the plies without progress to a key.
func (s *Searcher) count(key oxo.Key) oxo.Key {
	plies, _ := s.game.clocked.Clock()
	key.Hi |= uint64(plies+1) << clockShift
	return key
}

// twice returns the hashes of states that end the game when reached again.
func (a *abilities) twice() []uint64 {
	if a.clocked == nil {
		return nil
	}
	return a.clocked.Twice()
}

// drawnAfter reports whether a move ends the game because of the moves before: no progress for
// too long, or a state for the third time.
func (s *Searcher) drawnAfter(m oxo.Move, twice []uint64) bool {
	c := s.game.clocked
	if c == nil {
		return false
	}
	c.Make(m)
	defer c.Unmake(m)
	return s.drawnByMoves(1, twice) && c.Outcome() == oxo.Ongoing
}

// drawnByMoves reports whether the moves before end the game at an ongoing position; at is
// its distance from the root in plies. The states that were reached twice before the root are
// in the list twice.
func (s *Searcher) drawnByMoves(at int, twice []uint64) bool {
	c := s.game.clocked
	if c == nil || at == 0 {
		return false
	}
	plies, limit := c.Clock()
	return plies >= limit || len(twice) > 0 && slices.Contains(twice, c.Hash())
}

// expandCounted converts what a guide returned for states into bounds under the count. If the
// bounds no longer decide the window, the guide may have left moves out, so it is called again
// for all of them.
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

// counted converts bounds of a state for a search that counts.
func (s *Searcher) counted(b oxo.Bounds) oxo.Bounds {
	if b = oxo.UnderClock(s.game.clocked, b); len(s.run.counting.twice) == 0 {
		return b
	}
	// A win that takes more than one ply may need a state of the past again.
	lo, hi := b.Lo(), b.Hi()
	if lo.IsWin() && lo.Plies() > 1 {
		lo = oxo.Draw
	}
	if hi.IsLoss() && hi.Plies() > 1 {
		hi = oxo.Draw
	}
	return oxo.Between(lo, hi)
}

// repetition returns the value of a position, not the root of a looping game, that was reached before since the root, and
// records what the value rests on.
func (s *Searcher) repetition(alpha, beta oxo.Score, at int) (oxo.Score, bool) {
	if s.run.counting.on {
		return oxo.Draw, s.drawnByMoves(at, s.run.counting.twice) && s.game.p.Outcome() == oxo.Ongoing
	}
	return s.repeatedValue(alpha, beta, at)
}
