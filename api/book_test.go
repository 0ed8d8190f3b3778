package api_test

import (
	"testing"
	"time"

	"oxo"
	"oxo/api"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/prove/book"
	"oxo/prove/census"
	"oxo/search"
)

// TestBook: the first report on Connect Four's empty board has the exact value of
// every move, before any search; a perfect reply and the value come equally fast. A
// level replies as without the book.
func TestBook(t *testing.T) {
	s := api.New(games.All())
	with := search.New(search.Options{Book: &book.Shelf{}, TableBytes: 4 << 20})
	allowed := api.Allowed{Time: 20 * time.Millisecond, Nodes: 1000} // enough, since the values come from the book
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
	of := api.ReplyRequest{Place: start, Level: "3", Seed: 7, Milliseconds: 600_000} // longer than needed
	a, err1 := s.Reply(t.Context(), with, api.Allowed{Time: time.Hour}, of)
	b, err2 := s.Reply(t.Context(), other, api.Allowed{Time: time.Hour}, of)
	if err1 != nil || err2 != nil || a.Move != b.Move || a.Nodes != b.Nodes || a.Nodes == 0 {
		t.Errorf("level 3 replies %+v with the book, %+v without: %v, %v", a, b, err1, err2)
	}
}

// opened is a book of estimates for the start of a game.
type opened struct {
	search.Book
	move string
	game oxo.Game
}

func (o *opened) Lookup(oxo.Position) (oxo.Score, bool) { return 0, false }

func (o *opened) Openings(p oxo.Position) []search.MoveResult {
	m, err := o.game.ParseMove(p, o.move)
	if err != nil {
		return nil
	}
	return []search.MoveResult{{Move: m, Value: search.Value{Score: 12}, Line: []oxo.Move{m}, ByBook: true}}
}

// TestOpenings: the perfect player takes its move from a book of estimates. Such a
// book proves nothing: a solution, an analysis and a level do not use it.
func TestOpenings(t *testing.T) {
	g := gametest.Game(t, "othello")
	s := api.New(games.All())
	s.SetBooks(func(game string) search.Book {
		if game == g.Name() {
			return &opened{move: "e6", game: g}
		}
		return nil
	})
	with := search.New(search.Options{TableBytes: 4 << 20})
	allowed := api.Allowed{Time: time.Hour}
	place := api.Place{Game: "othello"}
	r, err := s.Reply(t.Context(), with, allowed, api.ReplyRequest{Place: place, Level: "perfect", Milliseconds: 20})
	if err != nil || r.Move != "e6" || r.Nodes != 0 || r.Worth.Text != "about +0.12 discs" {
		t.Errorf("perfect: %+v, %v", r, err)
	}
	if r, err = s.Reply(t.Context(), with, allowed, api.ReplyRequest{Place: place, Level: "4"}); err != nil || r.Nodes == 0 {
		t.Errorf("level 4: %+v, %v", r, err)
	}
	solved := api.Solution{}
	few := api.AnalyzeRequest{Place: place, Limits: api.Limits{Milliseconds: 30}}
	err = s.Solve(t.Context(), with, allowed, few, func(x api.Solution) { solved = x })
	if err != nil || solved.Proven || solved.Nodes == 0 {
		t.Errorf("the value is %+v, %v", solved, err)
	}
	var all api.Analysis
	if err := s.Analyze(t.Context(), with, allowed, few, func(x api.Analysis) { all = x }); err != nil || all.Nodes == 0 || len(all.Moves) != 4 {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestTables: a service uses the given books only for their game, and a level below
// perfect uses none.
func TestTables(t *testing.T) {
	g := gametest.Game(t, "mnk:4x3x3")
	table, err := census.SolveWhole(t.Context(), g, g.Start(), census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := api.New(games.All())
	asked := map[string]int{}
	s.SetBooks(func(game string) search.Book {
		asked[game]++
		if game == g.Name() {
			return table
		}
		return nil
	})
	with := search.New(search.Options{TableBytes: 4 << 20})
	allowed := api.Allowed{Time: time.Hour}
	nodes := func(game string) (n uint64) {
		if err := s.Analyze(t.Context(), with, allowed, api.AnalyzeRequest{Place: api.Place{Game: game}}, func(a api.Analysis) { n = a.Nodes }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := nodes("mnk:4x3x3"); n != 0 {
		t.Errorf("%d nodes for a game that is in the table", n)
	}
	if n := nodes("tictactoe"); n == 0 {
		t.Error("a table was asked of another game")
	}
	for level, want := range map[string]bool{"perfect": true, "3": false} {
		r, err := s.Reply(t.Context(), with, allowed, api.ReplyRequest{Place: api.Place{Game: "mnk:4x3x3"}, Level: level})
		if err != nil || (r.Nodes == 0) != want {
			t.Errorf("level %s: %+v, %v", level, r, err)
		}
	}
	if asked[""] != 2 || asked["mnk:4x3x3"] != 2 || asked["mnk:3x3x3"] != 1 {
		t.Errorf("asked %v", asked)
	}
}
