package player

import (
	"fmt"
	"strconv"
	"strings"
)

// Level is the strength of an opponent: 1 to 10, or [Perfect]. Others count as
// the nearest.
type Level int

// Perfect plays the best move that the search can prove, or the best it can
// find in its time.
const Perfect Level = 11

// MaxLevel is the highest level below Perfect.
const MaxLevel Level = 10

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
		return 0, fmt.Errorf("no level %q: a level is a number from 1 to %d, easy, medium, hard or perfect", text, MaxLevel)
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

// strength is what a level means.
type strength struct {
	depth       int     // plies to look ahead
	nodes       uint64  // positions to visit for a move
	temperature float64 // how far below the best a move may be and still be likely
}

// strength looks one ply ahead with wild choices at level 1, and eight with
// hardly any at level 10. The temperatures are in hundredths of the way from
// a draw to a win. They are not yet calibrated by play.
func (l Level) strength() strength {
	table := [...]strength{
		{1, 2_000, 90},
		{1, 2_000, 55},
		{1, 4_000, 35},
		{2, 8_000, 24},
		{2, 15_000, 16},
		{3, 25_000, 11},
		{4, 40_000, 7},
		{5, 60_000, 4.5},
		{6, 90_000, 3},
		{8, 150_000, 1.5},
	}
	return table[min(max(l, 1), MaxLevel)-1]
}

// winsAtOnce: from here on a level never misses its own immediate win.
const winsAtOnce Level = 3

// blocksAtOnce: from here on it never lets the opponent win with the next
// move if another move prevents it.
const blocksAtOnce Level = 4
