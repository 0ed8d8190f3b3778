//go:build !race

package breakthrough

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"oxo"
)

var (
	prove     = flag.String("prove", "", "a board to solve, such as 6x5, with -prove.bits and -prove.for")
	proveBits = flag.Int("prove.bits", 24, "the logarithm of the entries of the table, of 16 bytes")
	proveFor  = flag.Duration("prove.for", 10*time.Minute, "when to give up")
)

// prover is a minimal depth-first proof-number search. It measures the guide's proof numbers
// and bounds, and checks that they solve boards correctly.
type prover struct {
	p        *position
	guide    *guide
	table    []proofEntry
	nodes    int
	children []oxo.Child
	plies    [][]proofChild
	until    time.Time
	report   func(format string, args ...any)
}

// proofEntry holds proof numbers for the side to move: of a win, and of a loss.
type proofEntry struct {
	key       uint64
	win, loss uint64
}

type proofChild struct {
	move      oxo.Move
	key       uint64
	win, loss uint64
}

const disproven = 1 << 30

func (s *prover) key() uint64 {
	k, _ := s.p.Canonical()
	return k.Hash()
}

// find returns the entry of a key, or else one to replace.
func (s *prover) find(key uint64) (e *proofEntry, found bool) {
	bucket := s.table[key&uint64(len(s.table)-1)&^3:][:4]
	e = &bucket[key>>60&3]
	for i := range bucket {
		if bucket[i].key == key {
			return &bucket[i], true
		}
		if bucket[i].key == 0 {
			e = &bucket[i]
		}
	}
	return e, false
}

func (s *prover) store(key uint64, win, loss uint64) {
	e, _ := s.find(key)
	*e = proofEntry{key, win, loss}
}

// expand fills in the children of a ply that are not lost yet, or reports that the position is
// decided.
func (s *prover) expand(ply int) (decided bool) {
	key := s.key()
	var b oxo.Bounds
	s.children, b = s.guide.Expand(-1, 1, s.children[:0])
	switch {
	case b.Lo().IsWin():
		s.store(key, 0, disproven)
		return true
	case b.Hi().IsLoss():
		s.store(key, disproven, 0)
		return true
	}
	if len(s.plies) <= ply {
		s.plies = append(s.plies, nil)
	}
	children := s.plies[ply][:0]
	for _, c := range s.children {
		if !c.Hi().IsLoss() {
			s.p.Make(c.Move)
			child := proofChild{move: c.Move, key: s.key()}
			child.win, child.loss = s.guide.ProofNumbers()
			s.p.Unmake(c.Move)
			children = append(children, child)
		}
	}
	s.plies[ply] = children
	return false
}

// search continues until a number of the position reaches its threshold.
func (s *prover) search(ply int, win, loss uint64) {
	if s.nodes++; s.nodes&(1<<22-1) == 0 {
		s.report("%d nodes", s.nodes)
	}
	if s.expand(ply) {
		return
	}
	key, children := s.key(), s.plies[ply]
	for {
		best, least, second, sum := 0, uint64(disproven), uint64(disproven), uint64(0)
		for i := range children {
			c := &children[i]
			if e, found := s.find(c.key); found {
				c.win, c.loss = e.win, e.loss
			}
			if c.loss < least {
				best, least, second = i, c.loss, least
			} else {
				second = min(second, c.loss)
			}
			sum = min(sum+c.win, disproven)
		}
		if least >= win || sum >= loss || s.nodes&1023 == 0 && time.Now().After(s.until) {
			s.store(key, least, sum)
			return
		}
		c := &children[best]
		limit := uint64(disproven)
		if loss < disproven {
			limit = loss - sum + c.win
		}
		s.p.Make(c.move)
		s.search(ply+1, limit, min(win, second+second/4+1)) // 1+epsilon
		s.p.Unmake(c.move)
		if s.nodes&1023 == 0 && time.Now().After(s.until) {
			s.store(key, least, sum)
			return
		}
	}
}

// solve returns the winner of a board.
func solve(t *testing.T, g *game, bits int, limit time.Duration) string {
	t.Helper()
	p := g.Start().(*position)
	start := time.Now()
	s := &prover{p: p, guide: p.Guide().(*guide), table: make([]proofEntry, 1<<bits), until: start.Add(limit)}
	s.report = func(format string, args ...any) {
		t.Logf("%s: "+format+", %v", append(append([]any{g.Name()}, args...), time.Since(start))...)
	}
	s.search(0, disproven, disproven)
	e, _ := s.find(s.key())
	s.report("%d to win, %d to lose; %d nodes", e.win, e.loss, s.nodes)
	switch {
	case e.win == 0:
		return "win"
	case e.loss == 0:
		return "loss"
	}
	return "not proven"
}

// TestProofs solves boards by proof numbers; the values equal the search's, and for 6x5 the
// value published in [SaffidineEtc11].
func TestProofs(t *testing.T) {
	boards := map[[2]int]string{{4, 4}: "loss", {5, 4}: "loss", {2, 6}: "win", {3, 6}: "win", {4, 5}: "loss"}
	if *prove != "" {
		var c, r int
		if n, err := fmt.Sscanf(*prove, "%dx%d", &c, &r); n != 2 {
			t.Fatal(err)
		}
		g, err := newGame(c, r)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(solve(t, g, *proveBits, *proveFor))
		return
	}
	for size, want := range boards {
		g, _ := newGame(size[0], size[1])
		if got := solve(t, g, 18, time.Hour); got != want {
			t.Errorf("%s: %s, want %s", g.Name(), got, want)
		}
	}
}
