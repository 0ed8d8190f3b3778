package keep

import (
	"fmt"
	"strings"
	"sync"

	"oxo"
	"oxo/game/catalog"
)

// answersWritten is the progress of writing a prevention: the number of moves of the other side that have answers, at
// its beginning and two plies later.
type answersWritten struct {
	g      oxo.Game
	p      oxo.Position
	mu     sync.Mutex
	levels [2]string // a text for each level, or ""
}

// hear stores the counts that [certificate.Proof.Answered] reports.
func (a *answersWritten) hear(line []oxo.Move, answered, open int) {
	level := len(line) / 2 // number of moves of each side
	said := fmt.Sprintf("%d of %d moves", answered, answered+open)
	if len(line) > 0 {
		said += " after " + strings.Join(catalog.FormatLine(a.g, a.p, line), " ")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.levels[level] = said + " answered, "
	clear(a.levels[level+1:]) // they belong to another line
}

// String returns the text of both levels.
func (a *answersWritten) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.Join(a.levels[:], "")
}
