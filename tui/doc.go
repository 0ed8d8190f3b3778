// Package tui is the game on a full screen of a terminal: a list of games, a board
// that is played on with keys, the mouse or typed moves, what the search thinks, a
// review, and oxo against itself. It draws kinds of boards, as package board names
// them, and no game by its name.
//
// [Model] is a model of Bubble Tea: messages in, a screen out, so that it is tested
// without a terminal. Every search runs beside it, and ends when the position that it
// was asked about is left. [Run] connects a model with a terminal and restores the
// terminal, however it ends.
//
// Bubble Tea runs on Unix and Windows; elsewhere this package is empty.
package tui
