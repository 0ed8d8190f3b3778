package cli

import (
	"bufio"
	"fmt"
	"math"
	"strings"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/search"

	"github.com/spf13/cobra"
)

// The maximum number of lines and nodes of a tree that are shown, the default number of
// play-outs, and the maximum number that are described one by one: each description
// stores all moves that it lists.
const (
	grownLines    = 60
	grownNodes    = 1000
	usualPlayouts = 1000
	mostTold      = 10_000
)

// explainMCTS shows the tree that Monte-Carlo tree search grew.
func (a *app) explainMCTS(c *cobra.Command, g oxo.Game, p oxo.Position, o explainOptions) error {
	most := grownNodes
	if o.format == "text" && o.show < 0 {
		most = grownLines
	}
	opts := explain.MCTSOptions(o.seed, o.plain)
	if o.moments {
		return a.playouts(c, g, p, o)
	}
	t, err := explain.Grow(c.Context(), g, p, opts, o.nodes, most)
	if err != nil {
		return err //nolint:wrapcheck // the context's
	}
	plies := math.MaxInt
	if o.show >= 0 {
		plies = o.show
	}
	switch o.format {
	case "dot":
		return t.DOT(a.out, plies)
	case "json":
		return a.writeJSON(grownJSON(t, p, plies))
	}
	return a.writeGrown(t, p, plies)
}

// writeGrown writes the tree as text: a line for each node, its moves indented.
func (a *app) writeGrown(t *explain.Grown, p oxo.Position, plies int) error {
	w := bufio.NewWriter(a.out)
	writeBoard(w, t.Game, p, sideNames(t.Game), a.paint())
	side := func(s oxo.Side, role string) string {
		if name := board.SideName(t.Game, s); name != role {
			return name + " (" + role + ")"
		}
		return role
	}
	maxName := side(p.Turn(), "MAX")
	fmt.Fprintf(w, "\nmcts: Monte-Carlo tree search, %s.\n", words.Count(int(t.Result.Nodes), "play-out"))
	fmt.Fprintf(w, "%s is to move. A line is a move, its visits, and how its play-outs ended for %s:\n100%% is all won, 0%% all lost. The nodes visited most, each below the move before it:\n\n",
		maxName, maxName)
	names, unit := t.MoveNames(), catalog.UnitOf(t.Game)
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Ply > plies {
			continue
		}
		name := names[i]
		if n.Parent < 0 {
			name = "here"
		}
		fmt.Fprintf(w, "%s%s  %d  %s\n", strings.Repeat("    ", n.Ply), name, n.Visits, n.Say(unit))
	}
	fmt.Fprintf(w, "\nvalue for %s: %s\nbest move: %s\n", maxName, explain.Worth(t.Game, t.Result.Value), catalog.NameMove(t.Game, p, t.Result.Best))
	return w.Flush()
}

// grownNode is a node in JSON.
type grownNode struct {
	Move     string       `json:"move,omitempty"` // the move to this node
	Max      bool         `json:"max"`            // MAX is to move
	Visits   uint32       `json:"visits"`
	Mean     float64      `json:"mean"` // for MAX
	Prior    float64      `json:"prior,omitempty"`
	Estimate *int         `json:"estimate,omitempty"` // of the play-outs, for MAX, if the game's estimates have a unit
	Proven   any          `json:"proven,omitempty"`   // the value for MAX, if it is proven
	Children []*grownNode `json:"children,omitempty"`
}

func grownJSON(t *explain.Grown, p oxo.Position, plies int) map[string]any {
	moves, unit := t.MoveTexts(), catalog.UnitOf(t.Game)
	all := make([]*grownNode, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		all[i] = &grownNode{Move: moves[i], Max: n.Max, Visits: n.Visits, Mean: rounded(n.Mean), Prior: rounded(float64(n.Prior))}
		if unit.Size != 1 {
			all[i].Estimate = new(int(n.Worth))
		}
		if _, known := n.Proven.Result(); known {
			all[i].Proven = search.Value{Score: n.Proven.Clamp(oxo.Draw), Proven: n.Proven.Exact()}
		}
		if n.Parent >= 0 && n.Ply <= plies {
			above := all[n.Parent]
			above.Children = append(above.Children, all[i])
		}
	}
	return map[string]any{
		"game": t.Game.Name(), "position": catalog.FormatPosition(t.Game, p), "algorithm": explain.MCTS,
		"value": t.Result.Value, "proven": t.Result.Proven, "best": t.Game.FormatMove(p, t.Result.Best),
		"playouts": t.Result.Nodes, "tree": all[0],
	}
}

// rounded rounds a share to four decimal places.
func rounded(share float64) float64 { return math.Round(1e4*share) / 1e4 }

// explainedPhase is a phase of a play-out in JSON.
type explainedPhase struct {
	Playout int    `json:"playout"` // from 1; 0 is before the first
	Phase   string `json:"phase"`
	What    string `json:"what"`
	Why     string `json:"why"`
}

// playouts describes a search play-out by play-out.
func (a *app) playouts(c *cobra.Command, g oxo.Game, p oxo.Position, o explainOptions) error {
	watched, err := explain.Watch(c.Context(), g, p, explain.MCTSOptions(o.seed, o.plain), o.nodes)
	if err != nil {
		return err //nolint:wrapcheck // the context's
	}
	if o.format == "json" {
		all := []explainedPhase{}
		for m := range watched.Phases() {
			all = append(all, explainedPhase{m.Playout + 1, m.Phase.String(), m.What, m.Why})
		}
		return a.writeJSON(map[string]any{"game": g.Name(), "position": catalog.FormatPosition(g, p), "algorithm": explain.MCTS, "moments": all})
	}
	w := bufio.NewWriter(a.out)
	writeBoard(w, g, p, sideNames(g), a.paint())
	for m := range watched.Phases() {
		if m.Phase <= explain.Select {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%3d %-8s  %s %s\n", m.Playout+1, m.Phase, m.What, m.Why)
	}
	return w.Flush()
}
