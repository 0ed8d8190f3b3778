package api_test

import (
	"testing"
	"time"

	"oxo/book"
	"oxo/games"
	"oxo/search"
	"oxo/web/api"
)

// TestBook: the first report on Connect Four's empty board has the exact value of every
// move, before anything is searched; a perfect reply and the value come as soon. A level
// replies as without the book.
func TestBook(t *testing.T) {
	s := api.New(games.All())
	with := search.New(search.Options{Book: &book.Shelf{}, TableBytes: 4 << 20})
	allowed := api.Allowed{Time: 20 * time.Millisecond, Nodes: 1000} // the values do not need them
	start := api.Place{Game: "connect4"}
	var first *api.Analysis
	err := s.Analyze(t.Context(), with, allowed, api.AnalyzeRequest{Place: start}, func(a api.Analysis) {
		if first == nil {
			first = &a
		}
	})
	if err != nil || first == nil || len(first.Moves) != 7 || first.Nodes != 0 || first.Moves[0].Text != "win in 41" {
		t.Fatalf("the first report is %+v, %v", first, err)
	}
	for _, m := range first.Moves {
		if m.Value.Result == "" || m.Value.Proven != nil || len(m.Line) < 2 {
			t.Errorf("%+v is not proven, with a line", m)
		}
	}
	reply, err := s.Reply(t.Context(), with, allowed, api.ReplyRequest{Place: start})
	if err != nil || reply.Move != "4" || reply.Nodes != 0 || reply.Worth.Text != "win in 41" {
		t.Errorf("the perfect reply is %+v, %v", reply, err)
	}
	solved := api.Solution{}
	err = s.Solve(t.Context(), with, allowed, api.AnalyzeRequest{Place: start}, func(x api.Solution) { solved = x })
	if err != nil || !solved.Proven || solved.Nodes != 0 || solved.Text != "win in 41" {
		t.Errorf("the value is %+v, %v", solved, err)
	}
	other := search.New(search.Options{TableBytes: 4 << 20})
	of := api.ReplyRequest{Place: start, Level: "3", Seed: 7}
	a, err1 := s.Reply(t.Context(), with, api.Allowed{Time: time.Minute}, of)
	b, err2 := s.Reply(t.Context(), other, api.Allowed{Time: time.Minute}, of)
	if err1 != nil || err2 != nil || a.Move != b.Move || a.Nodes != b.Nodes || a.Nodes == 0 {
		t.Errorf("level 3 replies %+v with the book, %+v without: %v, %v", a, b, err1, err2)
	}
}
