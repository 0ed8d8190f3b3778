package cli

import (
	"bufio"
	"fmt"
	"strings"

	"oxo"
	"oxo/textbook"

	"github.com/spf13/cobra"
)

// textLines is how many lines of a tree are shown when nobody says.
const textLines = 200

// comparedNodes is how many positions minimax may visit to be compared with
// alpha-beta.
const comparedNodes = 1_000_000

func (a *app) writeExplanation(c *cobra.Command, e *explanation, o explainOptions) error {
	w := bufio.NewWriter(a.out)
	writeBoard(w, e.g, e.p, e.names, a.paint())
	fmt.Fprintf(w, "\n%s: %s.\n", e.alg.name, e.alg.about)
	fmt.Fprintf(w, "%s is to move and wants the greatest value, %s the least.\n", e.side(true), e.side(false))
	fmt.Fprintf(w, "Every value is told for %s", e.side(true))
	if e.r.CountsPlies {
		fmt.Fprint(w, ", its plies counted from here")
	}
	fmt.Fprint(w, ".\n\n")
	e.text(w, e.r.Tree, e.p.Clone(), 0, shownPlies(e.r.Tree, e.show, textLines))
	fmt.Fprintln(w)
	e.summary(w)
	if e.window {
		if err := e.compare(c, w, o.depth); err != nil {
			return err
		}
	}
	return w.Flush()
}

// text writes a node and what is below it: a line for the node, and its moves
// indented.
func (e *explanation) text(w *bufio.Writer, n *textbook.Node, p oxo.Position, ply, plies int) {
	indent := strings.Repeat("    ", ply)
	if n.Ending == textbook.GameOver {
		fmt.Fprintf(w, "%s (%s)\n", e.value(n.Value), e.reason(n, p))
		return
	}
	fmt.Fprintf(w, "%s", e.value(n.Value))
	fmt.Fprintf(w, " (%s: %s)", e.side(n.Max), e.reason(n, p))
	if e.window {
		fmt.Fprintf(w, " [alpha %s, beta %s]", e.value(n.Alpha), e.value(n.Beta))
	}
	fmt.Fprintln(w)
	if ply >= plies && len(n.Children) > 0 {
		fmt.Fprintf(w, "%s    ... %s below\n", indent, plural(countNodes(n)-1, "node"))
		return
	}
	for _, child := range n.Children {
		fmt.Fprintf(w, "%s    %s ", indent, e.g.FormatMove(p, child.Move))
		p.Make(child.Move)
		e.text(w, child, p, ply+1, plies)
		p.Unmake(child.Move)
	}
}

func countNodes(n *textbook.Node) int {
	count := 1
	for _, child := range n.Children {
		count += countNodes(child)
	}
	return count
}

// summary tells the value, the move and the counts.
func (e *explanation) summary(w *bufio.Writer) {
	value := e.value(e.r.Value)
	if !e.r.Proven {
		value += ", as far as the depth limit shows"
	}
	fmt.Fprintf(w, "value for %s: %s\nbest move: %s\n", e.side(true), value, e.g.FormatMove(e.p, e.r.Best))
	for _, m := range e.r.Moves {
		bound := ""
		if m.AtMost {
			bound = " or less: no better than a move before it"
		}
		fmt.Fprintf(w, "  %-4s %s%s\n", e.g.FormatMove(e.p, m.Move), e.value(m.Value), bound)
	}
	fmt.Fprintf(w, "nodes: %d, of them %d leaves; cut-offs: %d\n", e.r.Nodes, e.r.Leaves, e.r.Cutoffs)
}

// compare says what minimax would have visited.
func (e *explanation) compare(c *cobra.Command, w *bufio.Writer, depth int) error {
	r, err := textbook.MinimaxDepth(c.Context(), e.p, textbook.Options{Depth: depth, MaxNodes: comparedNodes})
	switch {
	case c.Context().Err() != nil:
		return c.Context().Err()
	case err != nil:
		fmt.Fprintf(w, "minimax would have visited more than %d nodes\n", comparedNodes)
	default:
		fmt.Fprintf(w, "minimax would have visited %d nodes: alpha-beta looked at %.1f%% of them\n",
			r.Nodes, 100*float64(e.r.Nodes)/float64(r.Nodes))
	}
	return nil
}
