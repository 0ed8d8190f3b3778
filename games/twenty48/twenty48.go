// Package twenty48 is 2048 as a game for two sides. The first side slides all tiles up, down,
// left or right; two equal tiles that meet merge into one of twice the number. The second side
// places a 2 or a 4 on an empty square. The first side wins when it makes the target tile, the
// second when no slide changes the board.
//
// A slide is written up, down, left or right, a placement as the square and the tile: c3=4.
package twenty48

import (
	"fmt"
	"math/bits"
	"strconv"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// side is the number of rows and of columns.
const side = 4

// maxTarget is the largest possible target tile.
const maxTarget = 32768

// game is 2048 with one target. [newGame] makes it; nothing changes it afterwards.
type game struct {
	name   func() string       // calls fullName once
	facts  func() *board.Facts // calls newFacts once
	target int                 // the exponent: 11 for 2048
	rows   *rowTables
}

// newGame makes a game. An error says which targets are possible.
func newGame(target int) (*game, error) {
	if target < 8 || target > maxTarget || target&(target-1) != 0 {
		return nil, fmt.Errorf("a target of %d is impossible: want a power of two from 8 to %d, as in 2048 or 2048:4096", target, maxTarget)
	}
	g := &game{target: bits.Len(uint(target)) - 1, rows: newRowTables()}
	g.name = sync.OnceValue(g.fullName)
	g.facts = sync.OnceValue(g.newFacts)
	return g, nil
}

// Name returns "2048:2048".
func (g *game) Name() string { return g.name() }

func (g *game) fullName() string { return "2048:" + strconv.Itoa(1<<g.target) }

// Start returns a board with a 2 on each of the four middle squares, which no
// symmetry changes, and the slider to move. Other beginnings are positions.
func (g *game) Start() oxo.Position {
	p := &position{g: g}
	for _, sq := range [...][2]int{{1, 1}, {1, 2}, {2, 1}, {2, 2}} {
		p.board |= 1 << shiftOf(sq[0], sq[1])
	}
	return p
}

// Family describes the names of the games.
func Family() catalog.Family {
	return catalog.Family{
		Name:  "2048",
		Usage: "2048[:TARGET]",
		About: "2048 against one who places the tiles: make the target tile",
		Title: "2048", Group: "Tiles",
		Parameters: []catalog.Parameter{{Name: "target", Usual: 2048, Values: targets()}},
		New: func(parameters string, options []string) (oxo.Game, error) {
			if len(options) > 0 {
				return nil, fmt.Errorf("2048 has no option %q: write 2048 or 2048:TARGET, as in 2048:4096", options[0])
			}
			if parameters == "" {
				parameters = "2048"
			}
			target, err := strconv.Atoi(parameters)
			if err != nil || strconv.Itoa(target) != parameters {
				return nil, fmt.Errorf("%.20q is not a target: write a power of two, as in 2048:4096", parameters)
			}
			g, err := newGame(target)
			if err != nil {
				return nil, err
			}
			return g, nil
		},
	}
}

// targets returns the possible target tiles.
func targets() (all []int) {
	for n := 8; n <= maxTarget; n *= 2 {
		all = append(all, n)
	}
	return all
}
