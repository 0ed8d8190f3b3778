package explain

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"oxo"
	"oxo/game/catalog"
	"oxo/search"
	"oxo/search/mcts"
)

// MCTS is the name of the algorithm of package mcts, whose tree is grown by visits:
// see [Grow].
const MCTS = "mcts"

// Grown holds the most visited nodes of a tree that Monte-Carlo tree search grew.
type Grown struct {
	Game   oxo.Game
	Start  oxo.Position // the root; not changed
	Result search.Result
	Nodes  []GrownNode // a parent comes before its children
}

// GrownNode is one position of a grown tree. Its values are from MAX's view, the side
// to move at the root, and plies count from there.
type GrownNode struct {
	mcts.TreeNode
	Max    bool       // whether MAX is to move
	Mean   float64    // the mean result of its play-outs, from 0 to 1
	Proven oxo.Bounds // of the value
	Worth  oxo.Score  // the estimated value by the play-outs
}

// Grow searches p with a number of play-outs and keeps the most visited nodes. It
// leaves p unchanged. If ctx ends the search, it returns the context's error.
func Grow(ctx context.Context, g oxo.Game, p oxo.Position, opts mcts.Options, playouts uint64, most int) (*Grown, error) {
	s := mcts.New(opts)
	r := s.Search(ctx, p, search.Limits{Nodes: playouts})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t := &Grown{Game: g, Start: p.Clone(), Result: r}
	for _, n := range s.Tree(most) {
		t.Nodes = append(t.Nodes, grownNode(n))
	}
	return t, nil
}

// grownNode converts a node to MAX's view.
func grownNode(n mcts.TreeNode) GrownNode {
	to := GrownNode{TreeNode: n, Max: n.Ply%2 == 0, Mean: n.Mean, Worth: n.Estimate, Proven: atRootBounds(n.Bounds, n.Ply)}
	if to.Max { // the move was MIN's
		to.Mean, to.Worth = 1-n.Mean, -n.Estimate
	}
	return to
}

// atRootBounds converts bounds of a move that leads to a ply into bounds for MAX.
func atRootBounds(b oxo.Bounds, ply int) oxo.Bounds {
	if ply == 0 { // the root's bounds are for the side that moved before it
		return oxo.Between(b.Hi().ToChild(), b.Lo().ToChild())
	}
	for range ply - 1 {
		b = b.ToParent()
	}
	return b
}

// decided reports whether it is proven who wins, or that the game is a draw.
func (n *GrownNode) decided() bool {
	return n.Proven.Exact() || n.Proven.Lo().IsWin() || n.Proven.Hi().IsLoss()
}

// Say describes a node's value: what is proven, otherwise the mean in percent, with
// its worth in the game's unit if the game has one.
func (n *GrownNode) Say(unit catalog.Unit) string {
	switch b := n.Proven; {
	case b.Exact():
		return "proven: " + b.Lo().String()
	case b.Lo().IsWin():
		return "proven: " + b.Lo().OrBetter()
	case b.Hi().IsLoss():
		return "proven: " + b.Hi().OrWorse()
	case unit.Size != 1:
		return percent(n.Mean) + ", " + unit.Say(n.Worth)
	}
	return percent(n.Mean)
}

// DOT writes the tree down to a number of plies as a graph for Graphviz: boxes for
// MAX, ellipses for MIN, bold if the value is proven; a line's width shows the visits
// of its move.
func (t *Grown) DOT(out io.Writer, plies int) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "digraph oxo {\n  label=%q\n  node [fontname=\"sans-serif\"]\n", t.Game.Name()+" "+t.Game.FormatPosition(t.Start)+" "+MCTS)
	names, unit := t.MoveNames(), catalog.UnitOf(t.Game)
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Ply > plies {
			continue
		}
		shape, style := "ellipse", "solid"
		if n.Max {
			shape = "box"
		}
		if n.Proven.Exact() {
			style = "bold"
		}
		fmt.Fprintf(w, "  n%d [shape=%s, style=%s, label=%q]\n", i, shape, style, fmt.Sprintf("%d\n%s", n.Visits, n.Say(unit)))
		if n.Parent >= 0 {
			share := float64(n.Visits) / float64(max(t.Nodes[n.Parent].Visits, 1))
			fmt.Fprintf(w, "  n%d -> n%d [label=%q, penwidth=%.1f]\n", n.Parent, i, names[i], 0.5+4*share)
		}
	}
	fmt.Fprintln(w, "}")
	return w.Flush()
}

// MoveTexts writes the move that led to each node in the game's notation; "" at the root.
func (t *Grown) MoveTexts() []string { return t.movesBy(t.Game.FormatMove) }

// MoveNames is [Grown.MoveTexts] as players of the game write them.
func (t *Grown) MoveNames() []string {
	return t.movesBy(func(p oxo.Position, m oxo.Move) string { return catalog.NameMove(t.Game, p, m) })
}

func (t *Grown) movesBy(write func(oxo.Position, oxo.Move) string) []string {
	names := make([]string, len(t.Nodes))
	p := t.Start.Clone()
	var made []oxo.Move
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Parent < 0 {
			continue
		}
		for len(made) >= n.Ply {
			p.Unmake(made[len(made)-1])
			made = made[:len(made)-1]
		}
		names[i] = write(p, n.Move)
		p.Make(n.Move)
		made = append(made, n.Move)
	}
	return names
}
