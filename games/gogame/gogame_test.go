//go:build !race

package gogame_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/oxotest"
)

var update = flag.Bool("update", false, "record the playthroughs again")

func TestPlaythrough(t *testing.T) {
	for name, file := range map[string]string{"go:4x4,ko=simple": "4x4", "go:9x9": "9x9"} {
		oxotest.Recorded(t, gametest.Game(t, name), "testdata/playthrough/"+file+".txt", *update)
	}
}

// TestConformance checks perft on 2x2 against a count by hand: four points and a pass; then
// three points and a pass after each stone, and all five moves after the pass.
func TestConformance(t *testing.T) {
	for name, o := range map[string]oxotest.Options{
		"go:2x2": {Perft: []uint64{1, 5, 21}}, "go:2x3,ko=simple": {Games: 30}, "go:4x3": {Games: 20}, "go:5x5,ko=simple": {Games: 8, States: 300},
		"go:9x9": {Games: 3, States: 60}, "go:13x8,komi=-3": {Games: 1, States: 30},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o.MaxPlies, o.OracleNodes = 150, 1000
			oxotest.Run(t, gametest.Game(t, name), o)
		})
	}
}

type playouter interface {
	Playout(rng *rand.Rand, played []oxo.Move) ([]oxo.Move, oxo.Score)
}

func BenchmarkPlayout(b *testing.B) {
	for _, name := range []string{"go:5x5", "go:7x7", "go:9x9", "go:13x13", "go:19x19"} {
		b.Run(name, func(b *testing.B) {
			p := gametest.Game(b, name).Start().(playouter)
			rng := rand.New(rand.NewPCG(1, 2))
			var played []oxo.Move
			moves := 0
			b.ReportAllocs()
			for b.Loop() {
				played, _ = p.Playout(rng, played[:0])
				moves += len(played)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
		})
	}
}

// middle returns a position from the middle of a game on 9x9, for benchmarks.
func middle(tb testing.TB) oxo.Position {
	p := gametest.Game(tb, "go:9x9").Start()
	rng := rand.New(rand.NewPCG(3, 3))
	moves, _ := p.(playouter).Playout(rng, nil)
	for _, m := range moves[:40] {
		p.Make(m)
	}
	return p
}

func BenchmarkEvaluate(b *testing.B) {
	p := middle(b).(oxo.Evaluator)
	b.ReportAllocs()
	for b.Loop() {
		p.Evaluate()
	}
}

func BenchmarkPriors(b *testing.B) {
	p := middle(b).(interface {
		Priors(buf []float32) []float32
	})
	var buf []float32
	b.ReportAllocs()
	for b.Loop() {
		buf = p.Priors(buf[:0])
	}
}

func BenchmarkMakeUnmake(b *testing.B) {
	p := middle(b)
	moves := p.Moves(nil)
	b.ReportAllocs()
	for b.Loop() {
		for _, m := range moves {
			p.Make(m)
			p.Unmake(m)
		}
	}
	b.ReportMetric(float64(b.N*len(moves))/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}
