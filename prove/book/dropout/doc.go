// Package dropout makes opening books of estimates, for games whose first positions are too
// hard to solve: chess, Othello.
//
// A book holds the positions that good moves lead to, each with the moves worth playing. The
// value of a move comes from searches of a fixed number of nodes at the ends of the book, by
// minimax through it. The book grows by drop-out expansion [Lincke00]: the next end to expand
// is the one nearest to the start, where each move adds one ply plus what it loses against the
// best move. So a line drops out as its moves turn out to be bad, and the best lines are the
// longest.
//
// All values are estimates: they choose a move in play, and prove nothing.
package dropout
