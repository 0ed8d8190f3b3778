package api_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"oxo/api"
	"oxo/explain"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/internal/race"
)

// TestPlayouts: the page's data ends with the tree of [explain.Grow], which the
// command prints; its words come from [explain.Watch].
func TestPlayouts(t *testing.T) {
	race.OneThread(t)
	s := api.New(games.All())
	for _, name := range []string{"tictactoe", "go:5x5", "breakthrough:4x5", "chess:5x5", "mnk:4x4x3", "2048:16"} {
		for _, algorithm := range []string{"mcts", "mcts-plain"} {
			g := gametest.Game(t, name)
			got, err := askWithin(t, s, time.Minute, "explain", fmt.Sprintf(`{"game":%q,"algorithm":%q,"playouts":120,"seed":3}`, name, algorithm))
			if err != nil || len(got["part"]) != 1 {
				t.Fatalf("%s: %v, %d parts", name, err, len(got["part"]))
			}
			var part struct{ Grown api.Playouts }
			if err := json.Unmarshal([]byte(got["part"][0]), &part); err != nil {
				t.Fatal(err)
			}
			opts := explain.MCTSOptions(3, algorithm == "mcts-plain")
			grown, err := explain.Grow(t.Context(), g, g.Start(), opts, 120, 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			if said, want := told(&part.Grown), expected(grown); part.Grown.Made > 0 && !slices.Equal(said, want) {
				t.Errorf("%s %s: said\n%s\nwanted\n%s", name, algorithm, strings.Join(said, "\n"), strings.Join(want, "\n"))
			}
			w, err := explain.Watch(t.Context(), g, g.Start(), opts, 120)
			if err != nil {
				t.Fatal(err)
			}
			checkWords(t, &part.Grown, w)
		}
	}
}

// TestPlayoutExamples: the example of a search by play-outs has play-outs, in every game.
func TestPlayoutExamples(t *testing.T) {
	race.OneThread(t)
	s := api.New(games.All())
	for _, g := range s.Games() {
		name := g.Example
		got, err := askWithin(t, s, time.Minute, "explain", fmt.Sprintf(`{"game":%q,"algorithm":"mcts","playouts":20,"example":true}`, name))
		if err != nil || len(got["part"]) != 1 {
			t.Fatalf("%s: %v, %d parts", name, err, len(got["part"]))
		}
		var part struct{ Grown api.Playouts }
		if err := json.Unmarshal([]byte(got["part"][0]), &part); err != nil {
			t.Fatal(err)
		}
		if part.Grown.Made < 5 || len(part.Grown.Nodes.Parent) < 5 {
			t.Errorf("%s: %d play-outs, %d nodes: want a tree to walk", name, part.Grown.Made, len(part.Grown.Nodes.Parent))
		}
	}
}

// told writes the nodes in their final state.
func told(p *api.Playouts) []string {
	paths := make([]string, len(p.Nodes.Parent))
	lines := make([]string, len(p.Nodes.Parent))
	for i, parent := range p.Nodes.Parent {
		if parent >= 0 {
			paths[i] = paths[parent] + " " + p.Texts[p.Nodes.Move[i]]
		}
	}
	for _, step := range p.Steps {
		for at, i := range step.Path {
			lines[i] = fmt.Sprintf("%s: %v %d %d %s %d", paths[i], p.Nodes.Max[i], step.Visits[at], step.Mean[at], p.Texts[step.Say[at]], p.Nodes.Prior[i])
		}
	}
	slices.Sort(lines)
	return lines
}

// expected writes the same for a grown tree.
func expected(t *explain.Grown) []string {
	moves, paths := t.MoveTexts(), make([]string, len(t.Nodes))
	var lines []string
	share := func(x float64) int { return int(math.Round(1e4 * x)) }
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Parent >= 0 {
			paths[i] = paths[n.Parent] + " " + moves[i]
		}
		lines = append(lines, fmt.Sprintf("%s: %v %d %d %s %d", paths[i], n.Max, n.Visits, share(n.Mean), n.Say(catalog.UnitOf(t.Game)), share(float64(n.Prior))))
	}
	slices.Sort(lines)
	return lines
}

// checkWords compares the words, and the steps' moves, with the watched search.
func checkWords(t *testing.T, p *api.Playouts, w *explain.Watched) {
	t.Helper()
	at := 0
	for m := range w.Phases() {
		if at >= len(p.What) || p.Texts[p.What[at]] != m.What || p.Texts[p.Why[at]] != m.Why {
			t.Fatalf("%s: moment %d is not %q", p.Game, at, m.What)
		}
		at++
	}
	if at != len(p.What) || at != 4*p.Made+1 || p.Made != len(p.Steps) {
		t.Errorf("%s: %d moments of %d play-outs", p.Game, len(p.What), p.Made)
	}
	for k, step := range p.Steps {
		leaf := step.Path[len(step.Path)-1]
		if got, want := len(step.Played), len(w.Trace.Playouts[k].Moves); got != want {
			t.Errorf("%s: %d moves of play-out %d, not %d", p.Game, got, k, want)
		}
		if listed := w.Trace.Playouts[k].Listed; listed > 0 && (p.Nodes.Listed[leaf] != k || p.Nodes.Moves[leaf] != listed || len(p.Nodes.Some[leaf]) != min(listed, 9)) {
			t.Errorf("%s: play-out %d gives its leaf %d moves, not %d", p.Game, k, p.Nodes.Moves[leaf], listed)
		}
	}
}

// TestPlayoutsWrong: an impossible request gets an error.
func TestPlayoutsWrong(t *testing.T) {
	s := api.New(games.All())
	for request, want := range map[string]string{
		`{"game":"tictactoe","algorithm":"mcts","playouts":501}`:           "playouts: want 1 to 500",
		`{"game":"tictactoe","algorithm":"mcts","playouts":-1}`:            "playouts: want 1 to 500",
		`{"game":"tictactoe","algorithm":"mctz"}`:                          "did you mean mcts?",
		`{"game":"tictactoe","moves":"a1.b1.a2.b2.a3","algorithm":"mcts"}`: "the game is over",
	} {
		if _, err := ask(t, s, "explain", request); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", request, err)
		}
	}
}
