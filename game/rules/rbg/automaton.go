package rbg

// maxEdges bounds the automaton. The largest sheet known has 20,000 edges.
const maxEdges = 200_000

// edge is an action between two states.
type edge struct {
	*node
	to     int32
	inner  int32 // of look: the first state of its own part
	static bool  // nothing, shift, or a look-ahead that depends on the square alone
}

// automaton is the expression as states and edges.
type automaton struct {
	out   [][]int32 // by state: its edges
	edges []edge
	looks []int32 // edges that look, inner ones first
}

// compile builds the automaton of an expression. State 0 is the start.
func compile(n *node) (*automaton, error) {
	a := &automaton{}
	start := a.state()
	return a, a.build(n, start, a.state())
}

func (a *automaton) state() int32 {
	a.out = append(a.out, nil)
	return int32(len(a.out) - 1)
}

// empty is an action that does nothing.
func empty(line int) *node { return &node{line: line} }

func (a *automaton) edge(n *node, from, to int32) (*edge, error) {
	if len(a.edges) == maxEdges {
		return nil, fault(n.line, "the rules have more than %d actions: want a smaller sheet", maxEdges)
	}
	a.out[from] = append(a.out[from], int32(len(a.edges)))
	a.edges = append(a.edges, edge{node: n, to: to, static: n.kind == nothing || n.kind == shift})
	return &a.edges[len(a.edges)-1], nil
}

// build adds the paths of an expression between two states.
func (a *automaton) build(n *node, from, to int32) error {
	switch n.kind {
	case row:
		for _, k := range n.kids[:len(n.kids)-1] {
			next := a.state()
			if err := a.build(k, from, next); err != nil {
				return err
			}
			from = next
		}
		return a.build(n.kids[len(n.kids)-1], from, to)
	case choice:
		for _, k := range n.kids {
			if err := a.build(k, from, to); err != nil {
				return err
			}
		}
		return nil
	case star:
		hub := a.state()
		if _, err := a.edge(empty(n.line), from, hub); err != nil {
			return err
		}
		if err := a.build(n.kids[0], hub, hub); err != nil {
			return err
		}
		_, err := a.edge(empty(n.line), hub, to)
		return err
	case look:
		return a.buildLook(n, from, to)
	case toPlayer, toKeeper:
		// Each switch leads to a state of its own, so the state determines who moves.
		own := a.state()
		if _, err := a.edge(n, from, own); err != nil {
			return err
		}
		_, err := a.edge(empty(n.line), own, to)
		return err
	}
	_, err := a.edge(n, from, to)
	return err
}

func (a *automaton) buildLook(n *node, from, to int32) error {
	first, last := a.state(), a.state()
	if err := a.build(n.kids[0], first, last); err != nil {
		return err
	}
	if _, err := a.edge(&node{kind: accept, line: n.line}, last, last); err != nil {
		return err
	}
	e, err := a.edge(n, from, to)
	if err != nil {
		return err
	}
	e.inner = first
	a.looks = append(a.looks, int32(len(a.edges)-1))
	return nil
}
