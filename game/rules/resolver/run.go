package resolver

// never is greater than every depth.
const never = 1 << 30

// ask answers a question. The answers may depend on an active question, which is not fully answered yet. Then they may be
// incomplete, and the record is not marked as complete. The rules of the active question run until they find no more answers.
func (m *Machine) ask(g *goal, key []term) *record {
	table := &m.memos[0]
	if g.of.moved {
		table = &m.memos[1]
	}
	r := table.find(g, key)
	switch {
	case r.state == complete || m.fault != "":
		return r
	case r.state == active:
		m.low = min(m.low, r.depth)
		return r
	case r.state == provisional && r.round == m.round:
		m.low = min(m.low, r.low)
		return r
	}
	if m.depth > maxCalls || table.used > maxRecords {
		m.stop("the rules ask too many questions")
		return r
	}
	m.answer(r)
	return r
}

// answer runs the rules of a record until its answers are complete, or depend on another active record.
func (m *Machine) answer(r *record) {
	above, start := m.low, len(m.waiting)
	r.state, r.depth = active, m.depth
	m.depth++
	for {
		m.low = never
		before := m.answers
		found := m.runAll(r)
		switch {
		case found: // the answer is yes, and further answers do not matter
			for _, w := range m.waiting[start:] {
				w.state = open
			}
			m.finish(r, start, false)
		case m.low > r.depth || m.low == r.depth && m.answers == before || m.fault != "":
			m.finish(r, start, true)
		case m.low == r.depth:
			m.round++
			m.waiting = m.waiting[:start]
			continue
		default:
			r.state, r.low, r.round = provisional, m.low, m.round
			m.waiting = append(m.waiting, r)
			for _, w := range m.waiting[start:] {
				w.low = min(w.low, m.low)
			}
			above = min(above, m.low)
		}
		break
	}
	m.depth--
	m.low = above
}

// finish marks a record as complete, and the records that waited for it.
func (m *Machine) finish(r *record, start int, all bool) {
	r.state = complete
	if all {
		for _, w := range m.waiting[start:] {
			w.state = complete
		}
	}
	m.waiting = m.waiting[:start]
}

// runAll runs all rules of a record, and reports whether the answer to a yes-or-no question is yes.
func (m *Machine) runAll(r *record) (yes bool) {
	base := m.top
	for i := range r.goal.codes {
		k := &r.goal.codes[i]
		m.top = base + k.slots
		for len(m.values) < m.top {
			m.values = append(m.values, none)
		}
		if m.matchAll(k.head, r.key, base) && m.run(r, k, 0, base) {
			yes = true
			break
		}
	}
	m.top = base
	return yes
}

// run tests the conditions of a rule from the given step on, and adds an answer if all are met. It reports whether no more
// answers are needed.
func (m *Machine) run(r *record, k *code, at, base int) (enough bool) {
	if at == len(k.steps) {
		return m.add(r, k, base)
	}
	if m.steps++; m.steps > maxSteps {
		m.stop("the rules take too many steps in one state")
	}
	if m.fault != "" {
		return true
	}
	s := &k.steps[at]
	if s.whole || s.kind == differs {
		return m.holds(s, base) != s.not && m.run(r, k, at+1, base)
	}
	switch s.kind {
	case given:
		return m.runGiven(r, k, at, base)
	case stated:
		return m.runStated(r, k, at, base)
	case made:
		for i := range m.made {
			if m.match(&s.in[0], m.s.roles[i], base) && m.match(&s.in[1], m.made[i], base) && m.run(r, k, at+1, base) {
				return true
			}
		}
		return false
	default:
		key, ok := m.key(s, base, true)
		if !ok {
			return false
		}
		a := m.ask(s.goal, key)
		for row := 0; row < a.count; row++ {
			if m.matchAll(s.out, a.rows[row*s.goal.width:], base) && m.run(r, k, at+1, base) {
				return true
			}
		}
		return false
	}
}

// key returns the values of the known terms of a condition. ok is false if one of these terms does not exist yet. The values
// are valid until the next call.
func (m *Machine) key(s *step, base int, create bool) (key []term, ok bool) {
	m.keys = m.keys[:0]
	for i := range s.in {
		n := m.build(&s.in[i], base, create)
		if n == none {
			return nil, false
		}
		m.keys = append(m.keys, n)
	}
	return m.keys, true
}

func (m *Machine) runGiven(r *record, k *code, at, base int) bool {
	s := &k.steps[at]
	f := s.facts
	if s.index == nil {
		for row := range f.count {
			if m.matchAll(s.out, f.rows[row*f.width:], base) && m.run(r, k, at+1, base) {
				return true
			}
		}
		return false
	}
	key, ok := m.key(s, base, false)
	if !ok {
		return false
	}
	var few [8]term
	values := append(few[:0], key...)
	for row := s.index.first(values); row > 0; row = s.index.next[row-1] {
		args := f.rows[int(row-1)*f.width:]
		if m.fits(s, args, s.index.columns, values, base) && m.run(r, k, at+1, base) {
			return true
		}
	}
	return false
}

// fits reports whether arguments have values in some columns and match the others.
func (m *Machine) fits(s *step, args []term, columns []int, values []term, base int) bool {
	for i, c := range columns {
		if args[c] != values[i] {
			return false
		}
	}
	for i, c := range s.outs {
		if !m.match(&s.out[i], args[c], base) {
			return false
		}
	}
	return true
}

// first returns 1 + the first row with the hash of the given values; 0 without such a row.
func (x *index) first(values []term) int32 {
	return x.heads[int(hashOfAll(values)>>32)&(len(x.heads)-1)]
}

func hashOfAll(values []term) uint64 {
	k := uint64(hashStart)
	for _, v := range values {
		k = mix(k, v)
	}
	return k
}

func (m *Machine) runStated(r *record, k *code, at, base int) bool {
	s := &k.steps[at]
	if s.any != nil {
		for _, t := range m.state {
			if m.match(s.any, t, base) && m.run(r, k, at+1, base) {
				return true
			}
		}
		return false
	}
	if len(s.in) == 0 {
		for _, t := range m.rowsOf(s.view.functor) {
			if m.matchAll(s.out, m.s.terms.at(t).args, base) && m.run(r, k, at+1, base) {
				return true
			}
		}
		return false
	}
	key, ok := m.key(s, base, false)
	if !ok {
		return false
	}
	var few [8]term
	values := append(few[:0], key...)
	x, rows := m.look(s.view), m.rowsOf(s.view.functor)
	for row := x.heads[int(hashOfAll(values)>>32)&(len(x.heads)-1)]; row > 0; row = x.next[row-1] {
		if m.fits(s, m.s.terms.at(rows[row-1]).args, s.view.columns, values, base) && m.run(r, k, at+1, base) {
			return true
		}
	}
	return false
}

// holds reports whether a condition whose variables all have values is met. It ignores a "not" of the condition.
func (m *Machine) holds(s *step, base int) bool {
	switch s.kind {
	case differs:
		return m.build(&s.in[0], base, true) != m.build(&s.in[1], base, true)
	case stated:
		t := m.build(s.any, base, false)
		return t != none && m.has(t)
	case made:
		for i := range m.made {
			if m.match(&s.in[0], m.s.roles[i], base) && m.match(&s.in[1], m.made[i], base) {
				return true
			}
		}
		return false
	case given:
		if s.index == nil {
			return s.facts.count > 0
		}
		key, ok := m.key(s, base, false)
		if !ok {
			return false
		}
		for row := s.index.first(key); row > 0; row = s.index.next[row-1] {
			if equal(key, s.facts.rows[int(row-1)*s.facts.width:]) {
				return true
			}
		}
		return false
	}
	key, ok := m.key(s, base, true)
	if !ok {
		return false
	}
	a := m.ask(s.goal, key)
	if s.not && a.state != complete && m.fault == "" {
		m.stop(s.goal.of.name + " depends on the opposite of itself in one state")
	}
	return a.count > 0
}

// add adds an answer to a record. It reports whether no more answers are needed.
func (m *Machine) add(r *record, k *code, base int) (enough bool) {
	if m.fault != "" {
		return true
	}
	if r.goal.width == 0 {
		r.count = 1
		return true
	}
	from := len(r.rows)
	for i := range k.outs {
		n := m.build(&k.outs[i], base, true)
		if n == none {
			r.rows = r.rows[:from]
			return true
		}
		r.rows = append(r.rows, n)
	}
	if r.known(from) {
		r.rows = r.rows[:from]
		return false
	}
	r.count++
	m.answers++
	return false
}
