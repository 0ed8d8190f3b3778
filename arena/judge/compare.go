package judge

import (
	"fmt"
	"math"
	"slices"

	"oxo"
	"oxo/internal/words"
	"oxo/search/trace"
	"oxo/textbook"
)

// comparing walks a trace and the textbook's tree together.
type comparing struct {
	Exploring
	scale scale
	trace *Trace
	p     oxo.Position
	path  []oxo.Move
	found map[string]*Difference
	order []*Difference // in the order of first occurrence
}

// differ records a difference, at the current node or, if below is true, at a child.
func (c *comparing) differ(kind string, line int, below, format string, args ...any) {
	d := c.found[kind]
	if d == nil {
		moves := moveNames(c.Game, c.Start, c.path)
		if below != "" {
			moves = append(moves, words.Escape(below))
		}
		d = &Difference{Kind: kind, Moves: moves, Line: line, Detail: words.Escape(fmt.Sprintf(format, args...))}
		c.found[kind] = d
		c.order = append(c.order, d)
	}
	d.Count++
}

// node compares a node, then its children, then its value.
func (c *comparing) node(n *visit, ref *textbook.Node) {
	if n.line == 0 && len(c.path) > 0 {
		c.differ(missing, 0, "", "only nodes below it have a line")
	}
	if n.again > 0 {
		c.differ(twice, n.again, "", "line %d visits it, and line %d again", n.line, n.again)
	}
	c.window(n, ref)
	n.readChildren(c.Game, c.p)
	c.children(n, ref)
	c.value(n, ref)
	c.cut(n, ref)
}

// children compares the children of a node.
func (c *comparing) children(n *visit, ref *textbook.Node) {
	if c.GameOrder {
		c.inOrder(n)
	}
	for _, child := range n.children {
		below := slices.IndexFunc(ref.Children, func(r *textbook.Node) bool { return r.Move == child.move })
		switch {
		case child.err != nil && ref.Ending != trace.GameOver:
			c.differ(illegitimate, child.line, child.text, "%v", child.err)
		case child.err != nil || below < 0:
			c.differ(illegitimate, child.firstLine(), child.text, "%s", c.why(ref))
			c.found[illegitimate].Count += child.below()
		default:
			c.p.Make(child.move)
			c.path = append(c.path, child.move)
			c.node(child, ref.Children[below])
			c.path = c.path[:len(c.path)-1]
			c.p.Unmake(child.move)
		}
	}
	for _, r := range ref.Children {
		if n.by(r.Move) == nil {
			c.missing(r)
		}
	}
}

// missing records a node that the trace omits, with its subtree.
func (c *comparing) missing(r *textbook.Node) {
	name := c.Game.FormatMove(c.p, r.Move)
	if c.AlphaBeta {
		alpha, beta := c.scale.window(r, len(c.path)+1)
		c.differ(missing, 0, name, "nothing is cut off before it: alpha is %s, beta %s", format(alpha), format(beta))
	} else {
		c.differ(missing, 0, name, "%s looks at every move", c.name())
	}
	c.found[missing].Count += below(r)
}

// below counts the nodes below a node.
func below(n *textbook.Node) (count int) {
	for _, c := range n.Children {
		count += 1 + below(c)
	}
	return count
}

// below counts the nodes below a node.
func (n *visit) below() (count int) {
	for _, c := range n.children {
		count += 1 + c.below()
	}
	return count
}

// firstLine returns the first line of a node or its subtree.
func (n *visit) firstLine() int {
	line := n.line
	for _, c := range n.children {
		if l := c.firstLine(); l > 0 && (line == 0 || l < line) {
			line = l
		}
	}
	return line
}

// inOrder compares the order of moves with the game's.
func (c *comparing) inOrder(n *visit) {
	all := c.p.Moves(nil)
	last := -1
	for _, child := range n.children {
		at := slices.Index(all, child.move)
		if child.err == nil && at < last {
			c.differ(wrongOrder, child.firstLine(), child.text, "it comes after %s", c.Game.FormatMove(c.p, all[last]))
			return
		}
		last = max(last, at)
	}
}

// window compares alpha and beta.
func (c *comparing) window(n *visit, ref *textbook.Node) {
	alpha, beta := c.scale.window(ref, len(c.path))
	for _, side := range []struct {
		name string
		said *float64
		want float64
	}{{"alpha", n.alpha, alpha}, {"beta", n.beta, beta}} {
		if side.said != nil && c.AlphaBeta && !c.same(*side.said, side.want) {
			c.differ(wrongWindow, n.line, "", "%s is %s, and should be %s", side.name, format(*side.said), format(side.want))
			return
		}
	}
}

// same compares numbers. A program may use any number beyond all values as its
// infinity.
func (c *comparing) same(said, want float64) bool {
	if math.IsInf(want, 0) {
		return said*math.Copysign(1, want) >= c.Win
	}
	return math.Abs(said-want) < 1.0/unit
}

// value compares the value of a node. A search that clamps values to the window
// (fail-hard) reports the bound instead of a value outside.
func (c *comparing) value(n *visit, ref *textbook.Node) {
	if n.value == nil {
		return
	}
	want := c.scale.turned(c.scale.number(ref.Value), len(c.path))
	alpha, beta := c.scale.window(ref, len(c.path))
	if !c.same(*n.value, want) && !(c.AlphaBeta && c.same(*n.value, max(alpha, min(beta, want)))) {
		c.differ(wrongValue, n.line, "", "%s, and should be %s", format(*n.value), format(want))
	}
}

// cut compares whether a node is cut off. A node whose last move closes the window
// may be marked as cut: nothing is skipped.
func (c *comparing) cut(n *visit, ref *textbook.Node) {
	switch {
	case !c.trace.cuts:
	case n.cut && ref.Ending != trace.CutOff && !c.closes(ref):
		c.differ(wrongCut, n.line, "", "it says cut, and alpha and beta leave a window")
	case !n.cut && ref.Ending == trace.CutOff:
		c.differ(wrongCut, n.line, "", "it does not say cut: %s", c.why(ref))
	}
}

// closes reports whether the value of a node closes its window.
func (c *comparing) closes(ref *textbook.Node) bool {
	switch {
	case !c.AlphaBeta || len(ref.Children) == 0:
		return false
	case c.Beyond:
		return ref.Max && ref.Value > ref.Beta || !ref.Max && ref.Value < ref.Alpha
	}
	return ref.Max && ref.Value >= ref.Beta || !ref.Max && ref.Value <= ref.Alpha
}
