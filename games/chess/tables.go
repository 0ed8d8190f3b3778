package chess

import (
	"math/bits"

	"oxo"
)

// side is the side of the board whose squares are numbered: a1 is 0, b1 is 1, h8 is 63. A
// smaller board is the lower left corner of it; the squares around it block sliding men as men
// do.
const side = 8

// tables holds the constants of a board, shared by all its positions.
type tables struct {
	columns, rows int
	board, wall   uint64
	rooks         [64]magic
	bishops       [64]magic
	knights       [64]uint64
	kings         [64]uint64
	pawns         [2][64]uint64    // squares that a pawn of each side attacks
	lines         [2][64]uint64    // squares on the lines of a rook and of a bishop, on an empty board
	between       [64][64]uint64   // squares between two squares on a line
	line          [64][64]uint64   // the whole line through two squares
	men           [2][8][64]uint64 // random words for the hash
	castling      [64]uint64
	passant       [64]uint64
	turn          uint64
	worth         [2][8][64]tapered // of a man on a square, for white: material and place
	weights       *weights
	endings       *endings
	far           [2]uint64 // advanced squares where a minor piece is well placed
}

// magic finds the squares that a sliding man attacks. A multiplication maps the men in its way
// to an index [Kannan07].
type magic struct {
	attacks      []uint64
	mask, number uint64
	shift        uint8
}

func (m *magic) at(occupied uint64) uint64 {
	return m.attacks[(occupied&m.mask)*m.number>>(m.shift&63)]
}

func newTables(columns, rows int, bishops bool) *tables {
	t := &tables{columns: columns, rows: rows}
	for row := range rows {
		t.board |= (1<<columns - 1) << (side * row)
	}
	t.wall = ^t.board
	r := newRays()
	for sq := range 64 {
		t.lines[0][sq], t.lines[1][sq] = r.rook(sq, 0), r.bishop(sq, 0)
		t.knights[sq] = around(sq, [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}) & t.board
		t.kings[sq] = around(sq, [][2]int{{1, 1}, {1, 0}, {1, -1}, {0, 1}, {0, -1}, {-1, 1}, {-1, 0}, {-1, -1}}) & t.board
		t.pawns[oxo.First][sq] = around(sq, [][2]int{{-1, 1}, {1, 1}}) & t.board
		t.pawns[oxo.Second][sq] = around(sq, [][2]int{{-1, -1}, {1, -1}}) & t.board
	}
	fill(&t.rooks, rookMagics(), r.rook)
	fill(&t.bishops, bishopMagics(), r.bishop)
	for a := range 64 {
		for b := range 64 {
			t.join(a, b, r)
		}
	}
	t.drawWords()
	t.weigh()
	t.weights = defaultWeights()
	t.endings = newEndings(t, bishops)
	half := t.rows / 2 // the first row beyond the middle, and two more
	t.far[oxo.First] = (rank(half) | rank(half+1)) & t.board
	t.far[oxo.Second] = (rank(t.rows-1-half) | rank(t.rows-2-half)) & t.board
	if t.rows == side {
		t.far[oxo.First] |= rank(half - 1)
		t.far[oxo.Second] |= rank(t.rows - half)
	}
	return t
}

// join fills in the squares between two squares.
func (t *tables) join(a, b int, r *rays) {
	both := uint64(1)<<a | 1<<b
	for i, slide := range []func(int, uint64) uint64{r.rook, r.bishop} {
		if a != b && t.lines[i][a]>>b&1 != 0 {
			t.between[a][b] = slide(a, both) & slide(b, both)
			t.line[a][b] = t.lines[i][a]&t.lines[i][b] | both
		}
	}
}

// drawWords draws the random words with splitmix64 [Steele14], the same in every process.
func (t *tables) drawWords() {
	seed := uint64(t.columns*side + t.rows)
	next := func() uint64 {
		seed += 0x9e3779b97f4a7c15
		h := (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		return h ^ h>>31
	}
	for s := range t.men {
		for kind := pawn; kind < kinds; kind++ {
			for sq := range 64 {
				t.men[s][kind][sq] = next()
			}
		}
	}
	for sq := range 64 {
		t.castling[sq], t.passant[sq] = next(), next()
	}
	t.turn = next()
}

// fill computes the attacked squares for every set of men in the way. It enumerates the sets by
// subtracting the mask [Kannan07].
func fill(to *[64]magic, numbers [64]uint64, slide func(sq int, occupied uint64) uint64) {
	for sq := range to {
		mask := slide(sq, 0) &^ edges(sq)
		n := bits.OnesCount64(mask)
		m := magic{attacks: make([]uint64, 1<<n), mask: mask, number: numbers[sq], shift: uint8(64 - n)}
		for men := uint64(0); ; {
			m.attacks[men*m.number>>m.shift] = slide(sq, men)
			if men = (men - mask) & mask; men == 0 {
				break
			}
		}
		to[sq] = m
	}
}

// edges returns the rim of the board except the rim lines that the square is on: a man on the
// rim blocks nothing beyond it.
func edges(sq int) uint64 {
	row, file := rank(sq/side), fileA<<(sq%side)
	return (rank(0)|rank(side-1))&^row | (fileA|fileH)&^file
}

// around returns the squares at given distances in columns and rows.
func around(sq int, steps [][2]int) (squares uint64) {
	for _, s := range steps {
		column, row := sq%side+s[0], sq/side+s[1]
		if column >= 0 && column < side && row >= 0 && row < side {
			squares |= 1 << (row*side + column)
		}
	}
	return squares
}

// rays holds the squares in each of eight directions; the first four go up.
type rays [8][64]uint64

func newRays() *rays {
	var r rays
	for i, step := range [8][2]int{{0, 1}, {1, 0}, {1, 1}, {-1, 1}, {0, -1}, {-1, 0}, {-1, -1}, {1, -1}} {
		for sq := range 64 {
			for n := 1; n < side; n++ {
				r[i][sq] |= around(sq, [][2]int{{n * step[0], n * step[1]}})
			}
		}
	}
	return &r
}

func (r *rays) rook(sq int, occupied uint64) uint64 {
	return r.up(0, sq, occupied) | r.up(1, sq, occupied) | r.down(4, sq, occupied) | r.down(5, sq, occupied)
}

func (r *rays) bishop(sq int, occupied uint64) uint64 {
	return r.up(2, sq, occupied) | r.up(3, sq, occupied) | r.down(6, sq, occupied) | r.down(7, sq, occupied)
}

// up cuts a ray after the first man. From the last square no ray goes up.
func (r *rays) up(direction, sq int, occupied uint64) uint64 {
	ray := r[direction][sq]
	return ray ^ r[direction][bits.TrailingZeros64(ray&occupied|1<<63)]
}

func (r *rays) down(direction, sq int, occupied uint64) uint64 {
	ray := r[direction][sq]
	return ray ^ r[direction][63-bits.LeadingZeros64(ray&occupied|1)]
}
