package steady

import (
	"context"
	"fmt"
	"slices"
)

// Options holds what [Build] needs. A move is the number of its column, from 0.
type Options struct {
	Width, Height int
	// Second reports whether the side that wins is the second player.
	Second bool
	// Start holds the moves to the first position of the strategy.
	Start []uint8
	// Advise returns a winning move of the side after the moves given.
	Advise func(ctx context.Context, moves []uint8) (uint8, error)
	// Keeps reports whether the side still wins after the moves given; the last one is its own move.
	Keeps func(ctx context.Context, moves []uint8) (bool, error)
	// Effort is the number of positions visited to find a steady state; 0 means 20,000.
	Effort int
	// Improve is the size, in nodes, of the largest part that is replaced by a smaller one; 0 means that nothing is.
	Improve int
	// Watch is called now and then with the number of nodes; it may be nil.
	Watch func(nodes int)
	// Notes holds what earlier runs have found; it may be nil.
	Notes *Notes
}

// own is a position with the side to move: a steady state, or a branch with one move. Positions are stored once for both
// mirror images.
type own struct {
	p      position
	path   []uint8
	state  *State
	choice *other
	mark   int
}

// other is a position with the other side to move, and the positions after the replies that do not lose at once.
type other struct {
	p     position
	path  []uint8
	below []*own
	mark  int
}

// builder makes a strategy. It is for one goroutine.
type builder struct {
	Options
	b       *Board
	finder  *finder
	top     *own   // the first position, if the side is to move there
	root    *other // the first position with the other side to move
	owns    map[uint64]*own
	others  map[uint64]*other
	recent  []*State
	nodes   int
	passes  int
	changed []change
}

const defaultEffort = 20_000

// Build returns a strategy by which a side wins from a position. It follows the moves of the adviser until
// it finds a steady state, and then replaces parts by smaller ones.
func Build(ctx context.Context, o Options) (*Strategy, error) {
	b, err := NewBoard(o.Width, o.Height)
	if err != nil {
		return nil, err
	}
	if o.Effort == 0 {
		o.Effort = defaultEffort
	}
	if o.Notes == nil {
		o.Notes = NewNotes()
	}
	g := &builder{Options: o, b: b, finder: newFinder(b, 1), owns: map[uint64]*own{}, others: map[uint64]*other{}}
	g.recall()
	if err := g.follow(ctx); err != nil {
		return nil, err
	}
	if err := g.improve(ctx); err != nil {
		return nil, err
	}
	return g.strategy(), nil
}

// follow builds the strategy by the moves of the adviser.
func (g *builder) follow(ctx context.Context) (err error) {
	mine := !g.Second
	var p position
	for i, x := range g.Start {
		m := g.b.legal(p) & g.b.column(int(x))
		if m == 0 {
			return fmt.Errorf("move %d of the start: column %d has no room", i+1, x+1)
		}
		if p.all |= m; mine {
			p.own |= m
		}
		mine = !mine
	}
	if !mine {
		g.root = g.otherAt(p, g.Start)
		return g.answer(ctx, g.root, p, g.Start)
	}
	g.top = g.ownAt(p, g.Start, nil)
	if g.top.state == nil {
		err = g.choose(ctx, g.top, p, g.Start)
		g.root = g.top.choice
	}
	return err
}

// otherAt returns the node of a position with the other side to move.
func (g *builder) otherAt(p position, path []uint8) *other {
	k, flip := g.b.canonical(p)
	q := g.others[k]
	if q == nil {
		g.nodes++
		q = &other{p: p, path: path}
		if flip {
			q.p, q.path = g.b.mirrored(p), g.mirroredPath(path)
		}
		g.others[k] = q
	}
	return q
}

// ownAt returns the node of a position with the side to move, and looks for its state if it is new.
func (g *builder) ownAt(p position, path []uint8, hints []*State) *own {
	k, flip := g.b.canonical(p)
	o := g.owns[k]
	if o == nil {
		g.nodes++
		o = &own{p: p, path: path}
		if flip {
			o.p, o.path = g.b.mirrored(p), g.mirroredPath(path)
		}
		g.owns[k] = o
		g.look(o, hints)
	}
	return o
}

func (g *builder) mirroredPath(path []uint8) []uint8 {
	path = slices.Clone(path)
	for i := range path {
		path[i] = uint8(g.b.Width) - 1 - path[i]
	}
	return path
}

// answer builds the strategy after q. p and path belong to q or to its mirror image.
func (g *builder) answer(ctx context.Context, q *other, p position, path []uint8) error {
	if err := context.Cause(ctx); err != nil || q.below != nil {
		return err
	}
	if g.Watch != nil {
		g.Watch(g.nodes)
	}
	q.below = []*own{}
	var hints []*State
	for rest := g.b.replies(p); rest != 0; rest &= rest - 1 {
		r := position{p.own, p.all | rest&-rest}
		to := append(slices.Clone(path), uint8(g.b.columnOf(rest&-rest)))
		o := g.ownAt(r, to, hints)
		if !slices.Contains(q.below, o) {
			q.below = append(q.below, o)
		}
		if o.state != nil {
			hints = append(hints, o.state)
			continue
		}
		if err := g.choose(ctx, o, r, to); err != nil {
			return err
		}
	}
	return nil
}

// choose gives a branch the move of the adviser. p and path belong to the branch or to its mirror image.
func (g *builder) choose(ctx context.Context, o *own, p position, path []uint8) error {
	if o.choice != nil {
		return nil
	}
	x, err := g.Advise(ctx, path)
	if err != nil {
		return err
	}
	m := g.b.legal(p) & g.b.column(int(x))
	if m == 0 {
		return fmt.Errorf("move %d after %v: the column is full", x+1, path)
	}
	p, path = position{p.own | m, p.all | m}, append(slices.Clone(path), x)
	o.choice = g.otherAt(p, path)
	return g.answer(ctx, o.choice, p, path)
}
