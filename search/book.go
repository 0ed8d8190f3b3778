package search

import (
	"cmp"
	"slices"
	"time"

	"oxo"
)

// Book knows values without a search: an opening book, an endgame table. The search trusts it,
// so a value that rests on the book is called proven.
//
// A search looks up the position searched and the positions one move later, never deeper, so a
// book costs no time at a node. Three kinds of search skip the book: one with a limit of plies,
// since it has to look exactly that number of plies ahead; a traced one, since it is to show
// how a value is found; and [Searcher.Ask], since it is to answer from the game alone. Games
// that loop skip it too, since a value there may depend on the moves before.
type Book interface {
	// Lookup returns the exact value of an unfinished position for its side to move, with plies
	// or margin, and whether the book has it. It leaves p unchanged. Several goroutines may
	// call it.
	Lookup(p oxo.Position) (oxo.Score, bool)
}

// asksBook reports whether a search with these limits may use the book.
func (s *Searcher) asksBook(l Limits) bool {
	return s.opts.Book != nil && l.Depth <= 0 && s.trace == nil && s.game.looping == nil
}

// byBook answers a search from the book, and reports whether it could. If the book has the
// value but not the positions after the moves, the value becomes a known bound: then one
// null-window search finds a move.
func (s *Searcher) byBook(q *request, result *Result) bool {
	if !s.asksBook(q.limits) || s.game.p.Outcome() != oxo.Ongoing {
		return false
	}
	value, ok := s.opts.Book.Lookup(s.game.p)
	if !ok {
		return false
	}
	q.known, result.ByBook = oxo.Exactly(value), true
	line := s.bookLine(nil, value)
	if len(line) == 0 || !s.begin(q, result) {
		return false
	}
	r := &s.run
	r.best, r.hasBest, r.provenMove, r.reached = line[0], true, line[0], value
	r.line, r.lineValue, r.lineProven = append(r.line[:0], line...), value, true
	result.Value = s.value()
	s.finish(result)
	return true
}

// bookValue returns the value of the position by the rules or the book.
func (s *Searcher) bookValue() (oxo.Score, bool) {
	if s.game.p.Outcome() != oxo.Ongoing {
		return oxo.Final(s.game.p), true
	}
	return s.opts.Book.Lookup(s.game.p)
}

// bookLine appends best play from a position with the given value, as far as the book goes.
func (s *Searcher) bookLine(line []oxo.Move, value oxo.Score) []oxo.Move {
	p, begun := s.game.p, len(line)
	for p.Outcome() == oxo.Ongoing {
		m, ok := s.bookMove(value)
		if !ok {
			break
		}
		line = append(line, m)
		p.Make(m)
		value = value.ToChild()
	}
	for _, m := range slices.Backward(line[begun:]) {
		p.Unmake(m)
	}
	return line
}

// bookMove returns a move that keeps the value according to the book.
func (s *Searcher) bookMove(value oxo.Score) (oxo.Move, bool) {
	p := s.game.p
	for _, m := range p.Moves(nil) {
		p.Make(m)
		v, ok := s.bookValue()
		p.Unmake(m)
		if ok && v.ToParent() == value {
			return m, true
		}
	}
	return 0, false
}

// askBook takes the values of moves from the book, with lines as far as the book goes, and
// returns the indices of the moves it had.
func (a *analysis) askBook() []int {
	if !a.s.asksBook(a.limits) {
		return nil
	}
	var found []int
	for i := range a.open() {
		a.after(i, func(_ *Result, m *analyzedMove) {
			if a.s.game.p.Outcome() != oxo.Ongoing {
				return
			}
			value, ok := a.s.opts.Book.Lookup(a.s.game.p)
			if !ok {
				return
			}
			m.Bounds, m.ByBook = oxo.Exactly(value.ToParent()), true
			m.settle()
			m.Line = a.s.bookLine([]oxo.Move{m.Move}, value)
			found = append(found, i)
		})
	}
	if len(found) > 0 {
		a.publish()
	}
	return found
}

// wholeLines extends the lines of book moves to the end of the game, within the limits, best
// moves first.
func (a *analysis) wholeLines(moves []int) {
	slices.SortStableFunc(moves, func(i, j int) int { return cmp.Compare(a.moves[j].Score, a.moves[i].Score) })
	for n, i := range moves {
		l, ok := a.left(noEnd, uint64(len(moves)-n))
		if !ok {
			return
		}
		a.after(i, func(r *Result, m *analyzedMove) {
			deadline := time.Now().Add(l.Time)
			line := a.s.wholeLine(a.ctx, m.Score.ToChild(), m.Line[1:], func(value oxo.Score) (oxo.Move, bool) {
				left, ok := l, true
				if l != (Limits{}) {
					left, ok = a.s.left(l, r.Nodes, deadline)
				}
				if !ok {
					return 0, false
				}
				return a.s.moveWorth(a.ctx, left, value, &r.Nodes)
			})
			m.Line = append(m.Line[:1], line...)
		})
		a.publish()
	}
}
