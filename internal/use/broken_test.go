package use_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/pn"
	"oxo/search"
	"oxo/search/mcts"
)

// TestBroken: if a position panics, as the position of a rule sheet may, the search ends with the
// same panic, whichever thread meets it. All its goroutines end, and the next search is right.
func TestBroken(t *testing.T) {
	const threads = 4
	prover := search.New(search.Options{Threads: threads})
	pool := search.NewPool(search.Options{Threads: threads})
	playing := mcts.New(mcts.Options{Threads: threads, Seed: 1})
	solver := pn.NewSolver(pn.Options{Threads: threads, TableBytes: 1 << 20})
	for name, solve := range map[string]func(p oxo.Position) (oxo.Score, bool){
		"search": func(p oxo.Position) (oxo.Score, bool) {
			r := prover.Search(t.Context(), p, search.Limits{})
			return r.Score, r.Proven
		},
		"pool": func(p oxo.Position) (oxo.Score, bool) {
			var all [3]search.Result
			pool.Do(len(all), func(s *search.Searcher, i int) { all[i] = s.Search(t.Context(), p.Clone(), search.Limits{}) })
			return all[2].Score, all[2].Proven
		},
		"mcts": func(p oxo.Position) (oxo.Score, bool) {
			r := playing.Search(t.Context(), p, search.Limits{})
			return r.Score, r.Proven
		},
		"pn": func(p oxo.Position) (oxo.Score, bool) {
			r, err := solver.Result(context.Background(), p)
			return r.Bounds.Lo(), err == nil && r.Bounds.Lo().Sign() == r.Bounds.Hi().Sign()
		},
	} {
		t.Run(name, func(t *testing.T) {
			board := "mnk:4x3x3"
			if name == "search" || name == "pool" { // their helpers start late
				board = "mnk:4x4x4"
			}
			p := gametest.Game(t, board).Start()
			alone := search.New(search.Options{}).Search(t.Context(), p, search.Limits{}).Score
			before := runtime.NumGoroutine()
			for moves := int64(1); moves < 5000; moves += 1 + moves/2 {
				if !breaks(solve, gametest.Breaking(p.Clone(), moves)) {
					t.Errorf("no panic after %d moves", moves)
				}
			}
			for end := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
				}
			}
			if v, proven := solve(gametest.Breaking(p, 1<<40)); !proven || v.Sign() != alone.Sign() {
				t.Errorf("then the value is %v, proven %v, want %v", v, proven, alone)
			}
		})
	}
}

// breaks reports whether a search panics as the position does.
func breaks(solve func(p oxo.Position) (oxo.Score, bool), p oxo.Position) (broken bool) {
	defer func() {
		if v := recover(); v != nil {
			if _, ok := v.(gametest.Broken); !ok {
				panic(v)
			}
			broken = true
		}
	}()
	solve(p)
	return false
}
