//go:build !race

package explain_test

import (
	"strings"
	"testing"

	"oxo"
	"oxo/explain"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/search/mcts"
)

// TestGrow: values of a grown tree are MAX's, its moves are legal in their positions,
// and proven values are reported.
func TestGrow(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p, err := g.ParsePosition("XO./.../...")
	if err != nil {
		t.Fatal(err)
	}
	plain := mcts.Options{NoGuide: true, NoPriors: true, Plies: -1}
	grown, err := explain.Grow(t.Context(), g, p, plain, 3000, 200)
	if err != nil {
		t.Fatal(err)
	}
	if n := &grown.Nodes[0]; n.Say(catalog.UnitOf(g)) != "proven: win in 5" || !n.Max || n.Parent != -1 || len(grown.Nodes) > 200 {
		t.Errorf("%+v says %q", n, n.Say(catalog.UnitOf(g)))
	}
	names := grown.MoveNames()
	for i := range grown.Nodes {
		n := &grown.Nodes[i]
		if n.Proven.Lo() > oxo.Win(n.Ply) || n.Max != (n.Ply%2 == 0) || (names[i] == "") != (i == 0) {
			t.Errorf("node %d, %q: %+v", i, names[i], n)
		}
	}
	var dot strings.Builder
	if err := grown.DOT(&dot, 1); err != nil || strings.Count(dot.String(), "->") != 7 {
		t.Errorf("%v:\n%s", err, dot.String())
	}
}
