package catalog_test

import (
	"testing"

	"oxo"
	"oxo/game/catalog"
)

func TestUnit(t *testing.T) {
	pawns, points := catalog.Unit{Size: 100, One: "pawn", Many: "pawns"}, catalog.Unit{Size: 10, One: "point", Many: "points"}
	for _, c := range []struct {
		unit       catalog.Unit
		score      oxo.Score
		say, short string
	}{
		{pawns, 140, "+1.40 pawns", "+1.4"},
		{pawns, -100, "-1.00 pawn", "-1.0"},
		{pawns, 0, "0.00 pawns", "0.0"},
		{pawns, -4, "-0.04 pawns", "0.0"}, // no sign, where it is rounded to 0
		{points, 25, "+2.5 points", "+2.5"},
		{catalog.Unit{Size: 1}, -7, "-7", "-7"},
	} {
		if say, short := c.unit.Say(c.score), c.unit.Short(c.score); say != c.say || short != c.short {
			t.Errorf("%d of %d: %q and %q, wanted %q and %q", c.score, c.unit.Size, say, short, c.say, c.short)
		}
	}
}
