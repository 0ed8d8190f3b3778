// Package chess is chess: by the ordinary rules, as Chess960 from any of its 960 starts, and on
// small boards of 5x5, 5x6 and 6x6 squares.
//
// A position with too little material to mate is drawn at once. Repetition and fifty moves
// without progress depend on the past, which is not part of a position: see [oxo.Looping] and
// position.NoProgress.
//
// Moves are written as programs write them, e2e4 and e7e8q, and can also be read in standard
// algebraic notation, Nf3 and O-O. Positions are the first four fields of FEN.
package chess

import (
	"fmt"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
)

// The kinds of men.
const (
	none = iota
	pawn
	knight
	bishop
	rook
	queen
	king
	kinds // number of kinds
)

// standardStart is the number of the ordinary start among the 960 [Scharnagl04].
const standardStart = 518

// starts is the number of starts of Chess960.
const starts = 960

// game is one form of chess. [Family] makes it; nothing changes it afterwards.
type game struct {
	name  func() string       // calls fullName once
	facts func() *board.Facts // calls newFacts once
	*tables
	columns, rows int
	start         string // as FEN
	number        int    // of the start in Chess960
	any           bool   // Chess960: kings and rooks castle from anywhere
	castles       bool   // and double steps, en passant
	promotions    []uint8
	// By side: the row where pawns are promoted, the row that pawns pass in a double step, and
	// the row where kings castle.
	last, third, home [2]uint64
	most              [kinds]int // men of each kind at the start
}

// new960 makes Chess960 with a start, 0 to 959.
func new960(t *tables, start int) *game {
	g := newGame(t, startOf(start))
	g.any, g.number = true, start
	return g
}

// newSmall makes chess on 5x5, 5x6 or 6x6 squares; for other sizes it returns an error. On 5x5
// the men start as in Gardner's game, on 5x6 with one more row between them, and on 6x6 as in
// Los Alamos chess, without bishops.
func newSmall(columns, rows int) (*game, error) {
	start, ok := map[[2]int]string{
		{5, 5}: "rnbqk/ppppp/5/PPPPP/RNBQK w - -",
		{5, 6}: "rnbqk/ppppp/5/5/PPPPP/RNBQK w - -",
		{6, 6}: "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - -",
	}[[2]int{columns, rows}]
	if !ok {
		return nil, fmt.Errorf("chess has no board of %d columns and %d rows: want 8x8, 5x5, 5x6 or 6x6", columns, rows)
	}
	return newGame(newTables(columns, rows, strings.Contains(start, "b")), start), nil
}

func newGame(t *tables, start string) *game {
	g := &game{tables: t, columns: t.columns, rows: t.rows, start: start, number: standardStart}
	g.name = sync.OnceValue(g.fullName)
	g.facts = sync.OnceValue(g.newFacts)
	g.castles = g.columns == side
	g.last = [2]uint64{rank(g.rows - 1), rank(0)}
	g.third = [2]uint64{rank(2), rank(g.rows - 3)}
	if !g.castles {
		g.third = [2]uint64{}
	}
	g.home = [2]uint64{rank(0), rank(g.rows - 1)}
	for _, letter := range start {
		if letter == ' ' {
			break
		}
		if letter >= 'A' && letter <= 'Z' {
			g.most[kindOf(byte(letter))]++
		}
	}
	g.promotions = []uint8{queen, knight, rook, bishop}
	if g.most[bishop] == 0 {
		g.promotions = g.promotions[:3]
	}
	return g
}

// rank returns the squares of a row.
func rank(row int) uint64 { return 0xff << (8 * row) }

// Name returns "chess", "chess,960=518" or "chess:5x5".
func (g *game) Name() string { return g.name() }

func (g *game) fullName() string {
	switch {
	case g.any:
		return fmt.Sprintf("chess,960=%d", g.number)
	case g.columns != side:
		return fmt.Sprintf("chess:%dx%d", g.columns, g.rows)
	}
	return "chess"
}

// Start returns the men on their first squares.
func (g *game) Start() oxo.Position {
	p, err := g.parseFEN(g.start)
	if err != nil {
		panic(err) // the starts are constants, and tested
	}
	return p
}

// startOf returns one of the 960 starts by its number, in Scharnagl's order [Scharnagl04]: the
// bishops by the two lowest digits in base 4, the queen by the next in base 6, the knights by
// the rest; the remaining squares get rook, king and rook.
func startOf(number int) string {
	var row [8]byte
	row[number%4*2+1] = 'b'
	row[number/4%4*2] = 'b'
	put := func(free int, man byte) {
		for i := range row {
			if row[i] != 0 {
				continue
			}
			if free == 0 {
				row[i] = man
				return
			}
			free--
		}
	}
	put(number/16%6, 'q')
	first, second := 0, 1
	for range number / 96 {
		if second++; second == 5 {
			first++
			second = first + 1
		}
	}
	put(second, 'n') // the later one first, so that the earlier one keeps its number
	put(first, 'n')
	for _, man := range []byte("rkr") {
		put(0, man)
	}
	white := make([]byte, len(row))
	for i, man := range row {
		white[i] = man - 'a' + 'A'
	}
	return fmt.Sprintf("%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq -", row, white)
}
