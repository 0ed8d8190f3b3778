package census

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"oxo"
)

// closure holds every position reachable from one position, and the moves between them. It counts each position once,
// after whatever number of plies it is reached. It works for games with loops too.
type closure struct {
	keys  *keySet
	of    identity
	ends  []oxo.Score // of finished games; ongoing for the others
	first []uint32    // the index in next of the first successor of position i
	many  []uint32    // the number of successors of position i
	next  []uint32    // numbers of positions
	// resets says for each move in next whether it makes progress, in a game that is
	// [oxo.Clocked]; otherwise it is nil.
	resets bitset
	loops  bool
}

// ongoing marks an unfinished position.
const ongoing = oxo.Infinity

// len returns the number of positions.
func (c *closure) len() int { return len(c.ends) }

// moveCount returns the number of moves between the positions.
func (c *closure) moveCount() int { return len(c.next) }

// after returns the numbers of the positions after the moves of a position.
func (c *closure) after(i int) []uint32 { return c.next[c.first[i]:][:c.many[i]] }

// bytes returns the memory of the closure: 30 to 36 bytes per position with an exact key, and 4
// bytes per move.
func (c *closure) bytes() int64 {
	return int64(cap(c.keys.keys))*16 + int64(cap(c.keys.slots)+cap(c.first)+cap(c.many)+cap(c.next))*4 + int64(cap(c.ends))*4
}

// closeUnder visits every position reachable from start, depth first, and leaves start unchanged. It
// uses the options Symmetric, MaxPositions and Progress, whose ply is always 0.
func closeUnder(ctx context.Context, g oxo.Game, start oxo.Position, opts Options) (*closure, error) {
	opts = opts.withDefaults()
	id, err := identityOf(g, start, opts.Symmetric)
	if err != nil {
		return nil, err
	}
	_, loops := start.(oxo.Looping)
	c := &closure{keys: newKeySet(), of: id, loops: loops}
	w := closing{c: c, ctx: ctx, opts: opts, p: start.Clone()}
	w.clocked, _ = w.p.(oxo.Clocked)
	w.key = c.of.bound(w.p)
	return c, w.run()
}

// closing is a closure under construction: a depth-first walk. It has its own stack, since a line may be as long as
// the number of positions.
type closing struct {
	c     *closure
	ctx   context.Context
	opts  Options
	p     oxo.Position
	key   func() oxo.Key // of p
	path  []visit
	moves []oxo.Move // of the positions on the path, concatenated
	reply []uint32   // the numbers of the positions after these moves

	clocked oxo.Clocked // p, or nil
	resets  []bool      // whether the moves make progress
}

// visit is a position on the path.
type visit struct {
	number uint32
	base   int // index of its first move
	at     int // the current move
}

func (w *closing) run() error {
	if err := w.enter(); err != nil {
		return err
	}
	for steps := 0; len(w.path) > 0; steps++ {
		if steps&8191 == 0 {
			if err := w.look(); err != nil {
				return err
			}
		}
		v := &w.path[len(w.path)-1]
		if v.at == len(w.moves) {
			w.leave(v)
			continue
		}
		m := w.moves[v.at]
		w.p.Make(m)
		n, known := w.c.keys.add(w.key())
		w.reply[v.at] = n
		if w.clocked != nil {
			plies, _ := w.clocked.Clock()
			w.resets[v.at] = plies == 0
		}
		v.at++
		if known {
			w.p.Unmake(m)
			continue
		}
		if err := w.visit(n); err != nil {
			return err
		}
	}
	return nil
}

func (w *closing) look() error {
	if w.opts.Progress != nil {
		w.opts.Progress(0, w.c.len())
	}
	return w.ctx.Err()
}

// enter visits the start.
func (w *closing) enter() error {
	n, _ := w.c.keys.add(w.key())
	return w.visit(n)
}

// visit puts the position, which must be new, on the path.
func (w *closing) visit(n uint32) error {
	if int(n) >= w.opts.MaxPositions || n == math.MaxUint32-1 {
		return tooMany(w.opts.MaxPositions)
	}
	end := ongoing
	base := len(w.moves)
	if w.p.Outcome() != oxo.Ongoing {
		end = oxo.Final(w.p)
	} else {
		w.moves = w.p.Moves(w.moves)
		for len(w.reply) < len(w.moves) {
			w.reply, w.resets = append(w.reply, 0), append(w.resets, false)
		}
	}
	w.c.ends = append(w.c.ends, end)
	w.c.first, w.c.many = append(w.c.first, 0), append(w.c.many, 0)
	w.path = append(w.path, visit{n, base, base})
	return nil
}

// leave removes the last position from the path, and stores its successors.
func (w *closing) leave(v *visit) {
	w.c.first[v.number] = uint32(len(w.c.next))
	w.c.many[v.number] = uint32(len(w.moves) - v.base)
	if w.clocked != nil {
		for i, reset := range w.resets[v.base:len(w.moves)] {
			w.c.resets = w.c.resets.with(len(w.c.next)+i, reset)
		}
	}
	w.c.next = append(w.c.next, w.reply[v.base:len(w.moves)]...)
	w.moves = w.moves[:v.base]
	w.reply, w.resets = w.reply[:v.base], w.resets[:v.base]
	if w.path = w.path[:len(w.path)-1]; len(w.path) > 0 {
		up := &w.path[len(w.path)-1]
		w.p.Unmake(w.moves[up.at-1])
	}
}

func tooMany(limit int) error {
	return fmt.Errorf("%w: more than %d; allow more, or count fewer plies", ErrMaxPositions, limit)
}

// keySet numbers keys in the order of their arrival: open addressing with linear probing, at
// most half full.
type keySet struct {
	keys  []oxo.Key
	slots []uint32 // the number of a key + 1, or 0
	shift int      // 64 minus the bits that number the slots
}

func newKeySet() *keySet {
	return &keySet{slots: make([]uint32, 1<<10), shift: 64 - 10}
}

// find returns the slot of a key, or the empty slot for it.
func (s *keySet) find(key oxo.Key) uint64 {
	mask := uint64(len(s.slots)) - 1
	// Keys that differ in few bits are spread by a multiplication with the golden ratio; the
	// high bits of the product depend on all lower ones.
	at := ((key.Lo ^ bits.RotateLeft64(key.Hi, 32)*0xbb67ae8584caa73b) * 0x9e3779b97f4a7c15) >> (s.shift & 63)
	for ; ; at = (at + 1) & mask {
		if n := s.slots[at]; n == 0 || s.keys[n-1] == key {
			return at
		}
	}
}

// add returns the number of a key, and whether it was known.
func (s *keySet) add(key oxo.Key) (uint32, bool) {
	at := s.find(key)
	if n := s.slots[at]; n != 0 {
		return n - 1, true
	}
	s.keys = append(s.keys, key)
	s.slots[at] = uint32(len(s.keys))
	if 2*len(s.keys) > len(s.slots) {
		s.grow()
	}
	return uint32(len(s.keys) - 1), false
}

// number returns the number of a known key.
func (s *keySet) number(key oxo.Key) (uint32, bool) {
	n := s.slots[s.find(key)]
	return n - 1, n != 0
}

func (s *keySet) grow() {
	s.slots = make([]uint32, 4*len(s.slots))
	s.shift -= 2
	for i, key := range s.keys {
		s.slots[s.find(key)] = uint32(i + 1)
	}
}
