// Package textbook holds minimax, minimax with depth and alpha-beta the way the tutorials write
// them: each as two functions that call one another, one for the player who wants the greatest
// value and one for the player who wants the least. They work on any [oxo.Position].
//
// They are here to be read, to be watched and to be trusted. Read minimax.go, depth.go and
// alphabeta.go in that order; each is one page and differs from the one before in one idea.
// With a trace every node reports its window, its value and why it ended. And because nothing
// in them is clever, every other search of this module is tested against them.
//
// MAX is always the side to move at the root; every value is MAX's.
package textbook
