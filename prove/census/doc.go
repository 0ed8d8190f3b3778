// Package census visits every position of a small game once. It counts positions and games ply
// by ply, and solves the game backwards from its ends, so that any position can be looked up.
//
// It is breadth-first: each ply is made from the one before, so a position reached after
// different numbers of plies counts once for each. It counts games without playing each of
// them: a position passes on the number of ways to reach it.
package census
