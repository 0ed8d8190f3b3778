package book

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// made makes a book for a test.
func made(t *testing.T, g oxo.Game, plies int) *Book {
	t.Helper()
	b, err := Make(t.Context(), g, Options{Plies: plies, Search: search.Options{Threads: 2, TableBytes: 8 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// positions calls f for every ongoing position of the first plies, once for each state and each
// ply at which it occurs; images count as different.
func positions(g oxo.Game, plies int, f func(p oxo.Position, ply int)) {
	p, seen := g.Start(), map[string]bool{}
	var visit func(ply int)
	visit = func(ply int) {
		text := fmt.Sprint(ply, g.FormatPosition(p))
		if p.Outcome() != oxo.Ongoing || seen[text] {
			return
		}
		seen[text] = true
		f(p, ply)
		if ply == plies {
			return
		}
		for _, m := range p.Moves(nil) {
			p.Make(m)
			visit(ply + 1)
			p.Unmake(m)
		}
	}
	visit(0)
}

// checkLine checks that a line is legal, and that it is best play with the given value: the game has this value at
// the end of the line, or a search without a book finds it there.
func checkLine(t *testing.T, plain *search.Searcher, g oxo.Game, p oxo.Position, line []oxo.Move, value oxo.Score, whole bool) {
	t.Helper()
	q := p.Clone()
	for _, m := range line {
		if !slices.Contains(q.Moves(nil), m) {
			t.Fatalf("%s: the line %v is not legal", g.FormatPosition(p), line)
		}
		q.Make(m)
		value = value.ToChild()
	}
	at := plain.Search(t.Context(), q, search.Limits{})
	if at.Score != value {
		t.Fatalf("%s: after the line %v the value is %v, want %v", g.FormatPosition(p), line, at.Value, value)
	}
	if whole && q.Outcome() == oxo.Ongoing {
		t.Fatalf("%s: the book has the value, but the line %v is not whole", g.FormatPosition(p), line)
	}
}

// TestSameValues: with a book every search finds the same as without, for every position up to a ply after the book's
// end: the value, a move that keeps it, and lines of best play. Within the book the search visits nothing.
func TestSameValues(t *testing.T) {
	for name, plies := range map[string]int{
		"connect4:4x4": 4, "mnk:3x3x3": 3, "mnk:3x3x3,misere": 9, "mnk:4x3x3": 2, "othello:4x4": 3, "sticks:12x3": 3, "connect4:5x4": 1,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gametest.Game(t, name)
			b := made(t, g, plies)
			if b.Missing() > 0 {
				t.Fatalf("%d values are missing", b.Missing())
			}
			compareSearches(t, g, b, plies)
		})
	}
}

func compareSearches(t *testing.T, g oxo.Game, b *Book, plies int) {
	t.Helper()
	small := int64(4 << 20)
	plain := search.New(search.Options{TableBytes: small, KeepTable: true})
	with := search.New(search.Options{TableBytes: small, Book: b})
	others := map[string]*search.Searcher{
		"threads":     search.New(search.Options{TableBytes: small, Book: b, Threads: 2}),
		"result only": search.New(search.Options{TableBytes: small, Book: b, ResultOnly: true}),
		"no symmetry": search.New(search.Options{TableBytes: small, Book: b, NoSymmetry: true, KeepTable: true}),
		"no guide":    search.New(search.Options{TableBytes: small, Book: b, NoGuide: true, KeepTable: true}),
	}
	n := 0
	positions(g, plies+1, func(p oxo.Position, ply int) {
		if n++; n%7 != 1 && ply > 2 || testing.Short() && n%5 != 1 {
			return
		}
		want := plain.Search(t.Context(), p, search.Limits{})
		_, known := b.Lookup(p)
		if ply <= plies && !known {
			t.Fatalf("%s, after %d plies, is not in the book", g.FormatPosition(p), ply)
		}
		for _, limits := range []search.Limits{{}, {Nodes: 1 << 30}} {
			r := with.Search(t.Context(), p, limits)
			if r.Value != want.Value || r.ByBook != known || ply < plies && r.Nodes > 0 || !r.Bounds.Exact() {
				t.Fatalf("%s: %+v with the book, %+v without", g.FormatPosition(p), r, want)
			}
			checkLine(t, plain, g, p, r.Line, r.Score, false)
			checkLine(t, plain, g, p, with.WholeLine(t.Context(), p, r), r.Score, true)
		}
		for name, s := range others {
			if r := s.Search(t.Context(), p, search.Limits{}); r.Score.Sign() != want.Score.Sign() || name != "result only" && r.Value != want.Value {
				t.Fatalf("%s: %v with the book, %s, and %v without", g.FormatPosition(p), r.Value, name, want.Value)
			}
		}
		compareMoves(t, plain, b, g, p, with.Analyze(t.Context(), p, search.Limits{}))
	})
	t.Logf("%d positions", n)
}

// compareMoves compares an analysis with a book and an analysis without.
func compareMoves(t *testing.T, plain *search.Searcher, b *Book, g oxo.Game, p oxo.Position, got []search.MoveResult) {
	t.Helper()
	want := plain.Analyze(t.Context(), p, search.Limits{})
	value := map[oxo.Move]search.Value{}
	for _, m := range want {
		value[m.Move] = m.Value
	}
	for i, m := range got {
		if m.Value != value[m.Move] || i > 0 && m.Score > got[i-1].Score {
			t.Fatalf("%s: the moves are %+v with the book, %+v without", g.FormatPosition(p), got, want)
		}
		p.Make(m.Move)
		_, known := b.Lookup(p)
		known = known && p.Outcome() == oxo.Ongoing
		p.Unmake(m.Move)
		if m.ByBook != known {
			t.Fatalf("%s: the value of the move %s is from the book: %v", g.FormatPosition(p), g.FormatMove(p, m.Move), m.ByBook)
		}
		checkLine(t, plain, g, p, m.Line, m.Score, true)
	}
}

// TestNotAsked: a search with a limit of plies, a traced search and a null-window search do not use the book: they
// find the same as without it, node for node.
func TestNotAsked(t *testing.T) {
	g := gametest.Game(t, "connect4:4x4")
	b := made(t, g, 2)
	var walked, walkedWith search.Trace
	p := g.Start()
	with := search.New(search.Options{Book: b})
	plain := search.New(search.Options{})
	a, c := plain.Search(t.Context(), p, search.Limits{Depth: 3}), with.Search(t.Context(), p, search.Limits{Depth: 3})
	if a.Nodes != c.Nodes || a.Value != c.Value || c.ByBook {
		t.Errorf("three plies deep: %+v without, %+v with the book", a, c)
	}
	if m := with.Analyze(t.Context(), p, search.Limits{Depth: 2, Nodes: 5000}); m[0].ByBook || m[0].Nodes == 0 {
		t.Errorf("an analysis two plies deep asks the book: %+v", m[0])
	}
	search.New(search.Options{Trace: &walked}).Search(t.Context(), p, search.Limits{})
	search.New(search.Options{Trace: &walkedWith, Book: b}).Search(t.Context(), p, search.Limits{})
	if len(walked.Nodes) < 100 || !slices.Equal(walked.Nodes, walkedWith.Nodes) {
		t.Errorf("the trace has %d nodes without, %d with the book", len(walked.Nodes), len(walkedWith.Nodes))
	}
	q := search.Question{AtLeast: oxo.Win(9)}
	if a, c := plain.Ask(t.Context(), p, q), with.Ask(t.Context(), p, q); a != c || a.Nodes == 0 {
		t.Errorf("asked: %+v without, %+v with the book", a, c)
	}
}

// TestValuesFirst: an analysis reports the values of the book before it searches for the lines,
// and stops when the caller stops the iteration.
func TestValuesFirst(t *testing.T) {
	g := gametest.Game(t, "connect4:5x4")
	s := search.New(search.Options{Book: made(t, g, 2)})
	for moves := range s.AnalyzeProgress(t.Context(), g.Start(), search.Limits{}) {
		for _, m := range moves {
			if !m.Proven || m.Nodes != 0 || len(m.Line) != 2 { // the line goes to the end of the book
				t.Errorf("the first report of the move %d is %+v", m.Move, m)
			}
		}
		return
	}
	t.Error("nothing is reported")
}

// TestLimitedLines: with limits the values stay the same, and the lines may be shorter.
func TestLimitedLines(t *testing.T) {
	g := gametest.Game(t, "connect4:5x4")
	s := search.New(search.Options{Book: made(t, g, 2)})
	plain := search.New(search.Options{KeepTable: true})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for name, moves := range map[string][]search.MoveResult{
		"one node":   s.Analyze(t.Context(), g.Start(), search.Limits{Nodes: 1}),
		"no context": s.Analyze(ctx, g.Start(), search.Limits{}),
		"no time":    s.Analyze(t.Context(), g.Start(), search.Limits{Time: 1}),
	} {
		for _, m := range moves {
			if !m.Proven || !m.ByBook || m.Stop != search.Finished {
				t.Errorf("%s: %+v", name, m)
			}
			checkLine(t, plain, g, g.Start(), m.Line, m.Score, false)
		}
	}
}

// TestLevelsStay: levels play the same with a book and without; a perfect player uses it.
func TestLevelsStay(t *testing.T) {
	g := gametest.Game(t, "connect4:4x4")
	b := made(t, g, 4)
	for level := player.Level(1); level <= player.Perfect; level++ {
		var chosen [2]player.Choice
		for i, book := range []search.Book{nil, b} {
			who, err := player.ByName(t.Context(), player.Search, g, player.Options{Level: level, Seed: 5, Book: book})
			if err == nil {
				chosen[i], err = player.Another(who).Move(t.Context(), g.Start())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if level < player.Perfect && chosen[0] != chosen[1] || level == player.Perfect && (chosen[1].Nodes > 0 || chosen[1].Value != chosen[0].Value) {
			t.Errorf("%v plays %+v without, %+v with the book", level, chosen[0], chosen[1])
		}
	}
}

// TestResume: a book that was interrupted and continued is the same as one made at once.
func TestResume(t *testing.T) {
	g := gametest.Game(t, "connect4:4x4")
	whole := made(t, g, 3)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	part, err := Make(ctx, g, Options{Plies: 3, Progress: func(solved, _ int) {
		if solved == 5 {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) || part.Missing() == 0 || part.Missing() == part.Len() {
		t.Fatalf("interrupted: %d of %d missing, %v", part.Missing(), part.Len(), err)
	}
	if part, err = Read(g, part.File()); err != nil {
		t.Fatal(err)
	}
	if _, ok := part.Lookup(g.Start()); ok {
		t.Error("the start has a value before the later positions have one")
	}
	if _, err := part.Check(t.Context(), CheckOptions{}); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("a part is checked: %v", err)
	}
	searched := 0
	again, err := Make(t.Context(), g, Options{Plies: 3, Known: part, Progress: func(_, of int) { searched = of }})
	if err != nil || string(again.File()) != string(whole.File()) {
		t.Errorf("continued: %v", err)
	}
	if searched == 0 || searched >= part.Missing() {
		t.Errorf("%d positions were searched of %d missing", searched, part.Missing())
	}
	if _, err := Make(t.Context(), g, Options{Plies: 2, Known: part}); err == nil {
		t.Error("a book of three plies is continued as a book of two")
	}
}

// TestCheck: a wrong value is found, in the last ply or before.
func TestCheck(t *testing.T) {
	g := gametest.Game(t, "connect4:4x4")
	b := made(t, g, 3)
	if n, err := b.Check(t.Context(), CheckOptions{Sample: -1}); err != nil || n < 20 {
		t.Fatalf("%d solved again: %v", n, err)
	}
	if n, err := b.Check(t.Context(), CheckOptions{Sample: 3}); err != nil || n != 3 {
		t.Errorf("%d of 3 solved again: %v", n, err)
	}
	bySearch := 0
	positions(g, 3, func(p oxo.Position, ply int) {
		if i, _ := b.number(keyOf(p)()); b.values[i] != 1 {
			right := b.values[i]
			b.values[i] = 1
			_, err := b.Check(t.Context(), CheckOptions{Sample: -1})
			b.values[i] = right
			switch {
			case err == nil:
				t.Errorf("%s: a wrong value after %d plies is not found", g.FormatPosition(p), ply)
			case strings.Contains(err.Error(), "is a win in 1, but a search proves"):
				bySearch++
			case !strings.Contains(err.Error(), "after its moves"):
				t.Error(err)
			}
		}
	})
	if bySearch == 0 {
		t.Error("no wrong value was found by search")
	}
}

// TestNoBook: a game that cannot have a book gets an error that says so.
func TestNoBook(t *testing.T) {
	for name, want := range map[string]string{"mnk:15x15x5": "no exact keys"} {
		if _, err := Make(t.Context(), gametest.Game(t, name), Options{Plies: 1}); !errors.Is(err, ErrNoBook) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Make(t.Context(), gametest.Game(t, "connect4"), Options{Plies: 9, MaxPositions: 1000}); err == nil || !strings.Contains(err.Error(), "fewer plies") {
		t.Errorf("too many positions: %v", err)
	}
	if _, err := Make(t.Context(), gametest.Game(t, "connect4"), Options{Plies: -1}); err == nil {
		t.Error("a book of -1 plies")
	}
}
