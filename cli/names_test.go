//go:build !race

package cli

import (
	"strings"
	"testing"

	"oxo/arena"
	"oxo/arena/roster"
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
	for _, name := range append(player.Names(), "textbook-minimax", "textbook-alphabeta", "alphabeta-depth") {
		if _, err := roster.Read(name, arena.Time{}); err != nil {
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

// TestSideByName: --as takes the name of a side. For another word the error lists the names that it
// takes.
func TestSideByName(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"play tictactoe --as X", exitDone, "you are X and begin"},
		{"play tictactoe --as o", exitDone, "you are O, oxo begins"},
		{"play chess --as Black --time 1ms", exitDone, "you are black"},
		{"play breakthrough:4x4 --as white --level 1", exitDone, "you are white and begin"},
		{"play tictactoe --as x --symbol X", exitDone, "you are X and begin"},
		{"play tictactoe --as o --symbol X", exitUsage, "--as o and --symbol X: want one of them, or --as first or second"},
		{"play tictactoe --as Z", exitUsage, `--as "Z": want first, second, X, O, both or none; --symbol X or --symbol O gives either side that symbol`},
		{"play chess --as third", exitUsage, `--as "third": want first, second, white, black, both or none`},
		{"judge --as third -- sh", exitUsage, "--as third: want first (X), second (O) or both"},
		{"judge --as o --samples 1 -- false", exitFailure, "crash, as O after b2"},
	} {
		code, stdout, stderr := runWith(t.Context(), "", strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: exit code %d, want %d with %q:\n%s%s", c.args, code, c.code, c.want, stdout, stderr)
		}
	}
}

// TestMenOfAll: a separate number before or after the game is the number of men of --all. If it
// cannot be that, the error says how to write it.
func TestMenOfAll(t *testing.T) {
	for args, want := range map[string]string{
		"solve checkers:4x4 --all 4":   "checkers:4x4, at most 4 men",
		"solve --all 4 checkers:4x4":   "checkers:4x4, at most 4 men",
		"solve --all checkers:4x4 4":   "checkers:4x4, at most 4 men",
		"solve sticks:9 2 --all":       "sticks:9x3: ",
		"solve tictactoe --all 4":      "--all 4: mnk:3x3x3 does not number its positions by men: want --all alone",
		"solve --all 2 sticks:9":       "--all 2: sticks:9x3 does not number its positions by men: want --all alone",
		"solve --all 4":                "--all 4: want a game: solve GAME --all=4",
		"solve checkers:4x4 --all=3 b": "--all 3 solves all positions with that number of men",
		"solve checkers:4x4 --all 1":   "--all 1: want the maximum number of men",
	} {
		_, stdout, stderr := runWith(t.Context(), "", strings.Fields(args)...)
		if !strings.Contains(stdout+stderr, want) {
			t.Errorf("%s: want %q:\n%s%s", args, want, stdout, stderr)
		}
	}
}

// TestAnalyse: analyse, the British spelling, runs the verb analyze and shows its help.
func TestAnalyse(t *testing.T) {
	code, analyse, stderr := runWith(t.Context(), "", "analyse", "noughts", "b2", "a1", "--json", "--no-book")
	if code != exitDone || !strings.Contains(analyse, `"game":"mnk:3x3x3"`) {
		t.Errorf("exit code %d: %s%s", code, analyse, stderr)
	}
	if code, help, _ := runWith(t.Context(), "", "help", "analyse"); code != exitDone || !strings.Contains(help, "analyze GAME [MOVE...]") {
		t.Errorf("exit code %d: %s", code, help)
	}
}
