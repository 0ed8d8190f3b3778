// Package referee compares oxo's rules of a game with the rules of another program. In each position it
// compares the legal moves, the end of the game, and the board. It visits every position up to a depth and
// every position of random games. If a position differs, it shortens the list of moves that lead there.
package referee
