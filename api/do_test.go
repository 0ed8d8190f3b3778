package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"oxo/api"
	"oxo/games"
	"oxo/search"
)

// ask makes a request as the engine in a browser does, and returns the events by name.
// Its requests end long before the limit, on any machine.
func ask(t testing.TB, s *api.Service, what, request string) (map[string][]string, error) {
	t.Helper()
	return askWithin(t, s, time.Hour, what, request)
}

// askWithin is ask with a time limit.
func askWithin(t testing.TB, s *api.Service, limit time.Duration, what, request string) (map[string][]string, error) {
	t.Helper()
	got := map[string][]string{}
	with := search.New(search.Options{TableBytes: 1 << 20})
	err := s.Do(context.Background(), with, api.Allowed{Time: limit, Nodes: 600_000}, what, []byte(request), func(event string, data any) {
		text, err := json.Marshal(data)
		if err != nil {
			t.Errorf("%s %s: %v", what, request, err)
		}
		got[event] = append(got[event], string(text))
	})
	return got, err
}

func TestDo(t *testing.T) {
	s := api.New(games.All())
	for _, c := range []struct{ what, request, event, has string }{
		{"games", `{}`, "answer", `"name":"gomoku"`},
		{"position", `{"game":"tictactoe","moves":"b2 a1"}`, "answer", `"position":".../.X./O.."`},
		{"position", `{"game":"sticks:5x3","moves":"2"}`, "answer", `"squares":[1,2]`},
		{"position", `{"game":"connect4","moves":"4"}`, "answer", `"column":3`},
		{"reply", `{"game":"tictactoe","moves":"a1.b1.a2.b2","level":"perfect"}`, "answer", `"text":"win in 1"`},
		{"reply", `{"game":"tictactoe","moves":"a3","level":"textbook-minimax"}`, "answer", `"nodes":59705`},
		{"reply", `{"game":"tictactoe","position":"OXO/.X./O.X","level":"textbook-minimax"}`, "answer", `"worth":{"value":{"result":"win"},"text":"win"`},
		{"position", `{"game":"4x4"}`, "answer", `"game":"mnk:4x4x4"`},
		{"reply", `{"game":"tictactoe","moves":"a3","level":"textbook-minimax-depth"}`, "answer", `"nodes":59705`},
		{"reply", `{"game":"tictactoe","moves":"a3","level":"textbook-alphabeta"}`, "answer", `"move":"b2"`},
		{"position", `{"game":"2048","position":"4,4,.,./.,.,.,./.,.,.,./.,.,.,. slider","moves":"left"}`, "answer", `"note":"score 16"`},
		{"reply", `{"game":"2048","moves":"left","level":"random"}`, "answer", `"note":"score `},
		{"reply", `{"game":"tictactoe","moves":"a3","level":"random","seed":3}`, "answer", `"nodes":0`},
		{"exercise", `{"kind":"minimax","seed":4}`, "answer", `"kind":"minimax"`},
		{"mark", `{"kind":"minimax","seed":4,"answers":[]}`, "answer", `"right":0`},
		{"position", `{"game":"chess","moves":"g1f3"}`, "answer", `"moves":["g1f3"],"names":["Nf3"],`},
		{"position", `{"game":"chess","position":"8/P7/8/8/8/8/8/k6K w - - 0 1"}`, "answer", `{"move":"a7a8q","name":"a8=Q+","squares":[48,56],"column":-1}`},
		{"position", `{"game":"chess","moves":"Nf3.Nf6"}`, "answer", `"moves":["g1f3","g8f6"],"names":["Nf3","Nf6"]`},
		{"position", `{"game":"checkers"}`, "answer", `"squareNames":["29","","30","","31","","32","","","25","",`},
		{"analyze", `{"game":"chess","position":"6k1/5ppp/8/8/8/8/8/K6R w - - 0 1","depth":3}`, "analysis", `"names":["R`},
		{"analyze", `{"game":"chess","position":"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1","depth":3}`, "analysis", `"line":["d1d8"],"names":["Rd8#"]`},
		{"review", `{"game":"chess","moves":"f2f3.e7e5.g2g4.d8h4","depth":2}`, "move", `"move":"d8h4","name":"Qh4#"`},
		{"why", `{"game":"chess","position":"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1","move":"d1d8","depth":3}`, "because", `"text":"Rd8#`},
		{"analyze", `{"game":"tictactoe"}`, "analysis", `"done":true`},
		{"solve", `{"game":"mnk:3x3x3,torus"}`, "solution", `"text":"win in 7"`},
		{"review", `{"game":"tictactoe","moves":"b2.a2"}`, "move", `"kind":"mistake"`},
		{"explain", `{"game":"tictactoe","moves":"b2","algorithm":"search","counts":true}`, "part", `"name":"minimax"`},
		{"why", `{"game":"tictactoe","moves":"b1","move":"A3"}`, "because", `"text":"X plays a1 and threatens a1-c1; O must play c1.","squares":[0,2,1],"line":["a3","a1","c1"]`},
		{"why", `{"game":"tictactoe","moves":"b1","move":"a3"}`, "because", `"move":"a3","worth":{"value":{"result":"loss","plies":6}`},
		{"why", `{"game":"tictactoe","moves":"b1","move":"a3"}`, "because", `"motives":["must block","double threat"]`},
	} {
		got, err := ask(t, s, c.what, c.request)
		if err != nil || !strings.Contains(strings.Join(got[c.event], "\n"), c.has) {
			t.Errorf("%s %s: %v, %.300v, without %s", c.what, c.request, err, got, c.has)
		}
	}
}

func TestDoWrong(t *testing.T) {
	s := api.New(games.All())
	for _, c := range []struct {
		what, request string
		status        int
		has           string
	}{
		{"nothing", `{}`, api.Bad, "does not exist"},
		{"position", `{`, api.Bad, "the request"},
		{"position", `{"game":7}`, api.Bad, "the request"},
		{"position", `{}`, api.Bad, "no game: want"},
		{"position", `{"game":"tictacto"}`, api.Bad, "did you mean tictactoe?"},
		{"position", `{"game":"tictactoe","moves":"b2.b2"}`, api.Bad, "move 2:"},
		{"position", `{"game":"tictactoe","moves":"a1.b1.a2.b2.a3.c3"}`, api.Over, "the game is over"},
		{"position", `{"game":"tictactoe","position":"XXX/.../..."}`, api.Bad, "the position:"},
		{"position", `{"game":"tictactoe","moves":"` + strings.Repeat("a1.", 3000) + `"}`, api.Much, "moves are more than"},
		{"position", `{"game":"tictactoe","moves":"` + strings.Repeat("a", 30000) + `"}`, api.Much, "characters"},
		{"reply", `{"game":"tictactoe","level":"99"}`, api.Bad, "no level"},
		{"reply", `{"game":"tictactoe","level":"table"}`, api.Bad, "no level"},
		{"reply", `{"game":"gomoku","level":"textbook-minimax"}`, api.Much, "take another opponent"},
		{"reply", `{"game":"tictactoe","ms":-1}`, api.Bad, "0 or more"},
		{"reply", `{"game":"tictactoe","position":"XXX/OO./..."}`, api.Over, "the game is over"},
		{"analyze", `{"game":"tictactoe","depth":-1}`, api.Bad, "0 or more"},
		{"review", `{"game":"tictactoe"}`, api.Bad, "no moves to review"},
		{"explain", `{"game":"tictactoe","algorithm":"negamax"}`, api.Bad, "want minimax, minimax-depth"},
		{"explain", `{"game":"tictactoe","show":99999}`, api.Bad, "show of at most"},
		{"explain", `{"game":"tictactoe","under":99999999}`, api.Bad, "no node 99999999"},
		{"why", `{"game":"tictactoe","moves":"b2","move":"b2"}`, api.Bad, "b2 is taken"},
		{"why", `{"game":"tictactoe","moves":"b2"}`, api.Bad, "is not a square"},
		{"why", `{"game":"tictactoe","move":"b2","sentences":-1}`, api.Bad, "0 or more"},
		{"why", `{"game":"tictactoe","position":"XXX/OO./...","move":"c1"}`, api.Over, "the game is over"},
		{"exercise", `{"kind":"sudoku"}`, api.Bad, "no exercise"},
		{"mark", `{"kind":"minimax","answers":[{"node":999}]}`, api.Bad, "no node 999"},
	} {
		_, err := ask(t, s, c.what, c.request)
		p, ok := errors.AsType[*api.Problem](err)
		if !ok || p.Status != c.status || !strings.Contains(p.Detail, c.has) {
			t.Errorf("%s %.80s: %v, want %d with %q", c.what, c.request, err, c.status, c.has)
		}
	}
}

// TestReviewTells: the values in a review equal the values of the positions, ply
// by ply, whatever mistakes were made.
func TestReviewTells(t *testing.T) {
	s := api.New(games.All())
	got, err := ask(t, s, "review", `{"game":"tictactoe","moves":"a2.a3.b2.c2.b3.b1.c3.a1.c1"}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range got["move"] {
		var r api.Reviewed
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		moves := strings.Join(strings.Split("a2.a3.b2.c2.b3.b1.c3.a1.c1", ".")[:r.Ply-1], ".")
		solved, err := ask(t, s, "solve", `{"game":"tictactoe","moves":"`+moves+`"}`)
		if err != nil {
			t.Fatal(err)
		}
		last := solved["solution"][len(solved["solution"])-1]
		if !strings.Contains(last, `"text":"`+r.Before.Text+`"`) {
			t.Errorf("before move %d: the review says %s, and %s is solved", r.Ply, r.Before.Text, last)
		}
	}
	if len(got["move"]) != 9 {
		t.Errorf("%d moves reviewed of 9", len(got["move"]))
	}
}

// FuzzDo sends arbitrary JSON.
func FuzzDo(f *testing.F) {
	s := api.New(games.All())
	for _, what := range []string{"position", "reply", "exercise", "mark", "analyze", "solve", "review", "explain"} {
		f.Add(what, `{"game":"tictactoe","moves":"b2","kind":"minimax","depth":1,"ms":5}`)
	}
	with := search.New(search.Options{TableBytes: 1 << 16})
	f.Fuzz(func(t *testing.T, what, request string) {
		err := s.Do(t.Context(), with, api.Allowed{Time: 5 * time.Millisecond, Nodes: 1000}, what, []byte(request), func(string, any) {})
		if _, ok := errors.AsType[*api.Problem](err); err != nil && !ok {
			t.Errorf("%s %s: %v", what, request, err)
		}
	})
}

// TestPointed: a move is selected by the square that it fills, not by those that it
// flips; a move from a square is selected from there.
func TestPointed(t *testing.T) {
	s := api.New(games.All())
	for game, want := range map[string]string{
		"othello:4x4":      `{"move":"b1","squares":[13],"column":-1}`,
		"breakthrough:4x6": `{"move":"a2a3","squares":[4,8],"column":-1}`,
		"tictactoe":        `{"move":"b2","squares":[4],"column":-1}`,
	} {
		got, err := ask(t, s, "position", `{"game":"`+game+`"}`)
		if err != nil || !strings.Contains(got["answer"][0], want) {
			t.Errorf("%s: %v, %.600v, without %s", game, err, got, want)
		}
	}
}

// TestNodes: an analysis that may visit a number of positions gives the same values each time.
func TestNodes(t *testing.T) {
	answers := map[string]bool{}
	for range 2 {
		s := api.New(games.All())
		var last api.Analysis
		err := s.Analyze(t.Context(), search.New(search.Options{TableBytes: 1 << 20}), api.Allowed{Time: time.Hour},
			api.AnalyzeRequest{Place: api.Place{Game: "chess"}, Limits: api.Limits{Nodes: 20_000}}, func(a api.Analysis) { last = a })
		if err != nil || last.Nodes > 21_000 || len(last.Moves) != 20 {
			t.Fatalf("%d nodes, %d moves, %v", last.Nodes, len(last.Moves), err)
		}
		last.Seconds = 0
		answers[fmt.Sprintf("%+v", last.Moves[0].Line)+fmt.Sprint(last.Moves[0].Score)] = true
	}
	if len(answers) != 1 {
		t.Error(answers)
	}
}
