// Package othello is Othello on boards of even sides from 4x4 to 8x8. A disc is put where it
// encloses discs of the other side in a line, which then change sides. A side that cannot do so
// passes. When neither can, the side with more discs wins by the difference. Empty squares
// count for neither side.
//
// Squares are written as Othello players do, with the rows counted from the top: c4 is in the
// third column and the fourth row from the top.
package othello

import (
	"fmt"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/notation"
)

// minSide and MaxSide limit the sides of a board, which are even.
const (
	minSide = 4
	MaxSide = 8
)

// game is Othello on one board size. [newGame] makes it; nothing changes it afterwards.
type game struct {
	name          func() string       // calls fullName once
	facts         func() *board.Facts // calls newFacts once
	columns, rows int
	all           uint64 // every square
	centre        uint64 // the four squares that are never empty
	turnBit       uint64 // one of them
	corners       uint64
	squares       int // of the board
	*tables
}

// tables holds the look-up tables of a game.
type tables struct {
	rays       [64]rays
	near       [64]uint64    // the neighbours of a square
	diagonals  [64][2]uint64 // the rising and the falling line through a square, including it
	border     [2]uint64     // the first and last column, and row
	quarter    [64]uint8     // the bit of the quarter of the board that a square is in
	quarters   [4]uint64
	oddSquares [16]uint64 // the squares of a set of quarters
	lasts      lastTable
	powers     ternary
	rowEdge    *edgeTable
	columnEdge *edgeTable
	weights    *weights // nil if none were fitted
}

// makeTables fills in the tables that depend only on the size.
func (g *game) makeTables() {
	t := &tables{lasts: *newLastTable(), powers: *newTernary()}
	for square := range 64 {
		r := raysFrom(square)
		t.rays[square], t.near[square] = r, around(1<<square)
		t.diagonals[square] = [2]uint64{r.up[1] | r.down[1] | 1<<square, r.up[3] | r.down[3] | 1<<square}
		column, row := square&7, square>>3
		if column >= g.columns || row >= g.rows {
			continue
		}
		g.all |= 1 << square
		if column == 0 || column == g.columns-1 {
			t.border[0] |= 1 << square
		}
		if row == 0 || row == g.rows-1 {
			t.border[1] |= 1 << square
		}
		i := column/(g.columns/2) + 2*(row/(g.rows/2))
		t.quarter[square] = 1 << i
		t.quarters[i] |= 1 << square
	}
	for set := range t.oddSquares {
		for i, squares := range t.quarters {
			if set>>i&1 != 0 {
				t.oddSquares[set] |= squares
			}
		}
	}
	t.rowEdge = newEdgeTable(g.columns, &t.powers)
	if t.columnEdge = t.rowEdge; g.rows != g.columns {
		t.columnEdge = newEdgeTable(g.rows, &t.powers)
	}
	if g.columns == MaxSide && g.rows == MaxSide {
		w, err := readWeights(embedded)
		if err != nil {
			panic("othello: " + err.Error()) // the weights are part of the program
		}
		t.weights = w
	}
	g.tables = t
}

// New makes a game. An error says which sizes are possible.
func New(columns, rows int) (oxo.Game, error) {
	g, err := newGame(columns, rows)
	if err != nil {
		return nil, err
	}
	return g, nil
}

func newGame(columns, rows int) (*game, error) {
	for _, n := range []int{columns, rows} {
		if n < minSide || n > MaxSide || n%2 != 0 {
			return nil, fmt.Errorf("a board of %d columns and %d rows is impossible: want even numbers from %d to %d", columns, rows, minSide, MaxSide)
		}
	}
	g := &game{columns: columns, rows: rows, squares: columns * rows}
	g.name = sync.OnceValue(g.fullName)
	g.facts = sync.OnceValue(g.newFacts)
	g.makeTables()
	middle := g.bit(columns/2-1, rows/2-1)
	g.centre, g.turnBit = middle|middle<<1|middle<<8|middle<<9, middle
	g.corners = g.bit(0, 0) | g.bit(columns-1, 0) | g.bit(0, rows-1) | g.bit(columns-1, rows-1)
	return g, nil
}

// bit returns the square of a column from the left and a row from the top.
func (g *game) bit(column, row int) uint64 { return 1 << (8*row + column) }

// Name returns "othello:8x8".
func (g *game) Name() string { return g.name() }

func (g *game) fullName() string { return fmt.Sprintf("othello:%dx%d", g.columns, g.rows) }

// resized returns Othello on another board.
func (g *game) resized(columns, rows int, _ *float64) (oxo.Game, error) {
	return New(columns, rows)
}

// Start returns the board with two discs of each side in the middle.
func (g *game) Start() oxo.Position {
	black := g.turnBit<<1 | g.turnBit<<8
	return &position{g: g, discs: [2]uint64{black, g.centre &^ black}}
}

// Family describes the names of the games.
func Family() catalog.Family {
	return catalog.Family{
		Name:  "othello",
		Usage: "othello[:COLUMNSxROWS]",
		About: "Othello, on 8x8 or a smaller board: enclose discs to turn them; the margin counts",
		Also:  []string{"reversi"},
		Title: "Othello", Group: "Pawns and discs",
		Parameters: []catalog.Parameter{
			{Name: "columns", Usual: 8, Values: []int{4, 6, 8}},
			{Name: "rows", Before: "x", Usual: 8, Values: []int{4, 6, 8}},
		},
		New: func(parameters string, options []string) (oxo.Game, error) {
			return notation.Sized("othello", "8x8", parameters, options, newGame)
		},
	}
}
