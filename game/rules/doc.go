// Package rules makes games from rule sheets: texts in the Game Description Language, which
// [gdl.Read] reads. A sheet for two roles is a game of this module if the roles take turns and
// their points add up to the same number at each end.
//
// A sheet does not state whose turn it is, that points have a fixed sum, or which fluents exclude
// each other. [New] finds these properties in random games, and every position checks them in play.
// If a position breaks one, it panics with [Broken], which stops the search: so no value rests on a
// property that does not hold.
package rules

import "fmt"

// Broken is the value of a panic: a position does not have a property that all positions seemed to
// have when the sheet was read.
type Broken struct {
	Game, Position, Why string
}

// Error says what broke, and where.
func (b Broken) Error() string {
	return fmt.Sprintf("%s: %s, in %s: want a game of turns", b.Game, b.Why, b.Position)
}
