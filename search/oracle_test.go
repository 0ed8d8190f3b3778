package search_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/board"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/search"
	"oxo/textbook"
)

// variants returns options of searchers that must all find the same values.
func variants() map[string]search.Options {
	return map[string]search.Options{
		"default":                        {},
		"no table":                       {NoTable: true},
		"tiny table":                     {TableBytes: 1},
		"1 KB":                           {TableBytes: 1 << 10},
		"no symmetry":                    {NoSymmetry: true},
		"no guide":                       {NoGuide: true},
		"rules only":                     {NoGuide: true, NoSymmetry: true, NoTable: true},
		"shuffled":                       {Shuffle: 7},
		"shuffled, no guide, tiny table": {Shuffle: 8, NoGuide: true, TableBytes: 300},
	}
}

// check compares a search with the oracle's value, and its move with the value of the position
// after it.
func check(t *testing.T, s *search.Searcher, g oxo.Game, p oxo.Position, want oxo.Score) {
	t.Helper()
	before, hash := g.FormatPosition(p), p.Hash()
	r := s.Search(context.Background(), p, search.Limits{})
	if g.FormatPosition(p) != before || p.Hash() != hash {
		t.Fatalf("%s: the search leaves %s behind", before, g.FormatPosition(p))
	}
	if !r.Proven || r.Score != want || r.Bounds != oxo.Exactly(want) || r.Stop.Early() {
		t.Fatalf("%s: search says %v (%+v), the oracle %v", before, r.Value, r, want)
	}
	if p.Outcome() != oxo.Ongoing {
		if r.HasMove {
			t.Fatalf("%s is over, but the search has a move", before)
		}
		return
	}
	if !r.HasMove || len(r.Line) == 0 || r.Line[0] != r.Best {
		t.Fatalf("%s: move %v, line %v", before, r.Best, r.Line)
	}
	p.Make(r.Best)
	got := oracle(t, p).ToParent()
	p.Unmake(r.Best)
	if got != want {
		t.Fatalf("%s: the move %s is worth %v, the position %v", before, g.FormatMove(p, r.Best), got, want)
	}
}

func oracle(t *testing.T, p oxo.Position) oxo.Score {
	t.Helper()
	r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Value
}

// TestEveryPosition compares every variant with minimax on every position of
// 3x3, standard, misere and torus.
func TestEveryPosition(t *testing.T) {
	race.OneThread(t)
	for _, name := range []string{"tictactoe", "tictactoe,misere", "tictactoe,torus", "mnk:4x2x2,exact", "mnk:3x3x2,torus,exact"} {
		g := gametest.Game(t, name)
		values := everyPosition(t, g)
		for variant, opts := range variants() {
			t.Run(name+"/"+variant, func(t *testing.T) {
				t.Parallel()
				s := search.New(opts)
				for text, want := range values {
					p, err := g.ParsePosition(text)
					if err != nil {
						t.Fatal(err)
					}
					check(t, s, g, p, want)
				}
			})
		}
	}
}

// everyPosition returns the value by minimax of every position of a game.
func everyPosition(t *testing.T, g oxo.Game) map[string]oxo.Score {
	t.Helper()
	values := map[string]oxo.Score{}
	var visit func(p oxo.Position)
	visit = func(p oxo.Position) {
		text := g.FormatPosition(p)
		if _, known := values[text]; known {
			return
		}
		r, err := textbook.MinimaxDepth(context.Background(), p, textbook.Options{})
		if err != nil {
			t.Fatal(err)
		}
		values[text] = r.Value
		for _, m := range p.Moves(nil) {
			p.Make(m)
			visit(p)
			p.Unmake(m)
		}
	}
	visit(g.Start())
	return values
}

// ending plays random moves until a number of squares is left, or returns nil if the game ends
// before.
func ending(g oxo.Game, rng *rand.Rand, left int) oxo.Position {
	p := g.Start()
	for {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return nil
		}
		if len(moves) <= left {
			return p
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
}

// mirrored returns the image of a position under a random symmetry of its
// board.
func mirrored(t *testing.T, g oxo.Game, p oxo.Position, rng *rand.Rand) oxo.Position {
	t.Helper()
	s := p.(oxo.Symmetric)
	n := rng.IntN(s.Symmetries())
	columns, _ := p.(board.Grid).Size()
	squares := []byte(strings.ReplaceAll(g.FormatPosition(p), "/", ""))
	image := slices.Clone(squares)
	for sq, stone := range squares {
		image[s.MapMove(oxo.Move(sq), n)] = stone
	}
	var rows []string
	for row := range slices.Chunk(image, columns) {
		rows = append(rows, string(row))
	}
	q, err := g.ParsePosition(strings.Join(rows, "/"))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestEndings compares every variant with plain alpha-beta on thousands of random positions of
// larger boards with few empty squares.
func TestEndings(t *testing.T) {
	race.OneThread(t)
	for _, b := range []struct {
		name       string
		left, many int
	}{
		{"mnk:4x4x4", 9, 300},
		{"mnk:4x4x4,misere", 8, 300},
		{"mnk:4x4x4,torus", 8, 300},
		{"mnk:4x4x4,misere,torus", 7, 200},
		{"mnk:4x3x3", 9, 300},
		{"mnk:3x4x3", 10, 100},
		{"mnk:4x3x3,misere", 9, 200},
		{"mnk:4x3x3,torus", 9, 200},
		{"mnk:4x4x3", 9, 200},
		{"mnk:4x4x3,misere", 8, 200},
		{"mnk:5x4x4", 9, 300},
		{"mnk:5x4x4,misere", 8, 200},
		{"mnk:5x4x4,torus", 7, 200},
		{"mnk:5x5x4", 8, 200},
		{"mnk:6x6x4", 7, 100},
		{"mnk:8x8x5", 7, 100},
		{"mnk:9x8x6", 7, 60},
		{"mnk:9x8x5,misere", 7, 30},
		{"mnk:10x8x7,torus", 6, 20},
		{"mnk:4x4x3,exact", 9, 300},
		{"mnk:5x4x3,exact", 8, 300},
		{"mnk:5x3x2,exact", 9, 200},
		{"mnk:6x5x3,exact", 8, 200},
		{"mnk:8x8x4,exact", 7, 100},
		{"mnk:5x4x3,torus,exact", 7, 100},
		{"mnk:4x4x3,misere,exact", 8, 200},
		{"mnk:5x4x3,misere,torus,exact", 7, 100},
		{"mnk:9x8x4,exact", 7, 60},
		{"mnk:9x8x3,misere,exact", 7, 60},
	} {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			g, rng := gametest.Game(t, b.name), rand.New(rand.NewPCG(1, uint64(b.left)))
			searchers := map[string]*search.Searcher{}
			for variant, opts := range variants() {
				searchers[variant] = search.New(opts)
			}
			if testing.Short() {
				b.many /= 20
			}
			for range b.many {
				p := ending(g, rng, b.left-rng.IntN(3))
				if p == nil {
					continue
				}
				want := oracle(t, p)
				for _, s := range searchers {
					check(t, s, g, p, want)
				}
				check(t, searchers["default"], g, mirrored(t, g, p, rng), want)
			}
		})
	}
}
