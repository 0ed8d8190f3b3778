//go:build !race

package walk

import (
	"bytes"
	"os"
	"testing"

	"oxo"
	"oxo/internal/prooftest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// TestFoundAgain: a walk finds the same pairs as the checker. So the zone of these pairs is the zone that the checker
// noted for the answer above.
func TestFoundAgain(t *testing.T) {
	kinds := map[uint16]int{}
	for _, name := range []string{"7x7x5", "7x7x5-better", "9x8x5-better"} {
		file, err := os.ReadFile("../testdata/" + name + ".oxo")
		if err != nil {
			t.Fatal(err)
		}
		c, err := Read(1, bytes.NewReader(file), prooftest.Lookup, nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := c.Walk(oxo.Second)
		if err != nil {
			t.Fatal(err)
		}
		foundAgain(t, w, kinds)
	}
	if t.Log("leaves by kind:", kinds); kinds[certificate.Found] < 2000 || kinds[certificate.Better] < 500 {
		t.Error("too few")
	}
}

func foundAgain(t *testing.T, w *Walker, kinds map[uint16]int) {
	t.Helper()
	tree := w.part.tree
	for at := 2; at < tree.nodes.Len(); at++ {
		leaf, above := tree.nodes.At(at), tree.nodes.At(at-1)
		if leaf.symmetry == 0 || leaf.kind != certificate.Pairs && leaf.kind != certificate.Rest || above.kind != certificate.Move {
			continue
		}
		var zone lines.Squares
		zone.Add(leaf.move)
		pairs := w.pairsAt(at)
		for _, pair := range pairs {
			zone.Add(pair[0])
			zone.Add(pair[1])
		}
		for _, loose := range w.boardAt(at).Loose(lines.PartnersOf(pairs)) {
			zone.Union(&loose)
		}
		if noted := tree.zones.At(int(above.at)); zone != noted {
			t.Fatalf("node %d: the zone is %v, and was %v", at, zone, noted)
		}
		kinds[leaf.symmetry>>8]++
	}
}
