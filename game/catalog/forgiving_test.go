package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games/sticks"
)

// forgiving also accepts a full stop after a number of sticks.
type forgiving struct{ oxo.Game }

func (g forgiving) ReadPosition(text string) (oxo.Position, []string, error) {
	short := strings.TrimSuffix(text, ".")
	p, err := g.ParsePosition(short)
	if err != nil || short == text {
		return p, nil, err
	}
	return p, []string{"the full stop is left out"}, nil
}

// FormatClock writes no clock: the game has none.
func (g forgiving) FormatClock(p oxo.Position) string { return g.FormatPosition(p) }

func TestReadPosition(t *testing.T) {
	t.Parallel()
	strict, err := catalog.Lookup([]catalog.Family{sticks.Family()}, "sticks")
	if err != nil {
		t.Fatal(err)
	}
	text := strict.FormatPosition(strict.Start())
	for _, c := range []struct {
		game    oxo.Game
		text    string
		changed []string
		wrong   bool
	}{
		{game: strict, text: text},
		{game: strict, text: text + ".", wrong: true},
		{game: forgiving{strict}, text: text},
		{game: forgiving{strict}, text: text + ".", changed: []string{"the full stop is left out"}},
		{game: forgiving{strict}, text: text + "!", wrong: true},
	} {
		p, changed, err := catalog.ReadPosition(c.game, c.text)
		if (err != nil) != c.wrong || !slices.Equal(changed, c.changed) {
			t.Errorf("%T %q: %v, %v", c.game, c.text, changed, err)
		}
		if err == nil && strict.FormatPosition(p) != text {
			t.Errorf("%T %q: read as %q", c.game, c.text, strict.FormatPosition(p))
		}
	}
}
