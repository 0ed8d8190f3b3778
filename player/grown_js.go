package player

import (
	"context"

	"oxo"
	"oxo/search"
)

// grown is nothing in a browser: package mcts would add 31 KB to what it has to load
// before the first move, compressed, so package search plays every game there.
type grown struct{}

func (grown) search(ctx context.Context, s *search.Searcher, p oxo.Position, limits search.Limits) search.Result {
	return s.Search(ctx, p, limits)
}
