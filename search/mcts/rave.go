package mcts

import (
	"slices"

	"oxo"
)

// later records the side of a move that was played; stamp is the number of the play-out.
type later struct {
	move  oxo.Move
	stamp uint32
}

// laterSize is larger than the number of points of any board. Moves that share an index
// overwrite each other.
const laterSize = 1024

// noteLater starts the list of moves played later with the moves of the play-out.
func (w *worker) noteLater(t *tree) {
	if !t.useRAVE {
		return
	}
	w.stamp++
	for i, m := range slices.Backward(w.played) {
		w.note(m, len(w.made)+i)
	}
}

// note records a move played before those recorded so far. The first side to play a move
// counts; the same move by the other side afterwards does not.
func (w *worker) note(m oxo.Move, ply int) {
	i := m % laterSize
	w.later[ply&1][i] = later{m, w.stamp}
	w.later[1-ply&1][i].stamp = 0
}

// countLater counts a result for every move of a node that its side played then or later. The
// value is for the side to move.
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
