package explain

import (
	"context"
	"fmt"
	"math/rand/v2"

	"oxo"
	"oxo/search/trace"
)

// The limits of an example: it must fit a screen and show the idea.
const (
	minExample   = 15     // positions that alpha-beta visits
	maxExample   = 30     //
	exampleFound = 40     // number of examples to choose the simplest from
	exampleWork  = 40_000 // moves that may be played to find them
)

// Example finds a position of a game whose alpha-beta tree is small enough to be seen
// whole: 15 to 30 positions, moves with different results, no immediate win, and
// cut-offs both below the root's moves and deeper, where alpha meets beta. A game
// always gives the same example. It is an error if none is found within the limits.
func Example(ctx context.Context, g oxo.Game) (oxo.Position, error) {
	alphabeta, err := Find("alphabeta")
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var best oxo.Position
	least := uint64(2*maxExample + 1)
	for work, found := 0, 0; work < exampleWork && found < exampleFound && ctx.Err() == nil; work++ {
		p := g.Start()
		for moves := p.Moves(nil); len(moves) > 0 && p.Outcome() == oxo.Ongoing; moves = p.Moves(moves[:0]) {
			work++
			if len(moves) >= 3 && len(moves) <= 5 {
				work += maxExample
				t, err := Walk(ctx, g, p, alphabeta, Options{MaxNodes: maxExample})
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
		return nil, fmt.Errorf("no example was found in %s, whose late positions have larger or simpler trees: give a position", g.Name())
	}
	return best, nil
}

// plainness rates how hard a tree is to read; less is better. A draw among losses
// comes first, then fewer positions.
func (t *Tree) plainness() uint64 {
	if t.Value.Score == oxo.Draw {
		return t.Visited
	}
	return t.Visited + maxExample
}

// instructive reports whether a tree meets the requirements of an example.
func (t *Tree) instructive() bool {
	results := map[int]bool{}
	for _, m := range t.Moves {
		results[m.Value.Sign()] = true
	}
	if t.Visited < minExample || len(results) < 2 || t.Value.Score == oxo.Win(1) {
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
