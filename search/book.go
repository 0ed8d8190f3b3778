package search

import (
	"cmp"
	"slices"
	"time"

	"oxo"
)

// Book knows values without a search: an opening book, an endgame table. What it
// says is trusted, so a value that rests on it is called proven.
//
// A search asks it for the position searched and for those one move on, never
// deeper, so a book costs no time at a node. A search with a limit of plies, one
// that is traced, and [Searcher.Ask] do not ask it: they are to see so many plies
// ahead, to show how a value is found, and to answer from the game alone. Nor is it
// asked in a game that loops, where a value may depend on the moves before.
type Book interface {
	// Lookup returns the exact value of a position that is not over, for its side to
	// move, plies or margin included, and whether the book has it. It leaves p as it
	// was. Several goroutines may call it.
	Lookup(p oxo.Position) (oxo.Score, bool)
}

// asksBook reports whether a search with these limits may ask the book.
func (s *Searcher) asksBook(l Limits) bool {
	return s.opts.Book != nil && l.Depth <= 0 && s.trace == nil && s.game.looping == nil
}

// byBook answers a search from the book, and reports whether it could. Where the
// book has the value and not the positions behind the moves, the value becomes part
// of what is known: then one null-window search finds a move.
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

// bookValue is the value of the position as the rules or the book have it.
func (s *Searcher) bookValue() (oxo.Score, bool) {
	if s.game.p.Outcome() != oxo.Ongoing {
		return oxo.Final(s.game.p), true
	}
	return s.opts.Book.Lookup(s.game.p)
}

// bookLine appends best play from a position of a known value, as far as the book
// goes.
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

// bookMove returns a move that leads to a position of which the book says that it is
// worth as much.
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

// askBook takes the values of moves from the book, with lines as far as it goes,
// and returns which moves it had.
func (a *analysis) askBook() []int {
	if !a.s.asksBook(a.limits) {
		return nil
	}
	var found []int
	for i := range a.open() {
		a.behind(i, func(_ *Result, m *analyzedMove) {
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

// wholeLines carries the lines of moves that the book had on to the end of the game,
// within the limits, those of the best moves first.
func (a *analysis) wholeLines(moves []int) {
	slices.SortStableFunc(moves, func(i, j int) int { return cmp.Compare(a.moves[j].Score, a.moves[i].Score) })
	for n, i := range moves {
		l, ok := a.left(noEnd, uint64(len(moves)-n))
		if !ok {
			return
		}
		a.behind(i, func(r *Result, m *analyzedMove) {
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
