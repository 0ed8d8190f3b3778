package player

import (
	"context"
	"fmt"
	"time"

	"oxo"
	"oxo/internal/words"
	"oxo/search"
)

// Turn is what a player is asked: a position, how the game came to it, and how
// long the player may think. The player leaves all of it as it is.
type Turn struct {
	Game  oxo.Game
	Start oxo.Position // where the game began
	Moves []oxo.Move   // made since Start
	Now   oxo.Position // after Moves; the player moves for the side to move
	Clock Clock
}

// Clock is how long a player may think. The zero value sets no limit.
type Clock struct {
	// Limits are those of this one move.
	Limits search.Limits
	// Counts says that each side has a time for its game: Left is what remains
	// of it, Increment what every move adds, MovesToGo the moves until more
	// time is added, 0 for the rest of the game.
	Counts          bool
	Left, Increment [2]time.Duration // by side
	MovesToGo       int
}

// Shares of a clock: what a move takes of the time that is left.
const (
	movesLeft   = 24 // moves that a game goes on for, as a clock expects
	leastToPlay = time.Millisecond
)

// Reserve is what a player keeps of its time for what is not thinking.
const Reserve = 20 * time.Millisecond

// Budget returns the limits of a move for a side: its own, and its share of the
// time that is left for the game.
func (c Clock) Budget(side oxo.Side) search.Limits {
	limits := c.Limits
	if !c.Counts {
		return limits
	}
	moves := time.Duration(movesLeft)
	if c.MovesToGo > 0 {
		moves = min(moves, time.Duration(c.MovesToGo))
	}
	left := c.Left[side]
	share := left/moves + c.Increment[side]*3/4
	share = max(min(share, left/2, left-Reserve), leastToPlay)
	if limits.Time <= 0 || share < limits.Time {
		limits.Time = share
		limits.Aim = share * 3 / 5 // the next iteration would take longer than the rest
	}
	return limits
}

// Informed is a [Player] that uses more than the position: what it learned
// earlier in the game, the clock, or the moves of the game.
type Informed interface {
	Player
	// NewGame says that another game begins. A program that cannot be started
	// or breaks its protocol is an error.
	NewGame(ctx context.Context, g oxo.Game) error
	// MoveIn is Move, with all that is known.
	MoveIn(ctx context.Context, t Turn) (Choice, error)
}

// Begin says to a player that another game begins, if it wants to know.
func Begin(ctx context.Context, p Player, g oxo.Game) error {
	if informed, ok := p.(Informed); ok {
		return informed.NewGame(ctx, g)
	}
	return nil
}

// Ask returns the move of a player, who gets all of the turn if it wants it.
func Ask(ctx context.Context, p Player, t Turn) (Choice, error) {
	if informed, ok := p.(Informed); ok {
		return informed.MoveIn(ctx, t)
	}
	return p.Move(ctx, t.Now)
}

// RubbishError is the error of a program that answered what its protocol does
// not have, or a move that is not legal.
type RubbishError struct {
	Answer string // what it wrote
	Reason string // what is wrong with it
}

// Error implements error. Characters that cannot be seen are escaped.
func (e *RubbishError) Error() string {
	return fmt.Sprintf("the program answered %q: %s", e.Answer, words.Escape(e.Reason))
}
