//go:build !race

package chess_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/census"
	"oxo/search"
)

// endingTable solves endings, or ends the test.
func endingTable(t *testing.T, g oxo.Game, men int) tables {
	t.Helper()
	e, err := census.SolveEndings(context.Background(), g, men, census.Options{MaxPositions: math.MaxInt32})
	if err != nil {
		t.Fatal(err)
	}
	return tables{e}
}

// tables makes a table usable in a search.
type tables struct{ *census.Endings }

func (t tables) Ending(p oxo.Position) (oxo.Score, bool) { return t.Lookup(p) }

// value returns a position's value in the table, or ends the test.
func (t tables) value(tb testing.TB, g oxo.Game, p oxo.Position) oxo.Score {
	tb.Helper()
	v, ok := t.Lookup(p)
	if !ok {
		tb.Fatalf("%s is not in the table", g.FormatPosition(p))
	}
	return v
}

// byMoves returns the value of a position from those after its moves. If the table agrees
// everywhere, it is right: each win has a mate at the end of its line, a loss has no other
// move, and a side with a draw can stay among drawn positions. It reports whether the table has
// these positions.
func (t tables) byMoves(p oxo.Position) (oxo.Score, bool) {
	if p.Outcome() != oxo.Ongoing {
		return oxo.Final(p), true
	}
	best, all := -oxo.Infinity, true
	for _, m := range p.Moves(nil) {
		p.Make(m)
		v, ok := t.Lookup(p)
		p.Unmake(m)
		best, all = max(best, v.ToParent()), all && ok
	}
	return best, all
}

// TestEndings: the longest wins agree with published endgame tables: mates in 28 moves with a pawn,
// 16 with a rook, 10 with a queen. The numbers of positions with the longest wins agree too, with
// the winner to move and with the loser to move.
func TestEndings(t *testing.T) {
	g := gametest.Game(t, "chess")
	table := endingTable(t, g, 3)
	p := g.Start().(census.Ender)
	want := map[string]struct{ moves, wins, losses int }{"KQK": {10, 1, 8}, "KRK": {16, 121, 390}, "KPK": {28, 3, 2}}
	for class, s := range table.Classes() {
		name := p.EndingName(class)
		c := want[name]
		if s.Longest != 2*c.moves {
			t.Errorf("%s: the longest loss takes %d plies, want %d", name, s.Longest, 2*c.moves)
		}
		wins, losses := 0, 0
		for number := range s.Numbers {
			if c.moves == 0 || !p.SetEnding(class, number) {
				continue
			}
			switch table.value(t, g, p) {
			case oxo.Win(2*c.moves - 1):
				wins++
			case oxo.Loss(2 * c.moves):
				losses++
			}
		}
		if wins != c.wins || losses != c.losses {
			t.Errorf("%s: %d wins and %d losses are the longest, want %d and %d", name, wins, losses, c.wins, c.losses)
		}
	}
	for text, want := range map[string]int{
		"4k3/8/8/8/8/8/8/R3K3 b - -":  -1,
		"8/8/8/8/8/8/7k/Q1K5 w - -":   1,
		"4k3/4P3/4K3/8/8/8/8/8 b - -": 0,
		"4k3/4P3/4K3/8/8/8/8/8 w - -": 1,
		"4k3/8/4K3/4P3/8/8/8/8 b - -": -1,
		"4k3/8/4K3/4P3/8/8/8/8 w - -": 1,
		"k7/8/K7/P7/8/8/8/8 w - -":    0,
	} {
		_, p := gametest.Position(t, "chess", text)
		v, ok := table.Lookup(p)
		if !ok || v.Sign() != want {
			t.Errorf("%s is worth %v, %v, want the sign %d", text, v, ok, want)
		}
	}
	_, p4 := gametest.Position(t, "chess", "4k3/8/8/8/8/8/8/R3K3 w Q -")
	if v, ok := table.Lookup(p4); ok {
		t.Errorf("with a right to castle: %v", v)
	}
}

// drawn returns a random position of given men, or "". Capitals are men of the side to move. A
// pawn may be open to capture en passant.
func drawn(g oxo.Game, rng *rand.Rand, columns, rows int, men string) oxo.Position {
	grid := slices.Repeat([]byte{'.'}, columns*rows)
	for _, man := range []byte(men) {
		at := rng.IntN(len(grid))
		if grid[at] != '.' {
			return nil
		}
		grid[at] = man
	}
	passant := "-"
	if column := rng.IntN(columns); rows == 8 && rng.IntN(4) == 0 && grid[3*columns+column] == 'p' {
		passant = string([]byte{'a' + byte(column), '6'})
	}
	p, err := g.ParsePosition(fenOf(grid, columns) + " w - " + passant)
	if err != nil {
		return nil
	}
	return p
}

// fenOf writes a board, last row first.
func fenOf(grid []byte, columns int) string {
	var rows []string
	for row := range slices.Chunk(grid, columns) {
		rows = append(rows, strings.ReplaceAll(string(row), ".", "1"))
	}
	return strings.Join(rows, "/")
}

// imagesOf returns the texts of images of a position with the same value: the board mirrored;
// the sides exchanged; and without pawns, on a square board, turned.
func imagesOf(fen string, pawns bool) (images []string) {
	fields := strings.Fields(fen)
	swap := func(text string) string {
		return strings.Map(func(c rune) rune {
			if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
				return c ^ 0x20
			}
			return c
		}, text)
	}
	board := strings.Split(fields[0], "/")
	for i, row := range board {
		for n := '2'; n <= '8'; n++ {
			row = strings.ReplaceAll(row, string(n), strings.Repeat("1", int(n-'0')))
		}
		board[i] = row
	}
	slices.Reverse(board)
	passant := fields[3]
	if passant != "-" {
		passant = passant[:1] + string(passant[1]^'6'^'3')
	}
	images = append(images, swap(strings.Join(board, "/"))+" "+strings.Map(func(c rune) rune { return c ^ 'w' ^ 'b' }, fields[1])+" - "+passant)
	mirrored := make([]string, len(board))
	for i, row := range board {
		letters := []byte(row)
		slices.Reverse(letters)
		mirrored[len(board)-1-i] = string(letters)
	}
	if passant != "-" {
		passant = string('a'+'h'-passant[0]) + fields[3][1:]
	}
	images = append(images, strings.Join(mirrored, "/")+" "+fields[1]+" - "+passant)
	if pawns || len(board) != len(board[0]) {
		return images
	}
	turned := make([]string, len(board))
	for i := range turned {
		for _, row := range board {
			turned[i] += string(row[i])
		}
	}
	return append(images, strings.Join(turned, "/")+" "+fields[1]+" - -")
}

// TestEndingNumbers: a position made from a number gives that number again, and so do its
// images. On the 8x8 board it takes a sample.
func TestEndingNumbers(t *testing.T) {
	for _, name := range []string{"chess", "chess,960=0", "chess:5x5", "chess:5x6", "chess:6x6"} {
		g := gametest.Game(t, name)
		p := g.Start().(census.Ender)
		rng := rand.New(rand.NewPCG(1, 4))
		passed := 0
		for class, numbers := range p.Endings(4) {
			for range 800 {
				number := rng.IntN(numbers)
				if !p.SetEnding(class, number) {
					continue
				}
				fen := g.FormatPosition(p)
				if !strings.HasSuffix(fen, "-") {
					passed++
				}
				images := append(imagesOf(fen, strings.Contains(p.EndingName(class), "P")), fen)
				for _, text := range images {
					q, err := g.ParsePosition(text)
					if err != nil {
						t.Fatal(err)
					}
					if c, n, ok := q.(census.Ender).Ending(4); !ok || c != class || n != number {
						t.Fatalf("%s, %s of %s: class %d, number %d, %v, want %d and %d", name, text, fen, c, n, ok, class, number)
					}
				}
			}
		}
		if double := !strings.Contains(name, ":"); double != (passed > 0) {
			t.Errorf("%s: %d positions where a pawn may be taken en passant", name, passed)
		}
	}
}

// materials lists the men of all positions of at most a number of men. Capitals are men of the
// side to move.
func materials(g oxo.Game, most int) (all []string) {
	p := g.Start().(census.Ender)
	for class := range p.Endings(most) {
		own, other, _ := strings.Cut(p.EndingName(class)[1:], "K")
		all = append(all, "K"+own+"k"+strings.ToLower(other), "K"+other+"k"+strings.ToLower(own))
	}
	return all
}

// TestEndingsByMoves compares random positions of all sets of men with those after their moves:
// four men on the small boards, three on 8x8.
func TestEndingsByMoves(t *testing.T) {
	for _, c := range []struct {
		game                string
		columns, rows, most int
	}{{"chess:5x5", 5, 5, 4}, {"chess", 8, 8, 3}} {
		g := gametest.Game(t, c.game)
		table := endingTable(t, g, c.most)
		rng := rand.New(rand.NewPCG(2, 4))
		for _, men := range materials(g, c.most) {
			compareByMoves(t, table, g, rng, c.columns, c.rows, men, 500)
		}
	}
}

// compareByMoves compares random positions with those after their moves.
func compareByMoves(t *testing.T, table tables, g oxo.Game, rng *rand.Rand, columns, rows int, men string, many int) {
	t.Helper()
	passed := 0
	for compared := 0; compared < many; {
		p := drawn(g, rng, columns, rows, men)
		if p == nil {
			continue
		}
		compared++
		if want, ok := table.byMoves(p); !ok || table.value(t, g, p) != want {
			t.Fatalf("%s: %v, and %v, %v by its moves", g.FormatPosition(p), table.value(t, g, p), want, ok)
		}
		if !strings.HasSuffix(g.FormatPosition(p), "-") {
			passed++
		}
	}
	if men == "KPkp" && rows == 8 && passed == 0 {
		t.Errorf("%s: no pawn may be taken en passant", men)
	}
}

// TestEndingsBySearch: a search without tables confirms whether there is a win in three moves,
// or a loss in two.
func TestEndingsBySearch(t *testing.T) {
	g := gametest.Game(t, "chess:5x5")
	compareBySearch(t, endingTable(t, g, 4), g, 5, 5, 60)
}

func compareBySearch(t *testing.T, table tables, g oxo.Game, columns, rows, many int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	s := search.New(search.Options{TableBytes: 1 << 20})
	var wins, losses, neither int
	for _, men := range materials(g, 4) {
		for range many {
			p := drawn(g, rng, columns, rows, men)
			if p == nil || p.Outcome() != oxo.Ongoing {
				continue
			}
			value := table.value(t, g, p)
			win := s.Ask(context.Background(), p, search.Question{AtLeast: oxo.Win(5)})
			loss := s.Ask(context.Background(), p, search.Question{AtLeast: oxo.Loss(4) + 1})
			if won, lost := win.Bounds.Lo() >= oxo.Win(5), loss.Bounds.Hi() <= oxo.Loss(4); won != (value >= oxo.Win(5)) || lost != (value <= oxo.Loss(4)) {
				t.Fatalf("%s: %v, and by a search won in 5 plies: %v, lost in 4: %v", g.FormatPosition(p), value, won, lost)
			} else if won {
				wins++
			} else if lost {
				losses++
			} else {
				neither++
			}
		}
	}
	t.Logf("%d near wins, %d near losses, %d neither", wins, losses, neither)
	if wins == 0 || losses == 0 || neither == 0 {
		t.Errorf("%d near wins, %d near losses, %d neither", wins, losses, neither)
	}
}
