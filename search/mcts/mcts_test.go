package mcts_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/player"
	"oxo/search"
	"oxo/search/mcts"
)

// TestSameSeed: on one thread with a limit of play-outs the same seed gives the same result,
// and another seed gives another result.
func TestSameSeed(t *testing.T) {
	race.OneThread(t)
	g := gametest.Game(t, "mnk:6x6x4")
	play := func(seed uint64) string {
		s := mcts.New(mcts.Options{Seed: seed, Plies: -1})
		p := g.Start()
		text := ""
		for range 4 {
			r := s.Search(t.Context(), p, search.Limits{Nodes: 300})
			text += fmt.Sprintf("%v %v %v; ", r.Value, r.Line, r.Nodes)
			p.Make(r.Best)
		}
		return text
	}
	if a, b := play(1), play(1); a != b {
		t.Errorf("one seed, two searches:\n%s\n%s", a, b)
	}
	if a, b := play(1), play(2); a == b {
		t.Errorf("two seeds, one search: %s", a)
	}
}

// TestReuse: after a move and its reply the search continues with its tree, and another
// position starts a new tree.
func TestReuse(t *testing.T) {
	g := gametest.Game(t, "breakthrough:6x6")
	s := mcts.New(mcts.Options{})
	p := g.Start()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		r := s.Search(t.Context(), p, search.Limits{Nodes: 2000})
		tree := s.Tree(1 << 20)
		if tree[0].Visits < 2000 && !r.Proven {
			t.Fatalf("%d visits", tree[0].Visits)
		}
		checkTree(t, tree)
		if len(r.Line) < 2 {
			break
		}
		kept := uint32(0) // visits of the position after two moves of the line
		for _, n := range tree {
			if n.Ply == 2 && n.Move == r.Line[1] && tree[n.Parent].Move == r.Line[0] {
				kept = n.Visits
			}
		}
		p.Make(r.Line[0])
		p.Make(r.Line[1])
		if p.Outcome() != oxo.Ongoing {
			break
		}
		s.Search(t.Context(), p, search.Limits{Nodes: 1})
		if now := s.Tree(1)[0].Visits; now != kept+1 && now != kept {
			t.Fatalf("%d visits are kept of %d", now, kept)
		}
		checkTree(t, s.Tree(1<<20))
	}
	q := g.Start()
	q.Make(q.Moves(nil)[rng.IntN(3)])
	s.Search(t.Context(), q, search.Limits{Nodes: 1})
	if v := s.Tree(1)[0].Visits; v != 1 {
		t.Errorf("%d visits of a position that is not in the tree", v)
	}
}

// checkTree: visits add up, and subtrees are adjacent.
func checkTree(t *testing.T, tree []mcts.TreeNode) {
	t.Helper()
	below := make([]uint32, len(tree))
	for i, n := range tree {
		if n.Parent >= 0 {
			below[n.Parent] += n.Visits
		}
		if int(n.Parent) >= i || n.Mean < 0 || n.Mean > 1 || n.Below < 1 || i+int(n.Below) > len(tree) {
			t.Fatalf("node %d: %+v", i, n)
		}
	}
	for i, n := range tree {
		if below[i] > n.Visits {
			t.Fatalf("node %d has %d visits, and those below it %d", i, n.Visits, below[i])
		}
	}
}

// TestMemory: the tree stays within its memory, and the search continues when it is full.
func TestMemory(t *testing.T) {
	g := gametest.Game(t, "connect4:7x6")
	s := mcts.New(mcts.Options{TreeBytes: 100_000, NoGuide: true})
	p := g.Start()
	r := s.Search(t.Context(), p, search.Limits{Nodes: 20_000})
	if nodes := len(s.Tree(1 << 20)); nodes > 100_000/50 || nodes < 500 {
		t.Errorf("%d nodes", nodes)
	}
	if !r.HasMove || r.Nodes != 20_000 || s.TableFull() < 950 || s.TableFull() > 1000 {
		t.Errorf("%+v, %d thousandths full", r, s.TableFull())
	}
}

// TestStops: a context and a limit of time end a search at once, with a move.
func TestStops(t *testing.T) {
	g := gametest.Game(t, "mnk:15x15x5")
	for _, threads := range []int{1, 2} {
		s := mcts.New(mcts.Options{Threads: threads})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if r := s.Search(ctx, g.Start(), search.Limits{}); !r.HasMove || r.Stop != search.ByContext {
			t.Errorf("%+v", r)
		}
		played := uint64(0)
		for limit := 30 * time.Millisecond; played == 0; limit *= 2 { // on a slow machine the limit doubles until it is enough for a play-out
			ctx, cancel = context.WithTimeout(t.Context(), limit)
			r := s.Search(ctx, g.Start(), search.Limits{})
			if cancel(); !r.HasMove || r.Stop != search.ByContext || r.Nodes == 0 && limit > time.Minute {
				t.Fatalf("after %v: %+v", limit, r)
			}
			played = r.Nodes
		}
		if r := s.Search(t.Context(), g.Start(), search.Limits{Time: 20 * time.Millisecond}); !r.HasMove || r.Stop != search.ByTime {
			t.Errorf("%+v", r)
		}
		if r := s.Search(t.Context(), g.Start(), search.Limits{Depth: 2}); r.Stop != search.ByDepth || len(r.Line) < 2 {
			t.Errorf("%+v", r)
		}
	}
}

// TestProgress: progress leads up to the result of the search, and a caller that stops the
// iteration stops the search.
func TestProgress(t *testing.T) {
	g := gametest.Game(t, "connect4:6x5")
	s := mcts.New(mcts.Options{NoGuide: true, NoReuse: true})
	last, reports := uint64(0), 0
	for r := range s.SearchProgress(t.Context(), g.Start(), search.Limits{Nodes: 2000}) {
		if reports++; r.Nodes < last || !r.HasMove {
			t.Errorf("%+v after %d play-outs", r, last)
		}
		last = r.Nodes
	}
	if last != 2000 || reports < 8 {
		t.Errorf("%d reports, %d play-outs", reports, last)
	}
	for range s.SearchProgress(t.Context(), g.Start(), search.Limits{}) {
		break // otherwise it would continue for long
	}
	if s.Visited() > 1000 {
		t.Errorf("%d play-outs after nobody takes reports", s.Visited())
	}
}

// points is a position whose game has play-outs and priors of its own.
type points struct {
	oxo.Position
	calls *int
}

func (p points) Clone() oxo.Position { return points{p.Position.Clone(), p.calls} }

func (p points) Playout(rng *rand.Rand, played []oxo.Move) ([]oxo.Move, oxo.Score) {
	*p.calls++
	q := p.Position.Clone()
	side := q.Turn()
	for q.Outcome() == oxo.Ongoing {
		moves := q.Moves(nil)
		m := moves[rng.IntN(len(moves))]
		q.Make(m)
		played = append(played, m)
	}
	score := oxo.Final(q)
	if q.Turn() != side {
		score = -score
	}
	return played, score
}

func (p points) Priors(buf []float32) []float32 {
	for i := range p.Moves(nil) {
		buf = append(buf, float32(i+1))
	}
	return buf
}

// TestPlayouts: play-outs and priors of a game are used, with RAVE, and proven values are
// right.
func TestPlayouts(t *testing.T) {
	race.OneThread(t)
	g := gametest.Game(t, "mnk:4x3x3")
	rng := rand.New(rand.NewPCG(8, 9))
	if mcts.Suits(g.Start()) {
		t.Errorf("%s has play-outs", g.Name())
	}
	calls := 0
	for range 20 {
		p := ending(g, rng, 4)
		if p == nil {
			continue
		}
		q := points{p, &calls}
		if !mcts.Suits(q) {
			t.Fatal("no play-outs")
		}
		want, _ := oracle(p)
		r := mcts.New(mcts.Options{NoGuide: true}).Search(t.Context(), q, search.Limits{Nodes: 3000})
		check(t, g, p, r, want)
		if tree := mcts.New(mcts.Options{NoGuide: true}); tree.Search(t.Context(), q, search.Limits{Nodes: 1}).Best != lastMove(p) {
			t.Errorf("%s: after one play-out the move has not the highest prior", g.FormatPosition(p))
		}
	}
	if calls < 1000 {
		t.Errorf("%d play-outs", calls)
	}
}

func lastMove(p oxo.Position) oxo.Move {
	moves := p.Moves(nil)
	return moves[len(moves)-1]
}

// TestMargins: in a game that ends by a margin the value is proven with its margin, or
// estimated by the mean margin.
func TestMargins(t *testing.T) {
	race.OneThread(t)
	g := gametest.Game(t, "othello:4x4")
	r := mcts.New(mcts.Options{}).Search(t.Context(), g.Start(), search.Limits{})
	if !r.Proven || r.Score != oxo.By(-8) {
		t.Errorf("%v, and it is a loss by 8", r.Value)
	}
	for name, point := range map[string]float64{"othello:6x6": 100, "go:5x5": 10} { // hundredths of a disc, tenths of a point
		tr := &mcts.Trace{}
		s := mcts.New(mcts.Options{Plies: -1, Trace: tr})
		r := s.Search(t.Context(), gametest.Game(t, name).Start(), search.Limits{Nodes: 300})
		sum := 0.0
		for i := range tr.Playouts {
			margin := float64(tr.Playouts[i].Score.Margin()) // for the side to move at the leaf
			if len(tr.Playouts[i].Path)%2 == 0 {
				margin = -margin
			}
			sum += margin
		}
		mean := point * sum / float64(len(tr.Playouts))
		if got := -float64(s.Tree(1)[0].Estimate); r.Proven || math.Abs(got-mean) > 1 {
			t.Errorf("%s: %v, the position %v: the mean margin is %v", name, r.Value, got, mean)
		}
	}
}

// TestBeatsRandom: by the rules alone it wins nearly all games against random moves.
func TestBeatsRandom(t *testing.T) {
	race.OneThread(t)
	g := gametest.Game(t, "breakthrough:5x5")
	s := mcts.New(mcts.Options{NoGuide: true, NoPriors: true, Plies: -1})
	random, _ := player.Simple(player.Random, g, 7)
	won := 0
	for n := range 10 {
		s.Clear()
		p := g.Start()
		for p.Outcome() == oxo.Ongoing {
			if p.Turn() == oxo.Side(n&1) {
				p.Make(s.Search(t.Context(), p, search.Limits{Nodes: 100}).Best)
				continue
			}
			c, err := random.Move(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			p.Make(c.Move)
		}
		if winner, ok := p.Outcome().Winner(p.Turn()); ok && winner == oxo.Side(n&1) {
			won++
		}
	}
	if won < 9 {
		t.Errorf("%d of 10 games won", won)
	}
}

// BenchmarkPlayouts measures random play-outs to the end.
func BenchmarkPlayouts(b *testing.B) {
	for _, name := range []string{"mnk:3x3x3", "connect4:7x6", "breakthrough:8x8"} {
		for kind, opts := range map[string]mcts.Options{
			"rules": {NoGuide: true, NoPriors: true, Plies: -1, NoReuse: true}, "usual": {NoReuse: true},
		} {
			b.Run(kind+"/"+name, func(b *testing.B) {
				p := gametest.Game(b, name).Start()
				s := mcts.New(opts)
				made := uint64(0)
				b.ReportAllocs()
				for b.Loop() {
					made += s.Search(b.Context(), p, search.Limits{Nodes: 10_000}).Nodes
				}
				b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "playouts/s")
			})
		}
	}
}
