package census

import (
	"context"
	"errors"
	"fmt"
	"math"

	"oxo"
)

// Options limits a census.
type Options struct {
	// Symmetric counts one position of each class of positions that symmetries map onto each
	// other.
	Symmetric bool
	// Depth is the last ply to count; 0 is the end of the game.
	Depth int
	// MaxPositions ends the census with an error if the game has more positions; 0 means DefaultMaxPositions. A
	// position takes some 200 bytes, or several times that without an exact key.
	MaxPositions int
	// Progress, if set, is called now and then with the number of positions found so far, from
	// the goroutine of the census.
	Progress func(ply, positions int)
}

// DefaultMaxPositions is enough for noughts and crosses on 4x4, which has
// 9,722,011.
const DefaultMaxPositions = 10_000_000

// ErrMaxPositions is wrapped by the error of a game with more positions than
// Options.MaxPositions.
var ErrMaxPositions = errors.New("the game has too many positions")

// ErrLoops is wrapped by the error of a game that returns to earlier positions and so has no last ply.
var ErrLoops = errors.New("the game loops")

// Census is the result of a census.
type Census struct {
	Plies []Ply
	// Complete is true if no game continues beyond the last ply: then the counts of positions
	// won, drawn and lost are known.
	Complete bool
}

// Ply counts the positions after a number of plies, and the games that end there.
type Ply struct {
	Ply       int
	Positions int // positions reached after this number of plies
	Terminal  int // positions among them where the game is over
	// Positions by the winner under best play; set only in a complete census.
	First, Second, Draw int
	// Games that end at this ply, by result.
	GamesFirst, GamesSecond, GamesDrawn Number
}

// Games returns the number of games that end at this ply.
func (p Ply) Games() Number { return p.GamesFirst.Plus(p.GamesSecond).Plus(p.GamesDrawn) }

// Total sums up all plies; its Ply is the number of the last one.
func (c *Census) Total() Ply {
	var t Ply
	for _, p := range c.Plies {
		t.Ply = p.Ply
		t.Positions += p.Positions
		t.Terminal += p.Terminal
		t.First, t.Second, t.Draw = t.First+p.First, t.Second+p.Second, t.Draw+p.Draw
		t.GamesFirst = t.GamesFirst.Plus(p.GamesFirst)
		t.GamesSecond = t.GamesSecond.Plus(p.GamesSecond)
		t.GamesDrawn = t.GamesDrawn.Plus(p.GamesDrawn)
	}
	return t
}

// Take counts a game from a position, and leaves the position unchanged.
func Take(ctx context.Context, g oxo.Game, start oxo.Position, opts Options) (*Census, error) {
	w, err := newWalk(ctx, g, start, opts)
	if err != nil {
		return nil, err
	}
	if err := w.run(start); err != nil {
		return nil, err
	}
	c := &Census{Complete: w.complete}
	for i := range w.layers {
		c.Plies = append(c.Plies, w.layers[i].ply)
	}
	if c.Complete {
		if err := w.evaluate(); err != nil {
			return nil, err
		}
		for i := range w.layers {
			w.layers[i].countValues(&c.Plies[i], start.Turn())
		}
	}
	return c, nil
}

// walk makes the plies of a game, each from the previous ply.
type walk struct {
	ctx      context.Context
	game     oxo.Game
	opts     Options
	identity identity
	layers   []layer
	steps    int // moves made since the last check of ctx
	found    int
	complete bool
}

// layer holds the positions of one ply. Replies are stored as numbers in the next layer, so
// that values can be computed backwards without the positions.
type layer struct {
	ply     Ply
	keys    []oxo.Key
	first   []int       // first[i]: index of the first reply of position i
	replies []uint32    // numbers of positions in the next layer
	scores  []oxo.Score // for the side to move; before evaluate runs, set only for finished games
}

// frontier is the ply under construction, with its positions.
type frontier struct {
	positions []oxo.Position // nil entries if the key is the number of a text
	paths     []Number       // the number of ways to reach each position
	number    map[oxo.Key]uint32
	keys      []oxo.Key
}

func newWalk(ctx context.Context, g oxo.Game, start oxo.Position, opts Options) (*walk, error) {
	if _, ok := start.(oxo.Looping); ok && opts.Depth == 0 {
		return nil, fmt.Errorf("%w: count it by plies up to a depth, or with Close", ErrLoops)
	}
	id, err := identityOf(g, start, opts.Symmetric)
	return &walk{ctx: ctx, game: g, opts: opts.withDefaults(), identity: id}, err
}

func (o Options) withDefaults() Options {
	if o.MaxPositions == 0 {
		o.MaxPositions = DefaultMaxPositions
	}
	return o
}

func (w *walk) run(start oxo.Position) error {
	f := frontier{number: map[oxo.Key]uint32{}}
	if _, err := w.reach(&f, start, Of(1)); err != nil {
		return err
	}
	for ply := 0; len(f.positions) > 0; ply++ {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if w.opts.Depth > 0 && ply > w.opts.Depth {
			return nil
		}
		next, err := w.expand(&f, ply)
		if err != nil {
			return err
		}
		f = next
	}
	w.complete = true
	return nil
}

// reach adds a position to the ply under construction, with a number of ways to reach it. It returns the number of
// the position there.
func (w *walk) reach(f *frontier, p oxo.Position, paths Number) (uint32, error) {
	key := w.identity.key(p)
	n, known := f.number[key]
	if known {
		f.paths[n] = f.paths[n].Plus(paths)
		return n, nil
	}
	if w.found++; w.found > w.opts.MaxPositions || uint64(len(f.positions)) == math.MaxUint32 {
		return 0, tooMany(w.opts.MaxPositions)
	}
	n = uint32(len(f.positions))
	f.number[key] = n
	if w.identity.texts == nil {
		f.positions = append(f.positions, p.Clone())
	} else {
		f.positions = append(f.positions, nil)
	}
	f.keys = append(f.keys, key)
	f.paths = append(f.paths, paths)
	return n, nil
}

// expand turns the ply under construction into a layer, and makes the next ply.
func (w *walk) expand(f *frontier, ply int) (frontier, error) {
	l := layer{ply: Ply{Ply: ply, Positions: len(f.positions)}, keys: f.keys}
	l.scores = make([]oxo.Score, len(f.positions))
	next := frontier{number: map[oxo.Key]uint32{}}
	var moves []oxo.Move
	last := w.opts.Depth > 0 && ply == w.opts.Depth
	for i := range f.positions {
		if err := w.look(ply); err != nil {
			return next, err
		}
		p, err := w.take(f, i)
		if err != nil {
			return next, err
		}
		l.first = append(l.first, len(l.replies))
		if o := p.Outcome(); o != oxo.Ongoing {
			l.end(i, p, o, f.paths[i])
			continue
		}
		moves = p.Moves(moves[:0])
		for _, m := range moves {
			if last { // the replies only show that the game continues
				next.positions = append(next.positions, nil)
				break
			}
			w.steps++
			p.Make(m)
			n, err := w.reach(&next, p, f.paths[i])
			if err != nil {
				return next, err
			}
			l.replies = append(l.replies, n)
			p.Unmake(m)
		}
	}
	l.first = append(l.first, len(l.replies))
	w.layers = append(w.layers, l)
	return next, nil
}

// take removes a position from the ply under construction and returns it.
func (w *walk) take(f *frontier, i int) (oxo.Position, error) {
	p := f.positions[i]
	f.positions[i] = nil
	if w.identity.texts == nil {
		return p, nil
	}
	p, err := w.game.ParsePosition(w.identity.list[f.keys[i].Lo])
	if err != nil {
		return nil, fmt.Errorf("a position of %s cannot be read back: %w", w.game.Name(), err)
	}
	return p, nil
}

// look checks the context and reports progress, every few thousand moves.
func (w *walk) look(ply int) error {
	if w.steps < 4096 {
		w.steps++
		return nil
	}
	w.steps = 0
	if w.opts.Progress != nil {
		w.opts.Progress(ply, w.found)
	}
	return w.ctx.Err()
}

// end records a finished game.
func (l *layer) end(i int, p oxo.Position, o oxo.Outcome, paths Number) {
	l.ply.Terminal++
	l.scores[i] = oxo.Final(p)
	games := &l.ply.GamesDrawn
	if side, ok := o.Winner(p.Turn()); ok && side == oxo.First {
		games = &l.ply.GamesFirst
	} else if ok {
		games = &l.ply.GamesSecond
	}
	*games = games.Plus(paths)
}

// evaluate computes the value of every position, from the last ply back to the first:
// retrograde analysis [Thompson86].
func (w *walk) evaluate() error {
	for n := len(w.layers) - 2; n >= 0; n-- {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		l, next := &w.layers[n], &w.layers[n+1]
		for i := range l.scores {
			if replies := l.replies[l.first[i]:l.first[i+1]]; len(replies) > 0 {
				best := -oxo.Infinity
				for _, r := range replies {
					best = max(best, next.scores[r].ToParent())
				}
				l.scores[i] = best
			}
		}
	}
	return nil
}

// countValues counts the positions of a ply by winner. The turn starts with start, and passes
// with each ply.
func (l *layer) countValues(p *Ply, start oxo.Side) {
	turn := start ^ oxo.Side(p.Ply&1)
	for _, s := range l.scores {
		switch {
		case s.Sign() == 0:
			p.Draw++
		case (s.Sign() > 0) == (turn == oxo.First):
			p.First++
		default:
			p.Second++
		}
	}
}
