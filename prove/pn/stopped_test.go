package pn

import (
	"bytes"
	"context"
	"testing"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/gametest"
)

// TestStoppedOnce: a search whose context has ended does not stop the next one. (A leftover
// function once did, and most of the next searches ended after some 2,000 positions.)
func TestStoppedOnce(t *testing.T) {
	g := gametest.Game(t, "breakthrough:5x5")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	const budget = 5000
	for range 20 {
		s := NewSolver(Options{TableBytes: 1 << 22})
		q := Question{Side: oxo.First}
		s.Forget(q)
		s.Ask(ended, q, q.Claim(g.Start()), 0)
		if a := s.Ask(t.Context(), q, q.Claim(g.Start()), budget); a.Verdict == knowledge.Open && a.Nodes < budget {
			t.Fatalf("open after %d of %d positions", a.Nodes, budget)
		}
		if _, err := s.Keep(ended, g.Start(), oxo.By(1)); err == nil {
			t.Fatal("want the error of the ended context")
		}
	}
}

// TestLoadOfNoQuestion: a state saved between two questions of a position is not a checkpoint of either question.
func TestLoadOfNoQuestion(t *testing.T) {
	p := gametest.Game(t, "mnk:6x5x4").Start() // a win
	s := NewSolver(Options{TableBytes: 1 << 20})
	q := Question{Side: oxo.First}
	s.Forget(q)
	s.Ask(t.Context(), q, q.Claim(p), 20)
	var saved bytes.Buffer
	if err := s.Save(&saved); err != nil {
		t.Fatal(err)
	}
	if err := NewSolver(Options{TableBytes: 1 << 20}).Load(&saved); err == nil {
		t.Error("the solver counts as loaded")
	}
}

// TestProgressOfClaims: the progress reports the numbers of the claim, whichever side is to move.
func TestProgressOfClaims(t *testing.T) {
	p := gametest.Game(t, "connect4:6x5").Start()
	for _, side := range []oxo.Side{oxo.First, oxo.Second} {
		s := NewSolver(Options{TableBytes: 1 << 22})
		q := Question{Side: side}
		s.Forget(q)
		a := s.Ask(t.Context(), q, q.Claim(p), 3000)
		if a.Verdict != knowledge.Open {
			t.Fatalf("the claim of the %v side: %v", side, a.Verdict)
		}
		least := infinity
		for _, c := range a.Children {
			if n := c.Proof; side == oxo.First {
				least = min(least, n)
			} else {
				least = min(least, c.Disproof)
			}
		}
		now := s.Progress()
		if got := map[oxo.Side]uint64{oxo.First: now.Proof, oxo.Second: now.Disproof}[side]; got != least {
			t.Errorf("the claim of the %v side: %+v, and the easiest move has %d", side, now, least)
		}
	}
}
