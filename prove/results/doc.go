// Package results solves whole games for results alone: win, draw or loss, two bits for
// each position. It is for games that are too large for package census, which also knows the
// number of plies to the end.
//
// [Solve] stores the keys of positions as a sorted list of small distances. A game that never
// loops is solved ply by ply, from the last ply back to the first: backward induction. A game
// that loops is solved from its ends by retrograde analysis [Thompson86]: each position has the
// number of its moves that may still keep it from losing.
//
// A position is made from its key, so the game's positions must be [oxo.Restorable].
package results
