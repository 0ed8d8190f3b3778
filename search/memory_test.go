package search_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/search"
)

// longGo is a game of Go on 3x3 whose last position is won by 6.
const longGo = "A3.B3.C3.B2.A1.B1.C2.A2.pass.A3.pass.A1.C1.A3.A2.B2.B3.B1.A1.B1.B2.pass.B1.A3.C1.B2.C3.C2.A2.B1.B3.C1.A1.C1.B2.B1"

// TestTableOfAnotherGame: a search of a game that forbids repetitions uses no table, not even the
// table of an earlier search of another game. (When it used such a table, it called the value "win
// by 9" proven here.)
func TestTableOfAnotherGame(t *testing.T) {
	race.OneThread(t)
	_, p, _ := gametest.Moves(t, "go:3x3 "+strings.ReplaceAll(longGo, ".", " "))
	for _, keep := range []bool{false, true} {
		s := search.New(search.Options{KeepTable: keep})
		s.Analyze(t.Context(), gametest.Game(t, "connect4").Start(), search.Limits{Nodes: 50_000})
		limits := search.Limits{Nodes: 30_000, Time: time.Hour}
		got, fresh := s.Search(t.Context(), p, limits), search.New(search.Options{}).Search(t.Context(), p, limits)
		if got.Value != fresh.Value || got.Bounds != fresh.Bounds || s.TableStats().Bytes != 0 {
			t.Errorf("keep %v: %v with a table of %d bytes, and %v by a new searcher", keep, got.Value, s.TableStats().Bytes, fresh.Value)
		}
	}
}

// TestKeptTables: a searcher that keeps its table finds the value of each of several games, in
// any order.
func TestKeptTables(t *testing.T) {
	race.OneThread(t)
	names := []string{"mnk:4x4x4,misere", "mnk:4x4x3,misere", "mnk:4x4x4", "mnk:4x4x3", "mnk:4x3x3,misere", "mnk:4x3x3", "mnk:3x3x3,torus", "connect4:4x4", "othello:4x4", "sticks:9", "sticks:9,normal"}
	want := map[string]search.Result{}
	for _, name := range names {
		want[name] = search.New(search.Options{}).Search(t.Context(), gametest.Game(t, name).Start(), search.Limits{})
	}
	s := search.New(search.Options{KeepTable: true, TableBytes: 1 << 20})
	for round := range 3 {
		for i := range names {
			name := names[(i*(round+2)+round)%len(names)]
			if got := s.Search(t.Context(), gametest.Game(t, name).Start(), search.Limits{}); got.Value != want[name].Value {
				t.Errorf("%s: %v, and %v by a new searcher", name, got.Value, want[name].Value)
			}
		}
	}
}

// TestLearnedOfAnotherGame: positions learned for one game do not reach another.
func TestLearnedOfAnotherGame(t *testing.T) {
	race.OneThread(t)
	p, q := gametest.Game(t, "connect4:4x4").Start(), gametest.Game(t, "connect4:5x4").Start()
	s := search.New(search.Options{KeepTable: true})
	lie := search.Settled{Key: q.(oxo.Keyed).Key(), Bounds: oxo.Exactly(oxo.Win(3)), Nodes: 1 << 20}
	if symmetric, ok := q.(oxo.Symmetric); ok {
		lie.Key, _ = symmetric.Canonical()
	}
	s.Learn(p, []search.Settled{lie})
	if a := s.Ask(t.Context(), q, search.Question{AtLeast: oxo.By(1)}); a.Bounds.Lo().IsWin() {
		t.Errorf("%v is what was learned of another game", a.Bounds)
	}
}

// TestUsedTwice: every method of a searcher panics with a clear text while the searcher
// searches.
func TestUsedTwice(t *testing.T) {
	race.OneThread(t)
	p := gametest.Game(t, "connect4").Start()
	for name, use := range map[string]func(*search.Searcher){
		"Search":    func(s *search.Searcher) { s.Search(t.Context(), p.Clone(), search.Limits{Nodes: 10}) },
		"Analyze":   func(s *search.Searcher) { s.Analyze(t.Context(), p.Clone(), search.Limits{Nodes: 10}) },
		"Ask":       func(s *search.Searcher) { s.Ask(t.Context(), p.Clone(), search.Question{AtLeast: 1, Nodes: 10}) },
		"WholeLine": func(s *search.Searcher) { s.WholeLine(t.Context(), p.Clone(), search.Result{}) },
		"Clear":     func(s *search.Searcher) { s.Clear() },
		"Warm":      func(s *search.Searcher) { s.Warm(p.Clone()) },
	} {
		t.Run(name, func(t *testing.T) {
			s := search.New(search.Options{})
			if text := panicOf(func() {
				for range s.SearchProgress(t.Context(), p.Clone(), search.Limits{Nodes: 1_000_000}) {
					use(s)
				}
			}); name != "WholeLine" && !strings.Contains(text, "used while it searches") {
				t.Errorf("it panics with %q", text)
			}
		})
	}
}

// panicOf returns the text of a panic, or "".
func panicOf(do func()) (text string) {
	defer func() { text, _ = recover().(string) }()
	do()
	return ""
}

// TestDeadline: a deadline of the context is a limit of time, so the search deepens as with
// Limits.Time. A slow machine gets more time.
func TestDeadline(t *testing.T) {
	race.OneThread(t)
	for _, name := range []string{"othello", "checkers", "chess", "breakthrough"} {
		for limit := 400 * time.Millisecond; ; limit *= 2 {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			s := search.New(search.Options{})
			r := s.Search(ctx, gametest.Game(t, name).Start(), search.Limits{})
			moves := s.Analyze(ctx, gametest.Game(t, name).Start(), search.Limits{})
			cancel()
			if !r.HasMove || r.Proven || len(moves) == 0 || r.Depth < 1 && limit > time.Hour {
				t.Errorf("%s: depth %d, %v", name, r.Depth, r.Value)
			}
			if r.Depth > 0 || t.Failed() {
				break
			}
		}
	}
}

// TestCancelled: a cancelled search with limits has a move and the depth it reached.
func TestCancelled(t *testing.T) {
	for _, name := range []string{"othello", "checkers", "chess"} {
		ctx, cancel := context.WithCancel(t.Context())
		var last search.Result
		for last = range search.New(search.Options{}).SearchProgress(ctx, gametest.Game(t, name).Start(), search.Limits{Time: time.Hour}) {
			if last.Depth >= 2 {
				cancel()
			}
		}
		if cancel(); last.Stop != search.ByContext || last.Depth < 2 || !last.HasMove {
			t.Errorf("%s: depth %d, ended by %v", name, last.Depth, last.Stop)
		}
	}
}
