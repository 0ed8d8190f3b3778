// Package dropout makes opening books of estimates, for games whose first positions
// have no exact value that can be had: chess, Othello.
//
// A book is the positions that good moves lead to, each with the moves worth playing.
// What a move is worth comes from searches of a fixed number of nodes at the ends of
// the book, and by minimax through it. It grows by drop-out expansion [Lincke00]: next
// comes the end that is nearest to the start, where a move counts one ply and what it
// loses against the best one. So a line drops out as its moves turn out to be bad,
// and the best lines are the longest.
//
// All of this is estimates: they choose a move in play, and prove nothing.
package dropout
