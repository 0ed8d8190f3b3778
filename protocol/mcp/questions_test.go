package mcp_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	server "oxo/protocol/mcp"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// question is a question of the file that all languages answer: see api/calls.
type question struct{ Ask, Game, Position, Moves, Move, Answer string }

// TestQuestions: the tools answer the twenty questions as every language does.
func TestQuestions(t *testing.T) {
	session := connect(t, server.Options{TableBytes: 16 << 20})
	raw, err := os.ReadFile("../../api/testdata/questions.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []question
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	for i, q := range all {
		if got := answered(t, session, q); got != q.Answer {
			t.Errorf("%d: %+v is answered by %q", i+1, q, got)
		}
	}
}

// answered answers a question by a tool.
func answered(t *testing.T, session *mcp.ClientSession, q question) string {
	t.Helper()
	arguments := map[string]any{"game": q.Game, "moves": q.Moves, "position": q.Position}
	ask := func(tool string, more ...any) answer {
		for i := 0; i < len(more); i += 2 {
			arguments[more[i].(string)] = more[i+1]
		}
		return call(t, session, tool, arguments)
	}
	const long = 30_000 // milliseconds, for slow machines
	switch q.Ask {
	case "moves":
		a := ask("legal_moves")
		names := a.names(t)
		slices.Sort(names)
		return strings.Join(names, " ")
	case "values", "best":
		a := ask("values", "ms", long, "most", 100)
		return valuesOf(a.moveValues(t), q.Ask == "best")
	case "text":
		return ask("position").Position
	case "verdict":
		return ask("position").Verdict
	case "prove":
		return ask("solve", "ms", long).Result
	case "why":
		return ask("why", "ms", long, "move", q.Move).Sentences[0].Text
	}
	a := ask("position", "moves", q.Moves+" "+q.Move)
	if a.wrong {
		kind, _, _ := strings.Cut(strings.TrimPrefix(a.text, "error ("), ")")
		return "error: " + kind
	}
	return a.Position
}

// valuesOf writes values as the file of questions has them.
func valuesOf(all []server.MoveValue, best bool) string {
	slices.SortFunc(all, func(x, y server.MoveValue) int { return strings.Compare(x.Move, y.Move) })
	var out []string
	before := ""
	for _, m := range all {
		switch {
		case !best:
			out = append(out, m.Move+"="+m.Value.Text)
		case m.Best:
			before = m.Value.Text + ": "
			out = append(out, m.Move)
		}
	}
	return before + strings.Join(out, " ")
}
