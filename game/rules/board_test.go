package rules_test

import (
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/board"
	"oxo/internal/race"
)

// drawn writes a board, the top row first, and the owners of its pieces as 0 and 1.
func drawn(p oxo.Position) (rows, owners string) {
	grid, ok := p.(board.Grid)
	if !ok {
		return "none", ""
	}
	columns, height := grid.Size()
	for row := height - 1; row >= 0; row-- {
		for column := range columns {
			c := grid.At(board.Square{Column: column, Row: row})
			if c.Text == "" {
				rows += "."
				continue
			}
			rows += c.Text
			owners += string('0' + rune(c.Owner))
		}
		rows += "/"
	}
	return rows, owners
}

// TestBoards: facts of two arguments and one content are squares, and others are not.
func TestBoards(t *testing.T) {
	race.OneThread(t)
	for _, c := range []struct {
		sheet, moves, rows, owners string
		style                      board.Style
	}{
		{"noughts.kif", "mark(1,1) mark(3,2)", ".../..o/x../", "10", board.Style{Places: board.Hash, Pieces: board.Marks}},
		{"misere.kif", "", ".../.../.../", "", board.Style{Places: board.Hash, Pieces: board.Marks}},
		{"drop.kif", "drop(4) drop(4) drop(1)", "..../...o/x..x/", "100", board.Style{Places: board.Hash, Pieces: board.Marks}},
		{"pawns.kif", "move(b,1,b,2)", "bbbb/..../.w../w.ww/", "11110000", board.Style{Places: board.Chequered, Pieces: board.Draughtsmen}},
		{"nim.kif", "", "none", "", board.Style{}},
		{"coins.kif", "", "none", "", board.Style{}},
	} {
		g := load(t, c.sheet)
		p := g.Start()
		for text := range strings.FieldsSeq(c.moves) {
			m, err := g.ParseMove(p, text)
			if err != nil {
				t.Fatal(err)
			}
			p.Make(m)
		}
		for _, p := range []oxo.Position{p, p.Clone()} {
			if rows, owners := drawn(p); rows != c.rows || owners != c.owners {
				t.Errorf("%s: %s %s, want %s %s", c.sheet, rows, owners, c.rows, c.owners)
			}
		}
		if got := board.FactsOf(g).Style; got != c.style {
			t.Errorf("%s looks like %+v", c.sheet, got)
		}
	}
}

// small is a game of one row: each side paints one of two squares. The contents have unusual names, one fact is not on
// the board, and the row that is named first is not the lowest.
const small = `
(role red) (role blue) (init (cell 10 1 b)) (init (cell 9 1 b)) (init (control red)) (init (far 1))
(<= (legal ?r (paint ?x)) (true (control ?r)) (true (cell ?x 1 b)))
(<= (legal red noop) (true (control blue))) (<= (legal blue noop) (true (control red)))
(<= (next (cell ?x 1 redman)) (does red (paint ?x))) (<= (next (cell ?x 1 bluman)) (does blue (paint ?x)))
(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (not (painted ?x))) (<= (painted ?x) (does ?r (paint ?x)))
(<= (next (control red)) (true (control blue))) (<= (next (control blue)) (true (control red)))
(<= (next (far 2)) (true (far 1))) (<= (next (far 3)) (true (far 2)))
(<= terminal (true (far 3)))
(<= up (true (cell 9 1 redman)) (true (cell 10 1 bluman))) (<= down (true (cell 9 1 bluman)) (true (cell 10 1 redman)))
(<= (goal red 100) up) (<= (goal blue 0) up) (<= (goal red 0) down) (<= (goal blue 100) down)
`

// TestBoardOfOtherNames: b is blank, a piece belongs to the role whose name begins in the same way, columns are in the
// order of their numbers, and facts that the board does not show are listed.
func TestBoardOfOtherNames(t *testing.T) {
	g := parse(t, small)
	p := g.Start()
	for _, text := range []string{"paint(10)", "paint(9)"} {
		m, err := g.ParseMove(p, text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		if note := board.FactsOf(g).Note(p); !strings.HasPrefix(note, "far(") {
			t.Errorf("the note is %q", note)
		}
	}
	if rows, owners := drawn(p); rows != "br/" || owners != "10" {
		t.Errorf("%s %s", rows, owners)
	}
	if columns, rows := p.(board.Grid).Labels(); !slices.Equal(columns, []string{"9", "10"}) || !slices.Equal(rows, []string{"1"}) {
		t.Errorf("%v %v", columns, rows)
	}
}
