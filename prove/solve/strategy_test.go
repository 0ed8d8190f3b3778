package solve

import (
	"bytes"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/write"
	"oxo/search"
)

// TestHasty: where trees are not compared, as in large games, the certificate is longer, and proves the same.
func TestHasty(t *testing.T) {
	for _, c := range []struct{ name, moves, result string }{
		{"connect4:4x4", "", "draw"},
		{"connect4:5x5", "", "draw"},
		{"connect4:5x5", "2 5 2 5", "win"},
		{"connect4:5x5", "3 3 5 1 1", "win"},
		{"connect4:4x6", "", "draw"},
	} {
		g := gametest.Game(t, c.name)
		var nodes [2]int
		for i, compare := range []bool{false, true} {
			p := positionAfter(t, g, c.moves)
			by := &Strategy{game: g, position: p, plies: pliesLeft(p)}
			by.choose(search.Options{KeepTable: true}, compare)
			var out bytes.Buffer
			proof := write.Proof{Game: g, Position: p, Result: c.result, Adviser: by, Policies: by.policies.long, Quick: by.policies.quick}
			if err := write.Certificate(t.Context(), &out, proof); err != nil {
				t.Fatal(err)
			}
			report, err := certificate.CheckBy(1, &out, func(string) (oxo.Game, error) { return g, nil })
			if err != nil || report.Result != c.result {
				t.Fatalf("%s: %v, %q", c.name, err, report.Result)
			}
			nodes[i] = report.Nodes
		}
		t.Logf("%s %s: %d nodes, %d where trees are compared", c.name, c.moves, nodes[0], nodes[1])
		if nodes[0] < nodes[1] {
			t.Errorf("%s: a tree that was chosen has %d nodes, and another %d", c.name, nodes[1], nodes[0])
		}
	}
}

func positionAfter(t *testing.T, g oxo.Game, moves string) oxo.Position {
	t.Helper()
	p := g.Start()
	for text := range strings.FieldsSeq(moves) {
		m, err := g.ParseMove(p, text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	return p
}

// TestCompares: trees are compared up to Connect Four 7x6, and in any position of a larger board that is as near to
// its end.
func TestCompares(t *testing.T) {
	for name, want := range map[string]bool{
		"connect4:7x6": true, "connect4:5x8": true, "connect4:8x6": false, "connect4:10x4": false, "connect4:7x7": false, "mnk:7x6x4": false,
	} {
		g := gametest.Game(t, name)
		if compares(g.Start()) != want {
			t.Errorf("%s: trees are compared: %v", name, !want)
		}
	}
}

// TestPolicyEffort: certificates from the starts of 9x6, 8x7 and 7x8 have less effort for each policy than certificates of smaller boards.
func TestPolicyEffort(t *testing.T) {
	for name, want := range map[string]int{
		"connect4:8x6": hastyEffort, "connect4:10x5": hastyEffort, "connect4:9x6": largeEffort, "connect4:8x7": largeEffort, "connect4:7x8": largeEffort,
	} {
		g := gametest.Game(t, name)
		if got := policyEffort(pliesLeft(g.Start())); got != want {
			t.Errorf("%s: %d positions for a policy, not %d", name, got, want)
		}
	}
}
