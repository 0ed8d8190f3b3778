//go:build !race

package chances_test

import (
	"math"
	"reflect"
	"testing"

	"oxo"
	"oxo/arena/chances"
	"oxo/game/catalog"
	"oxo/games"
)

// TestFit: a fit finds the curve that made the samples, and the same seed gives the same
// games.
func TestFit(t *testing.T) {
	const scale = 150
	var samples []chances.Sample
	for i := range 200 {
		e := oxo.Score(4 * (i - 100))
		c := 1 / (1 + math.Exp(-float64(e)/scale))
		samples = append(samples, chances.Sample{Game: i, Estimate: e, Result: c})
	}
	f := chances.NewFit(samples)
	if f.Scale < 149 || f.Scale > 151 || f.Low > f.Scale || f.High < f.Scale || f.Games != 200 {
		t.Errorf("the scale is %.1f, %.1f to %.1f, of %d games; want 150", f.Scale, f.Low, f.High, f.Games)
	}
	g, err := catalog.Lookup(games.All(), "connect4")
	if err != nil {
		t.Fatal(err)
	}
	o := chances.Setups()["connect4"].Fit
	o.Game, o.Games, o.Seed, o.Nodes, o.Perfect, o.Lo, o.Hi = g, 4, 7, 100, 100, 5, 6
	play := func() []chances.Sample { return chances.Play(t.Context(), o, func(int) {}) }
	if a, b := play(), play(); len(a) == 0 || !reflect.DeepEqual(a, b) {
		t.Errorf("%v, and the second time %v", a, b)
	}
}

// TestBlunders: reviews find the blunders planted in a few games, and blame at most one good
// move in 50. More games: go run ./cmd/chances blunders.
func TestBlunders(t *testing.T) {
	const few = 2
	for _, name := range []string{"chess", "othello", "checkers"} {
		g, err := catalog.Lookup(games.All(), name)
		if err != nil {
			t.Fatal(err)
		}
		setup := chances.Setups()[name]
		setup.Plant.Game, setup.Plant.Games, setup.Plant.Seed, setup.Plant.Reference = g, few, 1, 8000
		r := chances.Review(t.Context(), &setup.Plant, setup.Nodes, func(int) {})
		if r.Games != few || r.Found != r.Games || r.Good < 10 || r.Blamed*50 > r.Good {
			t.Errorf("%s: %d of %d blunders found, %d of %d good moves blamed: %v", name, r.Found, r.Games, r.Blamed, r.Good, r.Notes)
		}
	}
}
