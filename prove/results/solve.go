package results

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"oxo"
	"oxo/internal/threads"
	"oxo/internal/words"
	"oxo/prove/census"
	"oxo/prove/keybits"
)

// Options limits the solving of a whole game.
type Options struct {
	// Threads is the number of goroutines that work together; 0 means 1.
	Threads int
	// MaxPositions ends the solving with [census.ErrMaxPositions] if the game has more; 0 means
	// no limit. A position takes up to 4 bytes, and in a game that loops 8 more and 4 for
	// each move.
	MaxPositions int
	// Progress, if set, is called now and then with the state of the work. Several goroutines
	// may call it.
	Progress func(Progress)
}

// Progress describes how far the work has come.
type Progress struct {
	Solving bool // positions are being solved; before that they are found
	Ply     int  // in games without loops
	Done    int  // positions found or solved so far
	All     int  // positions to solve; 0 while they are found
}

// String describes the work in a line.
func (p Progress) String() string {
	ply := ""
	if p.Ply > 0 {
		ply = fmt.Sprintf("ply %d, ", p.Ply)
	}
	if !p.Solving {
		return fmt.Sprintf("finding positions: %s%s so far", ply, words.Count(int64(p.Done), "position"))
	}
	return fmt.Sprintf("solving: %s%d of %s", ply, p.Done, words.Count(int64(p.All), "position"))
}

// ErrNoRestore is wrapped by the error of a game whose positions cannot be made from keys.
var ErrNoRestore = errors.New("positions cannot be made from their keys")

// Solve solves everything that can be reached from a position. Errors are as from
// [census.SolveWhole], and for keys of more than 64 bits; they may wrap [ErrNoRestore].
func Solve(ctx context.Context, g oxo.Game, start oxo.Position, o Options) (*Table, error) {
	p, ok := start.Clone().(oxo.Restorable)
	if !ok || p.KeyBits() == 0 {
		return nil, fmt.Errorf("%s: %w", g.Name(), ErrNoRestore)
	}
	l, loops := start.(oxo.Looping)
	if loops {
		if _, value := l.Repeated(); value != oxo.Draw {
			return nil, fmt.Errorf("%s: %w, and its rules forbid that: the value of a position depends on the moves before", g.Name(), census.ErrLoops)
		}
	}
	mask := someBits(p)
	for {
		s := newSolver(ctx, g, p, mask, o)
		if s.keys.Bits() > 64 {
			return nil, fmt.Errorf("%s: keys take %d bits: want at most 64", g.Name(), s.keys.Bits())
		}
		var err error
		if loops {
			err = s.backFromEnds()
		} else {
			err = s.backByPlies()
		}
		if more, ok := errors.AsType[*newBitsError](err); ok {
			mask.Lo, mask.Hi = mask.Lo|more.key.Lo, mask.Hi|more.key.Hi
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.Name(), err)
		}
		return s.table(start), nil
	}
}

// newBitsError says that a key has a bit that none had before: the work begins again.
type newBitsError struct{ key oxo.Key }

func (e *newBitsError) Error() string { return "a key has a bit that no earlier key had" }

// someBits returns the bits that keys use in some random games. They are nearly always all.
func someBits(start oxo.Restorable) oxo.Key {
	const games = 500
	rng := rand.New(rand.NewPCG(1, 2))
	mask, moves := oxo.Key{}, []oxo.Move(nil)
	for range games {
		p := start.Clone()
		key := keyOf(p)
		for range 1000 {
			k := key()
			mask.Lo, mask.Hi = mask.Lo|k.Lo, mask.Hi|k.Hi
			if moves = p.Moves(moves[:0]); len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
	return mask
}

// keyOf returns a function that returns the key of a position at the time of the call: one key for
// all images.
func keyOf(p oxo.Position) func() oxo.Key {
	if symmetric, ok := p.(oxo.Symmetric); ok {
		return func() oxo.Key { k, _ := symmetric.Canonical(); return k }
	}
	return p.(oxo.Keyed).Key
}

// solver is the state of one attempt.
type solver struct {
	ctx     context.Context
	game    oxo.Game
	opts    Options
	keys    keybits.Packing
	pool    *pool
	workers []*worker
	found   atomic.Int64 // positions found, or solved
	all     int
	solving bool
	ply     int
	turn    oxo.Side // at the first position

	solved *list // the answer
	plies  []census.WholePly
}

// worker makes positions and moves, in one goroutine.
type worker struct {
	s     *solver
	p     oxo.Restorable
	key   func() oxo.Key
	moves []oxo.Move
	bag   *bag
}

func newSolver(ctx context.Context, g oxo.Game, p oxo.Restorable, mask oxo.Key, o Options) *solver {
	s := &solver{ctx: ctx, game: g, opts: o, keys: keybits.New(mask), pool: &pool{}, turn: p.Turn()}
	for range max(o.Threads, 1) {
		clone := p.Clone().(oxo.Restorable)
		s.workers = append(s.workers, &worker{s: s, p: clone, key: keyOf(clone), bag: newBag(s.pool)})
	}
	return s
}

// now returns the packed key of the worker's position.
func (w *worker) now() (uint64, error) {
	k := w.key()
	if !w.s.keys.Holds(k) {
		return 0, &newBitsError{k}
	}
	return w.s.keys.Pack(k).Lo, nil
}

// restore makes the position with a packed key. It reports whether the game is not over there, and then fills
// in its moves.
func (w *worker) restore(key uint64) bool {
	w.p.Restore(w.s.keys.Unpack(oxo.Key{Lo: key}))
	if w.p.Outcome() != oxo.Ongoing {
		return false
	}
	w.moves = w.p.Moves(w.moves[:0])
	return true
}

// after calls f with the key of the position after each move, until f ends it.
func (w *worker) after(f func(key uint64) (goOn bool, err error)) error {
	for _, m := range w.moves {
		w.p.Make(m)
		key, err := w.now()
		if err != nil {
			return err
		}
		w.p.Unmake(m)
		if goOn, err := f(key); err != nil || !goOn {
			return err
		}
	}
	return nil
}

// end returns the mark of a finished game.
func (w *worker) end() mark { return mark(int(drawn) + oxo.Final(w.p).Sign()) }

// partBlocks is the number of blocks that a worker takes at a time.
const partBlocks = 64

// share lets the workers do something with the keys of a list, in parts of some blocks.
func (s *solver) share(l *list, do func(w *worker, c *cursor) error) error {
	var next atomic.Int64
	errs := make([]error, len(s.workers))
	group := threads.Group{}
	for i, w := range s.workers {
		group.Go(func() {
			for errs[i] == nil {
				from := int(next.Add(partBlocks)) - partBlocks
				if from >= l.blocks() {
					return
				}
				if errs[i] = s.look(); errs[i] == nil {
					errs[i] = do(w, newCursor(l, from, min(from+partBlocks, l.blocks())))
				}
			}
			next.Store(math.MaxInt32 * partBlocks) // the others end too
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// look checks the context and the limit, and shows progress.
func (s *solver) look() error {
	done := int(s.found.Load())
	if s.opts.Progress != nil {
		s.opts.Progress(Progress{s.solving, s.ply, done, s.all})
	}
	if limit := s.opts.MaxPositions; limit > 0 && !s.solving && done > limit {
		return fmt.Errorf("%w: more than %d", census.ErrMaxPositions, limit)
	}
	return s.ctx.Err()
}

// first returns the list of one position.
func (s *solver) first() (*list, error) {
	key, err := s.workers[0].now()
	if err != nil {
		return nil, err
	}
	to := builder{pool: s.pool}
	to.add(key, unknown)
	s.found.Add(1)
	return to.done()
}

// next returns the positions after all moves of the positions of a list.
func (s *solver) next(l *list) (*list, error) {
	err := s.share(l, func(w *worker, c *cursor) error {
		for ; !c.ended(); c.next() {
			if !w.restore(c.key) {
				continue
			}
			if err := w.after(func(key uint64) (bool, error) { return true, w.bag.put(key) }); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	all := pile{pool: s.pool}
	for _, w := range s.workers {
		if err := w.bag.flush(); err != nil {
			return nil, err
		}
		all.lists = append(all.lists, w.bag.lists...)
		w.bag.lists = nil
	}
	return all.one()
}

// unstored is the error of a position that was not found when positions were.
func (s *solver) unstored(key uint64) error {
	w := s.workers[0].p.Clone().(oxo.Restorable)
	w.Restore(s.keys.Unpack(oxo.Key{Lo: key}))
	return fmt.Errorf("%s was reached from a restored position alone: Restore makes other positions than moves do", s.game.FormatPosition(w))
}
