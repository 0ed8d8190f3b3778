package steady

import (
	"math"
	"math/rand/v2"
)

// The chances of the changes. On 63 positions of 8 to 20 plies that have a state, other chances found 20 to 29 states with
// 200,000 visits for each position; these found 28, and 38 with a million visits (December 2026).
const (
	fixed   = 0.6  // a change repairs a lost game
	more    = 0.33 // another change comes with it
	heat    = 0.2  // how much worse a state may be to be kept
	latest  = 0.33 // a repair takes the last choice of the lost game; otherwise the one before, and so on
	columns = 0.3  // of other changes: a whole column
	matched = 0.15 // a pair
	lowest  = 0.2  // the lowest square of a column
)

// finder looks for steady states by hill climbing: it changes a diagram where it loses, and keeps the change if fewer
// games are lost. It is for one goroutine.
type finder struct {
	*evaluator
	rng   *rand.Rand
	trail []decision
}

// decision is a position where the diagram chose the move.
type decision struct {
	legal uint64
	move  uint64
}

func newFinder(b *Board, seed uint64) *finder {
	return &finder{evaluator: newEvaluator(b), rng: rand.New(rand.NewPCG(seed, 1))}
}

// improve climbs from a state for a number of visited positions. It returns the best state, and its fails.
func (f *finder) improve(s State, p position, visits int) (State, float32) {
	best := s
	now := f.fails(&s, p, 2)
	bestFails := now
	for end := f.visits + visits; now > 0 && f.visits < end; {
		f.visits += 3
		next := s
		if f.rng.Float64() < fixed {
			f.repair(&next, p)
		} else {
			f.mutate(&next, p)
		}
		for f.rng.Float64() < more {
			f.mutate(&next, p)
		}
		if next == s {
			continue
		}
		limit := now * float32(math.Exp(heat*(f.rng.ExpFloat64()-1)))
		limit = min(limit, 1)
		if got := f.fails(&next, p, limit); got <= limit {
			s, now = next, got
			if now < bestFails {
				best, bestFails = s, now
			}
		}
	}
	return best, bestFails
}

// find looks for a steady state of a position with the side to move. It starts from the states given.
func (f *finder) find(p position, from []*State, tries, visits int) (State, bool) {
	for _, s := range from {
		if f.fails(s, p, 0) == 0 {
			return *s, true
		}
	}
	for i := range tries {
		var s State
		if i < len(from) {
			s = *from[i]
		} else {
			s = f.random(p)
		}
		if s, fails := f.improve(s, p, visits); fails == 0 {
			return s, true
		}
	}
	return State{}, false
}

// random returns a state of claims: even rows, and for some columns odd rows.
func (f *finder) random(p position) State {
	var s State
	b := f.b
	s.marks[Claim] = b.claims[1] &^ p.all
	for x := range b.Width {
		if column := b.column(x) &^ p.all; count(column)&1 == 1 {
			s.set(column&-column, Mark(f.rng.IntN(int(marks))))
		}
	}
	for range 1 + f.rng.IntN(3) {
		f.mutate(&s, p)
	}
	return s
}

// repair changes the move of the state in one of the positions of a lost game.
func (f *finder) repair(s *State, p position) {
	f.trail = f.trail[:0]
	f.s = s
	f.lose(p)
	if len(f.trail) == 0 {
		f.mutate(s, p)
		return
	}
	// later decisions are likelier to be at fault
	i := len(f.trail) - 1
	for i > 0 && f.rng.Float64() > latest {
		i--
	}
	if f.rng.IntN(3) == 0 {
		i = f.rng.IntN(len(f.trail))
	}
	d := f.trail[i]
	f.force(s, d)
}

// pick returns a random square of a set.
func (f *finder) pick(set uint64) uint64 {
	for range f.rng.IntN(count(set)) {
		set &= set - 1
	}
	return set & -set
}

// force changes the state so that it makes another move.
func (f *finder) force(s *State, d decision) {
	rest := d.legal &^ d.move
	if rest == 0 {
		return
	}
	to := f.pick(rest)
	if d.move == 0 { // no move, or two of the same mark
		top := s.top(d.legal)
		if f.rng.IntN(2) == 0 && top != 0 {
			s.set(f.pick(top), f.lower(s.at(top&-top)))
			return
		}
		s.set(to, f.anyMark())
		return
	}
	old := s.at(d.move)
	switch f.rng.IntN(4) {
	case 0: // the old move gets a lower mark
		s.set(d.move, f.lower(old))
	case 1: // and the new one gets its old mark
		if old != Miai {
			s.set(d.move, f.lower(old))
		}
		if old == Claim {
			old = f.anyMark()
		}
		s.set(to, old)
	case 2:
		s.set(to, Mark(f.rng.IntN(int(Urgent-old)+1))+old)
	default:
		s.set(to, f.anyMark())
	}
}

// anyMark returns a random mark other than None.
func (f *finder) anyMark() Mark { return Mark(f.rng.IntN(int(Urgent)) + 1) }

// lower returns a random mark of lower precedence.
func (f *finder) lower(m Mark) Mark {
	if m <= Minus {
		return None
	}
	return Mark(f.rng.IntN(int(m)))
}

// top returns the legal squares of the highest mark.
func (s *State) top(legal uint64) uint64 {
	for k := Urgent; k > None; k-- {
		if m := s.marks[k] & legal; m != 0 && (k != Miai || single(m)) {
			return m
		}
	}
	return 0
}

// lose follows a game that is not won, chosen at random, and keeps the positions where the state chose.
func (f *finder) lose(p position) {
	b := f.b
	for {
		legal := b.legal(p)
		if b.wins(p.own)&legal != 0 {
			return
		}
		move := b.wins(p.own^p.all) & legal
		if move == 0 {
			move = f.s.choose(legal)
			f.trail = append(f.trail, decision{legal, move})
		}
		if !single(move) {
			return
		}
		p = position{p.own | move, p.all | move}
		legal = b.legal(p)
		if b.wins(p.own^p.all)&legal != 0 {
			return
		}
		reply := f.losing(p, b.replies(p))
		if reply == 0 {
			return
		}
		p.all |= reply
	}
}

// losing returns one of the replies after which the state does not win all games, at random, or 0.
func (f *finder) losing(p position, replies uint64) (reply uint64) {
	var total float32
	for ; replies != 0; replies &= replies - 1 {
		m := replies & -replies
		fails := f.own(position{p.own, p.all | m}, 2)
		if total += fails; fails > 0 && f.rng.Float32()*total < fails {
			reply = m
		}
	}
	return reply
}

// mutate makes a random change of some squares. The usual diagram claims the even rows of most columns, and has other marks
// in the lowest squares.
func (f *finder) mutate(s *State, p position) {
	b := f.b
	empty := b.full &^ p.all
	if empty == 0 {
		return
	}
	x := b.columnOf(f.pick(empty))
	switch r := f.rng.Float64(); {
	case r < columns:
		f.redraw(s, b.column(x)&empty)
	case r < columns+matched:
		f.pair(s, p)
	case r < columns+matched+lowest: // the lowest empty square
		column := b.column(x) & empty
		s.set(column&-column, Mark(f.rng.IntN(int(marks))))
	default:
		s.set(f.pick(b.column(x)&empty), Mark(f.rng.IntN(int(marks))))
	}
}

// redraw gives the empty squares of a column one kind of mark, and some of the lowest ones another.
func (f *finder) redraw(s *State, column uint64) {
	for i := range s.marks {
		s.marks[i] &^= column
	}
	switch r := f.rng.IntN(10); {
	case r < 5:
		s.marks[Claim] |= column & f.b.claims[1]
	case r < 7:
		s.marks[Claim] |= column & f.b.claims[0]
	case r < 9:
		s.marks[Equal] |= column
	default:
		s.marks[Minus+2*Mark(f.rng.IntN(2))] |= column
	}
	for f.rng.IntN(2) == 0 && column != 0 {
		s.set(column&-column, Mark(f.rng.IntN(int(marks))))
		column &= column - 1
	}
}

// pair clears the pair of squares, and may set another one.
func (f *finder) pair(s *State, p position) {
	b := f.b
	for rest := s.marks[Miai]; rest != 0; rest &= rest - 1 {
		s.set(rest&-rest, Mark(f.rng.IntN(int(Miai))))
	}
	if f.rng.IntN(3) == 0 {
		return
	}
	open, empty := b.legal(p), b.full&^p.all
	a := f.pick(open) << (f.rng.IntN(4) / 2) & empty
	c := f.pick(open) << (f.rng.IntN(4) / 2) & empty
	if a != 0 && c != 0 && a != c {
		s.set(a, Miai)
		s.set(c, Miai)
	}
}
