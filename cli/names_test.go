package cli

import (
	"strings"
	"testing"

	"oxo/arena"
	"oxo/explain"
	"oxo/player"
)

// TestOneName: an algorithm has one name wherever a command takes one, and the older names
// mean the same.
func TestOneName(t *testing.T) {
	names := []string{"textbook-minimax", "textbook-minimax-depth", "textbook-alphabeta", "alphabeta-depth", explain.MCTS}
	for _, a := range explain.Algorithms() {
		names = append(names, a.Name)
	}
	for _, name := range names {
		for _, line := range []string{
			"explain tictactoe b2 a1 c3 --algorithm ",
			"play tictactoe a1 b2 c3 --as second --player ",
			"selfplay 1 --game sticks:5 -q --player ",
		} {
			if code, _, stderr := runWith(t.Context(), "", strings.Fields(line+name)...); code != exitDone {
				t.Errorf("%s%s: exit code %d: %s", line, name, code, stderr)
			}
		}
	}
	for _, name := range player.Names() {
		if _, err := readEntry(name, arena.Time{}); err != nil {
			t.Errorf("arena: %v", err)
		}
	}
}

// TestOneNameOfJudge: judge --explore takes the names of the textbook's algorithms.
func TestOneNameOfJudge(t *testing.T) {
	const tree = "node alpha=-inf beta=inf value=0\n"
	for _, name := range []string{
		"minimax", "minimax-depth", "alphabeta", "alphabeta-strict", "alphabeta-depth",
		"textbook-minimax", "textbook-minimax-depth", "textbook-alphabeta",
	} {
		_, _, stderr := runWith(t.Context(), tree, "judge", "--explore", "--trace", "-", "--position", "XXO/OOX/XO.", "--algorithm", name)
		if strings.Contains(stderr, "--algorithm") {
			t.Errorf("%s: %s", name, stderr)
		}
	}
}
