//go:build !race

package mnk_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/board"
)

// slowBoard is a second judge of renju's forbidden moves. It follows the text of the rules, with
// none of the tables of the package: it puts stones on a board and looks at the rows.
type slowBoard struct {
	columns, rows int
	cells         []byte // X, O or .
}

func newSlowBoard(text string) *slowBoard {
	rows := strings.Split(text, "/")
	return &slowBoard{columns: len(rows[0]), rows: len(rows), cells: []byte(strings.Join(rows, ""))}
}

// step returns the square a number of steps away, or -1 outside of the board.
func (b *slowBoard) step(sq, n int, d [2]int) int {
	x, y := sq%b.columns+n*d[0], sq/b.columns+n*d[1]
	if x < 0 || x >= b.columns || y < 0 || y >= b.rows {
		return -1
	}
	return y*b.columns + x
}

func (b *slowBoard) is(sq int, c byte) bool { return sq >= 0 && b.cells[sq] == c }

// with calls f while X has a stone on a square.
func (b *slowBoard) with(sq int, f func()) {
	b.cells[sq] = 'X'
	f()
	b.cells[sq] = '.'
}

// run returns the unbroken row of X through a square.
func (b *slowBoard) run(sq int, d [2]int) (squares []int) {
	first := sq
	for b.is(b.step(first, -1, d), 'X') {
		first = b.step(first, -1, d)
	}
	for at := first; b.is(at, 'X'); at = b.step(at, 1, d) {
		squares = append(squares, at)
	}
	return squares
}

// without names the squares of a row except one.
func without(squares []int, sq int) string {
	var rest []int
	for _, s := range squares {
		if s != sq {
			rest = append(rest, s)
		}
	}
	return fmt.Sprint(rest)
}

var slowDirections = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// rows5 returns, over all directions, whether a stone of X makes exactly five, and whether it
// makes more.
func (b *slowBoard) rows5(sq int) (five, more bool) {
	b.with(sq, func() {
		for _, d := range slowDirections {
			n := len(b.run(sq, d))
			five, more = five || n == 5, more || n > 5
		}
	})
	return five, more
}

// fours returns the number of fours that contain a stone of X that is on the board.
func (b *slowBoard) fours(sq int) int {
	found := map[string]bool{}
	for _, d := range slowDirections {
		for n := -4; n <= 4; n++ {
			e := b.step(sq, n, d)
			if !b.is(e, '.') {
				continue
			}
			b.with(e, func() {
				if row := b.run(e, d); len(row) == 5 && slices.Contains(row, sq) {
					found[without(row, e)] = true
				}
			})
		}
	}
	return len(found)
}

// straight reports whether a row is a straight four: four, and a stone at each end makes exactly five.
func (b *slowBoard) straight(row []int, d [2]int) bool {
	if len(row) != 4 {
		return false
	}
	for _, e := range [2]int{b.step(row[0], -1, d), b.step(row[3], 1, d)} {
		if !b.is(e, '.') {
			return false
		}
		ok := false
		b.with(e, func() { ok = len(b.run(e, d)) == 5 })
		if !ok {
			return false
		}
	}
	return true
}

// threes returns the number of threes that contain a stone of X that is on the board.
func (b *slowBoard) threes(sq int) int {
	found := map[string]bool{}
	for _, d := range slowDirections {
		for n := -4; n <= 4; n++ {
			e := b.step(sq, n, d)
			if !b.is(e, '.') {
				continue
			}
			three := ""
			b.with(e, func() {
				if row := b.run(e, d); slices.Contains(row, sq) && b.straight(row, d) {
					three = without(row, e)
				}
			})
			if five, _ := b.rows5(e); three != "" && !five && b.why(e) == "" {
				found[three] = true
			}
		}
	}
	return len(found)
}

// why says why a move of X is forbidden; it is empty if the move is allowed.
func (b *slowBoard) why(sq int) (reason string) {
	five, more := b.rows5(sq)
	switch {
	case five:
		return ""
	case more:
		return "overline"
	}
	b.with(sq, func() {
		switch {
		case b.fours(sq) > 1:
			reason = "double four"
		case b.threes(sq) > 1:
			reason = "double three"
		}
	})
	return reason
}

// forbidden lists the names of the forbidden squares.
func (b *slowBoard) forbidden() (names []string) {
	for sq, c := range b.cells {
		if c == '.' && b.why(sq) != "" {
			names = append(names, fmt.Sprintf("%c%d", 'a'+sq%b.columns, b.rows-sq/b.columns))
		}
	}
	return names
}

// barred lists what the game says.
func barred(g oxo.Game, p oxo.Position) (names []string) {
	squares := board.FactsOf(g).Barred(p)
	for _, s := range squares {
		names = append(names, fmt.Sprintf("%c%d", 'a'+s.Column, s.Row+1))
	}
	return names
}

// crowd draws a position with black to move, with many stones near each other.
func crowd(g oxo.Game, columns, rows int, rng *rand.Rand) (p oxo.Position, text string) {
	for {
		cells := []byte(strings.Repeat(".", columns*rows))
		side, dense := min(columns, rows, 7+rng.IntN(9)), 10+rng.IntN(25)
		x0, y0 := rng.IntN(columns-side+1), rng.IntN(rows-side+1)
		stones := side * side * dense / 100
		for i := range stones {
			sq := (y0+rng.IntN(side))*columns + x0 + rng.IntN(side)
			if cells[sq] == '.' {
				cells[sq] = "XXXO"[i%4]
			}
		}
		for black, white := count(cells); white != black; black, white = count(cells) {
			sq := rng.IntN(len(cells))
			switch {
			case white < black && cells[sq] == '.':
				cells[sq] = 'O'
			case white > black && cells[sq] == 'O':
				cells[sq] = '.'
			}
		}
		var lines []string
		for y := range rows {
			lines = append(lines, string(cells[y*columns:(y+1)*columns]))
		}
		text = strings.Join(lines, "/")
		if p, err := g.ParsePosition(text); err == nil && p.Outcome() == oxo.Ongoing {
			return p, text
		}
	}
}

func count(cells []byte) (black, white int) {
	return strings.Count(string(cells), "X"), strings.Count(string(cells), "O")
}

// TestForbiddenBySlowJudge compares every empty square of random positions with the second judge.
// It says how many of each kind there were, since a test without forbidden squares shows nothing.
func TestForbiddenBySlowJudge(t *testing.T) {
	positions := 3000
	if testing.Short() {
		positions = 600
	}
	kinds := map[string]int{}
	for _, size := range [][2]int{{15, 15}, {9, 9}, {7, 7}, {20, 8}} {
		g := game(t, fmt.Sprintf("%dx%dx5,renju", size[0], size[1]))
		rng := rand.New(rand.NewPCG(63, uint64(size[0])))
		for range positions / 4 {
			p, text := crowd(g, size[0], size[1], rng)
			b := newSlowBoard(text)
			got, want := barred(g, p), b.forbidden()
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s %s: forbidden are %v, want %v", g.Name(), text, got, want)
			}
			for sq, c := range b.cells {
				if c == '.' {
					kinds[b.why(sq)]++
				}
			}
		}
	}
	t.Log(kinds)
	for _, kind := range []string{"", "overline", "double four", "double three"} {
		if kinds[kind] == 0 {
			t.Errorf("no square is %q: the positions show nothing", kind)
		}
	}
}

// renjuProgram names the environment variable with the path of a program of Gomocup's protocol that
// knows YXSHOWFORBID, such as Rapfi; OXO_RENJU_POSITIONS is the number of positions, 200 if unset.
const renjuProgram = "OXO_RENJU_PROGRAM"

// TestForbiddenByProgram compares the forbidden squares of random positions with the answers of another program.
func TestForbiddenByProgram(t *testing.T) {
	path := os.Getenv(renjuProgram)
	if path == "" {
		t.Skip("no program: set " + renjuProgram)
	}
	positions := 200
	if text := os.Getenv("OXO_RENJU_POSITIONS"); text != "" {
		if _, err := fmt.Sscan(text, &positions); err != nil {
			t.Fatal(err)
		}
	}
	g := game(t, "15x15x5,renju")
	rng := rand.New(rand.NewPCG(64, 65))
	other := startJudge(t, path)
	squares, forbidden, differ := 0, 0, 0
	for range positions {
		p, text := crowd(g, 15, 15, rng)
		got, want := barred(g, p), other.forbidden(t, text)
		squares += strings.Count(text, ".")
		forbidden += len(got)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			differ++
			t.Errorf("%s: forbidden are %v, the program says %v", text, got, want)
		}
	}
	t.Logf("%d positions, %d squares, %d forbidden; %d positions differ", positions, squares, forbidden, differ)
}

// perft counts lines of play for the side to move.
func (b *slowBoard) perft(depth int, side byte) (n uint64) {
	if depth == 0 {
		return 1
	}
	for sq, c := range b.cells {
		if c != '.' || side == 'X' && b.why(sq) != "" {
			continue
		}
		b.cells[sq] = side
		if !b.won(sq, side) {
			n += b.perft(depth-1, 'X'+'O'-side)
		} else if depth == 1 {
			n++
		}
		b.cells[sq] = '.'
	}
	return n
}

// won reports whether a stone on the board is in a row that wins.
func (b *slowBoard) won(sq int, side byte) bool {
	for _, d := range slowDirections {
		n := 1
		for _, sign := range [2]int{-1, 1} {
			for i := sign; b.is(b.step(sq, i, d), side); i += sign {
				n++
			}
		}
		if n == 5 || n > 5 && side == 'O' {
			return true
		}
	}
	return false
}

// perft counts lines of play by the rules of the game.
func perft(p oxo.Position, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		n += perft(p, depth-1)
		p.Unmake(m)
	}
	return n
}
