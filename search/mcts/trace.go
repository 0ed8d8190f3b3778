package mcts

import (
	"slices"

	"oxo"
)

// Trace is what each play-out of a search did, in their order.
type Trace struct {
	Nodes    []TracedNode // by number: the root is 0, the others follow as they were listed
	Playouts []Playout
	choices  []Choice // of the play-out on its way
}

// TracedNode is a node as it was listed.
type TracedNode struct {
	Parent int32 // -1 at the root
	Ply    int
	Move   oxo.Move // that leads here; meaningless at the root
	Prior  float32  // 0 where there are none
	Bounds oxo.Bounds
}

// Choice is why a node was chosen among the moves of its parent, for the side that moves
// there. Shares are from 0, lost, to 1.
type Choice struct {
	Mean  float64 // what the move is thought to be worth; infinite where it was not tried and nothing is known of it
	Bonus float64 // for what is not known; the move chosen has the highest sum
	// RAVE is the mean of the play-outs in which the move was played later, and Share how
	// much of Mean it makes; both are 0 where there are none.
	RAVE, Share float64
	// Rival is the node that promised most after it, and Promise what that is; 0 where
	// nothing else came into question.
	Rival   uint32
	Promise float64
}

// End says how a play-out ended.
type End uint8

// The ends. Only at the first two was anything played.
const (
	Played    End = iota // to the end of the game
	Estimated            // the game's estimate, after some moves
	Over                 // the game is over at the leaf
	Known                // what is proven of the leaf decides it
	Settled              // all moves of the leaf are settled
	Repeated             // the leaf repeats a position
)

// Playout is one play-out: a path down the tree, what was listed and played at its end, and
// what it changed.
type Playout struct {
	Path    []uint32 // from the root to the leaf
	Choices []Choice // of each node of the path but the root
	Listed  int      // moves that the leaf was given: the numbers of these nodes follow one another
	First   uint32   // the first of them, where there are any
	End     End
	Moves   []oxo.Move // that were played from the leaf
	Score   oxo.Score  // that they led to, for the side to move at the leaf, without plies
	Result  float64    // that was counted for that side, from 0 to 1
	After   []Count    // of each node of the path, for the side that made its move
}

// Count is what was counted of a node, and what is proven of it.
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

// list notes the moves that a node was given.
func (tr *Trace) list(t *tree, parent uint32) {
	n := &t.nodes[parent]
	for i := range t.below(n) {
		c := &t.nodes[n.first+uint32(i)]
		tr.Nodes = append(tr.Nodes, TracedNode{
			Parent: int32(parent), Ply: tr.Nodes[parent].Ply + 1, Move: c.move, Prior: c.prior, Bounds: c.bounds(),
		})
	}
}

// chose notes why a node was chosen, before it is visited.
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
	choice.Rival = t.chooseBut(n, chosen)
	if choice.Rival != 0 {
		mean, bonus := c.promise(&t.nodes[choice.Rival])
		choice.Promise = mean + bonus
	}
	tr.choices = append(tr.choices, choice)
}

// visited notes how the play-out ended; the worker's position is that of the leaf.
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

// backedUp notes what the play-out changed.
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
