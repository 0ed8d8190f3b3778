package search_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"oxo"
	"oxo/games/mnk"
	"oxo/search"
	"oxo/textbook"
)

func newGame(t testing.TB, c, r, k int, mis, tor bool) *mnk.Game {
	g, err := mnk.New(mnk.Rules{Columns: c, Rows: r, K: k, Misere: mis, Torus: tor})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestQuick(t *testing.T) {
	ctx := context.Background()
	g := newGame(t, 3, 3, 3, false, false)
	r, err := textbook.Minimax(ctx, g.Start(), textbook.Options{})
	fmt.Println(r, err)
	r, err = textbook.AlphaBeta(ctx, g.Start(), textbook.Options{})
	fmt.Println(r, err)
	s := search.New(search.Options{})
	for _, x := range [][3]int{{3, 3, 3}, {3, 4, 3}, {4, 4, 3}, {4, 4, 4}, {5, 5, 5}, {5, 5, 4}, {6, 5, 4}} {
		for _, v := range []int{0, 1, 2} {
			g := newGame(t, x[0], x[1], x[2], v == 1, v == 2)
			if x[0] >= 5 && v > 0 {
				continue
			}
			st := time.Now()
			r := s.Search(ctx, g.Start(), search.Limits{Time: 20 * time.Second})
			fmt.Println(g.Name(), r.Value, r.Nodes, time.Since(st), g.FormatMove(nil, r.Best))
		}
	}
}

func BenchmarkSelfplay(b *testing.B) {
	for _, x := range [][3]int{{3, 3, 3}, {4, 4, 4}, {5, 5, 5}} {
		g := newGame(b, x[0], x[1], x[2], false, false)
		b.Run(g.Name(), func(b *testing.B) {
			s := search.New(search.Options{})
			ctx := context.Background()
			p := g.Start()
			first := p.Moves(nil)[0]
			var made []oxo.Move
			for b.Loop() {
				made = append(made[:0], first)
				p.Make(first)
				for p.Outcome() == oxo.Ongoing {
					m := s.Search(ctx, p, search.Limits{}).Best
					p.Make(m)
					made = append(made, m)
				}
				for i := len(made) - 1; i >= 0; i-- {
					p.Unmake(made[i])
				}
			}
		})
	}
}
