package cli

import (
	"fmt"
	"slices"

	"oxo"
	"oxo/explain"

	"github.com/spf13/cobra"
)

type explainOptions struct {
	algorithm, format     string
	start                 startOptions
	depth, show           int
	maxNodes, nodes, seed uint64
	json, moments, plain  bool
	why                   whyOptions
}

func (a *app) explainCommand() *cobra.Command {
	var o explainOptions
	c := &cobra.Command{
		Use:   "explain GAME [MOVE...]",
		Short: "Show the tree that a search walks, or say why a move is worth what it is",
		Example: `  oxo explain tictactoe a1 b2 c3 c2
  oxo explain tictactoe a1 b2 c3 --algorithm minimax --show 2
  oxo explain tictactoe b2 a2 --why last
  oxo explain "tree:((3 5) (2 9))" --format dot`,
		Args: arguments(1, -1, "a game and moves"),
		RunE: func(c *cobra.Command, args []string) error {
			if o.json && c.Flags().Changed("format") && o.format != "json" {
				return usagef("--json means --format json: it cannot be combined with --format %s", o.format)
			}
			if o.json {
				o.format = "json"
			}
			return a.explain(c, args, o)
		},
	}
	f := c.Flags()
	startFlags(c, &o.start)
	whyFlags(c, &o.why)
	f.StringVar(&o.algorithm, "algorithm", "alphabeta", "the algorithm: minimax, minimax-depth, alphabeta, alphabeta-strict (cuts off only where alpha > beta), search or mcts")
	f.StringVar(&o.format, "format", "text", "the format: text, dot (for Graphviz) or json")
	f.IntVar(&o.depth, "depth", 0, "plies to look ahead; 0 is no limit")
	f.IntVar(&o.show, "show", -1, "plies of the tree to show; -1 is as many as fit into 200 lines of text, and all in other formats")
	f.Uint64Var(&o.maxNodes, "max-nodes", 2_000_000, "positions to visit at most; a node of the tree takes about 100 bytes")
	f.Uint64Var(&o.nodes, "nodes", usualPlayouts, "play-outs of mcts")
	f.Uint64Var(&o.seed, "seed", 0, "decides the play-outs of mcts")
	f.BoolVar(&o.plain, "plain", false, "mcts by the rules alone, with moves drawn at random")
	f.BoolVar(&o.moments, "moments", false, "describe the walk step by step in sentences, in text or JSON; for mcts the steps of each play-out")
	f.BoolVar(&o.json, "json", false, "the same as --format json")
	return c
}

// check returns an error for a wrong option.
func (o *explainOptions) check(c *cobra.Command) error {
	if o.algorithm != explain.MCTS {
		if _, err := explain.Find(o.algorithm, explain.MCTS); err != nil {
			return &usageError{err}
		}
		if c.Flags().Changed("nodes") || c.Flags().Changed("seed") || o.plain {
			return usagef("--nodes, --seed and --plain are for the algorithm mcts")
		}
	} else if o.depth != 0 || o.moments && o.show >= 0 {
		return usagef("--depth, and --show with --moments, are not for mcts: give the number of play-outs with --nodes")
	}
	if o.moments && o.algorithm == explain.MCTS && o.nodes > mostTold {
		return usagef("--nodes %d: want at most %d play-outs with --moments", o.nodes, mostTold)
	}
	if o.nodes == 0 {
		return usagef("--nodes 0: want 1 play-out or more")
	}
	if !slices.Contains([]string{"text", "dot", "json"}, o.format) {
		return usagef("no format %q: want text, dot or json", o.format)
	}
	if o.moments && o.format == "dot" {
		return usagef("--moments are sentences: take --format text or json")
	}
	if o.depth < 0 || o.show < -1 || o.maxNodes == 0 {
		return usagef("want --depth of 0 or more, --show of -1 or more, --max-nodes of 1 or more")
	}
	return nil
}

func (a *app) explain(c *cobra.Command, args []string, o explainOptions) error {
	if err := o.check(c); err != nil {
		return err
	}
	if err := o.why.check(c, o.format); err != nil {
		return err
	}
	if c.Flags().Changed("why") {
		return a.why(c, args, &o.start, o.format, o.why)
	}
	g, p, err := a.ongoing(c, args, &o.start)
	if err != nil {
		return err
	}
	if o.algorithm == explain.MCTS {
		return a.explainMCTS(c, g, p, o)
	}
	alg, err := explain.Find(o.algorithm)
	if err != nil {
		return &usageError{err}
	}
	t, err := explain.Walk(c.Context(), g, p, alg, explain.Options{Depth: o.depth, MaxNodes: o.maxNodes})
	if err != nil {
		if c.Context().Err() != nil {
			return err
		}
		return fmt.Errorf("%s: %w; give --depth, or a larger --max-nodes, or more moves", alg.Name, err)
	}
	e := newExplanation(t, p, o.show)
	if o.moments {
		return a.moments(e, o)
	}
	switch o.format {
	case "dot":
		return e.dot(a.out)
	case "json":
		return a.writeJSON(e.json())
	}
	return a.writeExplanation(c, e, o)
}

// explanation is a tree to be written.
type explanation struct {
	*explain.Tree
	p     oxo.Position
	voice explain.Voice
	show  int // plies of the tree to show; -1 is a default for the format
}

func newExplanation(t *explain.Tree, p oxo.Position, show int) *explanation {
	return &explanation{Tree: t, p: p, voice: explain.Voice{Max: "MAX", Min: "MIN"}, show: show}
}

// side returns "SIDE (MAX)" or "SIDE (MIN)", or one word if both names are the same.
func (e *explanation) side(isMax bool) string {
	side, role := e.Sides().Min, e.voice.Min
	if isMax {
		side, role = e.Sides().Max, e.voice.Max
	}
	if side == role {
		return role
	}
	return side + " (" + role + ")"
}

// shownPlies returns the number of plies to show: want, or if that is negative the
// largest number that needs at most the given number of lines.
func shownPlies(t *explain.Tree, want, lines int) int {
	if want >= 0 {
		return want
	}
	return t.Plies(0, lines)
}
