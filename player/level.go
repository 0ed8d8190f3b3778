package player

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Level is the strength of an opponent: 1 to 10, or [Perfect]. A number outside this
// range means the nearest level.
type Level int

// Perfect plays the best move that the search can prove, or the best it can
// find in its time.
const Perfect Level = 11

// MaxLevel is the highest level below Perfect.
const MaxLevel Level = 10

// Usual is the level that a person is offered first, on the page and in a terminal.
const Usual Level = 5

// ParseLevel reads "1" to "10" or "perfect", and the words easy, medium and hard
// for 2, 5 and 8.
func ParseLevel(text string) (Level, error) {
	switch strings.ToLower(text) {
	case "easy":
		return 2, nil
	case "medium":
		return 5, nil
	case "hard":
		return 8, nil
	case "perfect":
		return Perfect, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > int(MaxLevel) {
		return 0, fmt.Errorf("no level %q: want a number from 1 to %d, easy, medium, hard or perfect", text, MaxLevel)
	}
	return Level(n), nil
}

// String returns "level 4" or "perfect".
func (l Level) String() string {
	if l == Perfect {
		return "perfect"
	}
	return "level " + strconv.Itoa(int(l))
}

// Strength holds the parameters of a level for one game.
type Strength struct {
	Depth int    // maximum number of plies to look ahead
	Nodes uint64 // positions to visit for a move
	// Temperature is the loss of value at which a move's probability falls by the
	// factor e, in hundredths of the distance from a draw to an immediate win.
	Temperature float64
	// Wins says that the level never misses its own immediate win. Blocks says that it
	// never lets the opponent win with the next move if another move prevents it.
	Wins, Blocks bool
}

// WinsFrom is the lowest level that never misses its own immediate win. BlocksFrom is
// the lowest that never leaves the opponent one that can be prevented.
const (
	WinsFrom   Level = 3
	BlocksFrom Level = 4
)

//go:embed levels.txt
var levels string

// StrengthOf returns the strength of a level below Perfect on the game of a name:
// calibrated by matches (docs/lookup/levels.md), or a guess for other games.
func StrengthOf(game string, l Level) Strength {
	l = min(max(l, 1), MaxLevel)
	for line := range strings.Lines(levels) {
		fields := strings.Fields(line)
		if len(fields) == int(MaxLevel)+1 && fields[0] == game {
			if s, err := ParseStrength(fields[l]); err == nil {
				return s.guarded(l)
			}
		}
	}
	return Path(float64(l-1)/float64(MaxLevel-1), defaultNodes).guarded(l)
}

// guarded sets the fields Wins and Blocks of a level.
func (s Strength) guarded(l Level) Strength {
	s.Wins, s.Blocks = l >= WinsFrom, l >= BlocksFrom
	return s
}

// String writes a strength in the form of levels.txt, "3,1500,24.5": the depth, the
// nodes and the temperature. It omits Wins and Blocks.
func (s Strength) String() string {
	return fmt.Sprintf("%d,%d,%s", s.Depth, s.Nodes, strconv.FormatFloat(s.Temperature, 'g', 4, 64))
}

// ParseStrength reads what String writes.
func ParseStrength(text string) (Strength, error) {
	parts := strings.Split(text, ",")
	if len(parts) != 3 {
		return Strength{}, fmt.Errorf("%q is not a strength: want DEPTH,NODES,TEMPERATURE", text)
	}
	depth, failed := strconv.Atoi(parts[0])
	nodes, failedToo := strconv.ParseUint(parts[1], 10, 63)
	temperature, failedThen := strconv.ParseFloat(parts[2], 64)
	if failed != nil || failedToo != nil || failedThen != nil || depth < 1 || nodes < 1 || !(temperature > 0 && temperature <= hottest) {
		return Strength{}, fmt.Errorf("%q is not a strength: want depth and nodes of 1 or more, and a temperature above 0 and at most %d", text, hottest)
	}
	return Strength{Depth: depth, Nodes: nodes, Temperature: temperature}, nil
}

// The two ends of the path of strengths.
const (
	hottest      = 150 // all moves are almost equally likely
	coldest      = 1
	fewest       = 60 // nodes
	deepest      = 8
	defaultNodes = 30_000
)

// Path returns the strength at x, from 0, the weakest, to 1. As x grows the depth
// grows, the nodes grow to the number most, and the temperature falls.
func Path(x float64, most uint64) Strength {
	x = min(max(x, 0), 1)
	geometric := func(from, to float64) float64 { return from * math.Pow(to/from, x) }
	return Strength{
		Depth:       1 + int(x*(deepest-1)+0.5),
		Nodes:       uint64(geometric(fewest, float64(max(most, fewest)))),
		Temperature: geometric(hottest, coldest),
	}
}
