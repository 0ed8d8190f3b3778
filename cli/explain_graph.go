package cli

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"oxo"
	"oxo/textbook"
)

// dot writes the tree as a Graphviz graph: boxes for MAX, ellipses for MIN,
// dashed where a node was cut off.
func (e *explanation) dot(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "digraph oxo {\n  label=%q\n  node [fontname=\"sans-serif\"]\n", e.g.Name()+" "+e.g.FormatPosition(e.p)+" "+e.alg.name)
	number := 0
	e.dotNode(w, e.r.Tree, e.p.Clone(), &number, e.showAll())
	fmt.Fprintln(w, "}")
	return w.Flush()
}

// showAll is the number of plies to show in formats for programs.
func (e *explanation) showAll() int { return shownPlies(e.r.Tree, e.show, math.MaxInt) }

// dotNode writes a node and its edges, and returns the node's number.
func (e *explanation) dotNode(w *bufio.Writer, n *textbook.Node, p oxo.Position, number *int, plies int) int {
	id := *number
	*number++
	shape, style := "ellipse", "solid"
	if n.Max {
		shape = "box"
	}
	if n.Ending == textbook.CutOff {
		style = "dashed"
	}
	label := fmt.Sprintf("%s\n%s", e.value(n.Value), e.reason(n, p))
	if e.window {
		label = fmt.Sprintf("[%s, %s]\n%s", e.value(n.Alpha), e.value(n.Beta), label)
	}
	fmt.Fprintf(w, "  n%d [shape=%s, style=%s, label=%q]\n", id, shape, style, label)
	if plies <= 0 {
		return id
	}
	for _, child := range n.Children {
		name := e.g.FormatMove(p, child.Move)
		p.Make(child.Move)
		to := e.dotNode(w, child, p, number, plies-1)
		p.Unmake(child.Move)
		fmt.Fprintf(w, "  n%d -> n%d [label=%q]\n", id, to, name)
	}
	return id
}

// explainedNode is a node in JSON.
type explainedNode struct {
	Move     string          `json:"move,omitempty"` // that led here
	Turn     string          `json:"turn"`
	Max      bool            `json:"max"`
	Alpha    string          `json:"alpha,omitempty"`
	Beta     string          `json:"beta,omitempty"`
	Value    any             `json:"value"`
	Ending   string          `json:"ending"`
	Reason   string          `json:"reason"`
	Skipped  int             `json:"skipped,omitempty"`
	Nodes    int             `json:"nodes,omitempty"` // of a subtree that is not shown
	Children []explainedNode `json:"children,omitempty"`
}

func (e *explanation) json() map[string]any {
	return map[string]any{
		"game": e.g.Name(), "position": e.g.FormatPosition(e.p), "algorithm": e.alg.name,
		"value": e.jsonValue(e.r.Value, e.r.Proven), "proven": e.r.Proven, "best": e.g.FormatMove(e.p, e.r.Best),
		"nodes": e.r.Nodes, "leaves": e.r.Leaves, "cutoffs": e.r.Cutoffs,
		"tree": e.jsonNode(e.r.Tree, e.p.Clone(), "", e.showAll()),
	}
}

// jsonValue is a value as analyze writes it; minimax without depth has no
// plies.
func (e *explanation) jsonValue(s oxo.Score, proven bool) any {
	if e.r.CountsPlies || s.Sign() == 0 {
		return oxo.Value{Score: s, Proven: proven}
	}
	return map[string]string{"result": e.value(s)}
}

func (e *explanation) jsonNode(n *textbook.Node, p oxo.Position, move string, plies int) explainedNode {
	j := explainedNode{
		Move: move, Turn: e.names[p.Turn()&1], Max: n.Max, Value: e.jsonValue(n.Value, n.Ending != textbook.Horizon),
		Ending: n.Ending.String(), Reason: e.reason(n, p), Skipped: n.Skipped,
	}
	if e.window {
		j.Alpha, j.Beta = e.value(n.Alpha), e.value(n.Beta)
	}
	if plies <= 0 && len(n.Children) > 0 {
		j.Nodes = countNodes(n)
		return j
	}
	for _, child := range n.Children {
		name := e.g.FormatMove(p, child.Move)
		p.Make(child.Move)
		j.Children = append(j.Children, e.jsonNode(child, p, name, plies-1))
		p.Unmake(child.Move)
	}
	return j
}
