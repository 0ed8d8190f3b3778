package cli

import (
	"fmt"
	"strings"
	"sync"

	"oxo"
	"oxo/catalog"
)

// answersWritten says how many moves have answers in a prevention that is written: behind the first moves, and behind the next ones.
type answersWritten struct {
	g      oxo.Game
	p      oxo.Position
	mu     sync.Mutex
	levels [2]string // what is said of each, if anything
}

// hear is what [certificate.Proof] has as Answered.
func (a *answersWritten) hear(line []oxo.Move, answered, open int) {
	level := len(line) / 2 // each side has moved that often
	said := fmt.Sprintf("%d of %d moves", answered, answered+open)
	if len(line) > 0 {
		said += " behind " + strings.Join(catalog.FormatLine(a.g, a.p, line), " ")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.levels[level] = said + " answered, "
	clear(a.levels[level+1:]) // of another line
}

// String says all of it.
func (a *answersWritten) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.Join(a.levels[:], "")
}
