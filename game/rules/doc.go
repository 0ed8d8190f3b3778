// Package rules makes games of rule sheets: texts in the Game Description Language, which
// [gdl.Read] reads. A sheet for two roles is a game of this module if the roles take turns
// and their points add up to the same number at each end.
//
// Turns, sums, fluents that exclude each other: a sheet says none of these. [New] finds them in
// random games, and every position checks them in play, for ever. A position that breaks one
// stops the search by a panic with [Broken]: so no value rests on what only seemed to be so.
package rules

import "fmt"

// Broken is the value of a panic: a position is not as all positions seemed to be when the
// sheet was read.
type Broken struct {
	Game, Position, Why string
}

// Error says what broke, and where.
func (b Broken) Error() string {
	return fmt.Sprintf("%s: %s, in %s: want a game of turns", b.Game, b.Why, b.Position)
}
