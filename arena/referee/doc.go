// Package referee compares the rules of a game with those of another program, in the same positions:
// the legal moves, the end of the game, and the board. It visits every position to a depth, and those
// of random games, and shortens the moves that lead to a difference.
package referee
