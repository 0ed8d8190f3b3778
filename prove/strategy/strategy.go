// Package strategy finds a small strategy: among all the moves that keep a side's score, it chooses moves with a
// small tree. It uses no rules of a game and proves nothing; the code that writes the tree asks it for moves.
//
// It is AO* [MartelliMontanari73]: a graph of positions, where one move is enough for the side, and all moves of
// the other side count. Each position has an estimate of the nodes of its tree. While the tree that looks
// smallest is incomplete, one of its positions is expanded, and the estimates above change.
package strategy

import (
	"context"
	"errors"
	"math"

	"oxo"
)

// Options holds the goal of the strategy and functions of the game. Keeps, Leaf and Most are called for positions
// with the other side to move. The builder ignores results of Leaf and Most after the context has ended.
type Options struct {
	Game  oxo.Game
	Side  oxo.Side  // the side to find a strategy for
	Least oxo.Score // the score it has to reach
	// Plies is how long the game can last from the first position: the estimates start from it.
	Plies int
	// Keeps reports whether the side reaches Least.
	Keeps func(ctx context.Context, p oxo.Position) (bool, error)
	// Leaf reports whether a position needs no tree, and by how many nodes its one node is larger than
	// others.
	Leaf func(ctx context.Context, p oxo.Position) (cost float64, ok bool)
	// Most returns the replies that need trees, in a position where the other replies need none, and by how many
	// nodes its node is larger than others. It may be nil.
	Most func(ctx context.Context, p oxo.Position) (cost float64, others []oxo.Move)
	// Expansions limits the positions expanded for a move; 0 means a million. More make a
	// smaller tree.
	Expansions int
}

// Builder chooses the moves of a strategy. It is for one goroutine.
type Builder struct {
	opts    Options
	replies map[oxo.Key]*replies
	choices map[oxo.Key]*choice
	moves   []oxo.Move
}

// ErrKeys is returned for games without exact keys.
var ErrKeys = errors.New("a small strategy needs exact keys of positions")

// New returns a builder for positions of one game.
func New(opts Options) *Builder {
	if opts.Expansions == 0 {
		opts.Expansions = 1 << 20
	}
	return &Builder{opts: opts, replies: map[oxo.Key]*replies{}, choices: map[oxo.Key]*choice{}}
}

// Move returns a move of the side, which is to move in p and reaches its score there. It works
// on p and restores it.
func (b *Builder) Move(ctx context.Context, p oxo.Position) (oxo.Move, error) {
	if m, ok := b.ending(p); ok {
		return m, nil
	}
	c, err := b.choiceAt(ctx, p, 0)
	if err != nil {
		return 0, err
	}
	for n := 0; !c.whole && n < b.opts.Expansions; n++ {
		if err := b.expand(ctx, c.best().tip()); err != nil {
			return 0, err
		}
	}
	best := c.best()
	if !best.whole && !best.expanded { // so that all positions after the best move are in the graph
		if err := b.expand(ctx, best.replies); err != nil {
			return 0, err
		}
	}
	if here, symmetry := canonical(p); here != nil { // the choice may be stored for an image
		return here.UnmapMove(best.by, symmetry), context.Cause(ctx)
	}
	return best.by, context.Cause(ctx)
}

// estimate returns the expected cost of an unknown tree, in nodes. Within twenty plies of the end a few nodes are
// usually enough, since most such positions are leaves; each earlier ply multiplies the cost. Too small a factor
// makes the search look at everything, too large a one makes it take the first tree it finds. On Connect Four 6x6 0.5
// from 18 plies on found 1,807 nodes in 15 s, 0.4 from 22 on found 1,233 in 14 s (November 2026).
func (b *Builder) estimate(depth float64) float64 {
	const (
		last   = 22  // plies
		factor = 0.4 // the logarithm of the factor of a ply
		nodes  = 3
	)
	return max(2, nodes*math.Exp(factor*(float64(b.opts.Plies-last)-depth)))
}

// ending returns a move that ends the game with the score the side needs.
func (b *Builder) ending(p oxo.Position) (oxo.Move, bool) {
	from := len(b.moves)
	b.moves = p.Moves(b.moves)
	all := b.moves[from:]
	defer func() { b.moves = b.moves[:from] }()
	for _, m := range all {
		p.Make(m)
		done := p.Outcome() != oxo.Ongoing && b.reached(p)
		p.Unmake(m)
		if done {
			return m, true
		}
	}
	return 0, false
}

// reached reports whether the side has its score in a finished game.
func (b *Builder) reached(p oxo.Position) bool {
	score := oxo.Final(p)
	if p.Turn() != b.opts.Side {
		score = -score
	}
	return score >= b.opts.Least
}
