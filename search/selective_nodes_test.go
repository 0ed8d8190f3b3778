//go:build !race

package search_test

import (
	"testing"

	"oxo/internal/gametest"
	"oxo/search"
)

// TestSelectiveNodes: the selective search visits the same nodes as before. It prunes and reduces by rules of thumb. A
// fault in a rule changes no proven value, so no test of proven values fails: only the nodes show it. A refactoring
// does not change these numbers. A change of the selective search may change them, and its commit message says so.
func TestSelectiveNodes(t *testing.T) {
	for _, c := range []struct {
		game, position string
		depth          int
		nodes          uint64
	}{
		{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 6, 4704},
		{"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 6188},
		{"checkers", "W:W21-32:B1-12", 9, 36990},
		{"gomoku", "15/15/15/15/15/6X8/7O7/6XOX6/7O7/15/15/15/15/15/15", 5, 1170},
	} {
		_, p := gametest.Position(t, c.game, c.position)
		r := search.New(search.Options{TableBytes: 16 << 20}).Search(t.Context(), p, search.Limits{Depth: c.depth})
		if r.Nodes != c.nodes || r.Depth != c.depth {
			t.Errorf("%s %s: %d nodes to depth %d, want %d to depth %d", c.game, c.position, r.Nodes, r.Depth, c.nodes, c.depth)
		}
	}
}

// TestSelectiveEndsWithProof: a selective search makes no further iteration once its value and its move are proven.
func TestSelectiveEndsWithProof(t *testing.T) {
	_, p := gametest.Position(t, "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
	if r := search.New(search.Options{}).Search(t.Context(), p, search.Limits{Depth: 8}); !r.Proven || r.Depth > 4 {
		t.Errorf("%v to depth %d, want a proof and no more than 4", r.Value, r.Depth)
	}
}
