package gdl

import (
	"encoding/binary"
	"strings"
)

// term is the number of a term without variables; equal terms have equal numbers.
type term int32

// terms numbers terms.
type terms struct {
	names  []string
	byName map[string]int32
	all    []compound
	byText map[string]term // by the bytes of name and arguments
	buf    []byte
}

type compound struct {
	name  int32
	depth int32
	args  []term
}

func newTerms() *terms { return &terms{byName: map[string]int32{}, byText: map[string]term{}} }

func (t *terms) name(text string) int32 {
	n, ok := t.byName[text]
	if !ok {
		n = int32(len(t.names))
		t.names = append(t.names, text)
		t.byName[text] = n
	}
	return n
}

// key returns the bytes of a term in buf.
func (t *terms) key(name int32, args []term) []byte {
	b := binary.LittleEndian.AppendUint32(t.buf[:0], uint32(name))
	for _, a := range args {
		b = binary.LittleEndian.AppendUint32(b, uint32(a))
	}
	t.buf = b
	return b
}

// find returns the number of a term that has one.
func (t *terms) find(name int32, args []term) (term, bool) {
	n, ok := t.byText[string(t.key(name, args))]
	return n, ok
}

// add returns the number of a term, a new one if it has none. It copies args.
func (t *terms) add(name int32, args []term) term {
	k := t.key(name, args)
	if n, ok := t.byText[string(k)]; ok {
		return n
	}
	c := compound{name: name}
	if len(args) > 0 {
		c.args = append([]term(nil), args...)
		for _, a := range args {
			c.depth = max(c.depth, t.all[a].depth+1)
		}
	}
	n := term(len(t.all))
	t.all = append(t.all, c)
	t.byText[string(k)] = n
	return n
}

// text writes a term as the language does, without blanks at the ends.
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

// unbound is the value of a variable without one.
const unbound = term(-1)

// match makes a pattern equal to a term, and notes in trail the variables that get a
// value. After a failure the caller undoes what trail has.
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

// build returns the term of a pattern whose variables all have values; ok is false if
// make is false and there is no such term yet.
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
