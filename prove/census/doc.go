// Package census visits every position of a small game once: it counts
// positions and games ply by ply, and it solves the game backwards from its
// ends, so that any position can be looked up.
//
// It is breadth-first: each ply is made from the one before, so a game that
// reaches a position after different numbers of plies counts it once for
// each. Games are counted without walking them: a position passes on the
// number of ways in which it is reached.
package census
