//go:build !js

package player

import (
	"context"

	"oxo"
	"oxo/mcts"
	"oxo/search"
)

// grown is the tree of a perfect player, where mcts suits the game.
type grown struct{ tree *mcts.Searcher }

// search searches by the method [Auto], with as much memory as a searcher has. It does
// so without [Engines], whose engines have more than a level needs.
func (g *grown) search(ctx context.Context, s *search.Searcher, p oxo.Position, limits search.Limits) search.Result {
	if !mcts.Suits(p) {
		return s.Search(ctx, p, limits)
	}
	if g.tree == nil {
		o := s.Options()
		g.tree = mcts.New(mcts.Options{TreeBytes: o.TableBytes, Threads: o.Threads, Turns: o.Turns})
	}
	return g.tree.Search(ctx, p, limits)
}
