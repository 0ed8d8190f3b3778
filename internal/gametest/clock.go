package gametest

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"

	"oxo"
	"oxo/prove/census"
)

// Clock is a game with a rule of no progress, with the values of its endings without
// and with that rule.
type Clock struct {
	oxo.Game
	Without *census.Endings
	men     int
	known   map[counted]oxo.Score
}

type counted struct {
	key   oxo.Key
	plies int
}

// Clocks returns such games, small enough for exhaustive comparisons.
func Clocks(t testing.TB) (all []*Clock) {
	t.Helper()
	for _, name := range []string{"chess:5x5", "checkers:4x4", "checkers:6x6"} {
		const men = 3
		g := Game(t, name)
		table, err := census.SolveEndings(context.Background(), g, men, census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, &Clock{g, table, men, map[counted]oxo.Score{}})
	}
	return all
}

// Random returns a random unfinished ending with a number of plies without progress,
// or nil: not every index is a position.
func (c *Clock) Random(t testing.TB, rng *rand.Rand, plies int) oxo.Clocked {
	t.Helper()
	p := c.Start().(census.Ender)
	sizes := p.Endings(c.men)
	class := rng.IntN(len(sizes))
	if sizes[class] == 0 || !p.SetEnding(class, rng.IntN(sizes[class])) || p.Outcome() != oxo.Ongoing {
		return nil
	}
	q, err := c.ParsePosition(c.text(p, plies))
	if err != nil {
		t.Fatal(err)
	}
	return q.(oxo.Clocked)
}

// text writes a position with a number of plies without progress.
func (c *Clock) text(p oxo.Position, plies int) string {
	if c.Name() == "chess:5x5" {
		return c.FormatPosition(p) + " " + strconv.Itoa(plies) + " 1"
	}
	return c.FormatPosition(p) + ":H" + strconv.Itoa(plies)
}

// ClockText writes a position with its plies without progress.
func (c *Clock) ClockText(p oxo.Clocked) string {
	plies, _ := p.Clock()
	return c.text(p, plies)
}

// Limit returns the plies without progress that end a game.
func (c *Clock) Limit() int {
	_, limit := c.Start().(oxo.Clocked).Clock()
	return limit
}

// Value computes the value of an ending under the rule. If the value without the rule
// is reached in time, it is the same; otherwise it follows from the moves.
func (c *Clock) Value(t testing.TB, p oxo.Clocked) oxo.Score {
	t.Helper()
	if p.Outcome() != oxo.Ongoing {
		return oxo.Final(p)
	}
	plies, limit := p.Clock()
	if plies >= limit {
		return oxo.Draw
	}
	v, ok := c.Without.Lookup(p)
	if !ok {
		t.Fatal("the table does not have the position")
	}
	if v == oxo.Draw || plies+v.Plies() <= limit {
		return v
	}
	at := counted{p.(oxo.Keyed).Key(), plies}
	if v, ok := c.known[at]; ok {
		return v
	}
	best := -oxo.Infinity
	for _, m := range p.Moves(nil) {
		p.Make(m)
		best = max(best, c.Value(t, p).ToParent())
		p.Unmake(m)
	}
	c.known[at] = best
	return best
}
