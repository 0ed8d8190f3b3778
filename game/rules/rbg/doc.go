// Package rbg makes games from rule sheets in the language Regular Boardgames [Kowalski19]: a board
// is a graph of squares, and the rules are one regular expression whose letters shift a cursor,
// test and write pieces, and switch the player.
//
// A sheet goes through these steps:
//
//	text -> tokens -> macros expanded -> board and expression -> automaton -> game
//
// A move is the list of all writes, with their squares, on one path from a switch of the player
// to the next switch. The keeper, which chooses nothing, then moves on to a player.
package rbg
