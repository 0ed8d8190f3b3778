package explain

import (
	"bufio"
	"fmt"
	"io"

	"oxo"
	"oxo/search/trace"
)

// DOT writes the tree down to a number of plies as a graph for Graphviz: boxes for
// MAX, ellipses for MIN, dashed where a node was cut off, dotted where it was not
// visited.
func (t *Tree) DOT(out io.Writer, plies int) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "digraph oxo {\n  label=%q\n  node [fontname=\"sans-serif\"]\n", t.Game.Name()+" "+t.Game.FormatPosition(t.Start)+" "+t.Algorithm.Name)
	numbers := make(map[int]int)
	t.Each(func(i int, p oxo.Position) {
		n := &t.Nodes[i]
		if int(n.Ply) > plies {
			return
		}
		number := len(numbers)
		numbers[i] = number
		shape, style := "ellipse", "solid"
		if n.Max {
			shape = "box"
		}
		switch n.Ending {
		case trace.CutOff:
			style = "dashed"
		case trace.Known:
			style = "dotted"
		}
		label := fmt.Sprintf("%s\n%s", t.Say(n.Value), t.Reason(i, p, Voice{"MAX", "MIN"}))
		if t.Algorithm.Windows {
			label = fmt.Sprintf("[%s, %s]\n%s", t.Say(n.Alpha), t.Say(n.Beta), label)
		}
		fmt.Fprintf(w, "  n%d [shape=%s, style=%s, label=%q]\n", number, shape, style, label)
		if n.Parent >= 0 {
			fmt.Fprintf(w, "  n%d -> n%d [label=%q]\n", numbers[int(n.Parent)], number, t.moveText(i))
		}
	}, t.Start.Clone())
	fmt.Fprintln(w, "}")
	return w.Flush()
}

// moveText writes the move that led to a node, or the window of a search of the root.
func (t *Tree) moveText(i int) string {
	n := &t.Nodes[i]
	switch {
	case n.Parent < 0:
		return ""
	case n.Question:
		return t.Window(i)
	}
	return t.named(t.Position(int(n.Parent)), n.Move)
}
