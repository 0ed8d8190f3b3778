package steady

import (
	"math"
	"math/rand/v2"
)

// finder looks for steady states by hill climbing: it changes a diagram where it loses, and keeps the change if fewer
// games are lost. It is for one goroutine.
type finder struct {
	*evaluator
	rng                                   *rand.Rand
	trail                                 []decision
	hot, extra, late, columns, pairs, fix float64
}

// decision is a position where the diagram chose the move.
type decision struct {
	p     position
	legal uint64
	move  uint64
}

func newFinder(b *Board, seed uint64) *finder {
	return &finder{evaluator: newEvaluator(b), rng: rand.New(rand.NewPCG(seed, 1)), hot: 0.2, extra: 0.33, late: 0.33, columns: 0.5, pairs: 0.15, fix: 0.6}
}

// improve climbs from a state for a number of visited positions. It returns the best state, and its fails.
func (f *finder) improve(s State, p position, visits int) (State, float32) {
	best := s
	now := f.fails(&s, p, 2)
	bestFails := now
	for end := f.visits + visits; now > 0 && f.visits < end; {
		f.visits += 3
		next := s
		if f.rng.Float64() < f.fix {
			f.repair(&next, p)
		} else {
			f.mutate(&next, p)
		}
		for f.rng.Float64() < f.extra {
			f.mutate(&next, p)
		}
		if next == s {
			continue
		}
		limit := now * float32(math.Exp(f.hot*(f.rng.ExpFloat64()-1)))
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
	for i > 0 && f.rng.Float64() > f.late {
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
	b := f.b
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
		s.set(to, f.markFor(b, to))
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
			old = f.markFor(b, to)
		}
		s.set(to, old)
	case 2:
		s.set(to, Mark(f.rng.IntN(int(Urgent-old)+1))+old)
	default:
		s.set(to, f.markFor(b, to))
	}
}

// markFor returns a random mark for a square.
func (f *finder) markFor(*Board, uint64) Mark { return Mark(f.rng.IntN(int(Urgent)) + 1) }

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

// lose follows a game that is lost or drawn, chosen at random, and keeps the positions where the state chose.
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
			f.trail = append(f.trail, decision{p, legal, move})
		}
		if !single(move) {
			return
		}
		p = position{p.own | move, p.all | move}
		legal = b.legal(p)
		if legal == 0 || b.wins(p.own^p.all)&legal != 0 {
			return
		}
		if threats := b.wins(p.own) & legal; threats != 0 {
			legal = threats
		}
		var total float32
		var weight [9]float32
		i := 0
		for rest := legal; rest != 0; rest &= rest - 1 {
			weight[i] = f.known(position{p.own, p.all | rest&-rest})
			total += weight[i]
			i++
		}
		if total == 0 {
			return
		}
		r := f.rng.Float32() * total
		i = 0
		rest := legal
		for ; rest&(rest-1) != 0; rest &= rest - 1 {
			if r -= weight[i]; r < 0 {
				break
			}
			i++
		}
		p.all |= rest & -rest
	}
}

// known returns the fails of a position whose fails were computed, with the side to move.
func (f *finder) known(p position) float32 {
	return f.own(p, 2)
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
	case r < f.columns:
		f.redraw(s, b.column(x)&empty)
	case r < f.columns+f.pairs:
		f.pair(s, p)
	case r < f.columns+f.pairs+0.2: // the lowest empty square
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
	lowest, empty := b.legal(p), b.full&^p.all
	a := f.pick(lowest) << (f.rng.IntN(4) / 2) & empty
	c := f.pick(lowest) << (f.rng.IntN(4) / 2) & empty
	if a != 0 && c != 0 && a != c {
		s.set(a, Miai)
		s.set(c, Miai)
	}
}
