//go:build !race

package othello_test

import (
	"context"
	"flag"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games/othello"
	"oxo/internal/gametest"
	"oxo/oxotest"
	"oxo/search"
	"oxo/textbook"
)

var update = flag.Bool("update", false, "record the playthroughs again")

// perft8 returns published numbers, which two programs computed for this project too.
func perft8() []uint64 { return []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288} }

func TestConformance(t *testing.T) {
	for name, perft := range map[string][]uint64{
		"othello": perft8()[:8], "othello:4x4": {1, 4, 12}, "othello:4x6": nil, "othello:6x4": nil, "othello:6x6": nil, "othello:8x4": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			oxotest.Run(t, gametest.Game(t, name), oxotest.Options{Perft: perft})
		})
	}
}

func TestPerft(t *testing.T) {
	if testing.Short() {
		t.Skip("3 million lines")
	}
	n, err := textbook.Perft(context.Background(), gametest.Game(t, "othello").Start(), 9)
	if err != nil || n != perft8()[9] {
		t.Errorf("perft(9) = %d, %v", n, err)
	}
}

func TestPlaythrough(t *testing.T) {
	for name, file := range map[string]string{"othello": "8x8", "othello:4x6": "4x6"} {
		oxotest.Recorded(t, gametest.Game(t, name), "testdata/playthrough/"+file+".txt", *update)
	}
}

// TestSmallBoards: the known margins of small boards, with and without the guide.
func TestSmallBoards(t *testing.T) {
	for size, want := range map[string]oxo.Score{"4x4": oxo.By(-8), "4x6": oxo.By(16), "6x4": oxo.By(16)} {
		for _, noGuide := range []bool{false, true} {
			if noGuide && size != "4x4" {
				continue
			}
			g := gametest.Game(t, "othello:"+size)
			r := search.New(search.Options{NoGuide: noGuide}).Search(context.Background(), g.Start(), search.Limits{})
			t.Logf("%s: %v, %d nodes", size, r.Value, r.Nodes)
			if !r.Proven || r.Score != want {
				t.Errorf("%s: %v, want %v", size, r.Value, want)
			}
		}
	}
}

func TestWrongText(t *testing.T) {
	for name, hint := range map[string]string{
		"othello:": "othello[:COLUMNSxROWS]", "othello:8": "8x8", "othello:7x8": "even", "othello:10x8": "from 4 to 8", "othello:8x8,misere": "no option",
	} {
		if _, err := catalog.Lookup([]catalog.Family{othello.Family()}, name); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v, want %q", name, err, hint)
		}
	}
	g := gametest.Game(t, "othello:4x4")
	for text, hint := range map[string]string{"": "not a move", "b2": "is taken", "a1": "turns none", "pass": "may not pass", "e5": "not a move"} {
		if _, err := g.ParseMove(g.Start(), text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("move %q: %v, want %q", text, err, hint)
		}
	}
	for text, hint := range map[string]string{
		"": "has 4", "..../.OX./.XO./....": "write black or white", "..../.OX/.XO./.... black": "3 squares", "..../.OX./.X?./.... black": "not a square",
		"..../.O../.XO./.... white": "in the middle",
	} {
		if _, err := g.ParsePosition(text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("position %q: %v, want %q", text, err, hint)
		}
	}
}
