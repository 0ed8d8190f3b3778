package gdl

import (
	"slices"
	"strings"
)

// term is the number of a term without variables; equal terms have equal numbers.
type term int32

// terms numbers terms.
type terms struct {
	names  []string
	byName map[string]int32
	all    []compound
	table  []term // a hash table of numbers, each one higher than the term's; 0 for a free place
}

type compound struct {
	name  int32
	depth int32
	args  []term
}

func newTerms() *terms { return &terms{byName: map[string]int32{}, table: make([]term, 1<<10)} }

func (t *terms) name(text string) int32 {
	n, ok := t.byName[text]
	if !ok {
		n = int32(len(t.names))
		t.names = append(t.names, text)
		t.byName[text] = n
	}
	return n
}

// place returns where a term is in the hash table, or where it belongs.
func (t *terms) place(name int32, args []term) int {
	k := mix(hashStart, term(name))
	for _, a := range args {
		k = mix(k, a)
	}
	mask := len(t.table) - 1
	for at := int(k>>32) & mask; ; at = (at + 1) & mask {
		n := t.table[at]
		if n == 0 {
			return at
		}
		if c := &t.all[n-1]; c.name == name && slices.Equal(c.args, args) {
			return at
		}
	}
}

// find returns the number of a term, if it has one.
func (t *terms) find(name int32, args []term) (term, bool) {
	n := t.table[t.place(name, args)]
	return n - 1, n != 0
}

// add returns the number of a term, a new one if it has none. It copies args.
func (t *terms) add(name int32, args []term) term {
	at := t.place(name, args)
	if n := t.table[at]; n != 0 {
		return n - 1
	}
	c := compound{name: name}
	if len(args) > 0 {
		c.args = append([]term(nil), args...)
		for _, a := range args {
			c.depth = max(c.depth, t.all[a].depth+1)
		}
	}
	t.all = append(t.all, c)
	t.table[at] = term(len(t.all))
	if 2*len(t.all) > len(t.table) {
		t.grow()
	}
	return term(len(t.all) - 1)
}

// grow doubles the hash table.
func (t *terms) grow() {
	t.table = make([]term, 2*len(t.table))
	for i := range t.all {
		c := &t.all[i]
		t.table[t.place(c.name, c.args)] = term(i + 1)
	}
}

// text writes a term in the syntax of GDL, without spaces at the ends.
func (t *terms) text(n term) string {
	var b strings.Builder
	t.write(&b, n)
	return b.String()
}

func (t *terms) write(b *strings.Builder, n term) {
	c := t.all[n]
	if len(c.args) == 0 {
		b.WriteString(t.names[c.name])
		return
	}
	b.WriteString("(" + t.names[c.name])
	for _, a := range c.args {
		b.WriteByte(' ')
		t.write(b, a)
	}
	b.WriteByte(')')
}

// call writes a term as a call: mark(1,2).
func (t *terms) call(n term) string {
	c := t.all[n]
	if len(c.args) == 0 {
		return t.names[c.name]
	}
	parts := make([]string, len(c.args))
	for i, a := range c.args {
		parts[i] = t.call(a)
	}
	return t.names[c.name] + "(" + strings.Join(parts, ",") + ")"
}

// pattern is a term that may have variables.
type pattern struct {
	slot  int32 // the number of the variable; -1 for another pattern
	fixed term  // the number of a term without variables; -1 if it has some
	name  int32
	args  []pattern
}

// compile converts a term of the text. slots lists the variables of the rule.
func (t *terms) compile(n *node, slots map[string]int32) pattern {
	if n.variable() {
		s, ok := slots[n.name]
		if !ok {
			s = int32(len(slots))
			slots[n.name] = s
		}
		return pattern{slot: s, fixed: -1}
	}
	p := pattern{slot: -1, fixed: -1, name: t.name(n.name)}
	ground := true
	var args []term
	for _, a := range n.args {
		q := t.compile(a, slots)
		ground = ground && q.fixed >= 0
		args = append(args, q.fixed)
		p.args = append(p.args, q)
	}
	if ground {
		p.fixed = t.add(p.name, args)
	}
	return p
}

// unbound marks a variable that has no value.
const unbound = term(-1)

// match gives the variables of a pattern values that make it equal to a term, and
// appends these variables to trail. After a failure the caller removes the values of
// the variables in trail.
func (t *terms) match(p *pattern, n term, values []term, trail *[]int32) bool {
	switch {
	case p.fixed >= 0:
		return p.fixed == n
	case p.slot >= 0:
		if values[p.slot] == unbound {
			values[p.slot] = n
			*trail = append(*trail, p.slot)
			return true
		}
		return values[p.slot] == n
	}
	c := &t.all[n]
	if c.name != p.name || len(c.args) != len(p.args) {
		return false
	}
	args := c.args
	for i := range p.args {
		if !t.match(&p.args[i], args[i], values, trail) {
			return false
		}
	}
	return true
}

// build returns the term that a pattern gives with the values of its variables, which
// must all be set. If the term does not exist yet, build creates it if create is set;
// otherwise ok is false.
func (t *terms) build(p *pattern, values []term, create bool) (n term, ok bool) {
	if p.fixed >= 0 {
		return p.fixed, true
	}
	if p.slot >= 0 {
		return values[p.slot], true
	}
	var few [8]term
	args := few[:0]
	for i := range p.args {
		a, ok := t.build(&p.args[i], values, create)
		if !ok {
			return 0, false
		}
		args = append(args, a)
	}
	if create {
		return t.add(p.name, args), true
	}
	return t.find(p.name, args)
}
