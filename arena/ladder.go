package arena

import (
	"context"
	"fmt"
	"math"
	"time"

	"oxo/arena/stats"
	"oxo/player"
	"oxo/search"
)

// Measured holds the results of matches between neighbouring levels of a game.
type Measured struct {
	Game    string                        `json:"game"`
	Levels  [player.MaxLevel]string       `json:"levels"`  // in the form of levels.txt
	Steps   [player.MaxLevel]stats.Record `json:"steps"`   // of level k+2 against level k+1; the last one of perfect
	Pairs   [player.MaxLevel]stats.Pairs  `json:"pairs"`   // the same games in pairs
	Nodes   [player.Perfect]float64       `json:"nodes"`   // mean number of nodes for a move
	Random  stats.Record                  `json:"random"`  // of level 1 against a random player
	Careful stats.Record                  `json:"careful"` // of level 1 against a search of two plies
	Perfect uint64                        `json:"perfect"` // maximum number of nodes for a move of perfect
	Plies   int                           `json:"plies"`   // random plies of an opening
	Seconds float64                       `json:"seconds"` // of the matches and of the calibration
}

// Measure plays matches between neighbouring levels, with a number of games each from
// random openings.
func (c Calibration) Measure(ctx context.Context, found *Calibrated, games int) (*Measured, error) {
	begun := time.Now()
	m := &Measured{Game: c.Game.Name(), Plies: c.Plies, Perfect: perfectNodes * c.Nodes}
	entrants := c.entrants(found)
	random, careful := len(entrants)-2, len(entrants)-1
	pairs := [][2]int{{0, random}, {0, careful}}
	for i := range int(player.MaxLevel) {
		pairs = append(pairs, [2]int{i + 1, i})
		m.Levels[i] = found.Levels[i].String()
	}
	visits := make([]mean, len(entrants))
	for k, pair := range pairs {
		v, err := c.match(ctx, entrants, pair, games, func(r *Record) { visits[pair[0]].add(r, entrants[pair[0]].Name) }, c.after(k, len(pairs), games))
		if err != nil {
			return nil, err
		}
		switch k {
		case 0:
			m.Random = v.Record
		case 1:
			m.Careful = v.Record
		default:
			m.Steps[pair[1]], m.Pairs[pair[1]] = v.Record, v.Pairs
		}
	}
	for i := range m.Nodes {
		m.Nodes[i] = math.Round(visits[i].value())
	}
	m.Seconds = math.Round(time.Since(begun).Seconds())
	return m, nil
}

// after returns the progress callback of match k.
func (c Calibration) after(k, matches, games int) func(played int) {
	return func(played int) {
		if c.Progress != nil {
			c.Progress(k*games+played, matches*games)
		}
	}
}

// entrants returns the levels, perfect, a random player, and a careful beginner.
func (c Calibration) entrants(found *Calibrated) []Entrant {
	var all []Entrant
	for i, s := range found.Levels {
		level := player.Level(i + 1)
		s.Wins, s.Blocks = level >= player.WinsFrom, level >= player.BlocksFrom
		all = append(all, untimed(level.String(), func() player.Player { return player.NewOfStrength(s, 0) }))
	}
	return append(all,
		untimed("perfect", c.perfect),
		untimed("random", c.random),
		untimed("two plies", func() player.Player {
			return player.NewThinker(search.Options{TableBytes: tableBytes}, search.Limits{Depth: 2})
		}))
}

// forever exceeds the time of any move: the machine's speed must not decide a game.
const forever = 1000 * time.Hour

// untimed is an entrant without a time limit.
func untimed(name string, create func() player.Player) Entrant {
	return Entrant{Name: name, Time: Time{Patience: forever}, Make: func(context.Context) (player.Player, error) { return create(), nil }}
}

// mean is the mean number of positions visited for a move.
type mean struct {
	sum   float64
	moves int
}

func (m *mean) add(r *Record, name string) {
	turn := 0
	if r.Players[1] == name {
		turn = 1
	}
	for i, p := range r.Plays {
		if (i+len(r.Opening))%2 == turn {
			m.sum += float64(p.Nodes)
			m.moves++
		}
	}
}

func (m mean) value() float64 { return m.sum / float64(max(m.moves, 1)) }

// match plays two entrants, and returns the score of the first.
func (c Calibration) match(ctx context.Context, entrants []Entrant, pair [2]int, games int, each func(*Record), progress func(played int)) (Versus, error) {
	two := []Entrant{entrants[pair[0]], entrants[pair[1]]}
	names := []string{two[0].Name, two[1].Name}
	plan := c.plan(names, games)
	plan.Seed += uint64(pair[0]*len(entrants)+pair[1]) << 32
	if err := plan.Check(); err != nil {
		return Versus{}, err
	}
	standings := NewStandings(plan)
	all := Arena{Plan: plan, Game: c.Game, Entrants: two, Threads: c.Threads, Keep: func(r *Record) (bool, error) {
		standings.Add(r)
		each(r)
		progress(standings.Games)
		return true, nil
	}}
	if err := all.Run(ctx); err != nil {
		return Versus{}, fmt.Errorf("%s against %s: %w", names[0], names[1], err)
	}
	return standings.Versus[0][1], nil
}

// plan returns the plan of one match.
func (c Calibration) plan(names []string, games int) *Plan {
	return &Plan{
		Game: c.Game.Name(), Players: names, Names: names, Format: RoundRobin, Games: games, Plies: c.Plies,
		Seed: c.Seed, Time: Time{Patience: forever},
	}
}

// Check returns an error if the numbers of games or plies are wrong.
func (c Calibration) Check() error {
	p := c.plan([]string{"one", "the other"}, c.Games)
	if err := p.Check(); err != nil {
		return err
	}
	return p.Try(c.Game)
}

// Step estimates the strength of a level against the one before, by pairs of games.
func (m *Measured) Step(i int) stats.Estimate {
	v := Versus{Record: m.Steps[i], Pairs: m.Pairs[i]}
	return v.Estimate()
}
