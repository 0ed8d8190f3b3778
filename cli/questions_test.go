package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestQuestions: the command answers the twenty questions as every language does: see api/calls.
func TestQuestions(t *testing.T) {
	raw, err := os.ReadFile("../api/testdata/questions.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct{ Ask, Game, Position, Moves, Move, Answer string }
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	for i, q := range all {
		args := append([]string{q.Game}, strings.Fields(q.Moves)...)
		if q.Position != "" {
			args = append(args, "--position", q.Position)
		}
		if got := answered(t, q.Ask, q.Move, args); got != q.Answer {
			t.Errorf("%d: %+v is answered by %q", i+1, q, got)
		}
	}
}

// answered asks the command about a position.
func answered(t *testing.T, ask, move string, position []string) string {
	t.Helper()
	switch ask {
	case "prove":
		var said struct{ Value struct{ Result string } }
		told(t, &said, append([]string{"solve", "--json"}, position...)...)
		return said.Value.Result
	case "why":
		_, out, _ := runWith(t.Context(), "", append([]string{"explain", "--why", move}, position...)...)
		_, sentences, _ := strings.Cut(out, "\n\n")
		sentence, _, _ := strings.Cut(sentences, "\n")
		return sentence
	case "verdict":
		_, _, wrong := runWith(t.Context(), "", append([]string{"analyze"}, position...)...)
		_, verdict, _ := strings.Cut(wrong, "the game is over: ")
		verdict, _, _ = strings.Cut(verdict, ".")
		return verdict
	case "play":
		position = append(position, move)
	}
	if code, _, wrong := runWith(t.Context(), "", append([]string{"analyze", "--json", "--depth", "1"}, position...)...); code != 0 {
		if strings.Contains(wrong, "the game is over") {
			return "error: over"
		}
		return "error: input"
	}
	return moves(t, ask, position)
}

// told runs the command and reads its JSON.
func told(t *testing.T, into any, args ...string) {
	t.Helper()
	code, out, wrong := runWith(t.Context(), "", args...)
	if err := json.Unmarshal([]byte(out), into); err != nil || code != 0 {
		t.Fatalf("oxo %v: %d, %v, %s", args, code, err, wrong)
	}
}

func moves(t *testing.T, ask string, position []string) string {
	t.Helper()
	var said struct {
		Position string
		Value    map[string]any
		Moves    []struct {
			Move  string
			Value map[string]any
		}
	}
	args := append([]string{"analyze", "--json"}, position...)
	if ask != "values" && ask != "best" {
		args = append(args, "--depth", "1")
	}
	told(t, &said, args...)
	if ask == "text" || ask == "play" {
		return said.Position
	}
	var out []string
	for _, m := range said.Moves {
		switch {
		case ask == "moves":
			out = append(out, m.Move)
		case ask == "values":
			out = append(out, m.Move+"="+inWords(m.Value))
		case inWords(m.Value) == inWords(said.Value):
			out = append(out, m.Move)
		}
	}
	slices.Sort(out)
	if ask == "best" {
		out = append([]string{inWords(said.Value) + ":"}, out...)
	}
	return strings.Join(out, " ")
}

// inWords writes a value of JSON as the command says it.
func inWords(value map[string]any) string {
	switch {
	case value["plies"] != nil:
		return fmt.Sprintf("%v in %v", value["result"], value["plies"])
	case value["margin"] != nil:
		return fmt.Sprintf("%v by %v", value["result"], value["margin"])
	}
	return fmt.Sprint(value["result"])
}
