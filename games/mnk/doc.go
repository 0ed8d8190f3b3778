// Package mnk is k in a row on a board of m columns and n rows: tic-tac-toe
// (3,3,3), gomoku (15,15,5) and all between, m and n up to 20.
//
// X moves first. A move puts a stone on an empty square for good; the first
// to have k stones in a row, column or diagonal has won (with the option
// misere: has lost), and a full board is a draw. More than k in a row counts
// too, unless the option exact asks for exactly k: a row of k ends where no
// stone of the same side is next to it. With the option torus the board has no
// edges: the last column touches the first and the top row the bottom row.
//
// A board of up to 64 squares lives in two machine words (type word), a
// larger one in counters for every line (type wide). Both follow the tables
// that a [game] computes once.
package mnk
