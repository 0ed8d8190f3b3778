//go:build !js

package textbook

import "fmt"

// mostPlies is how deep a walk goes at most: a fraction of what the stack holds.
const mostPlies = 100_000

// tooDeep is the error of a walk that is so deep.
func tooDeep() error {
	return fmt.Errorf("%w: no end after %d plies; a game whose moves lead back to earlier positions has to be an oxo.Looping", ErrTooDeep, mostPlies)
}
