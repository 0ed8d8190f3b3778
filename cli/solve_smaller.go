package cli

import (
	"context"
	"fmt"
	"sync"

	"oxo"
	"oxo/claim"
	"oxo/proof"
	"oxo/search"
)

// smallerOptions are the smaller board whose wins solve tries first.
type smallerOptions struct {
	name  string
	board *smallerBoard // nil without a name
}

// checkSmaller says what --smaller does not go with, and chooses proof numbers, which ask for advice.
func (o *solveOptions) checkSmaller(input bool) error {
	switch {
	case o.smaller.name == "":
		return nil
	case o.list || o.all.given || input || o.cluster.url != "":
		return usagef("--smaller is for one position on this machine: it goes neither with --list nor with --all nor with - nor with --cluster")
	case o.method == bySearch:
		return usagef("--smaller advises proof-number search: it does not go with --method search")
	}
	o.method = byNumbers
	return nil
}

// prover returns how proof numbers are to work with so much memory.
func (o *solveOptions) prover(bytes int64) proof.Options {
	p := proof.Options{TableBytes: bytes, Threads: o.search.threads}
	if o.smaller.board != nil {
		p.Advise = o.smaller.board.advise
	}
	return p
}

// smallerBoard advises on the moves of a board: those that win on a smaller one, wherever that has a place.
// Several goroutines may ask it.
type smallerBoard struct {
	ctx  context.Context // of the command
	g    oxo.Game
	mu   sync.Mutex // guards what follows
	s    *search.Searcher
	told map[oxo.Key][]oxo.Move
}

// smallerMemory is what advice on some hundred thousand positions takes.
const smallerMemory = 64 << 20

// smallerNodes is how many positions a question about the smaller board visits at most, once that is solved.
const smallerNodes = 1 << 20

// newSmallerBoard solves a smaller board, and returns what advises on the moves of p and the positions behind it.
// Without a name it returns nil.
func (a *app) newSmallerBoard(ctx context.Context, name string, g oxo.Game, p oxo.Position, options search.Options) (*smallerBoard, error) {
	if name == "" {
		return nil, nil
	}
	small, err := a.game(name)
	if err != nil {
		return nil, fmt.Errorf("--smaller: %w", err)
	}
	nested, ok := p.(claim.Nested)
	if !ok || nested.Claim(p.Turn(), false) == nil {
		return nil, usagef("--smaller is for k in a row where a line wins, on boards of up to 10 columns and rows and without a torus: not for %s", g.Name())
	}
	places := nested.Inner(small)
	if len(places) == 0 {
		return nil, usagef("--smaller: %s has no place in %s: take a smaller board with the same rules", small.Name(), g.Name())
	}
	options.KeepTable, options.ResultOnly, options.Book = true, true, nil
	b := &smallerBoard{ctx: ctx, g: small, s: search.New(options), told: map[oxo.Key][]oxo.Move{}}
	defer a.progress().follow(func() string { return "solving " + small.Name() + " first" })()
	for _, inner := range places {
		if _, wins := b.win(inner, 0); wins {
			return b, nil
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("--smaller: %s is not won for the side to move, so that it says nothing of %s", small.Name(), g.Name())
}

// win returns a move that wins at a place, if a search of so many positions finds one; 0 is no limit.
func (b *smallerBoard) win(place claim.Inner, nodes uint64) (oxo.Move, bool) {
	if place.Position == nil || place.Position.Outcome() != oxo.Ongoing {
		return 0, false
	}
	a := b.s.Ask(b.ctx, place.Position, search.Question{AtLeast: oxo.By(1), Nodes: nodes})
	if !a.HasMove || a.Bounds.Lo() < oxo.By(1) {
		return 0, false
	}
	return place.Outer(a.Best), true
}

// advise returns the moves that win at the places of the smaller board: see [proof.Advice].
func (b *smallerBoard) advise(p oxo.Position) []oxo.Move {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := p.(oxo.Keyed).Key()
	moves, known := b.told[key]
	if known {
		return moves
	}
	for _, place := range p.(claim.Nested).Inner(b.g) {
		if m, wins := b.win(place, smallerNodes); wins {
			moves = append(moves, m)
		}
	}
	if b.ctx.Err() == nil {
		b.told[key] = moves
	}
	return moves
}
