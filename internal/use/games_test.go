package use_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/census"
)

// game is a game small enough that the value of each position can be found.
type game struct {
	oxo.Game
	family string
	// random returns the first position of a game, as a text or "", and random moves
	// from there.
	random func(rng *rand.Rand) (from string, moves []oxo.Move)
	// value returns the value of a position, taking its earlier moves into account if
	// they matter. It reports false if finding it would take too long.
	value func(p oxo.Position) (oxo.Score, bool)
	loops bool // a search without limits may not end
}

// allGames returns games of every family.
func allGames(t *testing.T) (all []*game) {
	t.Helper()
	for family, names := range map[string][]string{
		"k in a row":   {"mnk:3x3x3", "mnk:3x3x3,misere", "mnk:3x3x3,torus", "mnk:4x3x3", "mnk:4x3x3,misere", "mnk:4x3x3,exact", "mnk:3x4x3", "mnk:5x1x3"},
		"Connect Four": {"connect4:4x4"},
		"Othello":      {"othello:4x4"},
		"sticks":       {"sticks:21x3", "sticks:21x3,normal", "nim", "sticks:9x4"},
		"trees":        {"tree:((3 5) (2 9))", "tree:((3 5 1) ((7 -2) 4) (2 9))"},
	} {
		for _, name := range names {
			all = append(all, solved(t, family, name))
		}
	}
	for _, c := range gametest.Clocks(t) {
		all = append(all, clocked(t, c))
	}
	for name, plies := range map[string]int{"connect4:5x4": 20, "connect4:4x5": 20, "breakthrough:4x4": 30, "breakthrough:3x5": 30, "2048:8": 60, "othello:4x6": 24, "mnk:4x4x4": 16} {
		all = append(all, late(t, name, plies))
	}
	for _, name := range []string{"go:2x2", "go:2x2,komi=1", "go:3x2", "go:2x2,ko=simple"} {
		all = append(all, goGame(t, name))
	}
	slices.SortFunc(all, func(a, b *game) int { // a map has no order, but a seed must be reproducible
		if a.Name() < b.Name() {
			return -1
		}
		return 1
	})
	return all
}

// solved returns a game with a table made by census.
func solved(t *testing.T, family, name string) *game {
	t.Helper()
	g := gametest.Game(t, name)
	table, err := census.SolveFrom(context.Background(), g, g.Start(), census.Options{MaxPositions: 4_000_000})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return &game{Game: g, family: family, value: table.Value, random: func(rng *rand.Rand) (string, []oxo.Move) {
		return "", playout(rng, g.Start(), rng.IntN(12))
	}}
}

// playout makes random moves that do not end the game.
func playout(rng *rand.Rand, p oxo.Position, plies int) (made []oxo.Move) {
	for range plies {
		moves := p.Moves(nil)
		m := moves[rng.IntN(len(moves))]
		p.Make(m)
		if plies, worth := repeated(p); plies > 0 && worth != oxo.Draw {
			p.Unmake(m) // the move is forbidden
			continue
		}
		if p.Outcome() != oxo.Ongoing {
			return made
		}
		made = append(made, m)
	}
	return made
}

// clocked returns a game with a rule of no progress: its endings, with any number of
// plies so far.
func clocked(t *testing.T, c *gametest.Clock) *game {
	t.Helper()
	family := map[bool]string{true: "chess", false: "checkers"}[c.Name() == "chess:5x5"]
	return &game{Game: c.Game, family: family, loops: true, value: func(p oxo.Position) (oxo.Score, bool) {
		q := p.(oxo.Clocked)
		if len(q.Twice()) > 0 {
			return 0, false
		}
		return c.Value(t, q), true
	}, random: func(rng *rand.Rand) (string, []oxo.Move) {
		for {
			plies := c.Limit() - 2 - rng.IntN(30)
			if rng.IntN(3) == 0 {
				plies = rng.IntN(c.Limit() - 1)
			}
			p := c.Random(t, rng, plies)
			if p == nil {
				continue
			}
			from := c.ClockText(p)
			return from, playout(rng, p, rng.IntN(3))
		}
	}}
}

// maxVisited limits the positions visited for one value of Go: with superko the
// value depends on earlier moves, so there is no table.
const maxVisited = 40_000

// late returns a game that is too large for a table: its positions are near the end.
func late(t *testing.T, name string, plies int) *game {
	t.Helper()
	g := gametest.Game(t, name)
	family := map[byte]string{'c': "Connect Four", 'b': "Breakthrough", '2': "2048", 'o': "Othello", 'm': "k in a row"}[name[0]]
	known := map[string]oxo.Score{}
	return &game{Game: g, family: family, loops: true, value: func(p oxo.Position) (oxo.Score, bool) {
		text := g.FormatPosition(p)
		if v, ok := known[text]; ok {
			return v, true
		}
		left := maxVisited / 20
		v := byRules(p, -oxo.Infinity, oxo.Infinity, 0, &left)
		if left > 0 {
			known[text] = v
		}
		return v, left > 0
	}, random: func(rng *rand.Rand) (string, []oxo.Move) { return "", playout(rng, g.Start(), plies-rng.IntN(8)) }}
}

func repeated(p oxo.Position) (int, oxo.Score) {
	l, ok := p.(oxo.Looping)
	if !ok {
		return 0, 0
	}
	return l.Repeated()
}

// goGame returns a game that forbids repetitions.
func goGame(t *testing.T, name string) *game {
	t.Helper()
	g := gametest.Game(t, name)
	return &game{Game: g, family: "Go", loops: true, value: func(p oxo.Position) (oxo.Score, bool) {
		left := maxVisited
		v := byRules(p, -oxo.Infinity, oxo.Infinity, 0, &left)
		return v, left > 0
	}, random: func(rng *rand.Rand) (string, []oxo.Move) { return "", playout(rng, g.Start(), 4+rng.IntN(16)) }}
}

// byRules is alpha-beta by the rules alone. It skips moves that are forbidden
// repetitions, including repetitions of earlier positions of the game. If repetitions
// are draws, it scores a repetition within the line as a draw.
func byRules(p oxo.Position, alpha, beta oxo.Score, ply int, left *int) oxo.Score {
	if p.Outcome() != oxo.Ongoing {
		return oxo.Final(p)
	}
	best := -oxo.Infinity
	for _, m := range p.Moves(nil) {
		if *left--; *left <= 0 {
			return oxo.Draw
		}
		p.Make(m)
		v := -oxo.Infinity
		switch plies, worth := repeated(p); {
		case plies == 0 || plies > ply+1 && worth == oxo.Draw:
			v = byRules(p, beta.ToChild(), max(alpha, best).ToChild(), ply+1, left).ToParent()
		case worth == oxo.Draw:
			v = oxo.Draw
		}
		if p.Unmake(m); v > best {
			best = v
		}
		if best >= beta {
			break
		}
	}
	return best
}
