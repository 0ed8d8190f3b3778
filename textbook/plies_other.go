//go:build !js

package textbook

import "fmt"

// maxPlies limits the depth of a walk to a fraction of what the stack can hold.
const maxPlies = 100_000

// tooDeep returns the error for a walk beyond maxPlies.
func tooDeep() error {
	return fmt.Errorf("%w: no end after %d plies; a game whose moves lead back to earlier positions has to be an oxo.Looping", ErrTooDeep, maxPlies)
}
