//go:build !race

package connect4

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/processor"
	"oxo/search"
)

// laneJudge is the interface of a guide of any height in TestLanes.
type laneJudge interface {
	Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds)
	judgeAll(st *state, w *weights, stop bool, limit, beta oxo.Score, left int, to *lanes, more *working) int
	judgeLanes(st *state, squares uint64, w *weights, stop bool, limit, beta oxo.Score, left int, to *lanes, more *working) int
	classesOfLanes(st *state, columns uint16, to *lanes, more *working)
	classKeys(st *state, use knowledge.KeyUse, to *lanes, more *working, keys *knowledge.Keys)
	weightsFor(left int) *weights
}

// TestLanes computes random positions one lane after the other and all at once: the results
// must be equal.
func TestLanes(t *testing.T) {
	if !processor.Vectors() {
		t.Skip("this processor has no vectors of eight words")
	}
	for height := minSide; height <= 15; height++ {
		for width := minSide; width*(height+1) <= 64; width++ {
			t.Run(fmt.Sprintf("%dx%d", width, height), func(t *testing.T) { compareLanes(t, width, height) })
		}
	}
}

func compareLanes(t *testing.T, width, height int) {
	g, err := newGame(width, height)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(width), uint64(height)))
	seen, most := 0, g.figures.maxIdle
	for i := range 2000 {
		g.figures.maxIdle = min(most, []uint64{63, 2, 1, 0}[i%4]) // so that small boards behave like the largest
		p := random(g, rng, rng.IntN(width*height-1))
		if p == nil {
			continue
		}
		guide := p.Guide().(laneJudge)
		guide.Expand(-oxo.Infinity, oxo.Infinity, nil)
		st, left := p.now, width*height-p.ply-1
		if st.safe == 0 {
			continue
		}
		seen++
		for _, stop := range []bool{false, true} {
			var one, all lanes
			var oneMore, allMore working
			guide.judgeLanes(st, st.safe, guide.weightsFor(left), stop, oxo.Infinity, oxo.Infinity, left, &one, &oneMore)
			guide.judgeAll(st, guide.weightsFor(left), stop, oxo.Infinity, oxo.Infinity, left, &all, &allMore)
			if stop && oneMore.lost != 0 {
				if first := oneMore.lost; allMore.lost&-allMore.lost != first {
					t.Fatalf("%s: column set %b is lost, %b to vectors", g.FormatPosition(p), first, allMore.lost)
				}
				continue
			}
			spoke := uint16(0)
			for c := range width {
				switch {
				case oneMore.moves>>c&1 == 0:
				case c >= vectorLanes:
					if one.bounds[c] != all.bounds[c] {
						t.Fatalf("%s: column %d is worth %v, beside vectors %v", g.FormatPosition(p), c+1, one.bounds[c], all.bounds[c])
					}
				case one.bounds[c] != openBounds():
					spoke |= 1 << c
				}
			}
			guide.classesOfLanes(st, oneMore.moves, &one, &oneMore)
			if oneMore.moves != allMore.moves || oneMore.lost != allMore.lost || spoke&^allMore.rule != 0 || oneMore.many != allMore.many {
				t.Fatalf("%s: sets %b %b %b, to vectors %b %b %b", g.FormatPosition(p),
					oneMore.lost, spoke, oneMore.many, allMore.lost, allMore.rule, allMore.many)
			}
			for _, use := range []knowledge.KeyUse{knowledge.KeyGiven, knowledge.LeafKeyGiven} {
				var oneKeys, allKeys knowledge.Keys
				oneMore.list(use, 0, &oneKeys)
				guide.classKeys(st, use, &all, &allMore, &allKeys)
				compareKeys(t, g.FormatPosition(p), &oneKeys, &allKeys, bits.OnesCount16(oneMore.moves))
			}
			for c := range width {
				switch {
				case st.safe&g.column(c) == 0:
				case c < vectorLanes && all.bounds[c] != openBounds() || one.wins[c] != all.wins[c] || one.safe[c] != all.safe[c] || int16(oneMore.order[c]) != int16(allMore.order[c]):
					t.Fatalf("%s, column %d: %x %x %d, to vectors %x %x %d", g.FormatPosition(p), c+1,
						one.wins[c], one.safe[c], oneMore.order[c], all.wins[c], all.safe[c], int16(allMore.order[c]))
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d positions", seen)
	}
}

// compareKeys compares the keys of n moves.
func compareKeys(t *testing.T, position string, one, all *knowledge.Keys, n int) {
	for i := range n {
		given := one.Use[i].Given()
		same := one.At(i) == all.At(i) && one.Symmetry[i] == all.Symmetry[i]
		if one.Use[i] != all.Use[i] || given && !same {
			t.Fatalf("%s, move %d: use %d, key %x, symmetry %d, to vectors %d, %x, %d", position, i,
				one.Use[i], one.At(i), one.Symmetry[i], all.Use[i], all.At(i), all.Symmetry[i])
		}
	}
}

// TestLanesSearch searches with and without vectors: the nodes are the same.
func TestLanesSearch(t *testing.T) {
	if !processor.Vectors() {
		t.Skip("this processor has no vectors of eight words")
	}
	for _, size := range [][2]int{{7, 6}, {5, 5}, {6, 7}, {8, 6}, {4, 9}, {8, 7}, {7, 8}, {9, 4}, {9, 6}, {10, 5}, {12, 4}} {
		var found [2]search.Result
		for i := range found {
			g, err := newGame(size[0], size[1])
			if err != nil {
				t.Fatal(err)
			}
			g.vectors = i > 0
			s, rng := search.New(search.Options{}), rand.New(rand.NewPCG(7, 6))
			for found[i].Nodes < 5000 {
				if p := random(g, rng, size[0]*size[1]-20); p != nil {
					found[i] = s.Search(t.Context(), p, search.Limits{})
				}
			}
		}
		one, all := found[0], found[1]
		if one.Nodes != all.Nodes || one.Score != all.Score || one.Best != all.Best {
			t.Errorf("%v: %d nodes, %v, move %v; with vectors %d, %v, %v", size, one.Nodes, one.Score, one.Best, all.Nodes, all.Score, all.Best)
		}
	}
}

// TestLanesLastSquare expands the last move of a game with every kind of window, after a node
// where a rule applied in every column: nothing of that node remains in the result.
func TestLanesLastSquare(t *testing.T) {
	g, err := newGame(7, 6)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(42, 1))
	seen := 0
	for range 200000 {
		p := random(g, rng, 41)
		if p == nil || p.now.moverWins&g.playable(p.now.mask()) != 0 {
			continue
		}
		seen++
		guide := p.Guide().(*guide[[6]byte])
		for _, beta := range []oxo.Score{oxo.Loss(9), oxo.Draw, 1, oxo.Win(9)} {
			guide.working.rule, guide.working.many = 1<<7-1, 1<<7-1
			children, _ := guide.Expand(beta-1, beta, nil)
			if len(children) != 1 || children[0].Bounds != oxo.Exactly(oxo.Draw) {
				t.Fatalf("%s, beta %v: %+v", g.FormatPosition(p), beta, children)
			}
		}
	}
	if t.Logf("%d positions", seen); seen < 20 {
		t.Error("too few positions")
	}
}
