package mnk

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// TestPass: a pass gives the turn to the other side and changes no square; taking it back restores the position.
func TestPass(t *testing.T) {
	g, err := gameOf(rules{Columns: 9, Rows: 9, K: 5})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	p := g.Start().(*tacticalWide)
	for range 30 {
		moves := p.Moves(nil)
		p.Make(moves[rng.IntN(len(moves))])
		if p.Outcome() != oxo.Ongoing {
			break
		}
		m, ok := p.Idle()
		hash, turn, value, text := p.Hash(), p.Turn(), p.Evaluate(), g.FormatPosition(p)
		p.Make(m)
		if !ok || p.Hash() == hash || p.Turn() == turn {
			t.Fatalf("%s: a pass keeps the hash %x or the turn", text, hash)
		}
		p.Unmake(m)
		if p.Hash() != hash || p.Turn() != turn || p.Evaluate() != value || g.FormatPosition(p) != text {
			t.Fatalf("%s: a pass that is taken back leaves %s", text, g.FormatPosition(p))
		}
	}
}
