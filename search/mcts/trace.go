package mcts

import (
	"slices"

	"oxo"
)

// Trace records what each play-out of a search did, in order.
type Trace struct {
	Nodes    []TracedNode // by number: the root is 0, the others follow in the order of listing
	Playouts []Playout
	choices  []Choice // of the current play-out
}

// TracedNode is a node as it was listed.
type TracedNode struct {
	Parent int32 // -1 at the root
	Ply    int
	Move   oxo.Move // the move that leads here; meaningless at the root
	Prior  float32  // 0 without priors
	Bounds oxo.Bounds
}

// Choice says why a node was chosen among the moves of its parent, for the side that moves
// there. Values are from 0, lost, to 1.
type Choice struct {
	Mean  float64 // the expected value of the move; infinite if it was not tried and nothing is known of it
	Bonus float64 // for uncertainty; the chosen move has the highest sum
	// RAVE is the mean of the play-outs in which the move was played later, and Share its
	// weight in Mean. Both are 0 without such play-outs.
	RAVE, Share float64
	// Rival is the node with the second highest sum, and Promise is that sum. Both are 0 if
	// there was no other candidate.
	Rival   uint32
	Promise float64
}

// End says how a play-out ended.
type End uint8

// The ends of play-outs. Only with the first two the play-out made moves from the leaf.
const (
	Played    End = iota // to the end of the game
	Estimated            // the game's estimate, after some moves
	Over                 // the game is over at the leaf
	Known                // the proven bounds of the leaf decide it
	Settled              // all moves of the leaf are decided
	Repeated             // the leaf repeats a position
)

// Playout is one play-out: a path down the tree, the moves listed and played at its end, and
// its effects.
type Playout struct {
	Path    []uint32 // from the root to the leaf
	Choices []Choice // of each node of the path except the root
	Listed  int      // number of moves listed for the leaf; their nodes have consecutive numbers
	First   uint32   // the first of them, if any
	End     End
	Moves   []oxo.Move // the moves played from the leaf
	Score   oxo.Score  // the score they led to, for the side to move at the leaf, without plies
	Result  float64    // the result counted for that side, from 0 to 1
	After   []Count    // of each node of the path, for the side that made its move
}

// Count holds the counts and proven bounds of a node.
type Count struct {
	Visits   uint32
	Mean     float64
	Estimate oxo.Score
	Bounds   oxo.Bounds
}

// planted begins the trace.
func (tr *Trace) planted(t *tree) {
	tr.Nodes, tr.Playouts, tr.choices = tr.Nodes[:0], tr.Playouts[:0], nil
	tr.Nodes = append(tr.Nodes, TracedNode{Parent: -1, Bounds: t.nodes[0].bounds()})
	tr.list(t, 0)
}

// list records the moves listed for a node.
func (tr *Trace) list(t *tree, parent uint32) {
	n := &t.nodes[parent]
	for i := range t.below(n) {
		c := &t.nodes[n.first+uint32(i)]
		tr.Nodes = append(tr.Nodes, TracedNode{
			Parent: int32(parent), Ply: tr.Nodes[parent].Ply + 1, Move: c.move, Prior: c.prior, Bounds: c.bounds(),
		})
	}
}

// chose records why a node was chosen, before it is visited.
func (tr *Trace) chose(t *tree, parent, chosen uint32) {
	n := &t.nodes[parent]
	c := t.chooser(n)
	of := &t.nodes[chosen]
	choice := Choice{}
	choice.Mean, choice.Bonus = c.promise(of)
	if c.usesRAVE && of.rave > 0 {
		choice.RAVE, choice.Share = float64(of.raveSum/of.rave), 1
		if of.visits > 0 {
			choice.Share = c.share(float64(of.visits))
		}
	}
	choice.Rival = t.chooseExcept(n, chosen)
	if choice.Rival != 0 {
		mean, bonus := c.promise(&t.nodes[choice.Rival])
		choice.Promise = mean + bonus
	}
	tr.choices = append(tr.choices, choice)
}

// visited records how the play-out ended; the worker's position is the leaf's.
func (tr *Trace) visited(w *worker, l *leaf) {
	p := Playout{Path: slices.Clone(w.path), Choices: tr.choices, Score: l.score, Result: l.result.value}
	tr.choices = nil
	_, known := l.bounds.Result()
	switch {
	case l.settled:
		p.End = Settled
	case l.flags&(repeated|forbidden) != 0:
		p.End = Repeated
	case w.p.Outcome() != oxo.Ongoing:
		p.End = Over
	case known:
		p.End = Known
	default:
		p.Moves = slices.Clone(w.played)
		if w.s.opts.Plies > 0 || w.estimates() || w.playouts == nil {
			p.End = w.endOfMoves()
		}
	}
	tr.Playouts = append(tr.Playouts, p)
}

// endOfMoves says whether the moves of the play-out ended the game.
func (w *worker) endOfMoves() End {
	for _, m := range w.played {
		w.p.Make(m)
	}
	over := w.p.Outcome() != oxo.Ongoing
	for _, m := range slices.Backward(w.played) {
		w.p.Unmake(m)
	}
	if over {
		return Played
	}
	return Estimated
}

// backedUp records the effects of the play-out.
func (tr *Trace) backedUp(w *worker) {
	t, p := &w.s.tree, &tr.Playouts[len(tr.Playouts)-1]
	leaf := p.Path[len(p.Path)-1]
	if n := &t.nodes[leaf]; n.first != 0 && int(n.first) == len(tr.Nodes) {
		p.First, p.Listed = n.first, int(n.children)
		tr.list(t, leaf)
	}
	for _, i := range p.Path {
		n := &t.nodes[i]
		p.After = append(p.After, Count{Visits: n.visits, Mean: n.mean(), Estimate: w.s.estimate(n), Bounds: n.bounds()})
	}
}
