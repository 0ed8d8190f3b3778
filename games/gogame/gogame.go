// Package gogame is the game of Go on boards from 2x2 to 19x19. Black and white put stones on
// points in turn. A chain of stones without a free neighbouring point, a liberty, is captured.
// Suicide is not allowed. Two passes in a row end the game. A point counts for the side that
// has a stone there, or from whose stones alone it can be reached: area scoring of the final
// board. Dead stones count until they are captured.
//
// Points are written as Go players write them: a letter for the column, without I, and the
// number of the row from the bottom, "D4".
package gogame

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// minSide and maxSide limit the sides of a board.
const (
	minSide = 2
	maxSide = 19
)

// The default komi: none on boards of up to smallBoard points, whose value is studied without
// komi, and seven and a half on larger ones.
const (
	smallBoard  = 36
	defaultKomi = 15 // half points
	maxKomi     = 2 * maxSide * maxSide
	komiOption  = "komi="
	koOption    = "ko="
	simple      = "simple"
	superko     = "superko"
	usageOfGame = "go[:COLUMNSxROWS][,komi=POINTS][,ko=simple]"
)

// game is Go on one board size, with one komi and one rule for repetitions. [newGame] makes it;
// nothing changes it afterwards.
type game struct {
	name          func() string       // calls fullName once
	facts         func() *board.Facts // calls newFacts once
	columns, rows int
	points        int // of the board
	stride        int // from a point to the one above
	komi          int // half points that white receives
	simpleKo      bool

	order   []oxo.Move  // all points, the centre first
	squares []int       // the number of each cell, row by row from the bottom, or -1
	cells   []uint16    // the cell of each number
	zobrist [3][]uint64 // of a stone of a colour on a cell; [0] of a ko there
	images  [][]uint16  // the image of each cell under each symmetry
	inverse []int       // the inverse of each symmetry
	inside  []uint64    // on small boards: the neighbours of each number, as bits
	empty   []cell      // the board without stones

	shapes func() *shapeTable // made when first needed
}

// newGame makes a game. Komi is what white receives, in half points. With simpleKo the stone that
// captured may not be taken back at once, and a longer cycle is a draw. Otherwise no move may
// recreate an earlier board (positional superko).
func newGame(columns, rows, komi int, simpleKo bool) (*game, error) {
	for _, n := range []int{columns, rows} {
		if n < minSide || n > maxSide {
			return nil, fmt.Errorf("a board of %d columns and %d rows is impossible: want each from %d to %d", columns, rows, minSide, maxSide)
		}
	}
	if komi < -maxKomi || komi > maxKomi {
		return nil, fmt.Errorf("%s is not a komi: want at most %d points", pointsText(komi), maxKomi/2)
	}
	g := &game{columns: columns, rows: rows, points: columns * rows, stride: columns + 1, komi: komi, simpleKo: simpleKo}
	g.name = sync.OnceValue(g.fullName)
	g.facts = sync.OnceValue(g.newFacts)
	g.lay()
	g.mix()
	g.turnBoard()
	g.shapes = sync.OnceValue(newShapes)
	return g, nil
}

// komiOf returns the default komi of a board.
func komiOf(columns, rows int) int {
	if columns*rows <= smallBoard {
		return 0
	}
	return defaultKomi
}

// pointsText writes half points as points: "7.5".
func pointsText(half int) string { return strconv.FormatFloat(float64(half)/2, 'f', -1, 64) }

// Name returns "go:9x9", followed by the options that differ from the default:
// "go:9x9,komi=5.5,ko=simple".
func (g *game) Name() string { return g.name() }

func (g *game) fullName() string {
	name := fmt.Sprintf("go:%dx%d", g.columns, g.rows)
	if g.komi != komiOf(g.columns, g.rows) {
		name += "," + komiOption + pointsText(g.komi)
	}
	if g.simpleKo {
		name += "," + koOption + simple
	}
	return name
}

// resized returns the game on another board. If komi is nil, the default komi of this board becomes the default
// of the other one, and any other komi stays.
func (g *game) resized(columns, rows int, komi *float64) (oxo.Game, error) {
	half := g.komi
	if half == komiOf(g.columns, g.rows) {
		half = komiOf(columns, rows)
	}
	other, err := g.with(columns, rows, half)
	if err != nil || komi == nil {
		return other, err
	}
	if half, err = readKomi(strconv.FormatFloat(*komi, 'f', -1, 64)); err != nil {
		return nil, err
	}
	return g.with(columns, rows, half)
}

// with returns the game with the same rule of ko on another board or with another komi, in half
// points.
func (g *game) with(columns, rows, komi int) (oxo.Game, error) {
	other, err := newGame(columns, rows, komi, g.simpleKo)
	if err != nil {
		return nil, err
	}
	return other, nil
}

// formOfSimpleKo returns the name of the game with ko=simple, or "" if this game has
// that rule.
func (g *game) formOfSimpleKo() string {
	if g.simpleKo {
		return ""
	}
	return g.name() + "," + koOption + simple
}

// Family describes the names of the games.
func Family() catalog.Family {
	return catalog.Family{
		Name:  "go",
		Usage: usageOfGame,
		About: "Go, from 2x2 to 19x19: area scoring, komi=7.5 above 36 points, positional superko or ko=simple",
		Also:  []string{"weiqi", "baduk"},
		Title: "Go", Group: "Pawns and discs",
		Parameters: catalog.Size(minSide, maxSide, 9, 9),
		Options:    []catalog.Option{{Name: koOption + simple, About: "only taking back at once is forbidden; longer cycles are draws"}},
		New:        named,
	}
}

// named makes the game with a name.
func named(parameters string, options []string) (oxo.Game, error) {
	columns, rows, ok := words.Size(parameters, 999)
	switch {
	case parameters == "":
		columns, rows = 9, 9
	case !ok:
		return nil, fmt.Errorf("the size %q: want go:COLUMNSxROWS, as in go:9x9", "go:"+parameters)
	}
	komi, simpleKo := komiOf(columns, rows), false
	var seen []string
	for _, option := range options {
		key, value, _ := strings.Cut(strings.ToLower(option), "=")
		if slices.Contains(seen, key) {
			return nil, fmt.Errorf("the option %s is given twice: write it once", key)
		}
		seen = append(seen, key)
		switch key + "=" {
		case komiOption:
			half, err := readKomi(value)
			if err != nil {
				return nil, err
			}
			komi = half
		case koOption:
			if value != simple && value != superko {
				return nil, fmt.Errorf("ko=%s is not a rule: write ko=simple, or ko=superko, the default", words.Clip(value))
			}
			simpleKo = value == simple
		default:
			return nil, fmt.Errorf("go has no option %q: want %s", words.Clip(option), usageOfGame)
		}
	}
	g, err := newGame(columns, rows, komi, simpleKo)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// readKomi parses points as half points.
func readKomi(text string) (int, error) {
	x, err := strconv.ParseFloat(text, 64)
	half := 2 * x
	if err != nil || half < -maxKomi || half > maxKomi || half != float64(int(half)) {
		return 0, fmt.Errorf("komi=%s is not a komi: write points or half points, as in komi=7.5, at most %d", words.Clip(text), maxKomi/2)
	}
	return int(half), nil
}
