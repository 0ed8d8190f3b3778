package rbg

import "math/bits"

// The bounds of one search of moves. A sheet that reaches one is broken.
const (
	maxWrites = 4096   // of one move
	maxKeeper = 10_000 // moves of the keeper between two moves of players
)

// item is one action of a move, a write or a switch, and its square.
type item struct {
	op     int32
	square uint16
}

// list holds moves: move i is items[ends[i-1]:ends[i]].
type list struct {
	items []item
	ends  []int32
	steps int // that the search took
}

func (l *list) move(i int) []item {
	from := int32(0)
	if i > 0 {
		from = l.ends[i-1]
	}
	return l.items[from:l.ends[i]]
}

func (l *list) clear() { l.items, l.ends = l.items[:0], l.ends[:0] }

// state is the state of the rules: the board, the variables, and the place in the expression.
type state struct {
	board     []uint8 // the pieces by square
	variables []int32
	counts    []int32  // of squares by piece
	bits      []uint64 // by piece and word: its squares
	hub       int32
	at        uint16 // the cursor
	player    int8   // -1 for the keeper
}

// walker searches paths from a state. It changes the state on the way, and restores it.
type walker struct {
	*program
	s     *state
	marks []uint32 // by op and square: the scope that has seen it
	scope uint32   // between two writes, or in a look-ahead
	last  uint32   // the newest scope
	base  uint32   // the first scope of this search
	trail []mark   // marks of outer scopes to restore
	path  []item
	out   *list
	one   bool // the first path is enough
	steps int
	why   string // not empty if a bound stopped the search
}

type mark struct {
	at    int
	scope uint32
}

func (p *program) walker() *walker {
	return &walker{program: p, marks: make([]uint32, len(p.ops)*len(p.graph.names))}
}

// moves appends the moves of a state, or only the first one, to a list. It returns why the
// sheet is broken, "" if it is not.
func (w *walker) moves(s *state, out *list, one bool) string {
	const full = 1 << 31
	if w.last >= full {
		clear(w.marks)
		w.last = 0
	}
	w.s, w.out, w.one, w.steps, w.why = s, out, one, 0, ""
	w.last++
	w.scope, w.base = w.last, w.last
	w.trail, w.path = w.trail[:0], w.path[:0]
	w.walk(s.hub, s.at)
	out.steps = w.steps
	w.s, w.out = nil, nil
	return w.why
}

// fresh marks an action at a square, and reports whether this is the first time in the
// scope.
func (w *walker) fresh(o *op, square uint16) bool {
	at := o.marks + int(square)
	before := w.marks[at]
	if before == w.scope {
		return false
	}
	if before >= w.base {
		w.trail = append(w.trail, mark{at, before})
	}
	w.marks[at] = w.scope
	return true
}

// enter begins a scope, within the one before it.
func (w *walker) enter() (scope uint32, trail int) {
	scope, trail = w.scope, len(w.trail)
	w.last++
	w.scope = w.last
	return scope, trail
}

// leave ends a scope.
func (w *walker) leave(scope uint32, trail int) {
	for i := len(w.trail) - 1; i >= trail; i-- {
		w.marks[w.trail[i].at] = w.trail[i].scope
	}
	w.trail = w.trail[:trail]
	w.scope = scope
}

// walk follows all paths from a hub and a square. It returns true to stop everything: at the end of a look-ahead,
// at the first path if that is enough, and at a bound.
func (w *walker) walk(hub int32, at uint16) bool {
	next := w.hubs[hub].next[at]
	for _, g := range w.groups[next.from:next.to] {
		o := &w.ops[g.op]
		squares := w.squares[g.from:g.to]
		if w.steps += len(squares); w.steps > w.bounds.Walk {
			w.why = "a position needs too many steps to find its moves"
			return true
		}
		switch o.kind {
		case on:
			if g.bits >= 0 {
				if w.many(o, w.sets[g.bits:int(g.bits)+w.words]) {
					return true
				}
				continue
			}
			for _, v := range squares {
				if o.set>>(w.s.board[v]&63)&1 != 0 && w.fresh(o, v) && w.walk(o.hub, v) {
					return true
				}
			}
		case accept:
			return true
		default:
			for _, v := range squares {
				if w.fresh(o, v) && w.act(o, v) {
					return true
				}
			}
		}
	}
	return false
}

// act follows the paths that begin with an action.
func (w *walker) act(o *op, v uint16) bool {
	switch o.kind {
	case compare:
		a, ok := o.left.eval(w.s.variables, w.s.counts)
		b, also := o.right.eval(w.s.variables, w.s.counts)
		return ok && also && holds(a, o.test, b) && w.walk(o.hub, v)
	case look:
		scope, trail := w.enter()
		found := w.walk(o.inner, v)
		w.leave(scope, trail)
		if w.why != "" {
			return true
		}
		return found != o.not && w.walk(o.hub, v)
	case off:
		return w.write(o, v)
	case assign:
		return w.assign(o, v)
	case toPlayer, toKeeper:
		w.out.items = append(append(w.out.items, w.path...), item{o.index, v})
		w.out.ends = append(w.out.ends, int32(len(w.out.items)))
		if len(w.out.items) > w.bounds.Items {
			w.why = "a position has too many moves"
			return true
		}
		return w.one
	}
	return false
}

// write follows the paths after a piece is written.
func (w *walker) write(o *op, v uint16) bool {
	before := w.s.board[v]
	w.s.put(v, uint8(o.arg))
	stop := w.deeper(o, v)
	w.s.put(v, before)
	return stop
}

func (s *state) put(v uint16, piece uint8) {
	before := s.board[v]
	words := (len(s.board) + 63) / 64
	s.counts[before]--
	s.counts[piece]++
	s.bits[int(before)*words+int(v>>6)] &^= 1 << (v & 63)
	s.bits[int(piece)*words+int(v>>6)] |= 1 << (v & 63)
	s.board[v] = piece
}

// many follows the paths that begin with a test of many squares.
func (w *walker) many(o *op, squares []uint64) bool {
	for i, set := range squares {
		var have uint64
		for pieces := o.set; pieces != 0; pieces &= pieces - 1 {
			have |= w.s.bits[bits.TrailingZeros64(pieces)*w.words+i]
		}
		for have &= set; have != 0; have &= have - 1 {
			v := uint16(i<<6 + bits.TrailingZeros64(have))
			if w.fresh(o, v) && w.walk(o.hub, v) {
				return true
			}
		}
	}
	return false
}

// assign follows the paths after a variable is written. If the value exceeds the bound, there are no such paths.
func (w *walker) assign(o *op, v uint16) bool {
	n, ok := w.value(o, w.s)
	if !ok {
		return false
	}
	before := w.s.variables[o.arg]
	w.s.variables[o.arg] = n
	stop := w.deeper(o, v)
	w.s.variables[o.arg] = before
	return stop
}

// value returns what an assignment writes, and whether the variable can have it.
func (p *program) value(o *op, s *state) (int32, bool) {
	if o.value >= 0 {
		return o.value, true
	}
	n, ok := o.left.eval(s.variables, s.counts)
	return int32(n), ok && n >= 0 && n <= int64(p.variables[o.arg].bound)
}

// deeper follows the paths after a write, in a scope of their own.
func (w *walker) deeper(o *op, v uint16) bool {
	if len(w.path) == maxWrites {
		w.why = "a move writes without end"
		return true
	}
	w.path = append(w.path, item{o.index, v})
	scope, trail := w.enter()
	stop := w.walk(o.hub, v)
	w.leave(scope, trail)
	w.path = w.path[:len(w.path)-1]
	return stop
}
