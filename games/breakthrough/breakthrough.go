// Package breakthrough is Breakthrough on a board of any size up to 20x20: each
// side has two rows of pawns, which move one square straight or diagonally
// forward to an empty square and capture diagonally forward only. Who reaches
// the far row, or captures everything, wins. There is no draw.
//
// The first side starts at the bottom and moves up. A move is a from-square and
// a to-square, in notation b2b3.
package breakthrough

import (
	"fmt"
	"math/rand/v2"

	"oxo"
	"oxo/catalog"
	"oxo/internal/notation"
)

// The sizes of boards: with fewer columns a pawn may be stuck, with fewer rows
// the pawns have no room.
const (
	MinColumns = 2
	MinRows    = 4
	MaxSide    = 20
)

// Game is Breakthrough of one size. It is made by [New] and not changed after.
type Game struct {
	columns, rows int
	// zobrist are random words: by side, square, and original or mirror image.
	zobrist [2][]uint64
	turn    uint64     // the word of the second side's turn
	toGo    [2][]uint8 // by side and square: how many rows to the far row
}

// New makes a game, or says which sizes there are.
func New(columns, rows int) (*Game, error) {
	if columns < MinColumns || rows < MinRows || columns > MaxSide || rows > MaxSide {
		return nil, fmt.Errorf("a board of %d columns and %d rows is impossible: columns are %d to %d, rows %d to %d",
			columns, rows, MinColumns, MaxSide, MinRows, MaxSide)
	}
	g := &Game{columns: columns, rows: rows}
	rng := rand.New(rand.NewPCG(uint64(columns), uint64(rows))) // the same words in every process
	for side := range g.zobrist {
		for range columns * rows {
			g.zobrist[side] = append(g.zobrist[side], rng.Uint64())
		}
	}
	g.turn = rng.Uint64()
	for sq := range columns * rows {
		g.toGo[oxo.First] = append(g.toGo[oxo.First], uint8(rows-1-sq/columns))
		g.toGo[oxo.Second] = append(g.toGo[oxo.Second], uint8(sq/columns))
	}
	return g, nil
}

// Name returns "breakthrough:8x8".
func (g *Game) Name() string { return fmt.Sprintf("breakthrough:%dx%d", g.columns, g.rows) }

// SideName returns "white" for the first side and "black" for the second.
func (g *Game) SideName(s oxo.Side) string { return [...]string{"white", "black"}[s&1] }

// Start returns the board with two rows of pawns on either side.
func (g *Game) Start() oxo.Position {
	p := g.empty()
	for sq := range 2 * g.columns {
		p.put(sq, oxo.First)
		p.put(g.columns*g.rows-1-sq, oxo.Second)
	}
	return p
}

// Family returns how the games are named.
func Family() catalog.Family {
	return catalog.Family{
		Name:  "breakthrough",
		Usage: "breakthrough[:COLUMNSxROWS]",
		About: "Breakthrough, on 8x8 or another size: pawns only, reach the far row",
		Aliases: []catalog.Alias{
			{Name: "clashofpawns", Means: "breakthrough:12x12", About: "Breakthrough as the bot contest had it, 12x12"},
		},
		New: parse,
	}
}

func parse(parameters string, options []string) (oxo.Game, error) {
	return notation.Sized("breakthrough", "8x8", parameters, options, New)
}

// mirror returns the square in the same row of the mirrored board.
func (g *Game) mirror(sq int) int {
	column := sq % g.columns
	return sq - column + g.columns - 1 - column
}

// exact reports whether a board and its turn fit into a key: see position.key.
func (g *Game) exact() bool {
	squares := g.columns * g.rows
	return squares < 64 || squares == 64 && g.columns > 2
}

// bitOf is the bit of a square in a key.
func bitOf(sq int) uint64 { return 1 << (sq & 63) }
