package pn

import (
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/gametest"
	"oxo/internal/race"
)

// TestReplyBeyond: if none of the replies that the claim tries prevents it, a preventer finds another reply that
// does.
func TestReplyBeyond(t *testing.T) {
	race.OneThread(t)
	g, rng := gametest.Game(t, "mnk:5x5x4"), rand.New(rand.NewPCG(8, 85))
	newSolver := func() *Solver { return NewSolver(Options{TableBytes: 1 << 20}) }
	beyond := 0
	for range 800 {
		p := g.Start()
		for range 5 {
			moves := p.Moves(nil)
			p.Make(moves[rng.IntN(len(moves))])
		}
		if p.Outcome() != oxo.Ongoing {
			continue
		}
		by := newSolver().Preventer(t.Context(), p, oxo.Second)
		if by == nil || by.Threats() {
			continue
		}
		by.s = newSolver()
		by.s.makeTables(true)
		by.replies = 1
		by.Narrow(1)
		m, err := by.Reply(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", g.FormatPosition(p), err)
		}
		if by.wide != nil {
			beyond++
		}
		if children, verdict := by.Expand(nil); verdict == knowledge.Open && len(children) > 1 {
			t.Errorf("%s: the claim now tries %d replies", g.FormatPosition(p), len(children))
		}
		move := g.FormatMove(p, m)
		p.Make(m)
		after := newSolver().Preventer(t.Context(), p, oxo.Second)
		if after == nil || after.Threats() {
			t.Errorf("%s: %s does not prevent a line", g.FormatPosition(p), move)
		}
	}
	if t.Logf("%d replies were beyond", beyond); beyond < 10 {
		t.Errorf("only %d replies were not among the tried ones", beyond)
	}
}
