//go:build !race

package mnk_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// padded puts a picture on a board of 15x15. It adds white stones in the last rows, with gaps between
// them, until the numbers of black and white stones are equal.
func padded(t *testing.T, picture []string, column, row int) string {
	t.Helper()
	cells := []byte(strings.Repeat(".", 15*15))
	for y, line := range picture {
		for x, c := range []byte(line) {
			cells[(row+y)*15+column+x] = c
		}
	}
	black, white := count(cells)
	for i := 0; white < black; i++ {
		if i >= 16 {
			t.Fatalf("%s has %d stones of black and %d of white", picture, black, white)
		}
		cells[15*(14-2*(i/8))+2*(i%8)] = 'O'
		black, white = count(cells)
	}
	var rows []string
	for y := range 15 {
		rows = append(rows, string(cells[15*y:15*y+15]))
	}
	return strings.Join(rows, "/")
}

// TestForbiddenPositions checks pictures in which the stars are the forbidden squares. In
// testdata/renju.txt each picture has a line with its subject, and the column and row of its upper
// left corner.
func TestForbiddenPositions(t *testing.T) {
	text, err := os.ReadFile("testdata/renju.txt")
	if err != nil {
		t.Fatal(err)
	}
	g := game(t, "15x15x5,renju")
	pictures := strings.Split(strings.TrimPrefix(string(text), "# "), "\n# ")
	for _, picture := range pictures {
		lines := strings.Split(strings.TrimSpace(picture), "\n")
		var column, row int
		if _, err := fmt.Sscan(lines[1], &column, &row); err != nil {
			t.Fatalf("%s: %v", lines[0], err)
		}
		var want []string
		for y, line := range lines[2:] {
			for x, c := range line {
				if c == '*' {
					want = append(want, fmt.Sprintf("%c%d", 'a'+column+x, 15-row-y))
				}
			}
			lines[2+y] = strings.ReplaceAll(line, "*", ".")
		}
		position := padded(t, lines[2:], column, row)
		p, err := g.ParsePosition(position)
		if err != nil {
			t.Fatalf("%s: %v", lines[0], err)
		}
		if got := barred(g, p); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: forbidden are %v, want %v", lines[0], got, want)
		}
		if slow := newSlowBoard(position).forbidden(); fmt.Sprint(slow) != fmt.Sprint(want) {
			t.Errorf("%s: the second judge says %v, want %v", lines[0], slow, want)
		}
	}
	if len(pictures) < 60 {
		t.Errorf("%d pictures, want 60", len(pictures))
	}
}

// TestRenjuPerft counts the lines of play from positions with forbidden squares, by oxo's rules and
// by the second judge.
func TestRenjuPerft(t *testing.T) {
	for _, c := range []struct {
		name, position string
		want           [4]uint64
	}{
		{"7x7x5,renju", "......./...X.../...X.../.XX..../......./O...O../O.....O", [4]uint64{1, 40, 1600, 61278}},
		{"7x7x5,renju", "O.....O/..XX.../.X..X../.X..X../..XX.../.O...O./.OO.OO.", [4]uint64{1, 29, 928, 25320}},
		{"6x6x5,renju", "OXX.XX/O.OXOO/..XXX./O.XOXO/XOOXO./O.....", [4]uint64{1, 12, 110, 1100}},
		{"7x7x5,renju", "OX.XX.X/O.X.X.O/.X.X.X./X.O.O.X/OO.O.O./O.O.O.O/XOX.XOX", [4]uint64{1, 19, 342, 5780}},
	} {
		g := game(t, c.name)
		p, err := g.ParsePosition(c.position)
		if err != nil {
			t.Fatal(err)
		}
		b := newSlowBoard(c.position)
		for depth, want := range c.want {
			got, slow := perft(p, depth), b.perft(depth, 'X')
			if got != want || slow != want {
				t.Errorf("%s, depth %d: %d and by the second judge %d, want %d", c.position, depth, got, slow, want)
			}
		}
	}
}
