package keep

import (
	"fmt"
	"strings"
	"sync"

	"oxo"
	"oxo/game/catalog"
)

// answersWritten is how far a prevention is written: how many moves of the other side have answers at its beginning, and two plies later.
type answersWritten struct {
	g      oxo.Game
	p      oxo.Position
	mu     sync.Mutex
	levels [2]string // the text about each, or nothing
}

// hear takes the counts that [certificate.Proof.Answered] gets.
func (a *answersWritten) hear(line []oxo.Move, answered, open int) {
	level := len(line) / 2 // each side has moved that often
	said := fmt.Sprintf("%d of %d moves", answered, answered+open)
	if len(line) > 0 {
		said += " after " + strings.Join(catalog.FormatLine(a.g, a.p, line), " ")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.levels[level] = said + " answered, "
	clear(a.levels[level+1:]) // of another line
}

// String returns the text of both levels.
func (a *answersWritten) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.Join(a.levels[:], "")
}
