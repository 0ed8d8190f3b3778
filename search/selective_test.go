package search_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/search"
)

// tactical makes Breakthrough, without its guide, a game that is searched selectively: a move
// is noisy if it captures or arrives.
type tactical struct {
	rules
	last func() // called by each Make
}

// rules is the part of the game that is used.
type rules interface {
	oxo.Evaluator
	oxo.Keyed
}

func (p tactical) Clone() oxo.Position { return tactical{p.rules.Clone().(rules), nil} }

func (p tactical) Make(m oxo.Move) {
	if p.last != nil {
		p.last()
	}
	p.rules.Make(m)
}

func (p tactical) Facts() oxo.Facts { return oxo.Facts{Unit: 100} }

func (p tactical) Tactics() knowledge.Tactics { return knowledge.Tactics{} }

// Threatened reports whether some move of the other side would end the game.
func (p tactical) Threatened() bool { return p.Outcome() != oxo.Ongoing }

func (p tactical) Idle() (oxo.Move, bool) { return 0, false }

func (p tactical) Quiet(m oxo.Move) bool {
	before := p.Evaluate()
	p.rules.Make(m)
	defer p.Unmake(m)
	return p.Outcome() == oxo.Ongoing && -p.Evaluate()-before < 90
}

func (p tactical) Exchange(m oxo.Move, least oxo.Score) bool {
	return least <= 0 || !p.Quiet(m) && least <= 100
}

func (p tactical) Noisy(buf []oxo.Move) []oxo.Move {
	from := len(buf)
	all := p.Moves(nil)
	for _, m := range all {
		if !p.Quiet(m) {
			buf = append(buf, m)
		}
	}
	return buf[:max(from, len(buf))]
}

// tacticalAt returns a position of Breakthrough after some random moves, and its value.
func tacticalAt(t *testing.T, rng *rand.Rand) (oxo.Game, tactical, oxo.Score) {
	t.Helper()
	g := gametest.Game(t, "breakthrough:4x5")
	for {
		p := g.Start()
		for range 4 + rng.IntN(8) {
			if moves := p.Moves(nil); len(moves) > 0 {
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
		if p.Outcome() == oxo.Ongoing {
			r := search.New(search.Options{}).Search(context.Background(), p, search.Limits{})
			return g, tactical{p.(rules), nil}, r.Score
		}
	}
}

// Whatever a selective search leaves out, what it calls proven is right, and a win or loss that
// it calls certain is one.
func TestSelectiveIsNeverWrongWhereItIsCertain(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 1))
	certain, proven := 0, 0
	n := 60
	if testing.Short() {
		n = 12
	}
	for i := range n {
		g, p, want := tacticalAt(t, rng)
		opts := search.Options{TableBytes: 1 << (6 + rng.IntN(16)), Threads: 1 + i%2, Without: search.Parts(rng.Uint32()), NoTable: i%7 == 0, KeepTable: i%5 == 0}
		limits := search.Limits{Depth: 1 + rng.IntN(12)}
		if i%2 == 1 {
			limits = search.Limits{Nodes: uint64(1 + rng.IntN(20000))}
		}
		if i%8 == 0 {
			limits = search.Limits{Time: 20 * time.Millisecond}
		}
		before := g.FormatPosition(p.rules)
		r := search.New(opts).Search(context.Background(), p, limits)
		switch {
		case g.FormatPosition(p.rules) != before:
			t.Fatalf("the search leaves %s of %s", g.FormatPosition(p.rules), before)
		case r.Proven && r.Score != want || want > r.Bounds.Hi() || want < r.Bounds.Lo():
			t.Fatalf("%s with %+v, %+v: %v within %v, the oracle says %v", before, opts, limits, r.Value, r.Bounds, want)
		case !r.HasMove || len(r.Line) == 0 || r.Line[0] != r.Best:
			t.Fatalf("%s with %+v, %+v: move %v, line %v", before, opts, limits, r.Best, r.Line)
		case r.Score.Sign() != 0 && r.Score.Sign() != want.Sign():
			t.Fatalf("%s with %+v, %+v: %v, the oracle says %v", before, opts, limits, r.Value, want)
		}
		if r.Score.Sign() != 0 {
			certain++
		}
		if r.Proven {
			proven++
		}
	}
	if certain < n/4 || proven == 0 || proven == n {
		t.Errorf("of %d results %d are certain and %d proven: the test asks nothing", n, certain, proven)
	}
}

// The values of all moves are right if they are certain, and compared at one depth.
func TestSelectiveAnalysis(t *testing.T) {
	race.OneThread(t)
	rng := rand.New(rand.NewPCG(18, 2))
	for range 12 {
		g, p, _ := tacticalAt(t, rng)
		s := search.New(search.Options{})
		exact := map[oxo.Move]oxo.Score{}
		for _, m := range search.New(search.Options{}).Analyze(context.Background(), p.rules, search.Limits{}) {
			exact[m.Move] = m.Score
		}
		depth := 0
		for _, m := range s.Analyze(context.Background(), p, search.Limits{Depth: 5}) {
			if want := exact[m.Move]; m.Score.Sign() != 0 && m.Score.Sign() != want.Sign() || m.Proven && m.Score != want {
				t.Fatalf("%s: %s is %v, the oracle says %v", g.FormatPosition(p.rules), g.FormatMove(p.rules, m.Move), m.Value, want)
			}
			if !m.Proven && depth != 0 && m.Depth != depth {
				t.Errorf("%s: moves are compared at depth %d and %d", g.FormatPosition(p.rules), m.Depth, depth)
			}
			if !m.Proven {
				depth = m.Depth
			}
		}
	}
}

// A limit of nodes or plies gives the same result every time, even in a searcher that was used
// before.
func TestSelectiveIsTheSameEveryTime(t *testing.T) {
	race.OneThread(t)
	rng := rand.New(rand.NewPCG(18, 3))
	used := search.New(search.Options{})
	for range 15 {
		_, p, _ := tacticalAt(t, rng)
		for _, l := range []search.Limits{{Nodes: 3000}, {Depth: 4}} {
			a, b := search.New(search.Options{}).Search(context.Background(), p, l), used.Search(context.Background(), p, l)
			if a.Value != b.Value || a.Best != b.Best || a.Nodes != b.Nodes || a.Depth != b.Depth {
				t.Fatalf("%+v and then %+v", a, b)
			}
			if l.Nodes > 0 && a.Nodes > l.Nodes {
				t.Errorf("%d nodes of %d", a.Nodes, l.Nodes)
			}
		}
	}
}

// The same holds if the table is full of earlier entries, and was cleared as often as it has
// generations.
func TestSelectiveIsTheSameInAFullTable(t *testing.T) {
	race.OneThread(t)
	rng := rand.New(rand.NewPCG(19, 3))
	opts := search.Options{TableBytes: 32 << 10}
	used := search.New(opts)
	for range 150 {
		_, p, _ := tacticalAt(t, rng)
		used.Analyze(context.Background(), p, search.Limits{Nodes: 2000})
		l := search.Limits{Nodes: 1500}
		a, b := search.New(opts).Search(context.Background(), p, l), used.Search(context.Background(), p, l)
		if a.Value != b.Value || a.Best != b.Best || a.Nodes != b.Nodes || a.Depth != b.Depth {
			t.Fatalf("%+v and then %+v", a, b)
		}
	}
}

// A cancelled context ends the search at once.
func TestSelectiveStops(t *testing.T) {
	g := gametest.Game(t, "breakthrough:8x8")
	ctx, stop := context.WithCancel(context.Background())
	made := 0
	p := tactical{g.Start().(rules), func() {
		if made++; made == 5000 {
			stop()
		}
	}}
	r := search.New(search.Options{}).Search(ctx, p, search.Limits{Nodes: 1 << 40})
	if r.Stop != search.ByContext || r.Nodes > 100_000 || !r.HasMove {
		t.Errorf("stopped by %v after %d nodes", r.Stop, r.Nodes)
	}
}

// The names of the parts of the search are written and read back.
func TestParts(t *testing.T) {
	race.OneThread(t)
	p, err := search.ParseParts("null+reductions")
	if err != nil || p.String() != "null+reductions" {
		t.Errorf("%v, %v", p, err)
	}
	if _, err := search.ParseParts("nul"); err == nil {
		t.Error("nul is a part")
	}
}
