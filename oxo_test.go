package oxo_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/search"

	"pgregory.net/rapid"
)

// scores draws any score that a search may meet.
func scores() *rapid.Generator[oxo.Score] {
	return rapid.Custom(func(t *rapid.T) oxo.Score {
		n := rapid.OneOf(rapid.IntRange(0, 1000), rapid.Int()).Draw(t, "n")
		return rapid.SampledFrom([]oxo.Score{
			oxo.Win(n), oxo.Loss(n), oxo.Draw, oxo.MaxEstimate, -oxo.MaxEstimate,
			oxo.Score(n % int(oxo.MaxEstimate)),
		}).Draw(t, "score")
	})
}

// TestScoreOrder: sooner wins are better, later losses are better, and every win is
// above every estimate, however long the game.
func TestScoreOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int().Draw(t, "a"), rapid.Int().Draw(t, "b")
		if a < b && (oxo.Win(a) < oxo.Win(b) || oxo.Loss(a) > oxo.Loss(b)) {
			t.Fatalf("Win(%d) = %d, Win(%d) = %d", a, oxo.Win(a), b, oxo.Win(b))
		}
		if oxo.Win(a) <= oxo.MaxEstimate || oxo.Loss(a) >= -oxo.MaxEstimate || !oxo.Win(a).IsWin() || !oxo.Loss(a).IsLoss() {
			t.Fatalf("Win(%d) = %d is not above every estimate", a, oxo.Win(a))
		}
		if 0 <= a && a <= oxo.MaxPlies && (oxo.Win(a).Plies() != a || oxo.Loss(a).Plies() != a) {
			t.Fatalf("Win(%d) is %d plies away", a, oxo.Win(a).Plies())
		}
	})
}

// TestBackAndForward: ToParent reverses the order and counts one ply; a move is
// better than alpha exactly when the position after it is worse than alpha.ToChild().
func TestBackAndForward(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		child, alpha := scores().Draw(t, "child"), scores().Draw(t, "alpha")
		if child.Sign() != -child.ToParent().Sign() {
			t.Fatalf("%v back is %v", child, child.ToParent())
		}
		if n := child.Plies(); child.Sign() != 0 && n < oxo.MaxPlies && child.ToParent().Plies() != n+1 {
			t.Fatalf("%v back is %v", child, child.ToParent())
		}
		far := child.Plies() >= oxo.MaxPlies || alpha.Plies() >= oxo.MaxPlies // not counted any further
		if !far && (child.ToParent() > alpha) != (child < alpha.ToChild()) {
			t.Fatalf("%v back is %v; alpha %v forward is %v", child, child.ToParent(), alpha, alpha.ToChild())
		}
		if alpha.ToChild() < -oxo.Infinity || alpha.ToChild() > oxo.Infinity {
			t.Fatalf("%v forward is %d", alpha, alpha.ToChild())
		}
	})
	if oxo.Infinity.ToChild() != -oxo.Infinity || (-oxo.Infinity).ToChild() != oxo.Infinity {
		t.Error("infinity is not kept")
	}
}

func TestScoreText(t *testing.T) {
	for score, want := range map[oxo.Score]string{
		oxo.Win(3): "win in 3", oxo.Loss(0): "loss in 0", oxo.Draw: "draw", 12: "+12", -7: "-7",
		oxo.Infinity: "+inf", -oxo.Infinity: "-inf",
	} {
		if got := score.String(); got != want {
			t.Errorf("%d is written %q, want %q", score, got, want)
		}
	}
	for value, want := range map[search.Value]string{
		{Score: oxo.Win(5), Proven: true}: `win in 5 {"result":"win","plies":5}`,
		{Score: oxo.Draw, Proven: true}:   `draw {"result":"draw"}`,
		{Score: 120}:                      `about +120 {"estimate":120}`,
		{Score: oxo.Draw}:                 `about +0 {"estimate":0}`,
		{Score: oxo.Loss(4)}:              `loss in 4 or sooner {"result":"loss","plies":4,"proven":false}`,
		{Score: oxo.By(-2)}:               `loss by 2 or more {"result":"loss","margin":2,"proven":false}`,
		{Score: oxo.By(5)}:                `win by 5 or more {"result":"win","margin":5,"proven":false}`,
		{Score: oxo.Win(7)}:               `win in 7 or sooner {"result":"win","plies":7,"proven":false}`,
	} {
		j, err := json.Marshal(value)
		if got := value.String() + " " + string(j); err != nil || got != want {
			t.Errorf("%#v is written %q, want %q", value, got, want)
		}
	}
}

func TestLookup(t *testing.T) {
	for name, want := range map[string]string{
		"tictactoe": "mnk:3x3x3", "gomoku": "mnk:15x15x5", "tictactoe,misere": "mnk:3x3x3,misere",
		"mnk:4x3x3,torus": "mnk:4x3x3,torus", " mnk:20x20x20 ": "mnk:20x20x20",
		"mnk:3x3x3,torus,misere": "mnk:3x3x3,misere,torus",
	} {
		g, err := catalog.Lookup(games.All(), name)
		if err != nil || g.Name() != want {
			t.Errorf("%q is %v, %v", name, g, err)
			continue
		}
		if again, err := catalog.Lookup(games.All(), g.Name()); err != nil || again.Name() != want {
			t.Errorf("%q is not read back: %v", want, err)
		}
	}
	for name, hint := range map[string]string{
		"":                             "want 2048, breakthrough",
		"tictactow":                    "tictactoe",
		"shogi":                        "want 2048, breakthrough",
		"mnk":                          "mnk:COLUMNSxROWSxK",
		"mnk:":                         "mnk:COLUMNSxROWSxK",
		"mnk:3x3":                      "mnk:COLUMNSxROWSxK",
		"mnk:3x3x3x3":                  "mnk:COLUMNSxROWSxK",
		"mnk:axbxc":                    "mnk:COLUMNSxROWSxK",
		"mnk:-3x3x3":                   "mnk:COLUMNSxROWSxK",
		"mnk:+3x3x3":                   "mnk:COLUMNSxROWSxK",
		"mnk:03x3x3":                   "mnk:COLUMNSxROWSxK",
		"mnk:3x3x3,":                   "want misere",
		"mnk:3x3x3,mis":                "misere",
		"mnk:3x3x3,flat":               "want misere",
		"mnk:0x3x3":                    "from 1 to 20",
		"mnk:21x3x3":                   "from 1 to 20",
		"mnk:99999999999999999999x3x3": "from 1 to 20",
		"mnk:3x3x0":                    "from 1 to 3",
		"mnk:3x4x5":                    "from 1 to 4",
		"gomoku:4":                     "mnk:COLUMNSxROWSxK", "tictactoe:four": "as in tictactoe:4",
	} {
		if g, err := catalog.Lookup(games.All(), name); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%q gives %v, error %v, want one with %q", name, g, err, hint)
		}
	}
}

func TestReplay(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p, moves, err := catalog.Replay(g, "b2", "1,1", "3 3")
	if err != nil || len(moves) != 3 || g.FormatPosition(p) != "..X/.X./O.." {
		t.Fatalf("%v, %v", moves, err)
	}
	_, _, err = catalog.Replay(g, "b2", "a1", "b2")
	if err == nil || !strings.Contains(err.Error(), "move 3") || !strings.Contains(err.Error(), "b2 is taken") {
		t.Errorf("an occupied square: %v", err)
	}
	_, _, err = catalog.Replay(g, "a1", "a2", "b1", "b2", "c1", "c2")
	if !errors.Is(err, oxo.ErrGameOver) {
		t.Errorf("a move after the end: %v", err)
	}
}

// TestSameName: the sum of a text identifies its game; the name of the file does not.
func TestSameName(t *testing.T) {
	const a, b = "rules.kif@1a2b3c4d5e6f", "rules.kif@1a2b3c4d5e60"
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"mnk:3x3x3", "mnk:3x3x3", true},
		{"mnk:3x3x3", "mnk:3x4x3", false},
		{a, a, true},
		{a, "far/away/other.kif@1a2b3c4d5e6f", true},
		{a, b, false},
		{a, "rules.kif", false},
		{"one@two.kif", "other@two.kif", false},
		{"one@1A2B3C4D5E6F", "other@1A2B3C4D5E6F", false},
	} {
		if got := oxo.SameName(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
	if file, sum := oxo.CutSum(a); file != "rules.kif" || sum != "1a2b3c4d5e6f" {
		t.Errorf("%q, %q", file, sum)
	}
}
