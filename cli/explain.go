package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/textbook"

	"github.com/spf13/cobra"
)

// algorithm is a search of the textbook that can be explained.
type algorithm struct {
	name, about string
	run         func(context.Context, oxo.Position, textbook.Options) (textbook.Result, error)
}

func algorithms() []algorithm {
	return []algorithm{
		{"minimax", "every line to its end; a win is a win, however late", textbook.Minimax},
		{"minimax-depth", "minimax that prefers sooner wins and later losses", textbook.MinimaxDepth},
		{"alphabeta", "minimax with depth that leaves out what cannot matter", textbook.AlphaBeta},
	}
}

func findAlgorithm(name string) (algorithm, error) {
	var names []string
	for _, alg := range algorithms() {
		if alg.name == name {
			return alg, nil
		}
		names = append(names, alg.name)
	}
	if near, ok := oxo.Nearest(name, names); ok {
		return algorithm{}, usagef("no algorithm %q: did you mean %s?", name, near)
	}
	return algorithm{}, usagef("no algorithm %q: there is %s", name, strings.Join(names, ", "))
}

type explainOptions struct {
	algorithm, format, position string
	depth, show                 int
	maxNodes                    uint64
	json                        bool
}

func (a *app) explainCommand() *cobra.Command {
	var o explainOptions
	c := &cobra.Command{
		Use:   "explain GAME [MOVE...]",
		Short: "Show the tree that a textbook search walks, and why each node ends",
		Long: `Walk the tree below a position with an algorithm of the textbook and show each
node: the move, whose turn it is, the window, the value, and why it ended or was
cut off. MAX is the side to move; every value is MAX's, and its plies count from
the root: "win in 3" is a win with the third ply from the position asked about.
A large tree is shown down to a few plies;
--show says how many. Beyond --max-nodes positions, use --depth.

` + algorithmList(),
		Args: arguments(1, -1, "a game and moves"),
		RunE: func(c *cobra.Command, args []string) error {
			if o.json {
				o.format = "json"
			}
			return a.explain(c, args, o)
		},
	}
	f := c.Flags()
	positionFlag(c, &o.position)
	f.StringVar(&o.algorithm, "algorithm", "alphabeta", "the algorithm: minimax, minimax-depth or alphabeta")
	f.StringVar(&o.format, "format", "text", "the format: text, dot (for Graphviz) or json")
	f.IntVar(&o.depth, "depth", 0, "plies to look ahead; 0 is no limit")
	f.IntVar(&o.show, "show", -1, "plies of the tree to show; -1 is as many as fit into some 200 lines, or all in other formats")
	f.Uint64Var(&o.maxNodes, "max-nodes", 2_000_000, "positions to visit at most; a node of the tree takes some 100 bytes")
	f.BoolVar(&o.json, "json", false, "the same as --format json")
	return c
}

func algorithmList() string {
	var b strings.Builder
	for _, alg := range algorithms() {
		fmt.Fprintf(&b, "  %-14s %s\n", alg.name, alg.about)
	}
	return strings.TrimRight(b.String(), "\n")
}

func (a *app) explain(c *cobra.Command, args []string, o explainOptions) error {
	alg, err := findAlgorithm(o.algorithm)
	if err != nil {
		return err
	}
	if !slices.Contains([]string{"text", "dot", "json"}, o.format) {
		return usagef("no format %q: there is text, dot and json", o.format)
	}
	if o.depth < 0 || o.show < -1 || o.maxNodes == 0 {
		return usagef("--depth is at least 0, --show at least -1, --max-nodes at least 1")
	}
	g, p, err := a.ongoing(c, args, o.position)
	if err != nil {
		return err
	}
	r, err := alg.run(c.Context(), p, textbook.Options{Depth: o.depth, Trace: true, MaxNodes: o.maxNodes})
	if err != nil {
		if c.Context().Err() != nil {
			return err
		}
		return fmt.Errorf("%s %w: give --depth, or a larger --max-nodes, or more moves", alg.name, err)
	}
	e := explanation{g: g, p: p, alg: alg, r: r, names: sideNames(g), show: o.show, window: alg.name == "alphabeta"}
	switch o.format {
	case "dot":
		return e.dot(a.out)
	case "json":
		return a.writeJSON(e.json())
	}
	return a.writeExplanation(c, &e, o)
}

// explanation is a walk that is to be told.
type explanation struct {
	g      oxo.Game
	p      oxo.Position
	alg    algorithm
	r      textbook.Result
	names  [2]string
	show   int  // plies of the tree to show, -1 for as many as suit
	window bool // the algorithm has windows
}

// side names MAX or MIN with the side that it is.
func (e *explanation) side(isMax bool) string {
	if isMax {
		return e.names[e.p.Turn()] + " (MAX)"
	}
	return e.names[e.p.Turn().Opponent()] + " (MIN)"
}

// value writes a value of MAX's, without plies where they are not counted.
func (e *explanation) value(s oxo.Score) string {
	if e.r.CountsPlies || s.Sign() == 0 {
		return s.String()
	}
	return [...]string{"loss", "draw", "win"}[s.Sign()+1]
}

// reason says in words why a node is worth what it is.
func (e *explanation) reason(n *textbook.Node, p oxo.Position) string {
	switch n.Ending {
	case textbook.GameOver:
		return oxo.Verdict(e.g, p)
	case textbook.Horizon:
		return "the depth limit: not searched further, counted as a draw"
	case textbook.CutOff:
		return e.cutReason(n)
	}
	if len(n.Children) == 1 {
		return "the only move"
	}
	word := "least"
	if n.Max {
		word = "greatest"
	}
	return fmt.Sprintf("the %s of %d", word, len(n.Children))
}

// cutReason tells a cut-off in MAX's values: at MAX's node the value reached
// beta, at MIN's it reached alpha.
func (e *explanation) cutReason(n *textbook.Node) string {
	rest := plural(n.Skipped, "move") + " skipped"
	if n.Max {
		return fmt.Sprintf("cut-off: MAX gets %s or better here, so MIN will not come here: MIN is sure of %s elsewhere; %s",
			e.value(n.Value), e.value(n.Beta), rest)
	}
	return fmt.Sprintf("cut-off: MIN holds it to %s or worse here, so MAX will not come here: MAX is sure of %s elsewhere; %s",
		e.value(n.Value), e.value(n.Alpha), rest)
}

// shownPlies returns how many plies of the tree to show, so that at most so
// many lines come of it; a whole tree is wanted in other formats than text.
func shownPlies(root *textbook.Node, want, lines int) int {
	if want >= 0 {
		return want
	}
	plies, total := 0, 0
	for level := []*textbook.Node{root}; len(level) > 0; plies++ {
		if total += len(level); total > lines && plies > 1 {
			return plies - 1
		}
		var next []*textbook.Node
		for _, n := range level {
			next = append(next, n.Children...)
		}
		level = next
	}
	return plies
}
