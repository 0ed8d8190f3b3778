package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"oxo/api"
	"oxo/games"
)

// namedTree holds the names of the moves of a tree.
type namedTree struct {
	Best  string
	Texts []string
	Nodes struct{ Parent, Move, Name []int }
}

// TestTreesNameMoves: a tree of chess has its moves in the notation, for addresses, and also as players write them; a
// game without other names has no such column.
func TestTreesNameMoves(t *testing.T) {
	s := api.New(games.All())
	for _, test := range []struct{ game, position, algorithm, move, name string }{
		{"chess", "6k1/5ppp/8/8/8/8/8/R5K1_w_-_-_0_1", "alphabeta", "a1a8", "Ra8#"},
		{"chess", "4k3/4p3/8/8/8/8/4P3/R3K3_w_-_-_0_1", "mcts", "a1a8", "Ra8+"},
		{"tictactoe", "XX./OO./...", "alphabeta", "c3", ""},
	} {
		got, err := ask(t, s, "explain", fmt.Sprintf(`{"game":%q,"position":%q,"algorithm":%q,"depth":2,"playouts":50}`, test.game, test.position, test.algorithm))
		if err != nil || len(got["part"]) == 0 {
			t.Fatalf("%s: %v", test.game, err)
		}
		var part struct{ Tree, Grown namedTree }
		if err := json.Unmarshal([]byte(got["part"][0]), &part); err != nil {
			t.Fatal(err)
		}
		tree := &part.Tree
		if test.algorithm == "mcts" {
			tree = &part.Grown
		}
		if test.name == "" {
			if tree.Nodes.Name != nil || tree.Best != test.move {
				t.Errorf("%s: best %s, names %v", test.game, tree.Best, tree.Nodes.Name)
			}
			continue
		}
		at := slices.IndexFunc(tree.Nodes.Move, func(i int) bool { return tree.Texts[i] == test.move })
		if at < 0 || len(tree.Nodes.Name) != len(tree.Nodes.Move) || tree.Texts[tree.Nodes.Name[at]] != test.name {
			t.Fatalf("%s %s: %s at %d, names %v, want %s", test.game, test.algorithm, test.move, at, tree.Nodes.Name, test.name)
		}
		if words := strings.Join(tree.Texts, "\n"); !strings.Contains(words, test.name) {
			t.Errorf("%s %s: no sentence has %s", test.game, test.algorithm, test.name)
		}
	}
}
