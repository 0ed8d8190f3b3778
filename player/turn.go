package player

import (
	"context"
	"fmt"
	"time"

	"oxo"
	"oxo/internal/words"
	"oxo/search"
)

// Turn holds all that a player needs to choose a move: a position, how the game came to
// it, and how long the player may think. The player leaves all of it unchanged.
type Turn struct {
	Game  oxo.Game
	Start oxo.Position // where the game began
	Moves []oxo.Move   // made since Start
	Now   oxo.Position // after Moves; the player moves for the side to move
	Clock Clock
}

// Clock is how long a player may think. The zero value sets no limit.
type Clock struct {
	// Limits are for this one move.
	Limits search.Limits
	// Counts says that each side has a time for its game: Left is the remaining time,
	// Increment what every move adds, MovesToGo the moves until more time is added, 0
	// for the rest of the game.
	Counts          bool
	Left, Increment [2]time.Duration // by side
	MovesToGo       int
}

// Constants for a move's share of the remaining time.
const (
	movesLeft = 24 // the expected number of moves until the end of the game
	minToPlay = time.Millisecond
)

// Reserve is the part of its time that a player keeps for work other than thinking.
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
	share = max(min(share, left/2, left-Reserve), minToPlay)
	if limits.Time <= 0 || share < limits.Time {
		limits.Time = share
		limits.Aim = share * 3 / 5 // the next iteration would take longer than the rest
	}
	return limits
}

// Informed is a [Player] that uses more than the position: what it learned earlier in
// the game, the clock, or the earlier moves.
type Informed interface {
	Player
	// NewGame announces another game. It returns an error if a program cannot be
	// started or breaks its protocol.
	NewGame(ctx context.Context, g oxo.Game) error
	// MoveIn is Move with the whole turn.
	MoveIn(ctx context.Context, t Turn) (Choice, error)
}

// Begin announces another game to a player, if the player is [Informed].
func Begin(ctx context.Context, p Player, g oxo.Game) error {
	if informed, ok := p.(Informed); ok {
		return informed.NewGame(ctx, g)
	}
	return nil
}

// Ask returns the move of a player; an [Informed] player gets the whole turn.
func Ask(ctx context.Context, p Player, t Turn) (Choice, error) {
	if informed, ok := p.(Informed); ok {
		return informed.MoveIn(ctx, t)
	}
	return p.Move(ctx, t.Now)
}

// RubbishError is the error of a program that broke its protocol or made an illegal
// move.
type RubbishError struct {
	Answer string // what it wrote
	Reason string // the fault of the answer
}

// Error implements error. Invisible characters are escaped.
func (e *RubbishError) Error() string {
	return fmt.Sprintf("the program answered %q: %s", e.Answer, words.Escape(e.Reason))
}
