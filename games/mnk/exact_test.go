//go:build !race

package mnk_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/prove/census"
	"oxo/search"
)

// plain is a second implementation of k in a row, without tables of lines: it counts the stones on
// both sides of the last stone.
type plain struct {
	columns, rows, k       int
	misere, torus, exactly bool
	cells                  []int8 // 0, or 1 and 2 for the sides
	stones                 int
	over                   bool // somebody has a row
}

func newPlain(t *testing.T, name string) *plain {
	t.Helper()
	p := &plain{misere: strings.Contains(name, "misere"), torus: strings.Contains(name, "torus"), exactly: strings.Contains(name, "exact")}
	if _, err := fmt.Sscanf(name, "%dx%dx%d", &p.columns, &p.rows, &p.k); err != nil {
		t.Fatal(err)
	}
	p.cells = make([]int8, p.columns*p.rows)
	return p
}

// run returns how many stones of a side follow a square in a direction, and whether they run
// all around a torus back to it.
func (p *plain) run(x, y, dx, dy int) (n int, around bool) {
	from, side := y*p.columns+x, p.cells[y*p.columns+x]
	for ; ; n++ {
		x, y = x+dx, y+dy
		if p.torus {
			x, y = (x+p.columns)%p.columns, (y+p.rows)%p.rows
		}
		if x < 0 || x >= p.columns || y < 0 || y >= p.rows || p.cells[y*p.columns+x] != side {
			return n, false
		}
		if y*p.columns+x == from {
			return n, true
		}
	}
}

func (p *plain) play(sq int) {
	p.cells[sq] = int8(1 + p.stones%2)
	p.stones++
	x, y := sq%p.columns, sq/p.columns
	for _, d := range [...][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		n, around := p.run(x, y, d[0], d[1])
		if !around {
			back, _ := p.run(x, y, -d[0], -d[1])
			n += back
		}
		n++
		p.over = p.over || n == p.k || n > p.k && !p.exactly
	}
}

func (p *plain) unplay(sq int) { p.cells[sq], p.stones, p.over = 0, p.stones-1, false }

func (p *plain) ended() bool { return p.over || p.stones == len(p.cells) }

// result returns 1, 0 or -1 for the side to move of a finished game.
func (p *plain) result() int {
	switch {
	case !p.over:
		return 0
	case p.misere:
		return 1
	}
	return -1
}

func (p *plain) id() string { return fmt.Sprint(p.cells) }

// value returns the value of best play, with known as its memory.
func (p *plain) value(known map[string]int) int {
	if p.ended() {
		return p.result()
	}
	id := p.id()
	if v, ok := known[id]; ok {
		return v
	}
	best := -2
	for sq := range p.cells {
		if p.cells[sq] == 0 {
			p.play(sq)
			best = max(best, -p.value(known))
			p.unplay(sq)
		}
	}
	known[id] = best
	return best
}

// count counts games, and records each position seen, by plies.
func (p *plain) count(seen map[string]bool, games map[string]uint64) uint64 {
	id := p.id()
	seen[id] = true
	if p.ended() {
		return 1
	}
	if n, ok := games[id]; ok {
		return n
	}
	var n uint64
	for sq := range p.cells {
		if p.cells[sq] == 0 {
			p.play(sq)
			n += p.count(seen, games)
			p.unplay(sq)
		}
	}
	games[id] = n
	return n
}

// TestExactCounts compares the census with a count by rules that know no lines, and the value
// with plain minimax.
func TestExactCounts(t *testing.T) {
	for _, name := range []string{
		"3x3x2,exact", "4x3x2,exact", "4x3x2,misere,exact", "5x2x3,exact", "10x1x3,exact",
		"5x2x3,misere,exact", "5x2x3,torus,exact", "3x3x3,exact", "4x3x2,torus,exact",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, name)
			p := newPlain(t, name)
			seen, games := map[string]bool{}, map[string]uint64{}
			wantGames := p.count(seen, games)
			got, err := census.Take(context.Background(), g, g.Start(), census.Options{})
			if err != nil {
				t.Fatal(err)
			}
			total := got.Total()
			if total.Positions != len(seen) || total.Games() != census.Of(wantGames) {
				t.Errorf("%d positions and %v games, want %d and %d", total.Positions, total.Games(), len(seen), wantGames)
			}
			r := search.New(search.Options{}).Search(context.Background(), g.Start(), search.Limits{})
			if want := p.value(map[string]int{}); !r.Proven || r.Score.Sign() != want {
				t.Errorf("worth %v, want %d", r.Value, want)
			}
		})
	}
}

// TestExactRules plays random games, on boards in words and wide, in parallel with the rules
// that know no lines.
func TestExactRules(t *testing.T) {
	for _, name := range []string{
		"4x4x3,exact", "5x4x3,exact", "8x8x4,exact", "9x8x3,exact", "15x15x5,exact", "9x9x3,torus,exact", "6x6x3,misere,torus,exact",
		"12x7x2,misere,exact", "20x20x2,exact", "6x6x2,exact", "3x3x1,exact", "9x9x4", "7x7x3,torus", "10x10x4,misere",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, rng := game(t, name), rand.New(rand.NewPCG(1, 2))
			for range 300 {
				q, p := g.Start(), newPlain(t, name)
				for {
					if over := q.Outcome() != oxo.Ongoing; over != p.ended() {
						t.Fatalf("%s is over: %v, want %v", g.FormatPosition(q), over, p.ended())
					}
					if p.ended() {
						break
					}
					moves := q.Moves(nil)
					m := moves[rng.IntN(len(moves))]
					q.Make(m)
					p.play(int(m))
				}
				same, err := g.ParsePosition(g.FormatPosition(q))
				if err != nil || same.Outcome() != q.Outcome() {
					t.Fatalf("%s is read as over: %v, %v; want %v", g.FormatPosition(q), same.Outcome(), err, q.Outcome())
				}
				winner, won := q.Outcome().Winner(q.Turn())
				if won != p.over || won && (winner == q.Turn()) != (p.result() > 0) {
					t.Fatalf("%s: %v has won: %v, want %d", g.FormatPosition(q), winner, won, p.result())
				}
			}
		})
	}
}

// TestExactExamples shows what the option changes.
func TestExactExamples(t *testing.T) {
	for _, c := range []struct {
		name, position, move string
		want                 oxo.Outcome
	}{
		{"6x2x3", "XX.X../OO.O..", "c2", oxo.Lost},                 // four count
		{"6x2x3,exact", "XX.X../OO.O..", "c2", oxo.Ongoing},        // four, not three
		{"6x2x3,exact", "XX..../OO....", "c2", oxo.Lost},           // three at the edge
		{"6x3x3,exact", "XX.X../OOXOO./O.X...", "c3", oxo.Lost},    // four across, three down
		{"15x15x5,exact", five("XXX.XX"), "d15", oxo.Ongoing},      // six
		{"15x15x5,exact", five("XXX.XO"), "d15", oxo.Lost},         // five
		{"15x15x5", five("XXX.XX"), "d15", oxo.Lost},               // six count
		{"6x2x3,misere,exact", "XX.X../OO.O..", "c2", oxo.Ongoing}, // four do not lose
		{"6x2x3,misere,exact", "XX..../OO....", "c2", oxo.Won},     // three do
	} {
		g := game(t, c.name)
		p, err := g.ParsePosition(c.position)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if _, err := catalog.Play(g, p, c.move); err != nil {
			t.Fatal(err)
		}
		if got := p.Outcome(); got != c.want {
			t.Errorf("%s %s %s: %v, want %v", c.name, c.position, c.move, got, c.want)
		}
	}
}

// five returns a board of 15x15. Its top row begins with the text row, which has stones of
// X; the same number of stones of O are far apart.
func five(row string) string {
	x, o := strings.Count(row, "X"), strings.Count(row, "O")
	last := strings.Repeat("O.", x-o)
	return row + strings.Repeat(".", 15-len(row)) + "/15/15/15/15/15/15/15/15/15/15/15/15/15/" + last + strings.Repeat(".", 15-len(last))
}

// TestExactFairy: Fairy-Stockfish has no rule by which more than k in a row do not count, so
// such games have no section.
func TestExactFairy(t *testing.T) {
	for name, has := range map[string]bool{"mnk:7x7x4,exact": false, "mnk:4x4x4,exact": true, "mnk:7x7x4": true} {
		g := gametest.Game(t, name).(interface{ FairySection() (string, error) })
		if _, err := g.FairySection(); (err == nil) != has {
			t.Errorf("%s: %v", name, err)
		}
	}
}
