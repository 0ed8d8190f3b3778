package resolver

import (
	"cmp"
	"slices"
	"strconv"
)

// Machine is a state of a game.
type Machine struct {
	s     *Sheet
	state []term  // the facts
	at    []int32 // by fluent: 1 + its place in state; 0 for a fluent that is not true
	fault string  // why the rules could not be followed

	// Results about the current state.
	stamp, sorted uint32
	rows          [][]term // by functor
	views         []viewed
	memos         [2]memo // of questions about the state, and about the state and the moves
	steps         int

	// The current question.
	made    [2]term
	values  []term
	top     int
	keys    []term
	depth   int
	low     int
	round   uint32
	answers int
	waiting []*record

	total   int     // steps in the states before
	changes []int32 // of [Machine.Make]
	mark    []bool  // by fluent, for Make
}

// Machine returns a machine at the beginning of the game.
func (s *Sheet) Machine() *Machine {
	m := &Machine{s: s, made: [2]term{none, none}}
	m.newState()
	for _, f := range s.start {
		m.toggle(s.terms.at(f).fluent.Load() - 1)
	}
	return m
}

// Clone returns a copy.
func (m *Machine) Clone() *Machine {
	c := &Machine{s: m.s, made: m.made, fault: m.fault}
	c.state, c.at = slices.Clone(m.state), slices.Clone(m.at)
	c.newState()
	return c
}

// Fault says why the machine could not answer the last questions; "" if it could. After a fault their results are wrong.
func (m *Machine) Fault() string { return m.fault }

// Steps returns how many conditions the machine has tested.
func (m *Machine) Steps() int { return m.total + m.steps }

func (m *Machine) stop(why string) {
	if m.fault == "" {
		m.fault = why
	}
}

// newState drops the results about the last state.
func (m *Machine) newState() {
	m.total += m.steps
	m.fault, m.steps = "", 0
	m.stamp++
	for i := range m.memos {
		m.memos[i].reset()
	}
}

// question answers a question of a caller.
func (m *Machine) question(g *goal, key []term) *record {
	m.depth, m.top, m.low, m.waiting = 0, 0, never, m.waiting[:0]
	return m.ask(g, key)
}

// has reports whether a term is a fact of the state.
func (m *Machine) has(t term) bool {
	f := m.s.terms.at(t).fluent.Load()
	return f > 0 && m.Fluent(int(f-1))
}

// Fluent reports whether a fluent is true.
func (m *Machine) Fluent(f int) bool { return f < len(m.at) && m.at[f] > 0 }

// Facts appends the fluents that are true, in the order of their text.
func (m *Machine) Facts(buf []int32) []int32 {
	from := len(buf)
	for _, t := range m.state {
		buf = append(buf, m.s.terms.at(t).fluent.Load()-1)
	}
	all := m.s.fluents.all()
	slices.SortFunc(buf[from:], func(a, b int32) int { return cmp.Compare(all[a].order, all[b].order) })
	return buf
}

// Over reports whether the game is over.
func (m *Machine) Over() bool { return m.question(m.s.over, nil).count > 0 }

// Legal appends the numbers of the moves that a role may make, in the order of their text.
func (m *Machine) Legal(role int, buf []int32) []int32 {
	from := len(buf)
	r := m.question(m.s.legal, m.s.roles[role:role+1])
	for _, t := range r.rows[:r.count] {
		buf = append(buf, m.s.moves.number(m.s.terms, t, &m.s.terms.at(t).move))
	}
	m.s.sort(buf[from:])
	return buf
}

// sort sorts moves by their text. From time to time it ranks all moves met so far, so that it only compares ranks.
func (s *Sheet) sort(moves []int32) {
	var ranks []int32
	if p := s.ranks.Load(); p != nil {
		ranks = *p
	}
	for _, m := range moves {
		if int(m) < len(ranks) {
			continue
		}
		if all := len(s.moves.all()); all > len(ranks)+len(ranks)/8 {
			ranks = s.rank(all)
			break
		}
		entries := s.moves.all()
		slices.SortFunc(moves, func(a, b int32) int { return cmp.Compare(entries[a].order, entries[b].order) })
		return
	}
	slices.SortFunc(moves, func(a, b int32) int { return int(ranks[a]) - int(ranks[b]) })
}

// rank computes the rank of each of the first count moves.
func (s *Sheet) rank(count int) []int32 {
	order := make([]int32, count)
	for i := range order {
		order[i] = int32(i)
	}
	entries := s.moves.all()
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(entries[a].order, entries[b].order) })
	ranks := make([]int32, count)
	for i, m := range order {
		ranks[m] = int32(i)
	}
	s.ranks.Store(&ranks)
	return ranks
}

// Points returns the points of a role; ok is false if the sheet gives it no number, or two different numbers.
func (m *Machine) Points(role int) (points int, ok bool) {
	r := m.question(m.s.points, m.s.roles[role:role+1])
	if r.count != 1 {
		return 0, false
	}
	points, err := strconv.Atoi(m.s.terms.text(r.rows[0]))
	return points, err == nil && points >= 0 && points <= 100
}

// Make makes one move of each role, by its number, and returns the fluents that have changed. They are valid until the
// next call.
func (m *Machine) Make(first, second int32) []int32 {
	all := m.s.moves.all()
	m.made = [2]term{all[first].term, all[second].term}
	m.memos[1].reset()
	r := m.question(m.s.next, nil)
	m.made = [2]term{none, none}
	m.changes = m.changes[:0]
	if m.fault != "" {
		return m.changes
	}
	for _, t := range r.rows[:r.count] {
		f := m.s.fluents.number(m.s.terms, t, &m.s.terms.at(t).fluent)
		m.reach(f)
		m.mark[f] = true
		if m.at[f] == 0 {
			m.changes = append(m.changes, f)
		}
	}
	for _, t := range m.state {
		if f := m.s.terms.at(t).fluent.Load() - 1; int(f) >= len(m.mark) || !m.mark[f] {
			m.changes = append(m.changes, f)
		}
	}
	for _, t := range r.rows[:r.count] {
		m.mark[m.s.terms.at(t).fluent.Load()-1] = false
	}
	m.Toggle(m.changes)
	return m.changes
}

// Unmake takes back the last moves. fluents is the list that [Machine.Make] returned.
func (m *Machine) Unmake(fluents []int32) { m.Toggle(fluents) }

// Toggle makes true fluents false, and false ones true.
func (m *Machine) Toggle(fluents []int32) {
	m.newState()
	for _, f := range fluents {
		m.toggle(f)
	}
}

// reach makes the tables long enough for a fluent.
func (m *Machine) reach(f int32) {
	for len(m.at) <= int(f) {
		m.at = append(m.at, 0)
	}
	for len(m.mark) < len(m.at) {
		m.mark = append(m.mark, false)
	}
}

func (m *Machine) toggle(f int32) {
	m.reach(f)
	if at := m.at[f]; at > 0 {
		last := m.state[len(m.state)-1]
		m.state[at-1] = last
		m.at[m.s.terms.at(last).fluent.Load()-1] = at
		m.at[f] = 0
		m.state = m.state[:len(m.state)-1]
		return
	}
	m.state = append(m.state, m.s.fluents.all()[f].term)
	m.at[f] = int32(len(m.state))
}
