package solve

import (
	"context"
	"fmt"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/words"
	"oxo/prove/pn"
	"oxo/search"
)

// Smaller proves a win by the wins of a smaller board of the same game. It tries the moves that win there, at
// every place in the position that fits the smaller board. See docs/know/k-in-a-row.md.
type Smaller struct {
	board     oxo.Game         // the smaller board
	small     *search.Searcher // searches the smaller board
	whole     *search.Searcher
	following *pn.Following
}

// The node budgets of the searches. On the smaller board: for one winning move, and for each other move that
// might win. On the whole board: for the first attempt, and for an attempt after all moves of the smaller
// board have failed.
const (
	smallerNodes = 20_000_000
	othersNodes  = 100_000
	shortNodes   = 3_000
	longerNodes  = 300_000
)

// SmallerBytes is the memory of a Smaller for positions in bytes, without the tables of its two
// searches.
const SmallerBytes = 64 << 20

// Follow shows a state until end is called. It calls state again and again. A nil Follow shows nothing.
type Follow func(state func() string) (end func())

// Show calls f if it is not nil.
func (f Follow) Show(state func() string) (end func()) {
	if f == nil {
		return func() {}
	}
	return f(state)
}

// NewSmaller solves a smaller board, and returns a prover that follows its wins in p and later positions. If
// the smaller board does not fit into p, the error is an [*InputError].
func NewSmaller(ctx context.Context, g oxo.Game, p oxo.Position, board oxo.Game, options search.Options, follow Follow) (*Smaller, error) {
	nested, ok := p.(knowledge.Claimer)
	if !ok || nested.Claim(p.Turn(), false) == nil {
		return nil, inputf("%s: want k in a row where a line wins, with at most 10 columns and rows, and without a torus", g.Name())
	}
	places := nested.Inner(board)
	if len(places) == 0 {
		return nil, inputf("%s does not fit into %s: want a smaller board with the same rules", board.Name(), g.Name())
	}
	options.KeepTable, options.ResultOnly, options.Book = true, true, nil
	b := &Smaller{board: board, small: search.New(options), whole: search.New(options)}
	b.following = pn.NewFollowing(pn.FollowingOptions{Advise: b.advise, Try: b.try})
	defer follow.Show(func() string {
		return "solving " + board.Name() + " first: " + words.Count(b.small.Visited(), "node")
	})()
	for _, place := range places {
		if _, wins := b.win(ctx, place, 0); wins {
			return b, nil
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("the side to move does not win on %s, so nothing follows for %s: solve without --smaller", board.Name(), g.Name())
}

// win returns a move that wins at a place, if a search with a node budget finds one; a budget of 0
// is no limit.
func (b *Smaller) win(ctx context.Context, place knowledge.Inner, nodes uint64) (oxo.Move, bool) {
	if place.Position == nil || place.Position.Outcome() != oxo.Ongoing {
		return 0, false
	}
	a := b.small.Ask(ctx, place.Position, search.Question{AtLeast: oxo.By(1), Nodes: nodes})
	if !a.HasMove || a.Bounds.Lo() < oxo.By(1) {
		return 0, false
	}
	return place.Outer(a.Best), true
}

// advise returns one winning move, or all, for each place of the smaller board: see
// [pn.FollowingOptions].
func (b *Smaller) advise(ctx context.Context, p oxo.Position, all bool) (moves []oxo.Move) {
	for _, place := range p.(knowledge.Claimer).Inner(b.board) {
		m, wins := b.win(ctx, place, smallerNodes)
		switch {
		case wins && !all:
			moves = append(moves, m)
		case wins:
			moves = append(moves, b.others(ctx, place)...)
		}
	}
	return moves
}

// others returns all moves at a place that a short search proves to win.
func (b *Smaller) others(ctx context.Context, place knowledge.Inner) (moves []oxo.Move) {
	p := place.Position
	for _, m := range p.Moves(nil) {
		p.Make(m)
		wins := p.Outcome() != oxo.Ongoing
		if !wins {
			wins = b.small.Ask(ctx, p, search.Question{AtLeast: 1 - oxo.By(1), Nodes: othersNodes}).Bounds.Hi() <= -oxo.By(1)
		}
		p.Unmake(m)
		if wins {
			moves = append(moves, place.Outer(m))
		}
	}
	return moves
}

// try searches the whole board: see [pn.FollowingOptions].
func (b *Smaller) try(ctx context.Context, p oxo.Position, longer bool) (pn.Found, bool) {
	nodes := uint64(shortNodes)
	if longer {
		nodes = longerNodes
	}
	a := b.whole.Ask(ctx, p, search.Question{AtLeast: oxo.By(1), Nodes: nodes})
	wins := a.Bounds.Lo() >= oxo.By(1)
	return pn.Found{Wins: wins, Best: a.Best, HasMove: wins && a.HasMove}, wins || a.Bounds.Hi() < oxo.By(1)
}

// progress returns the progress in words.
func (b *Smaller) progress() string {
	nodes, answered, replies := b.following.Progress()
	return fmt.Sprintf("%s, %d of %d replies to the first move answered", words.Count(nodes, "position"), answered, replies)
}

// smaller proves the result by the wins of a smaller board, and reports whether the options name
// one.
func (r *Proof) smaller(ctx context.Context) (oxo.Score, bool, error) {
	b := r.options.Smaller
	if b == nil {
		return 0, false, nil
	}
	win := b.following.Win(ctx, r.position)
	if !win.Wins {
		if err := ctx.Err(); err != nil {
			return 0, false, &UnprovenError{b.progress(), err}
		}
		return 0, false, fmt.Errorf("the moves that win on %s were not enough to prove a win, but there may be a win: try another smaller board, or solve without --smaller", b.board.Name())
	}
	if win.HasMove {
		r.found.follow(r.game, r.position, []oxo.Move{win.Best})
	}
	r.found.Nodes, _, _ = b.following.Progress()
	r.found.Method, r.found.Smaller = SmallerBoard, b.board.Name()
	return oxo.By(1), true, nil
}
