//go:build !js

package player

import (
	"oxo"
	"oxo/mcts"
	"oxo/search"
)

// grown is the tree of a perfect player, where mcts suits the game.
type grown struct{ tree *mcts.Searcher }

// engine returns what searches instead of s by the method [Auto], with as much memory, or
// nil where s does. It does so without [Engines], whose engines have more than a level needs.
func (g *grown) engine(s *search.Searcher, p oxo.Position) Engine {
	if !mcts.Suits(p) {
		return nil
	}
	if g.tree == nil {
		o := s.Options()
		g.tree = mcts.New(mcts.Options{TreeBytes: o.TableBytes, Threads: o.Threads, Turns: o.Turns})
	}
	return g.tree
}
