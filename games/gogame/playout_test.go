//go:build !race

package gogame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
)

// plain is Go from the rules alone: no chains, no counts; it answers every question by looking
// at all points.
type plain struct {
	columns, rows int
	points        []colour // row by row from the bottom
	ko            int      // the point that may not be taken back, or -1
}

func (b *plain) near(at int) (near []int) {
	x, y := at%b.columns, at/b.columns
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if u, v := x+d[0], y+d[1]; u >= 0 && u < b.columns && v >= 0 && v < b.rows {
			near = append(near, v*b.columns+u)
		}
	}
	return near
}

// group returns the connected points of one colour, and their neighbours.
func (b *plain) group(at int) (points, nextTo []int) {
	points = []int{at}
	for i := 0; i < len(points); i++ {
		for _, n := range b.near(points[i]) {
			switch {
			case b.points[n] != b.points[at]:
				if !slices.Contains(nextTo, n) {
					nextTo = append(nextTo, n)
				}
			case !slices.Contains(points, n):
				points = append(points, n)
			}
		}
	}
	return points, nextTo
}

func (b *plain) liberties(at int) (libs []int) {
	_, nextTo := b.group(at)
	for _, n := range nextTo {
		if b.points[n] == none {
			libs = append(libs, n)
		}
	}
	return libs
}

// play puts a stone, or reports that the rules forbid it.
func (b *plain) play(c colour, at int) bool {
	if b.points[at] != none || at == b.ko {
		return false
	}
	before := slices.Clone(b.points)
	b.points[at] = c
	var taken []int
	for _, n := range b.near(at) {
		if b.points[n] == c.other() && len(b.liberties(n)) == 0 {
			group, _ := b.group(n)
			for _, p := range group {
				b.points[p] = none
			}
			taken = append(taken, group...)
		}
	}
	libs := b.liberties(at)
	if len(libs) == 0 {
		b.points = before
		return false
	}
	b.ko = -1
	if own, _ := b.group(at); len(taken) == 1 && len(own) == 1 && len(libs) == 1 {
		b.ko = taken[0]
	}
	return true
}

// area returns the points of black and of white.
func (b *plain) area() (points [2]int) {
	for at, c := range b.points {
		if c != none {
			points[c-black]++
			continue
		}
		_, nextTo := b.group(at)
		var reached [3]bool
		for _, n := range nextTo {
			reached[b.points[n]] = true
		}
		if reached[black] != reached[white] {
			if reached[black] {
				points[0]++
			} else {
				points[1]++
			}
		}
	}
	return points
}

// plainly copies the board of a position.
func plainly(p *position) *plain {
	b := &plain{columns: p.g.columns, rows: p.g.rows, ko: -1}
	for _, at := range p.g.cells {
		b.points = append(b.points, p.cells[at].colour)
	}
	if p.ko != 0 {
		b.ko = p.g.squares[p.ko]
	}
	return b
}

// sameField compares a board with the plain one: stones, liberties, chains, shapes.
func sameField(t *testing.T, f *field, b *plain) {
	t.Helper()
	for sq, cell := range f.g.cells {
		at := int(cell)
		q := f.cells[at]
		if q.colour != b.points[sq] {
			t.Fatalf("point %d has colour %d, the plain board %d", sq, q.colour, b.points[sq])
		}
		if want := shapeOf(b, sq); q.shape != want {
			t.Fatalf("the shape around point %d is %016b, the plain board has %016b", sq, q.shape, want)
		}
		if q.colour == none {
			sameInfo(t, f.g.shapes()[q.shape], b, sq)
			continue
		}
		group, _ := b.group(sq)
		libs := b.liberties(sq)
		if h := f.head(at); int(h.size) != len(group) || h.atari() != (len(libs) == 1) || h.atari() && f.g.squares[h.liberty()] != libs[0] {
			t.Fatalf("point %d: a chain of %d, in atari: %v; the plain board has %d stones with the liberties %v", sq, h.size, h.atari(), len(group), libs)
		}
	}
}

// sameInfo compares the info of a shape with the plain board.
func sameInfo(t *testing.T, info shapeInfo, b *plain, sq int) {
	t.Helper()
	var nextTo [3]int
	for _, n := range b.near(sq) {
		nextTo[b.points[n]]++
	}
	if info.empty() != nextTo[none] || info&nextToBlack != 0 != (nextTo[black] > 0) || info&nextToBoth&^nextToBlack != 0 != (nextTo[white] > 0) {
		t.Fatalf("point %d: the shape says %08b, beside it are %v", sq, info, nextTo)
	}
	for _, c := range []colour{black, white} {
		corners, bad := 0, 0
		for _, dx := range []int{-1, 1} {
			for _, dy := range []int{-1, 1} {
				if u, v := sq%b.columns+dx, sq/b.columns+dy; u >= 0 && u < b.columns && v >= 0 && v < b.rows {
					corners++
					if b.points[v*b.columns+u] == c.other() {
						bad++
					}
				}
			}
		}
		eye := nextTo[c] == len(b.near(sq)) && (bad == 0 || bad == 1 && corners == 4)
		if info.eye(c) != eye {
			t.Fatalf("point %d is an eye of %d: %v, the plain board says %v", sq, c, info.eye(c), eye)
		}
	}
}

// shapeOf returns the shape of the eight cells around a point, row by row from the top left.
func shapeOf(b *plain, sq int) (shape uint16) {
	x, y, n := sq%b.columns, sq/b.columns, 0
	for dy := 1; dy >= -1; dy-- {
		for dx := -1; dx <= 1; dx++ {
			if dx == 0 && dy == 0 {
				continue
			}
			c := rim
			if u, v := x+dx, y+dy; u >= 0 && u < b.columns && v >= 0 && v < b.rows {
				c = b.points[v*b.columns+u]
			}
			shape |= uint16(c) << (2 * n)
			n++
		}
	}
	return shape
}

// TestPlayoutsObeyTheRules: every stone of a play-out is legal, takes what it must and leaves
// the board that the plain rules give; the score agrees too.
func TestPlayoutsObeyTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	plies, kos, taken := 0, 0, 0
	for i, size := range [][2]int{{2, 2}, {3, 3}, {5, 5}, {4, 7}, {7, 7}, {9, 9}, {9, 9}, {13, 6}, {19, 19}} {
		g, err := newGame(size[0], size[1], 15, i%2 == 0)
		if err != nil {
			t.Fatal(err)
		}
		for range max(1, 1000/g.points) {
			p := g.Start().(*position)
			begin, _ := p.Playout(rng, nil)
			for _, m := range begin[:rng.IntN(len(begin))] {
				if m == pass && p.passes > 0 {
					break
				}
				p.Make(m)
			}
			b, c := plainly(p), colourOf(p.turn)
			before := g.FormatPosition(p)
			moves, score := p.Playout(rng, nil)
			if after := g.FormatPosition(p); after != before {
				t.Fatalf("a play-out changed %s to %s", before, after)
			}
			for ply, m := range moves {
				stones := stonesOf(b)
				if m == pass {
					b.ko = -1
				} else if !b.play(c, g.squares[m]) {
					t.Fatalf("%s: move %d of %v may not be played", before, ply, moves)
				}
				if m != pass && stonesOf(b) <= stones {
					taken++
				}
				if b.ko >= 0 {
					kos++
				}
				c = c.other()
				plies++
			}
			sameField(t, &p.play.field, b)
			if want := oxo.By(g.margin(b.area(), p.turn)); score != want {
				t.Fatalf("%s: %v scores %v, by the rules %v", before, moves, score, want)
			}
		}
	}
	if kos < 20 || taken < 200 {
		t.Errorf("%d moves with %d kos and %d that take are no test", plies, kos, taken)
	}
}

func stonesOf(b *plain) (n int) {
	for _, c := range b.points {
		if c != none {
			n++
		}
	}
	return n
}

// TestTwoLiberties: the liberties counted from the chains next to a point are the liberties of
// a stone there.
func TestTwoLiberties(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	g, err := newGame(7, 6, 0, true)
	if err != nil {
		t.Fatal(err)
	}
	unsafe := 0
	for range 60 {
		p := g.Start().(*position)
		moves, _ := p.Playout(rng, nil)
		for _, m := range moves {
			for _, at := range g.cells {
				c := colourOf(p.turn)
				b := plainly(p)
				if !b.play(c, g.squares[at]) {
					continue
				}
				libs := b.liberties(g.squares[at])
				takes := stonesOf(b) <= p.stones[0]+p.stones[1]
				// Capturing also gives liberties to other stones of its chain, which do not
				// count.
				if got := p.safe(c, int(at)); got && len(libs) < 2 || !got && len(libs) >= 2 && !takes {
					t.Fatalf("%s: a stone at %d is safe: %v, and has the liberties %v", g.FormatPosition(p), g.squares[at], got, libs)
				}
				if len(libs) < 2 {
					unsafe++
				}
			}
			p.Make(m)
		}
	}
	if unsafe < 100 {
		t.Errorf("only %d stones into atari", unsafe)
	}
}
