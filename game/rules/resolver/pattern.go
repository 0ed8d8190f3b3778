package resolver

import "oxo/game/rules/gdl"

// form is a form of a pattern.
type form uint8

const (
	constant form = iota // the term value
	bound                // a variable that has a value
	fresh                // a variable that gets its value here
	composed             // a name with patterns
)

// pattern is a term of a rule, compiled. The compiler knows which variables have values when the pattern is used.
type pattern struct {
	form  form
	slot  int32 // of a variable
	value term
	name  int32
	args  []pattern
}

// variables gives numbers to the variables of a rule, and records which have values.
type variables struct {
	slots  map[string]int32
	bound  map[string]bool
	counts map[string]int // how often the rule uses each
}

func newVariables() *variables {
	return &variables{map[string]int32{}, map[string]bool{}, map[string]int{}}
}

// count counts how often a rule uses each variable, without the idle columns of its head.
func (v *variables) count(r *gdl.Clause, cs columns) {
	for i := range r.Head.Args {
		if cs.idle>>i&1 == 0 {
			v.countIn(&r.Head.Args[i])
		}
	}
	for i := range r.Body {
		v.countIn(&r.Body[i].A)
		if r.Body[i].Kind == gdl.Differs {
			v.countIn(&r.Body[i].B)
		}
	}
}

func (v *variables) countIn(e *gdl.Expression) {
	if e.Variable() {
		v.counts[e.Name]++
		return
	}
	for i := range e.Args {
		v.countIn(&e.Args[i])
	}
}

// idle returns the arguments of a condition that are variables without a value and are used only once in the rule.
func (v *variables) idle(args []gdl.Expression) (columns uint64) {
	for i := range args {
		if args[i].Variable() && !v.bound[args[i].Name] && v.counts[args[i].Name] == 1 {
			columns |= 1 << i
		}
	}
	return columns
}

// whole reports whether all variables of an expression have values.
func (v *variables) whole(e *gdl.Expression) bool {
	if e.Variable() {
		return v.bound[e.Name]
	}
	for i := range e.Args {
		if !v.whole(&e.Args[i]) {
			return false
		}
	}
	return true
}

// touches reports whether an expression has a variable with a value, or has no variable.
func (v *variables) touches(e *gdl.Expression) bool {
	if e.Variable() {
		return v.bound[e.Name]
	}
	for i := range e.Args {
		if v.touches(&e.Args[i]) {
			return true
		}
	}
	return len(e.Args) == 0
}

// pattern compiles an expression. Its variables have values from then on.
func (v *variables) pattern(t *terms, e *gdl.Expression) pattern {
	if e.Variable() {
		s, ok := v.slots[e.Name]
		if !ok {
			s = int32(len(v.slots))
			v.slots[e.Name] = s
		}
		if v.bound[e.Name] {
			return pattern{form: bound, slot: s}
		}
		v.bound[e.Name] = true
		return pattern{form: fresh, slot: s}
	}
	p := pattern{form: composed, name: t.name(e.Name)}
	ground := true
	values := make([]term, len(e.Args))
	for i := range e.Args {
		a := v.pattern(t, &e.Args[i])
		ground = ground && a.form == constant
		values[i] = a.value
		p.args = append(p.args, a)
	}
	if ground {
		p.form, p.value = constant, t.add(p.name, values)
	}
	return p
}

// match tries to make a pattern equal to a term by giving values to its fresh variables, and reports whether it could.
func (m *Machine) match(p *pattern, n term, base int) bool {
	switch p.form {
	case constant:
		return p.value == n
	case bound:
		return m.values[base+int(p.slot)] == n
	case fresh:
		m.values[base+int(p.slot)] = n
		return true
	}
	c := m.s.terms.at(n)
	if c.name != p.name || len(c.args) != len(p.args) {
		return false
	}
	return m.matchAll(p.args, c.args, base)
}

func (m *Machine) matchAll(list []pattern, args []term, base int) bool {
	for i := range list {
		if !m.match(&list[i], args[i], base) {
			return false
		}
	}
	return true
}

// build returns the term of a pattern whose variables all have values. If the term does not exist yet, build creates it
// if create is set, and otherwise returns none.
func (m *Machine) build(p *pattern, base int, create bool) term {
	switch p.form {
	case constant:
		return p.value
	case bound, fresh:
		return m.values[base+int(p.slot)]
	}
	var few [8]term
	args := few[:0]
	for i := range p.args {
		n := m.build(&p.args[i], base, create)
		if n == none {
			return none
		}
		args = append(args, n)
	}
	if !create {
		return m.s.terms.find(p.name, args)
	}
	m.steps++
	n := m.s.terms.add(p.name, args)
	if n == none {
		m.stop("the rules make too many terms, or terms in terms without end")
	}
	return n
}
