package gogame

import (
	"math/rand/v2"

	"oxo"
)

// playout is a board on which a game is played to its end by quick moves: some answer the last
// move, the others are random and fill no eye [GellyWang06].
type playout struct {
	field
	scratch scratch
	random  uint64
	shapes  *shapeTable
	turn    colour
	buffer  [32]int
}

// How often, in percent, the play-out looks for a move that takes or saves a chain next to the
// last move, and for a move of good shape.
const (
	urgently = 90
	shapely  = 85
)

// A random stone is refused if it puts at least minAtari neighbouring stones, with their
// chains, into atari. Two was better than four: see docs/lab-notes.md.
const minAtari = 2

// Playout plays the position to its end by quick moves, appends them to the list played,
// beginning with one of the side to move, and returns the margin for that side. It leaves the
// position unchanged.
func (p *position) Playout(rng *rand.Rand, played []oxo.Move) ([]oxo.Move, oxo.Score) {
	pl := p.playing()
	pl.random = rng.Uint64() | 1
	passes := p.passes
	for n := 3 * p.g.points; passes < lastPass && n > 0; n-- {
		at := pl.choose(pl.turn)
		if at == 0 {
			passes++
			pl.last, pl.ko = 0, 0
		} else {
			passes = 0
			pl.place(pl.turn, at)
		}
		played = append(played, oxo.Move(at))
		pl.turn = pl.turn.other()
	}
	return played, oxo.By(p.g.margin(pl.points(), p.turn))
}

// playing returns a copy of the position's board to play on.
func (p *position) playing() *playout {
	if p.play == nil {
		p.play = &playout{scratch: newScratch(len(p.cells)), shapes: p.g.shapes()}
		p.play.free = make([]uint16, 0, p.g.points) // not nil: nil would mean that free is not kept
	}
	pl := p.play
	cells, free := append(pl.cells[:0], p.cells...), pl.free[:0]
	pl.field = p.field
	for _, at := range p.g.cells {
		if cells[at].colour == none {
			cells[at].head = uint16(len(free))
			free = append(free, at)
		}
	}
	pl.cells, pl.free, pl.turn = cells, free, colourOf(p.turn)
	return pl
}

// below returns a random number below n [Marsaglia03].
func (pl *playout) below(n int) int {
	pl.random ^= pl.random << 13
	pl.random ^= pl.random >> 7
	pl.random ^= pl.random << 17
	return int(pl.random >> 32 * uint64(n) >> 32)
}

// choose returns the point of a stone, or 0 for a pass.
func (pl *playout) choose(c colour) int {
	if pl.last != 0 {
		if pl.below(100) < urgently {
			if at := pl.urgent(c); at != 0 {
				return at
			}
		}
		if pl.below(100) < shapely {
			if at := pl.shapelyMove(c); at != 0 {
				return at
			}
		}
	}
	n := len(pl.free)
	if n == 0 {
		return 0
	}
	start := pl.below(n)
	for i := start; i < n; i++ {
		if at := int(pl.free[i]); pl.sensible(c, at) {
			return at
		}
	}
	for i := range start {
		if at := int(pl.free[i]); pl.sensible(c, at) {
			return at
		}
	}
	return 0
}

// sensible reports whether a random stone may be put on an empty point: it is legal, fills no
// eye, and does not put many stones of its side into atari.
func (pl *playout) sensible(c colour, at int) bool {
	shape := pl.shapes[pl.cells[at].shape]
	if at == pl.ko || shape.eye(c) {
		return false
	}
	if shape.empty() >= 2 {
		return true
	}
	legal, size := shape.empty() == 1, 0
	for _, d := range pl.g.near() {
		switch q := &pl.cells[at+d]; q.colour {
		case none, rim:
		case c:
			h := &pl.cells[q.head]
			size += int(h.size)
			legal = legal || !h.atari()
		default:
			legal = legal || pl.cells[q.head].atari()
		}
	}
	return legal && (size < minAtari || pl.safe(c, at))
}

// points counts the points of each side at the end, as field.area does, but faster: nearly all
// empty points have no empty neighbour.
func (pl *playout) points() (points [2]int) {
	fresh := false
	for _, at := range pl.g.cells {
		q := &pl.cells[at]
		if q.colour != none {
			points[q.colour-black]++
			continue
		}
		shape := pl.shapes[q.shape]
		size, reached := 1, uint8(shape&nextToBoth)
		if shape.empty() > 0 {
			if fresh && pl.scratch.seen[at] {
				continue
			}
			if !fresh {
				clear(pl.scratch.seen)
				fresh = true
			}
			size, reached = pl.region(int(at), &pl.scratch)
		}
		if reached == 1<<black || reached == 1<<white {
			points[reached>>2] += size
		}
	}
	return points
}

// urgent returns a move that takes the chain of the last stone, or saves a chain next to it by
// taking or by an extension to two liberties. It returns 0 if there is no such move.
func (pl *playout) urgent(c colour) int {
	tries := pl.buffer[:0]
	if h := pl.head(pl.last); h.atari() {
		if at := h.liberty(); at != pl.ko {
			tries = append(tries, at)
		}
	}
	for _, d := range pl.g.near() {
		q := &pl.cells[pl.last+d]
		if q.colour != c || !pl.cells[q.head].atari() {
			continue
		}
		tries = pl.takers(c, pl.last+d, tries)
		if at := pl.cells[q.head].liberty(); at != pl.ko && pl.safe(c, at) {
			tries = append(tries, at)
		}
	}
	if len(tries) == 0 {
		return 0
	}
	return tries[pl.below(len(tries))]
}

// shapelyMove returns a point of good shape next to the last stone, or 0.
func (pl *playout) shapelyMove(c colour) int {
	tries := pl.buffer[:0]
	for _, d := range pl.g.eight() {
		at := pl.last + d
		q := &pl.cells[at]
		if q.colour != none {
			continue
		}
		shape := pl.shapes[q.shape]
		if shape&goodShape != 0 && at != pl.ko && (shape.empty() >= 2 || pl.safe(c, at)) {
			tries = append(tries, at)
		}
	}
	if len(tries) == 0 {
		return 0
	}
	return tries[pl.below(len(tries))]
}
