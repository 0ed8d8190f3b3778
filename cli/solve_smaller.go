package cli

import (
	"context"
	"fmt"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/words"
	"oxo/prove/pn"
	"oxo/search"
)

// smallerOptions are the smaller board whose wins solve follows.
type smallerOptions struct {
	name  string
	board *smallerBoard // nil without a name
}

// checkSmaller says what --smaller does not go with.
func (o *solveOptions) checkSmaller(input bool) error {
	switch {
	case o.smaller.name == "":
		return nil
	case o.list || o.all.given || input || o.cluster.url != "" || o.keep.file != "":
		return usagef("--smaller is for one position, from beginning to end on this machine: it does not go with --list, --all, -, --cluster or --checkpoint")
	case o.method != byEither:
		return usagef("--smaller is a method of its own: it does not go with --method")
	}
	return nil
}

// smallerBoard advises on the moves of a board: those that win on a smaller one, wherever that has a place.
type smallerBoard struct {
	g         oxo.Game
	small     *search.Searcher // of the smaller board
	whole     *search.Searcher
	following *pn.Following
}

// How many positions the searches visit behind the first one, of the smaller board: for the one move that it finds
// and for each other move there is; and of the whole board, at first and where there is no advice.
const (
	smallerNodes = 20_000_000
	othersNodes  = 100_000
	shortNodes   = 3_000
	longerNodes  = 300_000
)

// smallerMemory is what is kept of positions, beside the tables.
const smallerMemory = 64 << 20

// newSmallerBoard solves a smaller board, and returns what follows its wins in p and the positions behind it.
// Without a name, or where the game is over, it returns nil.
func (a *app) newSmallerBoard(ctx context.Context, name string, g oxo.Game, p oxo.Position, options search.Options) (*smallerBoard, error) {
	if name == "" || p.Outcome() != oxo.Ongoing {
		return nil, nil
	}
	small, err := a.game(name)
	if err != nil {
		return nil, fmt.Errorf("--smaller: %w", err)
	}
	nested, ok := p.(knowledge.Nested)
	if !ok || nested.Claim(p.Turn(), false) == nil {
		return nil, usagef("--smaller is for k in a row where a line wins, on boards of up to 10 columns and rows and without a torus: not for %s", g.Name())
	}
	places := nested.Inner(small)
	if len(places) == 0 {
		return nil, usagef("--smaller: %s has no place in %s: take a smaller board with the same rules", small.Name(), g.Name())
	}
	options.KeepTable, options.ResultOnly, options.Book = true, true, nil
	b := &smallerBoard{g: small, small: search.New(options), whole: search.New(options)}
	b.following = pn.NewFollowing(pn.FollowingOptions{Advise: b.advise, Try: b.try})
	defer a.progress().follow(func() string {
		return "solving " + small.Name() + " first: " + words.Count(b.small.Visited(), "node")
	})()
	for _, place := range places {
		if _, wins := b.win(ctx, place, 0); wins {
			return b, nil
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("--smaller: the side to move does not win on %s, which says nothing of %s then", small.Name(), g.Name())
}

// win returns a move that wins at a place, if a search of at most that number of positions finds one; 0 is no limit.
func (b *smallerBoard) win(ctx context.Context, place knowledge.Inner, nodes uint64) (oxo.Move, bool) {
	if place.Position == nil || place.Position.Outcome() != oxo.Ongoing {
		return 0, false
	}
	a := b.small.Ask(ctx, place.Position, search.Question{AtLeast: oxo.By(1), Nodes: nodes})
	if !a.HasMove || a.Bounds.Lo() < oxo.By(1) {
		return 0, false
	}
	return place.Outer(a.Best), true
}

// advise returns a move that wins at each place of the smaller board, or all: see [pn.FollowingOptions].
func (b *smallerBoard) advise(ctx context.Context, p oxo.Position, all bool) (moves []oxo.Move) {
	for _, place := range p.(knowledge.Nested).Inner(b.g) {
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

// others returns all moves that are seen to win at a place.
func (b *smallerBoard) others(ctx context.Context, place knowledge.Inner) (moves []oxo.Move) {
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
func (b *smallerBoard) try(ctx context.Context, p oxo.Position, longer bool) (pn.Found, bool) {
	nodes := uint64(shortNodes)
	if longer {
		nodes = longerNodes
	}
	a := b.whole.Ask(ctx, p, search.Question{AtLeast: oxo.By(1), Nodes: nodes})
	wins := a.Bounds.Lo() >= oxo.By(1)
	return pn.Found{Wins: wins, Best: a.Best, HasMove: wins && a.HasMove}, wins || a.Bounds.Hi() < oxo.By(1)
}

// state says how far it is.
func (b *smallerBoard) state() string {
	nodes, answered, replies := b.following.Progress()
	return fmt.Sprintf("%s, %d of %d replies to the first move answered", words.Count(nodes, "position"), answered, replies)
}

// smaller proves the result by the wins of a smaller board, and reports whether that was asked for.
func (r *proving) smaller(ctx context.Context, g oxo.Game, p oxo.Position, found *solution) (oxo.Score, bool, error) {
	b := r.options.smaller.board
	if b == nil {
		return 0, false, nil
	}
	win := b.following.Win(ctx, p)
	if !win.Wins {
		if err := ctx.Err(); err != nil {
			return 0, false, &notProven{b.state(), err}
		}
		return 0, false, fmt.Errorf("the moves that win on %s were not enough to prove a win, but there may be a win: try another smaller board, or solve without --smaller", b.g.Name())
	}
	if win.HasMove {
		found.follow(g, p, []oxo.Move{win.Best})
	}
	found.Nodes, _, _ = b.following.Progress()
	found.Smaller = b.g.Name()
	return oxo.By(1), true, nil
}
