//go:build !race

package connect4

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// benchPositions returns positions of all phases of the game.
func benchPositions(b *testing.B) []*position {
	b.Helper()
	g, err := newGame(7, 6)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var positions []*position
	for len(positions) < 64 {
		p := g.newPosition([2]uint64{})
		for range rng.IntN(34) {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
		if p.Outcome() == oxo.Ongoing {
			positions = append(positions, p.Clone().(*position))
		}
	}
	return positions
}

// BenchmarkNode does what a search does at a node, without the search: it expands the node, and
// makes and takes back each move. It does so once through the interfaces of the contract and
// once by direct calls of the same code: the difference is the cost of the contract.
func BenchmarkNode(b *testing.B) {
	positions := benchPositions(b)
	buf := make([]oxo.Child, 0, 16)
	b.Run("interface", func(b *testing.B) {
		type node struct {
			p oxo.Position
			g oxo.Guide
		}
		var nodes []node
		for _, p := range positions {
			nodes = append(nodes, node{p, p.Guide()})
		}
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			n := &nodes[i%len(nodes)]
			children, _ := n.g.Expand(-oxo.Infinity, oxo.Infinity, buf)
			for j := range children {
				n.p.Make(children[j].Move)
				n.p.Unmake(children[j].Move)
			}
		}
	})
	b.Run("direct", func(b *testing.B) {
		var guides []*guide[[6]byte]
		for _, p := range positions {
			guides = append(guides, p.Guide().(*guide[[6]byte]))
		}
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			g := guides[i%len(guides)]
			children, _ := g.Expand(-oxo.Infinity, oxo.Infinity, buf)
			for j := range children {
				g.p.Make(children[j].Move)
				g.p.Unmake(children[j].Move)
			}
		}
	})
}
