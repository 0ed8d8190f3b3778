package gogame

// colour is the content of a cell.
type colour uint8

const (
	none colour = iota
	black
	white
	rim // outside the board
)

func (c colour) other() colour { return 3 - c }

// cell is a cell of the board. The head of a chain also holds the counts of the chain.
// Liberties are counted once for each stone next to them: there are libs of them, with the sum
// of their numbers and the sum of the squares of these numbers. These sums identify the
// liberty of a chain that has only one, without looking at the board.
type cell struct {
	colour  colour
	size    uint8  // stones of the chain, at most maxSize
	libs    uint16 // pairs of a stone and a liberty next to it
	head    uint16 // the head of a stone's chain; for an empty point its index in field.free
	next    uint16 // another stone of the chain, in a ring
	sum     uint32 // of the numbers of the liberties
	squares uint32
	shape   uint16 // the contents of the eight cells around, see [shapeTable]
}

// maxSize is the largest size of a chain that is counted.
const maxSize = 255

// atari reports whether a chain has one liberty: then all summands are equal.
func (c *cell) atari() bool {
	return uint64(c.libs)*uint64(c.squares) == uint64(c.sum)*uint64(c.sum)
}

// liberty returns the liberty of a chain in atari.
func (c *cell) liberty() int { return int(c.sum / uint32(c.libs)) }

func (c *cell) gain(at int) {
	c.libs++
	c.sum += uint32(at)
	c.squares += uint32(at * at)
}

func (c *cell) lose(at int) {
	c.libs--
	c.sum -= uint32(at)
	c.squares -= uint32(at * at)
}

// field is a board with its chains.
type field struct {
	g     *game
	cells []cell
	// free has all empty points in some order. Only a play-out keeps it; a position keeps the
	// fields below instead.
	free   []uint16
	bits   [2]uint64 // the stones of each side, on boards of up to wordPoints points
	stones [2]int
	hash   uint64 // of the stones
	ko     int    // the point where the stone just taken may not take back, or 0
	last   int    // the point of the last stone, or 0 after a pass
}

// head returns the head of a stone's chain.
func (f *field) head(at int) *cell { return &f.cells[f.cells[at].head] }

// legal reports whether a stone may be put on an empty point: it or its chain then has a
// liberty, or takes a stone.
func (f *field) legal(c colour, at int) bool {
	for _, d := range f.g.near() {
		q := &f.cells[at+d]
		switch q.colour {
		case none:
			return true
		case rim:
		case c:
			if !f.cells[q.head].atari() {
				return true
			}
		default:
			if f.cells[q.head].atari() {
				return true
			}
		}
	}
	return false
}

// place puts a stone, which must be legal, and removes the stones it takes.
func (f *field) place(c colour, at int) {
	takes := f.put(c, at)
	f.last, f.ko = at, 0
	if !takes {
		return
	}
	taken, where := 0, 0
	for _, d := range f.g.near() {
		if q := &f.cells[at+d]; q.colour == c.other() && f.cells[q.head].libs == 0 {
			taken += f.take(at + d)
			where = at + d
		}
	}
	if own := f.head(at); taken == 1 && own.size == 1 && own.libs == 1 {
		f.ko = where
	}
}

// put puts a stone and joins it to its neighbours' chains. It reports whether a chain of the
// other side has lost its last liberty.
func (f *field) put(c colour, at int) (takes bool) {
	s := &f.cells[at]
	if f.free != nil {
		f.occupy(s)
	} else {
		f.change(c, at, 1)
	}
	*s = cell{colour: c, size: 1, head: uint16(at), next: uint16(at), shape: s.shape}
	f.reshape(c, at)
	var own [4]uint16
	owns := 0
	for _, d := range f.g.near() {
		q := &f.cells[at+d]
		switch q.colour {
		case none:
			s.gain(at + d)
		case rim:
		default:
			h := &f.cells[q.head]
			h.lose(at)
			if q.colour == c {
				own[owns&3] = uint16(at + d)
				owns++
			} else if h.libs == 0 {
				takes = true
			}
		}
	}
	for _, stone := range own[:owns] {
		if h := f.cells[stone].head; h != s.head {
			f.join(s.head, h)
		}
	}
	return takes
}

// occupy removes a cell from the empty points.
func (f *field) occupy(s *cell) {
	last := len(f.free) - 1
	moved := f.free[last]
	f.free[s.head], f.cells[moved].head = moved, s.head
	f.free = f.free[:last]
}

// change updates the counts for a stone that is added (1) or removed (-1).
func (f *field) change(c colour, at, by int) {
	f.hash ^= f.g.zobrist[c][at]
	f.stones[c-1] += by
	f.bits[c-1] ^= 1 << (uint(f.g.squares[at]) & 63)
}

// join joins two chains.
func (f *field) join(a, b uint16) {
	if f.cells[a].size < f.cells[b].size {
		a, b = b, a
	}
	to, from := &f.cells[a], &f.cells[b]
	to.size = uint8(min(int(to.size)+int(from.size), maxSize))
	to.libs += from.libs
	to.sum += from.sum
	to.squares += from.squares
	for at := b; ; {
		s := &f.cells[at]
		s.head = a
		if at = s.next; at == b {
			break
		}
	}
	to.next, from.next = from.next, to.next
}

// take removes a chain, and returns its number of stones.
func (f *field) take(from int) (n int) {
	c, at := f.cells[from].colour, from
	for {
		s := &f.cells[at]
		next := int(s.next)
		s.colour = none
		if f.free != nil {
			s.head = uint16(len(f.free))
			f.free = append(f.free, uint16(at))
		} else {
			f.change(c, at, -1)
		}
		f.reshape(c, at)
		for _, d := range f.g.near() {
			if q := &f.cells[at+d]; q.colour == black || q.colour == white {
				f.cells[q.head].gain(at)
			}
		}
		n++
		if at = next; at == from {
			return n
		}
	}
}

// area counts the points of each side: its stones, and the empty points from which only its
// stones can be reached. The scratch memory must have room for all cells.
func (f *field) area(scratch *scratch) (points [2]int) {
	points = f.stones
	clear(scratch.seen)
	for _, from := range f.g.cells {
		if f.cells[from].colour != none || scratch.seen[from] {
			continue
		}
		region, reached := f.region(int(from), scratch)
		if reached == 1<<black || reached == 1<<white {
			points[reached>>2] += region
		}
	}
	return points
}

// scratch is working memory.
type scratch struct {
	seen  []bool
	stack []uint16
	owner []colour // of each cell, for the estimate
	depth []uint16 // the distance in steps
}

func newScratch(cells int) scratch {
	return scratch{seen: make([]bool, cells)}
}

// region collects an empty region in scratch.stack, and returns its size and the colours around
// it as bits.
func (f *field) region(from int, s *scratch) (size int, reached uint8) {
	s.stack = append(s.stack[:0], uint16(from))
	s.seen[from] = true
	near := f.g.near()
	for i := 0; i < len(s.stack); i++ {
		for _, d := range near {
			at := int(s.stack[i]) + d
			switch c := f.cells[at].colour; {
			case c != none:
				reached |= 1 << c &^ (1 << rim)
			case !s.seen[at]:
				s.seen[at] = true
				s.stack = append(s.stack, uint16(at))
			}
		}
	}
	return len(s.stack), reached
}
