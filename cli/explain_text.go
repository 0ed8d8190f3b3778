package cli

import (
	"bufio"
	"fmt"
	"strings"

	"oxo"
	"oxo/explain"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/search/trace"
	"oxo/textbook"

	"github.com/spf13/cobra"
)

// textLines is the default number of lines of a tree.
const textLines = 200

// comparedNodes is the node limit of the minimax search that is compared with
// alpha-beta.
const comparedNodes = 1_000_000

func (a *app) writeExplanation(c *cobra.Command, e *explanation, o explainOptions) error {
	w := bufio.NewWriter(a.out)
	writeBoard(w, e.Game, e.p, sideNames(e.Game), a.paint())
	fmt.Fprintf(w, "\n%s: %s.\n", e.Algorithm.Name, e.Algorithm.About)
	fmt.Fprintf(w, "%s is to move and wants the greatest value, %s the least.\n", e.side(true), e.side(false))
	fmt.Fprintf(w, "Every value is for %s", e.side(true))
	if e.CountsPlies {
		fmt.Fprint(w, ", its plies counted from here")
	}
	fmt.Fprint(w, ".\n\n")
	e.text(w, 0, e.p.Clone(), 0, shownPlies(e.Tree, e.show, textLines))
	fmt.Fprintln(w)
	e.summary(w)
	if e.Algorithm.Windows {
		if err := e.compare(c, w, o.depth); err != nil {
			return err
		}
	}
	return w.Flush()
}

// text writes a line for a node, and below it, indented, the nodes after its moves.
// A question is indented like a move.
func (e *explanation) text(w *bufio.Writer, i int, p oxo.Position, level, plies int) {
	n := &e.Nodes[i]
	indent := strings.Repeat("    ", level)
	reason := e.Reason(i, p, e.voice)
	if n.Ending == trace.GameOver {
		fmt.Fprintf(w, "%s (%s)\n", e.Say(n.Value), reason)
		return
	}
	fmt.Fprintf(w, "%s", e.Say(n.Value))
	fmt.Fprintf(w, " (%s: %s)", e.side(n.Max), reason)
	if e.Algorithm.Windows {
		fmt.Fprintf(w, " [%s]", e.Window(i))
	}
	fmt.Fprintln(w)
	if int(n.Ply) >= plies && n.Below > 1 {
		fmt.Fprintf(w, "%s    ... %s below\n", indent, words.Count(int(n.Below)-1, "node"))
		return
	}
	names := e.MoveNames(i, p)
	for c := range e.Below(i, p) {
		fmt.Fprintf(w, "%s    ", indent)
		if names[0] != "" {
			fmt.Fprintf(w, "%s ", names[0])
		}
		names = names[1:]
		e.text(w, c, p, level+1, plies)
	}
}

// summary writes the value, the best move and the counts.
func (e *explanation) summary(w *bufio.Writer) {
	value := e.Say(e.Value.Score)
	if !e.Value.Proven {
		value += ", as far as the depth limit shows"
	}
	fmt.Fprintf(w, "value for %s: %s\nbest move: %s\n", e.side(true), value, catalog.NameMove(e.Game, e.p, e.Best))
	for _, m := range e.Moves {
		value := e.Say(m.Value)
		if m.AtMost {
			value = e.AtMost(m.Value) + ": no better than a move before it"
		}
		fmt.Fprintf(w, "  %-4s %s\n", catalog.NameMove(e.Game, e.p, m.Move), value)
	}
	fmt.Fprintf(w, "nodes: %d, of them %d leaves; cut-offs: %d\n", e.Visited, e.Leaves, e.Cutoffs)
}

// compare writes how many nodes minimax would have visited.
func (e *explanation) compare(c *cobra.Command, w *bufio.Writer, depth int) error {
	r, err := textbook.MinimaxDepth(c.Context(), e.p, textbook.Options{Depth: depth, MaxNodes: comparedNodes})
	name := "alpha-beta"
	if e.Algorithm.Name == explain.Engine {
		name = "the engine"
	}
	switch {
	case c.Context().Err() != nil:
		return c.Context().Err()
	case err != nil:
		fmt.Fprintf(w, "minimax would have visited more than %d nodes\n", comparedNodes)
	default:
		fmt.Fprintf(w, "minimax would have visited %d nodes: %s looked at %.3g%% of them\n",
			r.Nodes, name, 100*float64(e.Visited)/float64(r.Nodes))
	}
	return nil
}
