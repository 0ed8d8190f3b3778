//go:build !race

package explain_test

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oxo"
	"oxo/explain"
	"oxo/internal/gametest"
)

// TestBoundsInWords: the words for a bound of a loss make clear whether a larger or a
// smaller loss is meant, in a tree, in its moments and for a move.
func TestBoundsInWords(t *testing.T) {
	a, _ := explain.Find("alphabeta")
	g, p := gametest.Position(t, "othello:4x4", "XXX./XOO./.OOX/...O black")
	tree, err := explain.Walk(context.Background(), g, p, a, explain.Options{MaxNodes: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	unclear := regexp.MustCompile(`at (most|least) a (win|loss|draw)|(loss|win) by \d+ or less`)
	said := 0
	for m := range tree.Moments(0, 1<<20) {
		if unclear.MatchString(m.What) || unclear.MatchString(m.Why) {
			t.Errorf("%q, %q", m.What, m.Why)
		}
		if regexp.MustCompile(`a loss by \d+ or worse`).MatchString(m.What) {
			said++
		}
	}
	if said == 0 {
		t.Error("no moment tells of a loss as a bound")
	}
	numbers := gametest.Game(t, "tree:((3 5) (2 9))")
	plain, err := explain.Walk(context.Background(), numbers, numbers.Start(), a, explain.Options{MaxNodes: 100})
	if err != nil {
		t.Fatal(err)
	}
	got := []string{tree.AtMost(oxo.By(-2)), tree.AtLeast(oxo.By(-2)), tree.AtMost(oxo.By(5)), plain.AtMost(oxo.By(-2)), plain.AtLeast(oxo.By(5))}
	if want := []string{"loss by 2 or worse", "loss by 2 or better", "win by 5 or worse", "at most -2", "at least 5"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestOpenWindows: where no margin limits the window, the engine's tree shows an
// infinite bound, not the number that encodes it.
func TestOpenWindows(t *testing.T) {
	a, _ := explain.Find(explain.Engine)
	g := gametest.Game(t, "tree:((-2 -15 -13) (-2 18 -16))")
	tree, err := explain.Walk(context.Background(), g, g.Start(), a, explain.Options{MaxNodes: 100, Depth: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i := range tree.Nodes {
		if strings.Contains(tree.Window(i), strconv.Itoa(oxo.MaxMargin)) {
			t.Errorf("node %d: %s", i, tree.Window(i))
		}
	}
}
