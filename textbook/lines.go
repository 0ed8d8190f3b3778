package textbook

import (
	"context"

	"oxo"
)

// Counting is a [oxo.Position] that counts lines of play with less work than it takes to make all their moves.
type Counting interface {
	oxo.Position
	// Lines counts the lines that are some plies long, at least 1. ok is false if it cannot, or if the context ended: then the
	// number means nothing.
	Lines(ctx context.Context, plies int) (n uint64, ok bool)
}

// Lines counts what [Perft] counts, and leaves that to the position if it is [Counting].
func Lines(ctx context.Context, p oxo.Position, depth int) (uint64, error) {
	if c, ok := p.(Counting); ok && depth > 0 {
		if n, ok := c.Lines(ctx, depth); ok {
			return n, nil
		}
	}
	return Perft(ctx, p, depth)
}
