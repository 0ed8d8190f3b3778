package calls_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"oxo/api"
	"oxo/api/calls"
)

var update = flag.Bool("update", false, "write the answers again")

// questionsFile has twenty questions with their answers. The libraries of all languages, the command and the server
// for language models answer them in their tests, each in its own way.
const questionsFile = "../testdata/questions.json"

// question is a question about a position, and its answer as text.
type question struct {
	Ask      string `json:"ask"`                // see [answerOf]
	Game     string `json:"game"`               // its name
	Position string `json:"position,omitempty"` // where it begins; "" is the start
	Moves    string `json:"moves,omitempty"`    // separated by blanks
	Move     string `json:"move,omitempty"`     // the move asked about
	Answer   string `json:"answer"`
}

// answerOf answers a question:
//
//	moves    the legal moves, sorted as text, with blanks between them
//	values   MOVE=VALUE for every legal move, in the same order; VALUE in words, as "win in 5"
//	best     the values of the moves that are best: VALUE, a colon and a blank, and the moves, sorted
//	text     the text of the position
//	verdict  the state of the game, in words
//	prove    win, draw or loss, for the side to move
//	why      the first sentence on a move
//	play     after the move: the text of the position; the kind of the error if it is not legal
func answerOf(t *testing.T, g *calls.Game, q question) string {
	t.Helper()
	p, err := g.Position(q.Position, q.Moves)
	if err != nil {
		t.Fatal(err)
	}
	switch q.Ask {
	case "moves", "values", "best":
		return answerOfMoves(t, p, q.Ask)
	case "text":
		return p.Text()
	case "verdict":
		return p.Verdict()
	case "play":
		if err := p.Play(q.Move); err != nil {
			e, _ := errors.AsType[*calls.Error](err)
			return "error: " + e.Kind.String()
		}
		return p.Text()
	case "prove":
		var last api.Proving
		asked(t, p, "prove", "", &last)
		return last.Found.Result
	case "why":
		var because api.Because
		asked(t, p, "why", `{"move": "`+q.Move+`"}`, &because)
		return because.Sentences[0].Text
	}
	t.Fatalf("%q is not a question", q.Ask)
	return ""
}

// asked asks and reads the last event of the answer.
func asked(t *testing.T, p *calls.Position, what, fields string, last any) {
	t.Helper()
	var data []byte
	if err := p.Ask(t.Context(), what, []byte(fields), func(_ string, d []byte) { data = d }); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, last); err != nil {
		t.Fatal(err)
	}
}

func answerOfMoves(t *testing.T, p *calls.Position, ask string) string {
	t.Helper()
	legal, err := p.Legal(nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	worth := map[string]calls.Scored{}
	for _, m := range legal {
		text, err := p.MoveText(m)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	slices.Sort(all)
	if ask == "moves" {
		return strings.Join(all, " ")
	}
	scored, err := p.Analyze(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scored {
		text, err := p.MoveText(s.Move)
		if err != nil {
			t.Fatal(err)
		}
		worth[text] = s
	}
	var out []string
	best := ""
	for _, m := range all {
		s := worth[m]
		switch {
		case ask == "values":
			out = append(out, m+"="+s.Worth.Text)
		case s.Best:
			best = s.Worth.Text + ": "
			out = append(out, m)
		}
	}
	return best + strings.Join(out, " ")
}

// TestQuestions: the core answers the twenty questions as the file says.
func TestQuestions(t *testing.T) {
	raw, err := os.ReadFile(questionsFile)
	if err != nil {
		t.Fatal(err)
	}
	var all []question
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) != 20 {
		t.Errorf("%d questions, want 20", len(all))
	}
	c := core()
	for i, q := range all {
		g, err := c.Game(q.Game)
		if err != nil {
			t.Fatal(err)
		}
		got := answerOf(t, g, q)
		if got != q.Answer && !*update {
			t.Errorf("%d: %+v is answered by %q", i+1, q, got)
		}
		all[i].Answer = got
	}
	if !*update {
		return
	}
	var out strings.Builder
	for i, q := range all {
		line, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(map[bool]string{true: "[", false: ",\n"}[i == 0] + string(line))
	}
	if err := os.WriteFile(questionsFile, []byte(out.String()+"]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}
