package arena_test

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"oxo"
	"oxo/arena"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// plan is a match of two players on 3x3.
func plan(games int) *arena.Plan {
	return &arena.Plan{
		Game: "mnk:3x3x3", Players: []string{"a", "b"}, Names: []string{"a", "b"}, Format: arena.RoundRobin, Games: games, Plies: 2, Seed: 7,
		Time: arena.Time{Margin: time.Second, Patience: time.Hour},
	}
}

// entrant is a player made by a function.
func entrant(name string, limits arena.Time, create func() player.Player) arena.Entrant {
	return arena.Entrant{Name: name, Time: limits, Make: func(context.Context) (player.Player, error) { return create(), nil }}
}

// levels returns entrants of two levels.
func levels(g oxo.Game, p *arena.Plan, a, b player.Level) []arena.Entrant {
	var all []arena.Entrant
	for i, level := range []player.Level{a, b} {
		all = append(all, entrant(p.Names[i], p.Time, func() player.Player { return player.NewLeveled(g, level, 0, search.Limits{}) }))
	}
	return all
}

// run plays a plan, and returns its games in order of number.
func run(t *testing.T, a *arena.Arena) []arena.Record {
	t.Helper()
	var all []arena.Record
	a.Keep = func(r *arena.Record) (bool, error) {
		all = append(all, *r)
		return true, nil
	}
	if err := a.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, func(x, y arena.Record) int { return x.N - y.N })
	return all
}

// timeless clears the times, which differ from run to run.
func timeless(all []arena.Record) []arena.Record {
	for i := range all {
		all[i].Began, all[i].Seconds = time.Time{}, 0
		for k := range all[i].Plays {
			all[i].Plays[k].Seconds = 0
		}
	}
	return all
}

// TestSameGames: the same seed gives the same games with any number of threads.
func TestSameGames(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(40)
	one := timeless(run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 2, 5), Threads: 1}))
	four := timeless(run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 2, 5), Threads: 4}))
	if !reflect.DeepEqual(one, four) {
		t.Error("four threads play other games than one")
	}
	other := *p
	other.Seed++
	if reflect.DeepEqual(one, timeless(run(t, &arena.Arena{Plan: &other, Game: g, Entrants: levels(g, p, 2, 5), Threads: 1}))) {
		t.Error("another seed plays the same games")
	}
}

// TestFixtures: every pair of players has the same number of games from each side,
// and the openings of both games of a pair are symmetric images.
func TestFixtures(t *testing.T) {
	for format, pairings := range map[arena.Format]int{arena.RoundRobin: 6, arena.Gauntlet: 3, arena.Ladder: 3} {
		p := plan(10)
		p.Players, p.Names, p.Format = []string{"a", "b", "c", "d"}, []string{"a", "b", "c", "d"}, format
		met := map[[2]int]int{}
		for i, f := range p.Fixtures() {
			if f.N != i+1 {
				t.Fatalf("%s: game %d has number %d", format, i+1, f.N)
			}
			met[f.Players]++
		}
		if len(met) != 2*pairings || p.Len() != 10*pairings {
			t.Fatalf("%s: %v", format, met)
		}
		for players, n := range met {
			if n != 5 {
				t.Errorf("%s: %v meet %d times, not 5", format, players, n)
			}
		}
	}
	g := gametest.Game(t, "tictactoe")
	p := plan(60)
	turned := 0
	all := run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 1, 1), Threads: 2})
	for i := 0; i < len(all); i += 2 {
		a, b := after(t, g, all[i].Opening), after(t, g, all[i+1].Opening)
		if a != b {
			t.Fatalf("the openings %v and %v are not images of each other", all[i].Opening, all[i+1].Opening)
		}
		if !slices.Equal(all[i].Opening, all[i+1].Opening) {
			turned++
		}
	}
	if turned == 0 {
		t.Error("no opening is turned")
	}
}

// after returns the canonical key of the position after some moves.
func after(t *testing.T, g oxo.Game, moves []string) oxo.Key {
	t.Helper()
	p := g.Start()
	for _, text := range moves {
		m, err := g.ParseMove(p, text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	key, _ := p.(oxo.Symmetric).Canonical()
	return key
}
