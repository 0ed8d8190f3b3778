package mcts

import (
	"slices"

	"oxo"
)

// later says that a move was played, where stamp is the play-out's.
type later struct {
	move  oxo.Move
	stamp uint32
}

// laterSize is more than any board has points; moves that share a place are lost.
const laterSize = 1024

// noteLater begins the list of moves that were played later, with the play-out's.
func (w *worker) noteLater(t *tree) {
	if !t.useRAVE {
		return
	}
	w.stamp++
	for i, m := range slices.Backward(w.played) {
		w.note(m, len(w.made)+i)
	}
}

// note notes a move that was played before those noted so far. Who plays it first
// counts: afterwards the other side's is another move.
func (w *worker) note(m oxo.Move, ply int) {
	i := m % laterSize
	w.later[ply&1][i] = later{m, w.stamp}
	w.later[1-ply&1][i].stamp = 0
}

// countLater counts a result for every move of a node that its side played then or
// later. value is for the side to move.
func (w *worker) countLater(t *tree, n *node, ply int, value float64) {
	if ply < len(w.made) {
		w.note(w.made[ply], ply)
	}
	seen := &w.later[ply&1]
	for i := range t.below(n) {
		c := &t.nodes[n.first+uint32(i)]
		if s := &seen[c.move%laterSize]; s.stamp == w.stamp && s.move == c.move {
			c.rave++
			c.raveSum += float32(value)
		}
	}
}
