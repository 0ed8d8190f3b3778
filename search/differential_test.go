package search_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/search"
	"oxo/textbook"
)

var differential = flag.Duration("differential", 3*time.Second, "how long TestDifferential compares random positions with minimax")

// differentialGames returns games of every kind, small and large.
func differentialGames() []string {
	return []string{
		"mnk:3x3x3", "mnk:3x3x3,misere", "mnk:3x3x3,torus", "mnk:4x4x3", "mnk:4x4x4", "mnk:4x4x4,misere", "mnk:5x4x4,torus",
		"mnk:5x5x4", "mnk:6x5x5", "mnk:7x6x5,misere", "mnk:9x8x5", "mnk:12x11x5",
		"mnk:4x4x3,exact", "mnk:5x4x3,exact", "mnk:5x4x3,misere,exact", "mnk:5x4x3,torus,exact", "mnk:9x8x3,exact", "mnk:9x9x5,exact",
		"connect4:4x4", "connect4:5x4", "connect4:4x5", "connect4:5x5", "connect4:6x5", "connect4:7x5", "connect4:6x6", "connect4", "connect4:9x6", "connect4:8x7", "connect4:4x9",
		"sticks", "sticks,normal", "sticks:9x4", "nim", "sticks:3+4+2x2", "sticks:2+2+3+1x3,normal",
		"breakthrough:2x4", "breakthrough:3x4", "breakthrough:3x5", "breakthrough:4x4", "breakthrough:5x5", "breakthrough", "clashofpawns",
		"2048:8", "2048:16", "2048",
		"othello:4x4", "othello:4x6", "othello:6x6", "othello",
	}
}

// TestDifferential compares searches of random options with minimax on random positions of
// every game: the value, and that the move keeps it. By hand, for an hour:
//
//	go test ./search -run Differential -differential 1h -timeout 2h -v
func TestDifferential(t *testing.T) {
	seed := uint64(1)
	if *differential > time.Minute {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	searchers := map[search.Options]*search.Searcher{}
	checked, byGame := 0, map[string]int{}
	for begun := time.Now(); time.Since(begun) < *differential; {
		names := differentialGames()
		name := names[rng.IntN(len(names))]
		g := gametest.Game(t, name)
		p, want, ok := solved(g, rng)
		if !ok {
			continue
		}
		opts := randomOptions(rng)
		if searchers[opts] == nil {
			if len(searchers) > 200 {
				clear(searchers)
			}
			searchers[opts] = search.New(opts)
		}
		s := searchers[opts]
		r := s.Search(context.Background(), p, search.Limits{})
		if exact(p) && !r.Proven || r.Score != want && r.Proven || want < r.Bounds.Lo() || want > r.Bounds.Hi() {
			t.Fatalf("seed %d: %s, %s with %+v: %+v, minimax says %v", seed, name, g.FormatPosition(p), opts, r, want)
		}
		if p.Outcome() == oxo.Ongoing && r.Proven {
			p.Make(r.Best)
			worth, err := textbook.MinimaxDepth(context.Background(), p, textbook.Options{})
			p.Unmake(r.Best)
			if err != nil || worth.Value.ToParent() != want {
				t.Fatalf("seed %d: %s, %s with %+v: the move %s is worth %v, the position %v", seed, name, g.FormatPosition(p), opts, g.FormatMove(p, r.Best), worth.Value.ToParent(), want)
			}
		}
		checked++
		byGame[name]++
	}
	t.Logf("%d positions compared, %v", checked, byGame)
	if checked == 0 {
		t.Error("nothing was compared")
	}
}

// solved returns a random position near the end of a random game, and its value by minimax, if
// minimax takes few nodes.
func solved(g oxo.Game, rng *rand.Rand) (p oxo.Position, value oxo.Score, ok bool) {
	p = g.Start()
	var made []oxo.Move
	for range 400 {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		made = append(made, moves[rng.IntN(len(moves))])
		p.Make(made[len(made)-1])
	}
	for back := rng.IntN(10); back > 0 && len(made) > 0; back-- {
		p.Unmake(made[len(made)-1])
		made = made[:len(made)-1]
	}
	r, err := textbook.MinimaxDepth(context.Background(), p, textbook.Options{MaxNodes: 20_000})
	return p, r.Value, err == nil
}

func randomOptions(rng *rand.Rand) search.Options {
	tables := []int64{1, 1 << 10, 1 << 14, 1 << 18, 1 << 20, 1 << 24}
	return search.Options{
		TableBytes: tables[rng.IntN(len(tables))], Threads: 1 << rng.IntN(4), Shuffle: rng.Uint64N(3),
		NoTable: rng.IntN(8) == 0, NoSymmetry: rng.IntN(4) == 0, NoGuide: rng.IntN(4) == 0,
	}
}

// TestSameValueWhateverTheOptions solves positions too large for minimax with tables from 1 KB
// to 4 MB, one of them also with 1 GB, with 1 to 8 threads, with shuffled moves, and from the
// mirrored board: the value is the same.
func TestSameValueWhateverTheOptions(t *testing.T) {
	sizes := []int64{1 << 10, 1 << 16, 1 << 22}
	positions := []string{
		"mnk:4x4x4", "mnk:4x3x3,misere", "mnk:5x4x4", "mnk:4x4x4,torus",
		"connect4:4x4", "connect4 4 4 4 4 4 4 1 7 1 7 1 7 2 2 2", "connect4:6x5 3 3 3 3 3 4 4 4 1 6",
		"sticks", "nim", "sticks:9+7x5", "breakthrough:3x4", "breakthrough:4x4", "2048:8",
	}
	threads := []int{1, 2, 8}
	if testing.Short() { // under the race detector one thread shows nothing
		sizes, threads, positions = []int64{1 << 10, 1 << 22}, []int{2, 8}, []string{"mnk:3x3x3,misere", "connect4:4x4", "sticks", "breakthrough:3x4"}
	}
	for _, position := range positions {
		t.Run(position, func(t *testing.T) {
			g, p, moves := gametest.Moves(t, position)
			want := search.New(search.Options{}).Search(context.Background(), p, search.Limits{})
			if !want.Proven {
				t.Fatalf("%+v", want)
			}
			for _, size := range tablesFor(position, sizes) {
				for _, threads := range threads {
					for _, opts := range []search.Options{{}, {Shuffle: 3, NoSymmetry: true}} {
						opts.TableBytes, opts.Threads = size, threads
						r := search.New(opts).Search(context.Background(), p, search.Limits{})
						if !r.Proven || r.Score != want.Score {
							t.Fatalf("%s with %+v: %v, want %v", g.FormatPosition(p), opts, r.Value, want.Value)
						}
					}
				}
			}
			if s, ok := p.(oxo.Symmetric); ok {
				for n := range s.Symmetries() {
					image := imageOf(g, p, moves, n)
					if r := search.New(search.Options{Threads: 2}).Search(context.Background(), image, search.Limits{}); r.Score != want.Score {
						t.Fatalf("symmetry %d: %v, want %v", n, r.Value, want.Value)
					}
				}
			}
		})
	}
}

// tablesFor adds a table of 1 GB for one position: for most positions, clearing it takes
// longer than the search.
func tablesFor(position string, sizes []int64) []int64 {
	if position == "connect4:6x5 3 3 3 3 3 4 4 4 1 6" {
		return append(slices.Clone(sizes), 1<<30)
	}
	return sizes
}

// imageOf replays moves under a symmetry.
func imageOf(g oxo.Game, p oxo.Position, moves []oxo.Move, symmetry int) oxo.Position {
	image := g.Start()
	for _, m := range moves {
		image.Make(p.(oxo.Symmetric).MapMove(m, symmetry))
	}
	return image
}

// TestThreadsStop: searches of several threads end at a deadline, on a cancelled context and in
// a finished game, and restore the position.
func TestThreadsStop(t *testing.T) {
	for _, name := range []string{"connect4", "gomoku", "breakthrough", "mnk:6x6x4,misere", "2048"} {
		g := gametest.Game(t, name)
		s := search.New(search.Options{Threads: 4})
		for _, limits := range []search.Limits{{Time: time.Millisecond}, {Time: 20 * time.Millisecond}, {Nodes: 5000}, {Depth: 3}} {
			p := g.Start()
			before := g.FormatPosition(p)
			r := s.Search(context.Background(), p, limits)
			if !r.HasMove || r.Proven && name != "mnk:6x6x4,misere" || g.FormatPosition(p) != before {
				t.Errorf("%s %+v: %+v, %s", name, limits, r, g.FormatPosition(p))
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		if r := s.Search(ctx, g.Start(), search.Limits{}); !r.Stop.Early() || r.Proven {
			t.Errorf("%s: %+v", name, r)
		}
		cancel()
	}
	_, p := gametest.Position(t, "tictactoe", "XXX/OO./...")
	if r := search.New(search.Options{Threads: 4}).Search(context.Background(), p, search.Limits{}); !r.Proven || r.Score != oxo.Loss(0) {
		t.Errorf("a finished game: %+v", r)
	}
}

// TestStopsAtOnce measures how long after its deadline a search returns, and logs it. It
// asserts no time, since a machine may be slow or busy. Hundreds of milliseconds would be a
// fault on an ordinary one.
func TestStopsAtOnce(t *testing.T) {
	for _, name := range []string{"connect4", "gomoku", "clashofpawns", "mnk:20x20x5", "2048", "mnk:7x7x5,misere"} {
		g, worst := gametest.Game(t, name), time.Duration(0)
		s := search.New(search.Options{})
		s.Search(context.Background(), g.Start(), search.Limits{Time: time.Millisecond}) // allocates the memory
		for range 10 {
			begun := time.Now()
			r := s.Search(context.Background(), g.Start(), search.Limits{Time: 10 * time.Millisecond})
			if r.Stop != search.ByTime {
				t.Errorf("%s: %v, want the end of the time", name, r.Stop)
			}
			worst = max(worst, time.Since(begun)-10*time.Millisecond)
		}
		t.Logf("%s: at most %v late", name, worst)
	}
}

// TestSearchProgress: each result knows more than the one before, the last one equals the
// result of Search, and a caller that stops the iteration stops the search.
func TestSearchProgress(t *testing.T) {
	_, p, _ := gametest.Moves(t, "connect4 4 4 4 4 4 4 1 7 1 7")
	s := search.New(search.Options{})
	want := s.Search(context.Background(), p, search.Limits{})
	known, last, n := oxo.Bounds{}, search.Result{}, 0
	for r := range s.SearchProgress(context.Background(), p, search.Limits{}) {
		if r.Bounds.Lo() < known.Lo() || r.Bounds.Hi() > known.Hi() {
			t.Errorf("%v after %v", r.Bounds, known)
		}
		known, last = r.Bounds, r
		n++
	}
	if n < 3 || !last.Proven || last.Score != want.Score || last.Best != want.Best {
		t.Errorf("%d results, the last %+v, Search says %+v", n, last, want)
	}
	// A search that continued without a listener would not end here.
	for r := range s.SearchProgress(context.Background(), gametest.Game(t, "connect4:8x7").Start(), search.Limits{}) {
		if r.Nodes > 0 {
			break
		}
	}
}

// TestWholeLine: a line reaches the end of the game, at the ply that the value says.
func TestWholeLine(t *testing.T) {
	race.OneThread(t)
	for _, position := range []string{"connect4 4 4 4 4 4 4 1 7 1 7", "mnk:5x5x4", "breakthrough:4x4", "nim", "tictactoe"} {
		g, p, _ := gametest.Moves(t, position)
		s := search.New(search.Options{})
		r := s.Search(context.Background(), p, search.Limits{})
		r.Line = slices.Clone(r.Line)
		line := s.WholeLine(context.Background(), p, r)
		checkLine(t, g, p, search.MoveResult{Move: line[0], Value: r.Value, Line: line})
		if fmt.Sprint(line[:len(r.Line)]) != fmt.Sprint(r.Line) {
			t.Errorf("%s: the line %v does not begin with %v", position, line, r.Line)
		}
	}
}

// exact reports whether a position has an exact key.
func exact(p oxo.Position) bool {
	k, ok := p.(oxo.Keyed)
	return ok && k.KeyBits() > 0
}
