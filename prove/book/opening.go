package book

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"oxo"
)

// ErrNoBook is wrapped by the error of a game that can have no book.
var ErrNoBook = errors.New("no book can be made")

// bookable says why a game can have no book, if so.
func bookable(g oxo.Game, p oxo.Position) error {
	if k, ok := p.(oxo.Keyed); !ok || k.KeyBits() == 0 {
		return fmt.Errorf("%w of %s: its positions have no exact keys", ErrNoBook, g.Name())
	}
	if _, ok := p.(oxo.Looping); ok {
		return fmt.Errorf("%w of %s: the game loops, so a value may depend on the moves before", ErrNoBook, g.Name())
	}
	return nil
}

// keyOf returns a function that returns the key of p as it is when it is called,
// the same for all its images.
func keyOf(p oxo.Position) func() oxo.Key {
	if s, ok := p.(oxo.Symmetric); ok {
		return func() oxo.Key { k, _ := s.Canonical(); return k }
	}
	return p.(oxo.Keyed).Key
}

// opening is a walk through the ongoing positions of a game's first plies, each
// once.
type opening struct {
	ctx     context.Context
	p       oxo.Position
	key     func() oxo.Key
	plies   int
	most    int             // positions; more end the walk
	reached map[oxo.Key]int // positions, by how many plies lead to them at least
	line    []oxo.Move      // from the start to here
	moves   []oxo.Move      // of the positions on the line, one after the other
	// lines, if not nil, gets a line to each position.
	lines map[oxo.Key][]oxo.Move
}

// mostAtFirst is the room that a walk takes before it has found anything.
const mostAtFirst = 1 << 16

func newOpening(ctx context.Context, g oxo.Game, plies, most int) *opening {
	p := g.Start()
	return &opening{ctx: ctx, p: p, key: keyOf(p), plies: plies, most: most, reached: make(map[oxo.Key]int, min(most, mostAtFirst))}
}

// walk visits the position here and those behind it, and reports whether the walk
// may go on.
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
	if len(o.reached) > o.most || o.ctx.Err() != nil {
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
