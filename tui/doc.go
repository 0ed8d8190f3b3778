// Package tui is the game on a full terminal screen: a list of games, a board played
// with keys, the mouse or typed moves, the search's analysis, a review, and oxo
// against itself. It draws the kinds of boards of package board, and knows no single
// game.
//
// The screen is a model of Bubble Tea: messages in, a screen out, so that it can be
// tested without a terminal. Every search runs in its own goroutine, and ends when
// its position is left. [Run] connects a model to a terminal and always restores the
// terminal.
//
// Bubble Tea runs on Unix and Windows; on other systems this package is empty.
package tui
