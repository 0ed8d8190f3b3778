package rbg

import (
	"math"
	"slices"
)

// The kinds of nodes of the expression, and of edges of the automaton.
type kind uint8

const (
	nothing  kind = iota // passes without an action
	row                  // nodes one after the other
	choice               // one of the nodes
	star                 // a node any number of times
	shift                // along an edge of the board
	on                   // tests the piece on the square
	off                  // writes a piece
	assign               // writes a variable
	compare              // compares two numbers
	look                 // tests whether an expression has a path, or has none
	toPlayer             // switches to a player
	toKeeper             // switches to the keeper
	accept               // the end of a look-ahead
)

// maxDepth bounds brackets in brackets.
const maxDepth = 500

// node is a part of the expression.
type node struct {
	kind  kind
	line  int
	kids  []*node
	arg   int    // the label, piece, variable or player
	set   uint64 // of on: the pieces
	not   bool   // of look
	left  *term  // of compare; of assign the value
	right *term  // of compare
	op    string // of compare
}

// expression reads the section #rules.
func (s *sheet) expression(p parser) (*node, error) {
	e := &expressions{parser: p}
	n, err := e.choice(0)
	if err == nil && len(e.all) > 0 {
		err = fault(e.line(), "%s: want an action, + or the end", e.seen())
	}
	return n, err
}

// expressions reads expressions.
type expressions struct {
	parser
	looks int // look-aheads around the current place
}

func (e *expressions) choice(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, fault(e.line(), "more than %d brackets in brackets", maxDepth)
	}
	n := &node{kind: choice, line: e.line()}
	for {
		r, err := e.row(depth)
		if err != nil {
			return nil, err
		}
		n.kids = append(n.kids, r)
		if e.peek() != "+" {
			break
		}
		e.next()
	}
	if len(n.kids) == 1 {
		return n.kids[0], nil
	}
	return n, nil
}

func (e *expressions) row(depth int) (*node, error) {
	n := &node{kind: row, line: e.line()}
	for len(e.all) > 0 && e.begins() {
		a, err := e.powers(depth)
		if err != nil {
			return nil, err
		}
		n.kids = append(n.kids, a)
	}
	switch len(n.kids) {
	case 0:
		return nil, fault(e.line(), "%s: want an action", e.seen())
	case 1:
		return n.kids[0], nil
	}
	return n, nil
}

// begins reports whether an action begins here.
func (e *expressions) begins() bool {
	return e.all[0].name() || slices.Contains([]string{"(", "{", "{?", "{!", "{$", "[", "[$", "->", "->>", "."}, e.peek())
}

// powers reads an action with * or ^n after it.
func (e *expressions) powers(depth int) (*node, error) {
	n, err := e.action(depth)
	for err == nil {
		line := e.line()
		switch e.peek() {
		case "*":
			e.next()
			n = &node{kind: star, line: line, kids: []*node{n}}
		case "^":
			e.next()
			var times int
			if times, err = e.integer(1, 1000); err == nil {
				n = &node{kind: row, line: line, kids: slices.Repeat([]*node{n}, times)}
			}
		default:
			return n, nil
		}
	}
	return nil, err
}

func (e *expressions) action(depth int) (*node, error) {
	t := e.next()
	n := &node{line: t.line}
	var err error
	switch {
	case t.name():
		n.kind, n.arg = shift, slices.Index(e.sheet.graph.labels, t.text)
		if n.arg < 0 {
			return nil, e.unknown(t, "the label of an edge")
		}
	case t.text == ".":
	case t.text == "(":
		if n, err = e.choice(depth + 1); err == nil {
			err = e.take(")")
		}
	case t.text == "{?" || t.text == "{!":
		n.kind, n.not = look, t.text == "{!"
		e.looks++
		var inner *node
		if inner, err = e.choice(depth + 1); err == nil {
			n.kids, err = []*node{inner}, e.take("}")
		}
		e.looks--
	case t.text == "{":
		err = e.test(n)
	case t.text == "[":
		err = e.write(n)
	case t.text == "{$":
		err = e.comparison(n)
	case t.text == "[$":
		err = e.assignments(n)
	default:
		err = e.change(n, t)
	}
	return n, err
}

// unknown explains a name that is not what it must be.
func (e *expressions) unknown(t token, want string) error {
	if kind := e.sheet.kind(t.text); kind != "" {
		return fault(t.line, "%q is a %s: want %s", t.text, kind, want)
	}
	return fault(t.line, "%q is not %s%s", t.text, want, e.sheet.late(t.text))
}

// change reads a switch to a player or the keeper.
func (e *expressions) change(n *node, t token) error {
	n.kind = toKeeper
	if t.text == "->" {
		name, err := e.word("a player, or > for the keeper")
		if err != nil {
			return err
		}
		n.kind, n.arg = toPlayer, e.sheet.variable(name.text)
		if n.arg < 0 || n.arg >= e.sheet.players {
			return e.unknown(name, "a player")
		}
	}
	if e.looks > 0 {
		return fault(n.line, "a switch of the player in a look-ahead {? } or {! }: want only tests there")
	}
	return nil
}

// test reads {piece, ...}, which may be empty: then nothing passes.
func (e *expressions) test(n *node) error {
	n.kind = on
	for e.peek() != "}" {
		i, err := e.piece()
		if err != nil {
			return err
		}
		n.set |= 1 << i
		for e.peek() == "," {
			e.next()
		}
	}
	return e.take("}")
}

// write reads [piece, ...]: a choice of pieces to write.
func (e *expressions) write(n *node) error {
	n.kind = choice
	for {
		i, err := e.piece()
		if err != nil {
			return err
		}
		n.kids = append(n.kids, &node{kind: off, line: n.line, arg: i})
		if e.peek() != "," {
			return e.take("]")
		}
		e.next()
	}
}

func (e *expressions) comparison(n *node) error {
	n.kind = compare
	var err error
	if n.left, err = e.term(0, 0); err != nil {
		return err
	}
	if !slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, e.peek()) {
		return fault(e.line(), "%s: want a comparison: ==, !=, <, <=, > or >=", e.seen())
	}
	n.op = e.next().text
	if n.right, err = e.term(0, 0); err != nil {
		return err
	}
	return e.take("}")
}

// assignments reads [$ name = number, ...].
func (e *expressions) assignments(n *node) error {
	n.kind = row
	for {
		t, err := e.word("a variable")
		if err != nil {
			return err
		}
		a := &node{kind: assign, line: t.line, arg: e.sheet.variable(t.text)}
		if a.arg < 0 {
			return e.unknown(t, "a variable or a player")
		}
		if err := e.take("="); err != nil {
			return err
		}
		if a.left, err = e.term(0, 0); err != nil {
			return err
		}
		n.kids = append(n.kids, a)
		if e.peek() != "," {
			return e.take("]")
		}
		e.next()
	}
}

// term is a number: a constant, a variable, a count of pieces, or an operation.
type term struct {
	op    byte // 'n' a constant, 'v' a variable, 'p' a count, + - * /
	value int
	kids  []*term
}

// term reads a sum. In the language / binds before *, * before -, and - before +.
func (e *expressions) term(level, depth int) (*term, error) {
	const ops = "+-*/"
	if depth > maxDepth {
		return nil, fault(e.line(), "more than %d brackets in brackets", maxDepth)
	}
	if level == len(ops) {
		return e.factor(depth)
	}
	first, err := e.term(level+1, depth)
	if err != nil || e.peek() != ops[level:level+1] {
		return first, err
	}
	t := &term{op: ops[level], kids: []*term{first}}
	for e.peek() == ops[level:level+1] {
		e.next()
		next, err := e.term(level+1, depth)
		if err != nil {
			return nil, err
		}
		t.kids = append(t.kids, next)
	}
	return t, nil
}

func (e *expressions) factor(depth int) (*term, error) {
	switch {
	case e.peek() == "(":
		e.next()
		t, err := e.term(0, depth+1)
		if err != nil {
			return nil, err
		}
		return t, e.take(")")
	case len(e.all) > 0 && e.all[0].number():
		n, err := e.integer(0, maxBound)
		return &term{op: 'n', value: n}, err
	}
	t, err := e.word("a number, a variable, a player or a piece")
	if err != nil {
		return nil, err
	}
	if i := e.sheet.variable(t.text); i >= 0 {
		return &term{op: 'v', value: i}, nil
	}
	if i := slices.Index(e.sheet.pieces, t.text); i >= 0 {
		return &term{op: 'p', value: i}, nil
	}
	return nil, e.unknown(t, "a variable, a player or a piece")
}

// eval computes a term. It fails at a division by 0, and beyond all bounds.
func (t *term) eval(variables, counts []int32) (int64, bool) {
	switch t.op {
	case 'n':
		return int64(t.value), true
	case 'v':
		return int64(variables[t.value]), true
	case 'p':
		return int64(counts[t.value]), true
	}
	sum, ok := t.kids[0].eval(variables, counts)
	for _, k := range t.kids[1:] {
		n, also := k.eval(variables, counts)
		if !ok || !also {
			return 0, false
		}
		switch t.op {
		case '+':
			sum += n
		case '-':
			sum -= n
		case '*':
			sum *= n
		case '/':
			if n == 0 {
				return 0, false
			}
			sum /= n
		}
		if sum > math.MaxInt32 || sum < math.MinInt32 {
			return 0, false
		}
	}
	return sum, ok
}

// constant returns the value of a term that depends on nothing.
func (t *term) constant() (int64, bool) {
	if t.op == 'v' || t.op == 'p' {
		return 0, false
	}
	for _, k := range t.kids {
		if _, ok := k.constant(); !ok {
			return 0, false
		}
	}
	return t.eval(nil, nil)
}

// holds compares two numbers.
func holds(a int64, op string, b int64) bool {
	switch op {
	case "==":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}
