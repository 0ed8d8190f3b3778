package book

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"oxo"
)

// ErrNoBook is wrapped by the error of a game that cannot have a book.
var ErrNoBook = errors.New("no book can be made")

// bookable returns why a game cannot have a book, or nil.
func bookable(g oxo.Game, p oxo.Position) error {
	if k, ok := p.(oxo.Keyed); !ok || k.KeyBits() == 0 {
		return fmt.Errorf("%w of %s: its positions have no exact keys", ErrNoBook, g.Name())
	}
	if _, ok := p.(oxo.Looping); ok {
		return fmt.Errorf("%w of %s: the game loops, so a value may depend on the moves before", ErrNoBook, g.Name())
	}
	return nil
}

// keyOf returns a function that returns the key of p at the time of the call. All images of a position have the same
// key.
func keyOf(p oxo.Position) func() oxo.Key {
	if s, ok := p.(oxo.Symmetric); ok {
		return func() oxo.Key { k, _ := s.Canonical(); return k }
	}
	return p.(oxo.Keyed).Key
}

// opening is a walk through the ongoing positions of a game's first plies, each once.
type opening struct {
	ctx     context.Context
	p       oxo.Position
	key     func() oxo.Key
	plies   int
	limit   int             // maximum number of positions; more end the walk
	reached map[oxo.Key]int // for each position, the least number of plies that leads to it
	line    []oxo.Move      // from the start to the current position
	moves   []oxo.Move      // of the positions on the line, concatenated
	// lines, if not nil, receives a line to each position.
	lines map[oxo.Key][]oxo.Move
}

// maxAtFirst limits the memory that a walk allocates at its start.
const maxAtFirst = 1 << 16

func newOpening(ctx context.Context, g oxo.Game, plies, limit int) *opening {
	p := g.Start()
	return &opening{ctx: ctx, p: p, key: keyOf(p), plies: plies, limit: limit, reached: make(map[oxo.Key]int, min(limit, maxAtFirst))}
}

// walk visits the current position and those after it, and reports whether to continue.
func (o *opening) walk() bool {
	if o.p.Outcome() != oxo.Ongoing {
		return true
	}
	key, ply := o.key(), len(o.line)
	before, known := o.reached[key]
	if known && before <= ply {
		return true
	}
	o.reached[key] = ply
	if len(o.reached) > o.limit || o.ctx.Err() != nil {
		return false
	}
	if o.lines != nil {
		o.lines[key] = slices.Clone(o.line)
	}
	if ply == o.plies {
		return true
	}
	from := len(o.moves)
	o.moves = o.p.Moves(o.moves)
	for _, m := range o.moves[from:] {
		o.p.Make(m)
		o.line = append(o.line, m)
		ok := o.walk()
		o.line = o.line[:ply]
		o.p.Unmake(m)
		if !ok {
			return false
		}
	}
	o.moves = o.moves[:from]
	return true
}

// keys returns the keys of the positions found, in ascending order.
func (o *opening) keys() []oxo.Key {
	keys := make([]oxo.Key, 0, len(o.reached))
	for key := range o.reached {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, compare)
	return keys
}
