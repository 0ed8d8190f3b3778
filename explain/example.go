package explain

import (
	"context"
	"fmt"
	"math/rand/v2"

	"oxo"
	"oxo/search/trace"
)

// What an example is to have, so that it fits a screen and shows the idea.
const (
	exampleLeast = 15     // positions that alpha-beta visits
	exampleMost  = 30     //
	exampleFound = 40     // examples of which the best is taken
	exampleWork  = 40_000 // moves that may be played to find them
)

// Example finds a position of a game whose alpha-beta tree can be looked at whole: 15 to
// 30 positions, moves of different results, no win at once, and cut-offs both below the
// root's moves and deeper, where alpha meets beta. It is always the same for a game. A
// game that has none, or none that is found soon, is an error.
func Example(ctx context.Context, g oxo.Game) (oxo.Position, error) {
	alphabeta, err := Find("alphabeta")
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var best oxo.Position
	least := uint64(2*exampleMost + 1)
	for work, found := 0, 0; work < exampleWork && found < exampleFound && ctx.Err() == nil; work++ {
		p := g.Start()
		for moves := p.Moves(nil); len(moves) > 0 && p.Outcome() == oxo.Ongoing; moves = p.Moves(moves[:0]) {
			work++
			if len(moves) >= 3 && len(moves) <= 5 {
				work += exampleMost
				t, err := Walk(ctx, g, p, alphabeta, Options{MaxNodes: exampleMost})
				if err == nil && t.instructive() {
					if found++; t.plainness() < least {
						best, least = p.Clone(), t.plainness()
					}
					break
				}
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if best == nil {
		return nil, fmt.Errorf("no example was found in %s: its late positions have larger or simpler trees; give a position", g.Name())
	}
	return best, nil
}

// plainness is the less the better a tree shows the idea: a draw among losses first, then
// few positions.
func (t *Tree) plainness() uint64 {
	if t.Value.Score == oxo.Draw {
		return t.Visited
	}
	return t.Visited + exampleMost
}

// instructive reports whether a tree has what an example is to have.
func (t *Tree) instructive() bool {
	results := map[int]bool{}
	for _, m := range t.Moves {
		results[m.Value.Sign()] = true
	}
	if t.Visited < exampleLeast || len(results) < 2 || t.Value.Score == oxo.Win(1) {
		return false
	}
	near, deep := false, false
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Ending == trace.CutOff {
			near = near || n.Ply == 1
			deep = deep || (n.Ply > 1 && (n.Value == n.Alpha || n.Value == n.Beta))
		}
	}
	return near && deep
}
