package lines

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"oxo"
	"oxo/internal/words"
)

// even is the estimate that is written as 0.5, halfway from a draw to a win, in the
// units of the games' evaluators. In most games it is about the value of one move.
const even = 64

// surest is the largest number for an estimate: 1 means won.
const surest = 0.99

// formatValue writes a score for the side to move: "win in 5", or a number from -1,
// lost, to 1, won.
func formatValue(s oxo.Score) string {
	switch {
	case s.CountsPlies():
		return s.String()
	case s.Sign() != 0:
		return strconv.Itoa(s.Sign())
	}
	e := float64(s)
	v := e / (math.Abs(e) + even)
	return strconv.FormatFloat(max(-surest, min(surest, v)), 'f', 3, 64)
}

// parseValue reads what formatValue writes; numbers are estimates.
func parseValue(text string) (oxo.Score, error) {
	for word, score := range map[string]func(int) oxo.Score{"win in ": oxo.Win, "loss in ": oxo.Loss} {
		if rest, ok := strings.CutPrefix(text, word); ok {
			if n, ok := words.Number(rest, oxo.MaxPlies); ok {
				return score(n), nil
			}
		}
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(v) <= 1) { // also excludes NaN
		return 0, fmt.Errorf(`a value is a number from -1 to 1, "win in 5" or "loss in 4"`)
	}
	v = max(-surest, min(surest, v))
	return oxo.Score(math.Round(even * v / (1 - math.Abs(v)))), nil
}
