package arena

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"oxo"
	"oxo/game/catalog"
)

// Find returns the game with a number.
func Find(records []Record, n int) (*Record, error) {
	i := slices.IndexFunc(records, func(r Record) bool { return r.N == n })
	if i < 0 {
		return nil, fmt.Errorf("game %d does not exist: %d were played", n, len(records))
	}
	return &records[i], nil
}

// Replayed is a game of a file, replayed by the rules.
type Replayed struct {
	*Record
	Start oxo.Position // its first position
	Moves []oxo.Move   // all moves, the opening's first
	End   oxo.Position
}

// Replay replays a recorded game. Its error names the first illegal move.
func Replay(g oxo.Game, r *Record) (*Replayed, error) {
	start := g.Start()
	if r.From != "" {
		var err error
		if start, err = g.ParsePosition(r.From); err != nil {
			return nil, fmt.Errorf("game %d: %w", r.N, err)
		}
	}
	end := start.Clone()
	moves, err := catalog.ReplayFrom(g, end, r.Texts()...)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.N, err)
	}
	return &Replayed{r, start, moves, end}, nil
}

// Texts returns all moves of a game, the opening's first.
func (r *Record) Texts() []string {
	all := slices.Clone(r.Opening)
	for _, p := range r.Plays {
		all = append(all, p.Move)
	}
	return all
}

// Link returns the path and query of a game on the page of a server.
func (r *Record) Link(g oxo.Game) string {
	q := url.Values{"game": {g.Name()}, "moves": {strings.Join(r.Texts(), ".")}}
	if r.From != "" {
		q.Set("position", r.From)
	}
	return "#play?" + q.Encode()
}
