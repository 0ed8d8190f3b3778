// Package player holds players: opponents of every strength, and the
// algorithms of the textbook as players, so that they can be compared. And it
// holds sessions: games being played, with undo.
package player
