// Package player holds players: opponents of every strength, and the algorithms of
// the textbook as players, so that they can be compared. It also holds sessions:
// running games, with undo.
package player
