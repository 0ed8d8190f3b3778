package machine

import "oxo/game/rules/gdl"

// code computes the fluents that an effect may change. It is the rules that are left when the
// moves are known: most of the others are sure to fail.
type code struct {
	nodes []node
	rules []span // of the nodes
	parts []part // of the rules
}

// span is a range of a list.
type span struct{ from, to int32 }

// node is an atom that is not kept: the rules that make it true.
type node = span

// part is a condition, or a fluent's next state: twice a number, plus one for "not". The
// number belongs to an atom that is kept, or to a node; nodes have numbers above all atoms.
// never and always are constants.
type part int32

const (
	always part = -1
	never  part = -2
)

func (p part) not(yes bool) part {
	switch {
	case !yes:
		return p
	case p < 0:
		return always + never - p
	}
	return p ^ 1
}

// maxCode bounds the parts of one effect's code. Larger ones are computed from the circuit.
const maxCode = 1 << 14

// compiler makes the code of one effect.
type compiler struct {
	*planner
	e    *effect
	of   map[int]part // of atoms that are not kept
	fits bool
}

// compile compiles an effect to code. It reports false if the code is too large or has a loop.
func (q *planner) compile(e *effect) bool {
	c := &compiler{planner: q, e: e, of: map[int]part{}, fits: true}
	for _, f := range e.changes {
		e.next = append(e.next, c.part(q.Next[f]))
	}
	return c.fits
}

// part returns the part of a literal.
func (c *compiler) part(l gdl.Literal) part {
	a := l.Atom()
	switch known := c.known(l); {
	case known > 0:
		return always
	case known < 0:
		return never
	case c.kept[a]:
		return part(l)
	}
	found, ok := c.of[a]
	if !ok {
		if c.loop != nil && c.loop[a] != 0 {
			c.fits = false
			return never
		}
		found = c.node(a)
		c.of[a] = found
	}
	return found.not(l.Not())
}

// node makes the node of an atom. An atom with one rule of one condition needs none.
func (c *compiler) node(a int) part {
	var rules [][]part
	for _, r := range c.Rules[c.rules[a]:c.rules[a+1]] {
		body, fails := c.body(r)
		switch {
		case fails:
		case len(body) == 0:
			return always
		default:
			rules = append(rules, body)
		}
	}
	switch {
	case len(rules) == 0:
		return never
	case len(rules) == 1 && len(rules[0]) == 1:
		return rules[0][0]
	}
	k := &c.e.code
	n := node{from: int32(len(k.rules))}
	for _, body := range rules {
		from := int32(len(k.parts))
		k.parts = append(k.parts, body...)
		k.rules = append(k.rules, span{from, int32(len(k.parts))})
	}
	n.to = int32(len(k.rules))
	k.nodes = append(k.nodes, n)
	c.fits = c.fits && len(k.parts) <= maxCode
	return part((c.Atoms + len(k.nodes) - 1) << 1)
}

// body returns the conditions of a rule that are left.
func (c *compiler) body(r gdl.Rule) (body []part, fails bool) {
	for _, l := range r.Body {
		switch p := c.part(l); p {
		case never:
			return nil, true
		case always:
		default:
			body = append(body, p)
		}
		if !c.fits {
			return nil, true
		}
	}
	return body, false
}

// holds computes a part.
func (m *Machine) holds(k *code, p part) bool {
	if p < 0 {
		return p == always
	}
	a := int(p >> 1)
	if a < m.p.Atoms {
		return m.bit(int32(a)) != (p&1 != 0)
	}
	a -= m.p.Atoms
	if m.seen[a]>>1 != m.now {
		m.seen[a] = m.now << 1
		if m.node(k, k.nodes[a]) {
			m.seen[a]++
		}
	}
	return m.seen[a]&1 != uint32(p&1)
}

// node computes a node.
func (m *Machine) node(k *code, n node) bool {
	for _, r := range k.rules[n.from:n.to] {
		all := true
		for _, p := range k.parts[r.from:r.to] {
			m.work++
			if !m.holds(k, p) {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}
