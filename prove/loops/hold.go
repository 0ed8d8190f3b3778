package loops

import (
	"context"
	"errors"
	"sync/atomic"

	"oxo"
)

// A side holds a position if it need not lose: it can draw, if necessary by moving in a cycle for ever. That is a
// property of the position alone, whatever moves came before. It is proven by a closed set of positions. No position
// of the set is lost at once, and the set has two properties:
//
//   - if the other side is to move, every move leads to a position of the set;
// - if the side itself is to move, at least one move leads to such a position.
//
// The search starts at the position [LiuSmolka98]. It counts each new position as held until the position is known to
// be lost; then every position that relied on it chooses another move, or is lost too. When nothing changes any more,
// the remaining set is closed. A lost position stays lost, because its loss follows from lost positions.

// Ending returns the value of positions with few men for the side to move, whatever came
// before.
type Ending func(oxo.Position) (oxo.Score, bool)

// HoldOptions configures a [Holder]. The zero value suits most uses.
type HoldOptions struct {
	// TableBytes is the approximate memory for positions; 0 is 1 GiB. It is allocated as
	// needed. If it is full, the question stays open.
	TableBytes int64
	// Ending, if not nil, has the values of some positions, which then need no search.
	Ending Ending
	// Threatened, if not nil, reports whether the side to move must answer something: a check, or
	// a jump that it has to make. The order of the moves depends on it, and no result.
	Threatened func(oxo.Position) bool
}

// Holder proves who wins, or that neither side does, without counting plies. It counts a win even if a rule about
// moves without progress would end the game first, as tables of endings do.
type Holder struct {
	p    oxo.Position
	opts HoldOptions

	known    map[oxo.Key]spot // about the current side
	side     oxo.Side
	walk     uint32 // the number of the current walk: see closed
	changed  bool   // a position became lost in this walk
	over     bool   // the memory is full, or ctx ended
	depth    int
	look     look
	ctx      context.Context //nolint:containedctx // of the current call, for its recursion
	visited  atomic.Uint64   // positions, counted again in each walk
	progress atomic.Pointer[oxo.Bounds]
}

// spot holds the state of a position in the search.
type spot struct {
	choice oxo.Move
	walk   uint32 // the last walk that visited it; 0: none
	chosen bool   // choice is a move
	lost   bool
}

const (
	// spotBytes is the approximate memory of a position: a map has room for more entries than
	// it holds.
	spotBytes = 64
	// maxDepth limits the plies of a walk: its stack takes up to a kilobyte for each.
	maxDepth = 500_000
)

// ErrHold says that a game is not one for a [Holder].
var ErrHold = errors.New("it does not loop, forbids repetitions, ends with a margin, or has no exact keys")

// Holdable reports whether a [Holder] can prove a game: a repetition in it is a draw.
func Holdable(p oxo.Position) bool {
	loops, looping := p.(oxo.Looping)
	_, margined := p.(oxo.Margined)
	keyed, ok := p.(oxo.Keyed)
	if !looping || margined || !ok || keyed.KeyBits() == 0 {
		return false
	}
	_, worth := loops.Repeated()
	return worth == oxo.Draw
}

// NewHolder makes a holder for a copy of a position.
func NewHolder(p oxo.Position, opts HoldOptions) (*Holder, error) {
	if !Holdable(p) {
		return nil, ErrHold
	}
	if opts.TableBytes <= 0 {
		opts.TableBytes = defaultBytes
	}
	h := &Holder{p: p.Clone(), opts: opts}
	h.publish(oxo.Bounds{})
	return h, nil
}

// Progress returns the bounds proven so far, and the number of positions visited. Any goroutine
// may call it.
func (h *Holder) Progress() (oxo.Bounds, uint64) { return *h.progress.Load(), h.visited.Load() }

// publish makes the proven bounds visible to other goroutines.
func (h *Holder) publish(b oxo.Bounds) { h.progress.Store(&b) }

// Solve asks whether the side to move holds the position, and then whether the other side does. If ctx ends or the
// memory is full, it returns the bounds proven so far. Line is a move that keeps a win or a draw, if that is proven.
// Plies is not set.
func (h *Holder) Solve(ctx context.Context) Result {
	b := oxo.Between(-oxo.Infinity, oxo.Infinity)
	if h.p.Outcome() != oxo.Ongoing {
		return Result{Bounds: oxo.Exactly(oxo.Final(h.p))}
	}
	var line []oxo.Move
	if held, known := h.holds(ctx, h.p.Turn()); known {
		b = oxo.Between(-oxo.Infinity, oxo.By(-1))
		if held {
			b = oxo.Between(oxo.Draw, oxo.Infinity)
			if s := h.known[h.key()]; s.chosen {
				line = []oxo.Move{s.choice}
			}
		}
		h.publish(b)
	}
	if b.Hi() > oxo.Draw {
		if held, known := h.holds(ctx, h.p.Turn().Opponent()); known {
			upper := oxo.Between(-oxo.Infinity, oxo.Draw)
			if !held {
				upper, line = oxo.Between(oxo.By(1), oxo.Infinity), h.winning()
			}
			b = b.And(upper)
			h.publish(b)
		}
	}
	h.known = nil
	return Result{Bounds: b, Line: line, Nodes: h.visited.Load()}
}

// winning returns a move after which the other side has lost; the search has just asked about that side.
func (h *Holder) winning() []oxo.Move {
	for _, m := range h.p.Moves(nil) {
		h.p.Make(m)
		lost := h.look.sure(h) <= -certain
		h.p.Unmake(m)
		if lost {
			return []oxo.Move{m}
		}
	}
	return nil
}

// holds reports whether a side holds the position, and whether that is known.
func (h *Holder) holds(ctx context.Context, side oxo.Side) (held, known bool) {
	h.known, h.side, h.walk, h.over, h.ctx = map[oxo.Key]spot{}, side, 0, false, ctx
	for h.changed = true; h.changed && !h.over; {
		h.walk, h.changed = h.walk+1, false
		if held = h.closed(); !held {
			break
		}
	}
	return held, !h.over
}

func (h *Holder) key() oxo.Key { return h.p.(oxo.Keyed).Key() }

// instant reports whether the side holds the position at once: the game is over, or its value
// is known.
func (h *Holder) instant() (held, known bool) {
	v, known := oxo.Score(0), false
	if h.opts.Ending != nil {
		v, known = h.opts.Ending(h.p)
	}
	if !known {
		if h.p.Outcome() == oxo.Ongoing {
			return false, false
		}
		v = oxo.Final(h.p)
	}
	if h.p.Turn() != h.side {
		v = -v
	}
	return v >= oxo.Draw, true
}

// closed walks once through all positions that the side's choices allow, and reports whether it found no loss. A
// position that another one relied on may become lost later in the walk, so after any change there is another walk.
func (h *Holder) closed() bool {
	if held, known := h.instant(); known && h.depth > 0 { // the start also needs a move
		return held
	}
	key := h.key()
	s, met := h.known[key]
	if s.lost || s.walk == h.walk || h.stops(met) {
		return !s.lost // also true if the walk is over: no further position becomes lost
	}
	s.walk = h.walk
	h.known[key] = s
	h.depth++
	var held bool
	if h.p.Turn() == h.side {
		held = h.chooses(key)
	} else {
		held = h.endures(met)
	}
	h.depth--
	if !held {
		h.known[key] = spot{lost: true}
		h.changed = true
	}
	return held
}

// stops reports whether the walk has to end; met says whether the position is known.
func (h *Holder) stops(met bool) bool {
	if h.visited.Add(1); h.ctx.Err() != nil || h.depth >= maxDepth {
		h.over = true
	}
	if !met && int64(len(h.known))*spotBytes >= h.opts.TableBytes {
		h.over = true
	}
	return h.over
}

// endures reports whether every move of the other side stays in the set.
func (h *Holder) endures(met bool) bool {
	if !met && h.look.sure(h) >= certain {
		return false
	}
	for _, m := range h.p.Moves(nil) {
		h.p.Make(m)
		held := h.closed()
		h.p.Unmake(m)
		if !held {
			return false
		}
	}
	return true
}

// chooses reports whether a move of the side stays in the set, and stores it.
func (h *Holder) chooses(key oxo.Key) bool {
	for {
		s := h.known[key]
		if !s.chosen {
			if s.choice, s.chosen = h.look.choice(h); !s.chosen {
				return false
			}
			h.known[key] = s
		}
		h.p.Make(s.choice)
		held := h.closed()
		h.p.Unmake(s.choice)
		if held {
			return true
		}
		s.chosen = false
		h.known[key] = s
	}
}
