//go:build !race

package connect4_test

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oxo"
	"oxo/prove/book"
	"oxo/search"
)

// standard returns the book of 7x6.
func standard(t *testing.T) (oxo.Game, *book.Book) {
	t.Helper()
	f := oxo.FactsOf(game(t, "7x6").Start())
	b, err := book.Read(f.Game, f.Book)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Book) > 60_000 {
		t.Errorf("the book takes %d bytes of what a browser loads", len(f.Book))
	}
	return f.Game, b
}

// TestBook: the book is complete and consistent, a few of its last positions are proven again,
// and other sizes have no book.
func TestBook(t *testing.T) {
	_, b := standard(t)
	sample := 1
	if b.Plies() >= 6 && !testing.Short() { // positions of the first plies take seconds each
		sample = 6
	}
	if n, err := b.Check(t.Context(), book.CheckOptions{Sample: sample, Seed: uint64(os.Getpid())}); err != nil || n != sample {
		t.Errorf("%d solved again: %v", n, err)
	}
	if oxo.FactsOf(game(t, "8x7").Start()).Book != nil {
		t.Error("8x7 has the book of another size")
	}
}

// TestFirstPlies: the values of the first plies are known without a search; the first moves
// have the values published in 1988.
func TestFirstPlies(t *testing.T) {
	g, b := standard(t)
	s := search.New(search.Options{Book: &book.Shelf{}})
	p := g.Start()
	var first []int
	moves := s.Analyze(t.Context(), p, search.Limits{Nodes: 1})
	slices.SortFunc(moves, func(a, b search.MoveResult) int { return int(a.Move) - int(b.Move) })
	for _, m := range moves {
		first = append(first, -publicScore(m.Score.ToChild(), 1))
	}
	if !slices.Equal(first, []int{-2, -1, 0, 1, 0, -1, -2}) {
		t.Errorf("the first moves are worth %v", first)
	}
	for _, m := range append(p.Moves(nil), oxo.Move(255)) { // the start, and after each move
		if m != 255 {
			p.Make(m)
		}
		r := s.Search(t.Context(), p, search.Limits{})
		if !r.Proven || !r.HasMove || r.Nodes != 0 || !r.ByBook || len(r.Line) < b.Plies()-1 {
			t.Errorf("after move %d: %+v", m, r)
		}
		for _, a := range s.Analyze(t.Context(), p, search.Limits{Nodes: 1}) {
			if !a.Proven || !a.ByBook || a.Nodes > 1 || a.Line[0] != a.Move {
				t.Errorf("after move %d: %+v", m, a)
			}
		}
		if m != 255 {
			p.Unmake(m)
		}
	}
}

// TestBookAgainstPublic compares the book with the public benchmark, for each position in both.
func TestBookAgainstPublic(t *testing.T) {
	g, b := standard(t)
	compared := 0
	for _, group := range []string{"begin-easy", "begin-medium", "begin-hard"} {
		file, err := os.Open(filepath.Join("../../../shared/data/connect4", group+".txt"))
		if err != nil {
			t.Skip("the public benchmark positions are not beside this checkout")
		}
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			moves, score, _ := strings.Cut(lines.Text(), " ")
			p, err := g.ParsePosition(moves)
			if err != nil {
				t.Fatal(err)
			}
			value, ok := b.Lookup(p)
			if ok != (len(moves) <= b.Plies()) {
				t.Errorf("%s is in the book of %d plies: %v", moves, b.Plies(), ok)
			}
			if ok && strconv.Itoa(publicScore(value, len(moves))) != score {
				t.Errorf("%s: the book says %v, and the public score is %s", moves, value, score)
			}
			if ok {
				compared++
			}
		}
	}
	if t.Logf("%d positions of the benchmark are in the book", compared); compared == 0 {
		t.Error("none")
	}
}
