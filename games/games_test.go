//go:build !race

package games_test

import (
	"slices"
	"strings"
	"testing"

	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/games"
)

// listed calls f for every game that a list shows, and its name there.
func listed(t *testing.T, f func(family *catalog.Family, name, title string)) {
	t.Helper()
	for _, family := range games.All() {
		for _, a := range family.Aliases {
			f(&family, a.Name, a.Title)
		}
		f(&family, family.Compose(usual(&family)), family.Title)
	}
}

func usual(f *catalog.Family) (values []int) {
	for _, p := range f.Parameters {
		values = append(values, p.Usual)
	}
	return values
}

func TestEveryGameSaysItsRules(t *testing.T) {
	listed(t, func(family *catalog.Family, name, title string) {
		g, err := catalog.Lookup(games.All(), name)
		if err != nil {
			t.Fatal(err)
		}
		facts := board.FactsOf(g)
		if n := len(facts.Goal); n == 0 || n > 120 {
			t.Errorf("%s has a goal of %d characters: %q", name, n, facts.Goal)
		}
		if len(facts.Rules) < 2 {
			t.Errorf("%s has the rules %q", name, facts.Rules)
		}
		_, drawn := g.Start().(board.Grid)
		if drawn && facts.Style == (board.Style{}) {
			t.Errorf("%s does not say how it looks", name)
		}
		if title == "" || family.Group == "" {
			t.Errorf("%s has the title %q in the group %q", name, title, family.Group)
		}
	})
}

// TestForms: each value that a form offers is a value of some game.
func TestForms(t *testing.T) {
	for _, f := range games.All() {
		if len(f.Parameters) == 0 && !strings.Contains(f.Usage, "(") { // a tree is text, not sizes
			t.Errorf("%s has no form", f.Name)
		}
		for i, p := range f.Parameters {
			values := p.Values
			if values == nil {
				values = []int{p.Least, p.Most}
			}
			if p.None {
				values = append(values, 0)
			}
			for _, v := range values {
				if err := someGame(&f, i, v); err != nil {
					t.Errorf("%s: no game has %d for %q: %v", f.Name, v, p.Name, err)
				}
			}
		}
		for _, o := range f.Options {
			name := f.Compose(usual(&f), o.Name)
			named := slices.ContainsFunc(f.Aliases, func(a catalog.Alias) bool { return strings.HasSuffix(a.Means, ","+o.Name) && found(a.Name) })
			if !found(name) && !named || o.About == "" {
				t.Errorf("%s, with the option %q (%q), does not name a game, and no other name has the option", name, o.Name, o.About)
			}
		}
		if name := f.Compose(usual(&f), "nonsense"); found(name) {
			t.Errorf("%s is a game", name)
		}
	}
}

// someGame finds a game with a value for one parameter, whatever the others are.
func someGame(f *catalog.Family, parameter, value int) (err error) {
	for _, others := range []func(p catalog.Parameter) int{
		func(p catalog.Parameter) int { return p.Usual },
		func(p catalog.Parameter) int { return p.Least },
		func(p catalog.Parameter) int { return p.Most },
	} {
		var values []int
		for i, p := range f.Parameters {
			n := others(p)
			if i == parameter {
				n = value
			}
			values = append(values, n)
		}
		if _, err = catalog.Lookup(games.All(), f.Compose(values)); err == nil {
			return nil
		}
	}
	return err
}

func found(name string) bool {
	_, err := catalog.Lookup(games.All(), name)
	return err == nil
}

// TestShow: the moves that a list shows for a game are legal.
func TestShow(t *testing.T) {
	for _, f := range games.All() {
		for _, a := range f.Aliases {
			g, err := catalog.Lookup(games.All(), a.Name)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := catalog.Replay(g, a.Moves()...); err != nil {
				t.Errorf("%s shows %q: %v", a.Name, a.Show, err)
			}
		}
	}
}

// TestNamesOfStrangers: a game is found by the names that other programs and other
// languages have for it, with its parameters, and a small mistake in such a name is
// corrected.
func TestNamesOfStrangers(t *testing.T) {
	for name, want := range map[string]string{
		"noughts": "mnk:3x3x3", "noughts:4": "mnk:4x4x4", "Noughts,misere": "mnk:3x3x3,misere",
		"reversi": "othello:8x8", "weiqi": "go:9x9", "Baduk:5x5": "go:5x5", "Reversi:6x6": "othello:6x6",
		"draughts": "checkers:10x10,international", "checkers": "checkers:8x8",
	} {
		g, err := catalog.Lookup(games.All(), name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if g.Name() != want {
			t.Errorf("%s is %s, want %s", name, g.Name(), want)
		}
		if !catalog.Knows(games.All(), name) {
			t.Errorf("%s is found, and not known", name)
		}
	}
	if _, err := catalog.Lookup(games.All(), "revresi"); err == nil || !strings.Contains(err.Error(), "did you mean reversi?") {
		t.Errorf("revresi: %v", err)
	}
}
