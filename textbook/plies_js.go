package textbook

import "fmt"

// mostPlies is how deep a walk goes at most: in a browser a program has the stack of JavaScript. In Chromium that overflows
// between 4,000 and 8,000 plies. Games that end may be deeper.
const mostPlies = 2000

// tooDeep is the error of a walk that is so deep.
func tooDeep() error { return fmt.Errorf("%w: stopped after %d plies", ErrMaxNodes, mostPlies) }
