//go:build !race

package chess_test

import (
	"context"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/census"
	"oxo/search"
)

// TestEndingsPlayed: a search with tables mates with bishop and knight in the number of moves
// of the table, and finds at once the only move that wins with a pawn.
func TestEndingsPlayed(t *testing.T) {
	small := gametest.Game(t, "chess:5x5")
	mates(t, endingTable(t, small, 4), small, 5, 5)
	g := gametest.Game(t, "chess")
	onlyMoves(t, endingTable(t, g, 3), g, "KPk")
}

// mates plays bishop and knight to mate against the longest resistance.
func mates(t *testing.T, table tables, g oxo.Game, columns, rows int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 4))
	s := search.New(search.Options{Book: table, TableBytes: 1 << 20})
	for games := 0; games < 10; {
		p := drawn(g, rng, columns, rows, "KBNk")
		if p == nil || !table.value(t, g, p).IsWin() {
			continue
		}
		games++
		begin := g.FormatPosition(p)
		left := table.value(t, g, p).Plies()
		for ; left > 0; left-- {
			r := s.Search(context.Background(), p, search.Limits{Nodes: 2000})
			if !r.Proven || r.Score.Plies() != left {
				t.Fatalf("%s, from %s: %v, %d plies are left", g.FormatPosition(p), begin, r.Value, left)
			}
			p.Make(r.Best)
		}
		if p.Outcome() != oxo.Lost {
			t.Errorf("%s: no mate from %s", g.FormatPosition(p), begin)
		}
	}
}

// onlyMoves searches positions with exactly one winning move.
func onlyMoves(t *testing.T, table tables, g oxo.Game, men string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 4))
	s := search.New(search.Options{Book: table, TableBytes: 1 << 20})
	for found := 0; found < 50; {
		p := drawn(g, rng, 8, 8, men)
		if p == nil || !table.value(t, g, p).IsWin() {
			continue
		}
		var wins []oxo.Move
		for _, m := range p.Moves(nil) {
			p.Make(m)
			if table.value(t, g, p).IsLoss() {
				wins = append(wins, m)
			}
			p.Unmake(m)
		}
		if len(wins) > 1 {
			continue
		}
		found++
		r := s.Search(context.Background(), p, search.Limits{Nodes: 1000})
		if value := table.value(t, g, p); r.Best != wins[0] || !r.Proven || r.Score != value {
			t.Errorf("%s: %s, %v after %d nodes, and %s alone wins: %v", g.FormatPosition(p), g.FormatMove(p, r.Best), r.Value, r.Nodes, g.FormatMove(p, wins[0]), value)
		}
	}
}

// TestEndingsWhole takes minutes and 2 GB, and runs only if OXO_WHOLE is set: all positions of
// four men on the 8x8 board. If OXO_WHOLE is the file of a table, it tests that one, otherwise
// it makes one. It checks published longest wins, and compares each position with those after
// its moves.
func TestEndingsWhole(t *testing.T) {
	name := os.Getenv("OXO_WHOLE")
	if name == "" {
		t.Skip("OXO_WHOLE=1 runs it, or the name of a table of four men")
	}
	g := gametest.Game(t, "chess")
	var table tables
	if file, err := os.ReadFile(name); err != nil {
		table = endingTable(t, g, 4)
	} else if table.Endings, err = census.ReadEndings(g, file); err != nil || table.Men() != 4 {
		t.Fatal(err, table.Men())
	}
	p := g.Start().(census.Ender)
	want := map[string]int{"KQK": 10, "KRK": 16, "KPK": 28, "KBBK": 19, "KBNK": 33, "KQKR": 35, "KQKB": 17, "KQKN": 21, "KRKP": 43}
	for class, s := range table.Classes() {
		name := p.EndingName(class)
		if moves, ok := want[name]; ok && (s.Longest+1)/2 != moves {
			t.Errorf("%s: the longest win takes %d plies, want %d moves", name, s.Longest, moves)
		}
	}
	compareBySearch(t, table, g, 8, 8, 200)
	mates(t, table, g, 8, 8)
	for _, men := range []string{"KPk", "KPkp", "KPPk", "KRkp", "KQkp"} {
		onlyMoves(t, table, g, men)
	}
	rng := rand.New(rand.NewPCG(6, 4))
	for _, men := range materials(g, 4) {
		compareByMoves(t, table, g, rng, 8, 8, men, 20_000)
	}
	if n, want := compareAll(t, table, g), table.Stats(); n != want.Positions() {
		t.Errorf("%d positions were compared, of %d", n, want.Positions())
	}
}

// compareAll compares every position with those after its moves, on all processors, and returns
// the number of positions.
func compareAll(t *testing.T, table tables, g oxo.Game) int {
	t.Helper()
	var compared, wrong atomic.Int64
	var wg sync.WaitGroup
	classes := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			p := g.Start().(census.Ender)
			for class := range classes {
				for number := range p.Endings(4)[class] {
					if !p.SetEnding(class, number) {
						continue
					}
					compared.Add(1)
					got, found := table.Lookup(p)
					want, all := table.byMoves(p)
					if (!found || !all || got != want) && wrong.Add(1) < 10 {
						t.Errorf("%s: %v, %v, and %v, %v by its moves", g.FormatPosition(p), got, found, want, all)
					}
				}
			}
		})
	}
	for class := range table.Classes() {
		classes <- class
	}
	close(classes)
	wg.Wait()
	return int(compared.Load())
}
