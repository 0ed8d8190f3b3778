package steady

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"slices"
)

// improve replaces parts of the strategy by smaller ones, from small parts to large ones, until a pass finds none.
func (g *builder) improve(ctx context.Context) error {
	if g.root == nil {
		return nil
	}
	for size := min(6, g.Improve); size > 0 && size <= g.Improve; size = size * 3 / 2 {
		if err := g.pass(ctx, size); err != nil {
			return err
		}
	}
	return nil
}

// pass looks at each branch with at most a number of nodes that no other part needs.
func (g *builder) pass(ctx context.Context, size int) error {
	branches := g.branches()
	slices.SortFunc(branches, func(x, y *own) int { return cmp.Compare(len(y.path), len(x.path)) })
	for _, o := range branches {
		if o.state != nil {
			continue
		}
		n := g.alone(o)
		if n < 3 || n > size {
			continue
		}
		if g.Watch != nil {
			g.Watch(g.nodes)
		}
		if g.again(o, n) {
			continue
		}
		g.changed = g.changed[:0]
		best, _, err := g.smaller(ctx, o, n-1)
		if best != nil && (err == nil || errors.Is(err, errSpent)) {
			o.choice = best
			continue
		}
		for _, c := range slices.Backward(g.changed) { // the nodes below may be in use
			c.o.choice = c.before
		}
		if err != nil && !errors.Is(err, errSpent) {
			return err
		}
	}
	g.count()
	return nil
}

// change is a choice that was made for a part that may not be used.
type change struct {
	o      *own
	before *other
}

// again looks for a state of a branch with more effort, the more nodes it would save.
func (g *builder) again(o *own, saved int) bool {
	k, _ := g.b.canonical(o.p)
	effort := min(g.Effort*saved/8, 50*g.Effort)
	if g.Notes.vain[k] >= effort || !g.wanted(o) {
		return false
	}
	if o.state = g.search(o.p, effort); o.state == nil {
		g.Notes.vain[k] = effort
		return false
	}
	g.Notes.states[k] = o.state
	return true
}

// branches lists the branches of the strategy.
func (g *builder) branches() (all []*own) {
	g.visit(g.root, nil, func(o *own) {
		if o.state == nil {
			all = append(all, o)
		}
	})
	return all
}

// visit marks all nodes of the strategy after q, without what follows after stop.
func (g *builder) visit(q *other, stop *own, f func(*own)) {
	g.passes++
	g.walk(q, stop, f)
}

func (g *builder) walk(q *other, stop *own, f func(*own)) {
	if q.mark == g.passes {
		return
	}
	q.mark = g.passes
	for _, o := range q.below {
		if o.mark == g.passes {
			continue
		}
		o.mark = g.passes
		if f != nil {
			f(o)
		}
		if o.state == nil && o != stop {
			g.walk(o.choice, stop, f)
		}
	}
}

// count sets the number of nodes.
func (g *builder) count() {
	g.nodes = 0
	seen := map[*other]bool{}
	g.visit(g.root, nil, func(o *own) {
		g.nodes++
		if o.state == nil && !seen[o.choice] {
			seen[o.choice] = true
			g.nodes++
		}
	})
	if g.nodes++; g.top != nil {
		g.nodes++
	}
}

// alone returns the number of nodes after a branch that no other part of the strategy needs. It marks the nodes of the
// other parts.
func (g *builder) alone(o *own) int {
	g.visit(g.root, o, nil)
	n := 0
	seen := map[any]bool{}
	var count func(q *other)
	count = func(q *other) {
		if q.mark == g.passes || seen[q] {
			return
		}
		seen[q] = true
		n++
		for _, o := range q.below {
			if o.mark != g.passes && !seen[o] {
				seen[o] = true
				n++
				if o.state == nil {
					count(o.choice)
				}
			}
		}
	}
	count(o.choice)
	return n
}

// errSpent ends a search for a smaller part.
var errSpent = errors.New("the search for a smaller part has looked at enough positions")

// smaller returns the move after which the rest of the strategy has at most a number of new nodes, and their number; or nil.
// Nodes with the mark of the last pass cost nothing.
func (g *builder) smaller(ctx context.Context, o *own, most int) (best *other, n int, err error) {
	budget := 30 + 3*most
	return g.least(ctx, o, most, &budget)
}

// least is smaller with a budget of positions.
func (g *builder) least(ctx context.Context, o *own, most int, budget *int) (best *other, n int, err error) {
	if most < 1 {
		return nil, 0, nil
	}
	options, err := g.options(ctx, o)
	if err != nil {
		return nil, 0, err
	}
	for _, q := range options {
		n, ok, err := g.replied(ctx, q, most, budget)
		if err != nil {
			return best, most + 1, err
		}
		if ok {
			best, most = q, n-1
		}
	}
	return best, most + 1, nil
}

// replied counts the new nodes after a move, and reports whether they are at most the number given. If so, the choices below
// are set.
func (g *builder) replied(ctx context.Context, q *other, most int, budget *int) (n int, ok bool, err error) {
	if q.mark == g.passes {
		return 0, true, nil
	}
	if *budget--; *budget < 0 {
		return 0, false, errSpent
	}
	n = 1
	g.openAll(q)
	var hard []*own
	for _, o := range q.below {
		if o.mark != g.passes {
			if n++; o.state == nil {
				hard = append(hard, o)
			}
		}
	}
	if n+len(hard) > most {
		return n, false, nil
	}
	for i, o := range hard {
		best, more, err := g.least(ctx, o, most-n-(len(hard)-1-i), budget)
		if err != nil || best == nil {
			return 0, false, err
		}
		g.changed = append(g.changed, change{o, o.choice})
		o.choice = best
		n += more
	}
	return n, true, nil
}

// openAll adds the positions after all replies.
func (g *builder) openAll(q *other) {
	if q.below != nil {
		return
	}
	q.below = []*own{}
	var hints []*State
	for rest := g.b.replies(q.p); rest != 0; rest &= rest - 1 {
		m := rest & -rest
		o := g.ownAt(position{q.p.own, q.p.all | m}, append(slices.Clone(q.path), uint8(g.b.columnOf(m))), hints)
		if o.state != nil {
			hints = append(hints, o.state)
		}
		if !slices.Contains(q.below, o) {
			q.below = append(q.below, o)
		}
	}
}

// options returns the positions after the winning moves of a branch, those with few replies first.
func (g *builder) options(ctx context.Context, o *own) (all []*other, err error) {
	legal := g.b.legal(o.p)
	if block := g.b.wins(o.p.own^o.p.all) & legal; block != 0 {
		legal = block
	}
	for ; legal != 0; legal &= legal - 1 {
		x := uint8(bits.TrailingZeros64(legal) / (g.b.Height + 1))
		m := legal & -legal
		p := position{o.p.own | m, o.p.all | m}
		ok, err := g.keeps(ctx, p, append(slices.Clone(o.path), x))
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, g.otherAt(p, append(slices.Clone(o.path), x)))
		}
	}
	slices.SortStableFunc(all, func(x, y *other) int { return cmp.Compare(count(g.b.replies(x.p)), count(g.b.replies(y.p))) })
	return all, nil
}

func (g *builder) keeps(ctx context.Context, p position, path []uint8) (bool, error) {
	k, _ := g.b.canonical(p)
	if kept, ok := g.Notes.kept[k]; ok {
		return kept, nil
	}
	ok, err := g.Keeps(ctx, path)
	if err == nil {
		g.Notes.kept[k] = ok
	}
	return ok, err
}
