package puzzle

import (
	"fmt"
	"strings"
)

// Fault says why a position is not a puzzle.
type Fault uint8

// Faults.
const (
	Over       Fault = iota // the game is over
	Forced                  // there is only one legal move
	Unproven                // the values could not be proven within the limits
	Lost                    // every move loses
	TwoAnswers              // several moves keep the result
	Short                   // fewer plies than wanted
	Long                    // more plies than wanted
)

// RefusedError says that a position is not a puzzle.
type RefusedError struct {
	Fault   Fault
	Result  string   // that the answers keep
	Within  int      // as in [Puzzle]
	Answers []string // if there are several
	Plies   int      // if they are too few or too many
}

// maxNamed is how many answers an error names.
const maxNamed = 6

// Error names the fault, and the answers if there are several.
func (e *RefusedError) Error() string {
	switch e.Fault {
	case Over:
		return "the game is over"
	case Forced:
		return "there is only one legal move"
	case Lost:
		return "every move loses"
	case TwoAnswers:
		return e.answers()
	case Short, Long:
		want := "more"
		if e.Fault == Long {
			want = "fewer"
		}
		return fmt.Sprintf("it takes %s: want %s", plies(e.Plies), want)
	}
	return "the values of the moves could not be proven within the limits"
}

// answers names the moves that keep the result.
func (e *RefusedError) answers() string {
	verb := "keep the " + e.Result
	if e.Within > 0 {
		verb = "win within " + plies(e.Within)
		if e.Result == Material {
			verb = "win material within " + plies(e.Within)
		}
	}
	named, more := e.Answers, ""
	if len(named) > maxNamed {
		more = fmt.Sprintf(" and %d more", len(named)-maxNamed)
		named = named[:maxNamed]
	}
	if more == "" {
		last := len(named) - 1
		return strings.Join(named[:last], ", ") + " and " + named[last] + " " + verb
	}
	return strings.Join(named, ", ") + more + " " + verb
}
