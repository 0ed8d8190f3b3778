package dropout

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"oxo"
	"oxo/search"
)

// Options configures the making of a book.
type Options struct {
	// Nodes is the node limit of a search. Every position of the book is searched once, and
	// every expanded position a second time to rank its moves.
	Nodes uint64
	// Positions is the number of positions at which the book stops growing. The last step
	// may add a few more.
	Positions int
	// Keep is the maximum number of moves kept for a position.
	Keep int
	// Margin is how much worse than the best a kept move may be, in the estimate's unit. Half
	// of it counts as one ply.
	Margin oxo.Score
	// Threads is the number of positions searched at once. It does not change the book.
	Threads int
	// Known, if not nil, is a book with the same game, nodes, keep and margin to continue.
	Known *Book
	// Progress, if not nil, is called with the number of positions each time it grows.
	Progress func(positions int)
	// Due, if not nil, is called each time the number of positions grows. If it returns true,
	// Save gets the book so far. An error of Save ends the making.
	Due  func() bool
	Save func(*Book) error
}

// The default options.
const (
	UsualNodes  = 100_000
	UsualKeep   = 4
	UsualMargin = 40
	maxKeep     = 100
	maxPlies    = 1000
)

// TableBytes is the size of each thread's table, an entry or two per node. It depends on the
// nodes of a search only, since a search with another table finds other estimates.
func TableBytes(nodes uint64) int64 {
	size := int64(1 << 20)
	for size < 64<<20 && uint64(size) < 32*nodes {
		size *= 2
	}
	return size
}

// newPool makes the searchers: each thread has as large a table as a single thread would have.
func newPool(nodes uint64, threads int) *search.Pool {
	return search.NewPool(search.Options{TableBytes: TableBytes(nodes) * int64(max(threads, 1)), Threads: threads})
}

// Check returns an error that says what is wrong with the options, or nil.
func (o *Options) Check() error {
	switch {
	case o.Nodes < 1:
		return fmt.Errorf("a search of %d nodes: want 1 or more", o.Nodes)
	case o.Positions < 1 || o.Positions > maxFile:
		return fmt.Errorf("a book of %d positions: want 1 to %d", o.Positions, maxFile)
	case o.Keep < 1 || o.Keep > maxKeep:
		return fmt.Errorf("%d moves for each position: want 1 to %d", o.Keep, maxKeep)
	case o.Margin < 0 || o.Margin > oxo.MaxEstimate:
		return fmt.Errorf("a margin of %d: want 0 to %d", o.Margin, oxo.MaxEstimate)
	}
	return nil
}

// node is a position of a growing book.
type node struct {
	key      oxo.Key
	check    uint32
	parent   int // at the start of the game its own number
	ply      int
	searched oxo.Score // from its own search, for the side to move
	branches []branch  // best first; if the position is not expanded, only its best move
	flags    uint8
}

// branch is a move of a position, and the number of the position after it.
type branch struct {
	edge
	to int // nowhere if the game is over after the move, or the position is not expanded
}

const nowhere = -1

// value returns the value of the position by the book, for its side to move.
func (n *node) value() oxo.Score { return n.branches[0].score }

// growing is a book under construction.
type growing struct {
	about
	nodes []node
	index map[oxo.Key]int
	pool  *search.Pool
}

// Make makes a book. If ctx ends it, it returns the book so far, which a later call can
// continue, and the context's error. A book that cannot grow any more has fewer positions than
// requested.
func Make(ctx context.Context, g oxo.Game, o Options) (*Book, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if g.Start().Outcome() != oxo.Ongoing {
		return nil, fmt.Errorf("%w: %s begins with a finished position", oxo.ErrGameOver, g.Name())
	}
	b := &growing{about: about{game: g, nodes: o.Nodes, keep: o.Keep, margin: o.Margin}, index: map[oxo.Key]int{}}
	b.pool = newPool(o.Nodes, o.Threads)
	if o.Known != nil {
		if err := b.resume(o.Known); err != nil {
			return nil, err
		}
	} else if err := b.plant(ctx); err != nil {
		return nil, err
	}
	for len(b.nodes) < o.Positions {
		next, ok := b.next()
		if !ok {
			break
		}
		if err := b.expand(ctx, next); err != nil {
			return b.book(), err
		}
		b.backUp()
		if o.Progress != nil {
			o.Progress(len(b.nodes))
		}
		if o.Due != nil && o.Due() {
			if err := o.Save(b.book()); err != nil {
				return b.book(), err
			}
		}
	}
	return b.book(), nil
}

// plant makes the start the only position.
func (b *growing) plant(ctx context.Context) error {
	root := []node{{}}
	b.searchAll(ctx, []oxo.Position{b.game.Start()}, root)
	b.nodes = root
	b.index[root[0].key] = 0
	return ctx.Err()
}

// next returns the end of the book nearest to the start: each move counts a ply plus what it
// loses against the best move. Among equally near ends the one with the lowest key comes first,
// so a continued book grows as if it had never been interrupted.
func (b *growing) next() (end int, ok bool) {
	cost := make([]int64, len(b.nodes))
	known := make([]bool, len(b.nodes))
	ply := int64(max(b.margin/2, 1))
	for _, i := range b.byPly() {
		n := &b.nodes[i]
		known[i] = known[i] || n.ply == 0
		if n.flags&expanded == 0 {
			if n.flags&decided == 0 && n.ply < maxPlies && known[i] && (!ok || b.before(cost, i, end)) {
				end, ok = i, true
			}
			continue
		}
		for _, to := range n.branches {
			c := cost[i] + ply + int64(n.value()-to.score)
			if b.follows(i, to.to) && (!known[to.to] || c < cost[to.to]) {
				cost[to.to], known[to.to] = c, true
			}
		}
	}
	return end, ok
}

// before reports whether i is to be expanded before j.
func (b *growing) before(cost []int64, i, j int) bool {
	return cmp.Or(cmp.Compare(cost[i], cost[j]), compare(b.nodes[i].key, b.nodes[j].key)) < 0
}

// byPly returns the numbers of the positions, those nearest to the start first.
func (b *growing) byPly() []int {
	order := make([]int, len(b.nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(b.nodes[i].ply, b.nodes[j].ply), compare(b.nodes[i].key, b.nodes[j].key))
	})
	return order
}

// follows reports whether a position comes one ply after another. Only then is its value backed
// up: so moves back to earlier positions form no cycle.
func (b *growing) follows(i, to int) bool {
	return to != nowhere && b.nodes[to].ply == b.nodes[i].ply+1
}

// backUp computes the values of all moves, from the ends of the book to its start.
func (b *growing) backUp() {
	for _, i := range slices.Backward(b.byPly()) {
		n := &b.nodes[i]
		if n.flags&expanded == 0 {
			continue
		}
		for k := range n.branches {
			switch to := n.branches[k].to; {
			case b.follows(i, to):
				n.branches[k].score = -b.nodes[to].value()
			case to != nowhere:
				n.branches[k].score = -b.nodes[to].searched
			}
		}
		slices.SortFunc(n.branches, func(x, y branch) int { return x.compare(y.edge) })
	}
}

// position returns a position of the book, by the moves that lead to it.
func (b *growing) position(i int) oxo.Position {
	var path []int
	for ; i != b.nodes[i].parent; i = b.nodes[i].parent {
		path = append(path, i)
	}
	p := b.game.Start()
	for _, next := range slices.Backward(path) {
		from := &b.nodes[b.nodes[next].parent]
		k := slices.IndexFunc(from.branches, func(to branch) bool { return to.to == next })
		m, _ := identify(p).own(from.branches[k].move)
		p.Make(m)
	}
	return p
}

// expand adds the positions after the moves of a position that are worth playing. If the
// context ends meanwhile, the book is unchanged.
func (b *growing) expand(ctx context.Context, i int) error {
	p := b.position(i)
	here := identify(p)
	best, _ := here.own(b.nodes[i].branches[0].move)
	branches, fresh, at := b.grow(p, here, b.choose(ctx, p, best))
	added := make([]node, len(fresh))
	b.searchAll(ctx, fresh, added)
	if err := ctx.Err(); err != nil {
		return err
	}
	for k := range added {
		n := &added[k]
		n.parent, n.ply = i, b.nodes[i].ply+1
		branches[at[k]].to = len(b.nodes)
		b.index[n.key] = len(b.nodes)
		b.nodes = append(b.nodes, *n)
	}
	b.nodes[i].branches = branches
	b.nodes[i].flags |= expanded
	return nil
}

// choose returns the moves of a position to keep: best, which its own search found, and others
// ranked by an analysis of all moves.
func (b *growing) choose(ctx context.Context, p oxo.Position, best oxo.Move) []oxo.Move {
	kept := []oxo.Move{best}
	b.pool.Do(1, func(s *search.Searcher, _ int) {
		all := s.Analyze(ctx, p, search.Limits{Nodes: b.about.nodes})
		for _, m := range all {
			if m.Move != best && len(kept) < b.keep && estimate(all[0].Score)-estimate(m.Score) <= b.margin {
				kept = append(kept, m.Move)
			}
		}
	})
	return kept
}

// grow turns moves of a position into branches, one for each class of images. It returns the
// positions that are new to the book, and the numbers of their branches.
func (b *growing) grow(p oxo.Position, here *identity, moves []oxo.Move) (branches []branch, fresh []oxo.Position, at []int) {
	seen := map[oxo.Key]bool{}
	for _, m := range moves {
		to := branch{edge{move: here.common(m)}, nowhere}
		p.Make(m)
		key := identify(p).key
		known, there := b.index[key]
		switch {
		case p.Outcome() != oxo.Ongoing:
			to.score = estimate(oxo.Final(p).ToParent())
		case seen[key]:
			p.Unmake(m)
			continue
		case there:
			to.to = known
		default:
			fresh, at = append(fresh, p.Clone()), append(at, len(branches))
		}
		seen[key] = true
		p.Unmake(m)
		branches = append(branches, to)
	}
	return branches, fresh, at
}

// searchAll searches positions, and fills in one node for each.
func (b *growing) searchAll(ctx context.Context, positions []oxo.Position, into []node) {
	b.pool.Do(len(positions), func(s *search.Searcher, i int) {
		here := identify(positions[i])
		found := lookAt(ctx, s, here, b.about.nodes)
		into[i] = node{key: here.key, check: here.check, searched: found.score, branches: []branch{{found.edge, nowhere}}, flags: found.flags}
	})
}

// searched is the result of the search of a position.
type searched struct {
	edge
	flags uint8
}

// lookAt searches one position.
func lookAt(ctx context.Context, s *search.Searcher, here *identity, nodes uint64) searched {
	r := s.Search(ctx, here.p, search.Limits{Nodes: nodes})
	if !r.HasMove {
		return searched{}
	}
	found := searched{edge: edge{here.common(r.Best), estimate(r.Score)}}
	if r.Proven || found.score == oxo.MaxEstimate || found.score == -oxo.MaxEstimate {
		found.flags = decided
	}
	return found
}
