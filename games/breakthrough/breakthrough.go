// Package breakthrough is Breakthrough on a board of any size up to 20x20. Each side has two
// rows of pawns, which move one square straight or diagonally forward to an empty square and
// capture diagonally forward only. A side wins by reaching the far row or by capturing
// everything. There is no draw.
//
// The first side starts at the bottom and moves up. A move is a from-square and a to-square, in
// notation b2b3.
//
// With the option teleport there are two blocks of squares in the middle; a pawn on one can
// also move to the other: see [game.teleports].
package breakthrough

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/notation"
)

// The sizes of boards: with fewer columns a pawn may be stuck, with fewer rows the pawns have
// no room.
const (
	minColumns = 2
	minRows    = 4
	maxSide    = 20
)

// game is Breakthrough on one board size. [newGame] makes it; nothing changes it afterwards.
type game struct {
	name          func() string       // calls fullName once
	facts         func() *board.Facts // calls newFacts once
	columns, rows int
	teleport      bool
	marks         [2][]mark     // by side and square: what a pawn there changes
	turn          mark          // what the second side's turn changes
	toGo          [2][]uint8    // by side and square: number of rows to the far row
	cones         [2][]uint64   // the squares of the triangle in front, if the board fits into a word
	codeBits      int           // the bits of a code, or 0 if a word is too small
	races         func() *races // nil if the board has no table
	// racesToProve returns a larger table, which only some boards have.
	racesToProve func() *races
}

// newTeleport makes a game with teleport squares. An error says which sizes are possible.
func newTeleport(columns, rows int) (*game, error) {
	if columns < teleportColumns || rows%2 != 0 {
		return nil, fmt.Errorf("teleport needs a board of at least %d columns and an even number of rows, not %dx%d", teleportColumns, columns, rows)
	}
	g, err := newGame(columns, rows)
	if err == nil {
		g.teleport, g.races, g.racesToProve = true, nil, nil
	}
	return g, err
}

// newGame makes a game. An error says which sizes are possible.
func newGame(columns, rows int) (*game, error) {
	if columns < minColumns || rows < minRows || columns > maxSide || rows > maxSide {
		return nil, fmt.Errorf("a board of %d columns and %d rows is impossible: columns are %d to %d, rows %d to %d",
			columns, rows, minColumns, maxSide, minRows, maxSide)
	}
	g := &game{columns: columns, rows: rows}
	g.name = sync.OnceValue(g.fullName)
	g.facts = sync.OnceValue(g.newFacts)
	g.makeMarks()
	for sq := range columns * rows {
		g.toGo[oxo.First] = append(g.toGo[oxo.First], uint8(rows-1-sq/columns))
		g.toGo[oxo.Second] = append(g.toGo[oxo.Second], uint8(sq/columns))
	}
	if g.exact() {
		g.makeCones()
	}
	g.makeTables()
	return g, nil
}

// Name returns "breakthrough:8x8", followed by ",teleport" if it applies.
func (g *game) Name() string { return g.name() }

func (g *game) fullName() string {
	name := fmt.Sprintf("breakthrough:%dx%d", g.columns, g.rows)
	if g.teleport {
		name += ",teleport"
	}
	return name
}

// Start returns the board with two rows of pawns on either side.
func (g *game) Start() oxo.Position {
	p := g.empty()
	for sq := range 2 * g.columns {
		p.put(sq, oxo.First)
		p.put(g.columns*g.rows-1-sq, oxo.Second)
	}
	return p
}

// Family describes the names of the games.
func Family() catalog.Family {
	return catalog.Family{
		Name:  "breakthrough",
		Usage: "breakthrough[:COLUMNSxROWS][,teleport]",
		About: "Breakthrough, on 8x8 or another size: pawns only, reach the far row; teleport: squares in the middle lead to others",
		Aliases: []catalog.Alias{
			{
				Name: "clashofpawns", Means: "breakthrough:12x12", About: "Breakthrough as the bot contest Clash of Pawns had it, 12x12; clashofpawns,teleport is its edition of 2017",
				Title: "Clash of Pawns",
			},
		},
		Title: "Breakthrough", Group: "Pawns and discs",
		Parameters: []catalog.Parameter{
			{Name: "columns", Least: minColumns, Most: maxSide, Usual: 8},
			{Name: "rows", Before: "x", Least: minRows, Most: maxSide, Usual: 8},
		},
		Options: []catalog.Option{{Name: "teleport", About: "squares in the middle lead to others"}},
		New:     parse,
	}
}

func parse(parameters string, options []string) (oxo.Game, error) {
	if len(options) == 1 && strings.EqualFold(options[0], "teleport") {
		return notation.Sized("breakthrough", "8x8", parameters, nil, newTeleport)
	}
	for _, o := range options {
		if !strings.EqualFold(o, "teleport") {
			return nil, fmt.Errorf("breakthrough has no option %q: want teleport", o)
		}
	}
	return notation.Sized("breakthrough", "8x8", parameters, nil, newGame)
}

// mark holds the numbers that a pawn on a square, and its image on the mirrored board, add to
// the numbers that identify positions: a random word to the hash, a bit to the stones, a digit
// to the code.
type mark struct {
	hash, image    uint64
	bit, mirrorBit uint64
	code, mirror   uint64
}

// makeMarks makes the marks. A code holds a number to base 3 for each row, and the turn in its
// highest bit.
func (g *game) makeMarks() {
	digits := 1
	for range g.columns {
		digits *= 3
	}
	width := bits.Len(uint(digits - 1))
	if g.codeBits = g.rows*width + 1; g.codeBits > 64 {
		g.codeBits = 0
	} else {
		g.turn.code = 1 << (g.codeBits - 1)
	}
	rng := rand.New(rand.NewPCG(uint64(g.columns), uint64(g.rows))) // the same words in every process
	for side := range g.marks {
		for sq := range g.columns * g.rows {
			m := mark{hash: rng.Uint64(), bit: bitOf(sq)}
			if g.codeBits > 0 {
				m.code = uint64(side+1) << (sq / g.columns * width)
				for range sq % g.columns {
					m.code *= 3
				}
			}
			g.marks[side] = append(g.marks[side], m)
		}
		for sq := range g.marks[side] {
			image := g.marks[side][g.mirror(sq)]
			m := &g.marks[side][sq]
			m.image, m.mirrorBit, m.mirror = image.hash, image.bit, image.code
		}
	}
	g.turn.hash = rng.Uint64()
}

// makeCones makes the triangles in front of all squares: see position.free.
func (g *game) makeCones() {
	for side := range g.cones {
		for sq := range g.columns * g.rows {
			column, row, cone := sq%g.columns, sq/g.columns, uint64(0)
			for ahead := 1; ahead <= g.rowsTo(oxo.Side(side), sq); ahead++ {
				there := row + ahead*(1-2*side)
				for c := max(column-ahead, 0); c <= min(column+ahead, g.columns-1); c++ {
					cone |= bitOf(there*g.columns + c)
				}
			}
			g.cones[side] = append(g.cones[side], cone)
		}
	}
}

// mirror returns the square in the same row of the mirrored board.
func (g *game) mirror(sq int) int {
	column := sq % g.columns
	return sq - column + g.columns - 1 - column
}

// exact reports whether a board and its turn fit into a key: see position.key.
func (g *game) exact() bool {
	squares := g.columns * g.rows
	return squares < 64 || squares == 64 && g.columns > 2
}

// bitOf returns the bit of a square in a key.
func bitOf(sq int) uint64 { return 1 << (sq & 63) }
