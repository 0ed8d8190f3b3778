// Package connect4 is Connect Four on a board of any width and height that fits into 128 bits
// with a spare row: 7x6, and up to 11x10, 8x15, 25x4. Boards that fit into 64 bits, up to 8x7,
// 7x8, 9x6 and 12x4, have faster code.
//
// The players drop stones into columns, first (X) and second (O) in turn. Four in a row, column
// or diagonal win, and a full board is a draw. A move is the number of its column, from 1 at
// the left.
package connect4

import (
	"sync"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/notation"
	"oxo/internal/processor"
)

// minSide is the least width and height: on a smaller board not all directions have lines.
const minSide = 4

// game is Connect Four on one board size. [newGame] makes it; nothing changes it afterwards.
type game struct {
	tables
	frame
	name func() string // calls text once
}

// tables holds the facts about a game's board. Guides embed it instead of the game:
// otherwise the game's methods would be compiled again for each kind of guide.
type tables struct {
	width, height int
	step          int    // bits from one column to the next: height + 1
	board         uint64 // every square
	bottom        uint64 // the lowest square of every column
	firstColumn   uint64 // the squares of the first column
	oddRows       uint64 // the first, third... row, from the bottom
	claimed       uint64 // the top row and every second one below it: see rules.go
	spare         uint64 // the spare row
	beyond        uint64 // the squares of columns beyond the lanes of vectors
	order         []int  // columns from the centre outward
	columns       [16]column
	weights       [2][phases]weights
	figures       figures
	vectors       bool // the processor has vectors
}

// column describes a column of the board.
type column struct {
	fromCentre int // its place in the order from the centre outward
	turn       int // how far to rotate a word to reach the mirror column
}

// newGame makes a game. An error says which sizes are possible.
func newGame(width, height int) (*game, error) {
	if width < minSide || height < minSide || width > 64 || height > 63 || width*(height+1) > 64 {
		return nil, largeError(width, height)
	}
	g := &game{tables: tables{width: width, height: height, step: height + 1, firstColumn: 1<<height - 1}}
	g.frame = newFrame(width, height)
	g.name = sync.OnceValue(g.text)
	for column := range width {
		g.bottom |= 1 << (column * g.step)
		if column >= vectorLanes {
			g.beyond |= g.column(column)
		}
		g.columns[column].turn = (width - 1 - 2*column) * g.step
	}
	g.board, g.spare = g.bottom*g.firstColumn, g.bottom<<height
	for row := range height {
		if row%2 == 0 {
			g.oddRows |= g.bottom << row
		}
		if (height-1-row)%2 == 0 {
			g.claimed |= g.bottom << row
		}
	}
	g.order = outward(width)
	for i, c := range g.order {
		g.columns[c].fromCentre = i
	}
	g.weights, g.figures = newWeights(g.claimed, g.board), newFigures(g)
	g.vectors = processor.Vectors()
	return g, nil
}

// outward returns columns from the centre outward: 3 4 2 5 1 6 0 of seven.
func outward(width int) (order []int) {
	for i := range width {
		order = append(order, (width-1)/2+(i+1)/2*(2*(i%2)-1))
	}
	return order
}

// Name returns "connect4:7x6".
func (g *game) Name() string { return g.name() }

// Start returns an empty board.
func (g *game) Start() oxo.Position { return g.newPosition([2]uint64{}) }

// Family describes the names of the games.
func Family() catalog.Family {
	return catalog.Family{
		Name:  "connect4",
		Usage: "connect4[:COLUMNSxROWS]",
		About: "Connect Four, on 7x6 or another size: four in a row, stones fall down",
		Title: "Connect Four", Group: "Lines", Parameters: catalog.Size(minSide, 25, 7, 6),
		New: parse,
	}
}

func parse(parameters string, options []string) (oxo.Game, error) {
	return notation.Sized("connect4", "7x6", parameters, options, newSized)
}

// newSized makes the game of a size: in words of 64 bits where they suffice.
func newSized(width, height int) (oxo.Game, error) {
	switch {
	case width < minSide || height < minSide || width > maxBits || height > maxBits || width*(height+1) > maxBits:
		return nil, largeError(width, height)
	case width*(height+1) > 64:
		return newLarge(width, height), nil
	}
	return newGame(width, height)
}
