//go:build !race

package othello

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestImages: a turned or mirrored board has the same value and the same states.
func TestImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, size := range sizes() {
		g := sized(t, size[0], size[1])
		for range 100 {
			own, opp := random(g, rng, rng.IntN(g.squares-8))
			want := g.value(own, opp)
			for s := 1; s < g.Start().(*position).Symmetries(); s++ {
				if got := g.value(g.mapped(own, s), g.mapped(opp, s)); got != want {
					t.Fatalf("%s: %x against %x: %d, and its image %d %d", g.Name(), own, opp, want, s, got)
				}
			}
		}
	}
}

// TestStates checks the weight indices of some patterns against numbers worked out by hand.
func TestStates(t *testing.T) {
	g := sized(t, 8, 8)
	var states [patternsOf]uint16
	g.states(0, 0, &states)
	empty := states
	for name, c := range map[string]struct {
		square  int
		pattern int
		power   uint16
	}{
		"a1 on the first row": {0, 0, 1}, "h1 on the first row": {7, 0, 2187}, "a8 on the first column": {56, 2, 2187}, "b8 on the second column": {57, 6, 2187},
		"d4 on a long diagonal": {27, 8, 27}, "b3 on a diagonal of 7": {17, 10, 3}, "g1 on one that rises": {6, 13, 729},
		"c3 in a corner": {18, patternsOf - 4, 6561}, "f6 in the corner across": {45, patternsOf - 2, 6561},
	} {
		g.states(1<<c.square, 0, &states)
		if got := states[c.pattern] - empty[c.pattern]; got != c.power {
			t.Errorf("%s: %d, want %d", name, got, c.power)
		}
		g.states(0, 1<<c.square, &states)
		if got := states[c.pattern] - empty[c.pattern]; got != 2*c.power {
			t.Errorf("%s, of the other side: %d, want %d", name, got, 2*c.power)
		}
	}
}

// TestFit: weights learn a margin that depends on the moves alone, and can be read back.
func TestFit(t *testing.T) {
	g := sized(t, 8, 8)
	rng := rand.New(rand.NewPCG(11, 12))
	var samples []Sample
	for range 4000 {
		own, opp := random(g, rng, 10+rng.IntN(40))
		samples = append(samples, Sample{&position{g: g, discs: [2]uint64{own, opp}}, int(2 * g.features(own, opp)[0])})
	}
	b, missed := Fit(samples, 6, 5)
	if missed > 2.5 {
		t.Errorf("%.2f discs are missed by", missed)
	}
	w, err := readWeights(b)
	if err != nil {
		t.Fatal(err)
	}
	trained := *g
	tables := *g.tables
	tables.weights = w
	trained.tables = &tables
	wrong := 0
	for _, s := range samples[:500] {
		own, opp := s.Position.(*position).sides()
		if d := int(trained.value(own, opp))/perDiscShown - s.Margin; d > 4 || d < -4 {
			wrong++
		}
	}
	if wrong > 100 {
		t.Errorf("%d of 500 are more than 4 discs wrong", wrong)
	}
	if _, err := readWeights(b[:len(b)-1]); err == nil || !strings.Contains(err.Error(), "feature 3") {
		t.Errorf("weights that are cut off: %v", err)
	}
	if _, err := readWeights(b[:100]); err == nil || !strings.Contains(err.Error(), "state") {
		t.Errorf("weights that are cut off: %v", err)
	}
	if again, _ := Fit(samples, 6, 5); !bytes.Equal(again, b) {
		t.Error("another fit gives other weights")
	}
}

func BenchmarkEvaluate(b *testing.B) {
	p := sized(b, 8, 8).Start()
	b.ReportAllocs()
	for b.Loop() {
		p.(*position).Evaluate()
	}
}

func BenchmarkMove(b *testing.B) {
	p := sized(b, 8, 8).Start()
	moves := p.Moves(nil)
	b.ReportAllocs()
	for b.Loop() {
		p.Make(moves[0])
		p.Unmake(moves[0])
		moves = p.Moves(moves[:0])
	}
}
