package textbook

import "fmt"

// maxPlies limits the depth of a walk: in a browser a program uses the stack of JavaScript,
// which overflows in Chromium between 4,000 and 8,000 plies. Games that end may be deeper.
const maxPlies = 2000

// tooDeep returns the error for a walk beyond maxPlies.
func tooDeep() error { return fmt.Errorf("%w: stopped after %d plies", ErrMaxNodes, maxPlies) }
