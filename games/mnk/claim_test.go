//go:build !race

package mnk

import (
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/game/knowledge"
)

// brute decides claims by trying every legal move.
type brute[H high] struct {
	g      *game
	strict bool
	known  map[[3]set[H]]bool
	keys   map[oxo.Key]bool
}

// holds reports whether the claimant, with the stones own, completes a line. A line of the
// other side ends the game only if the claim is strict.
func (b *brute[H]) holds(own, other set[H], claiming bool) bool {
	if b.lined(own) {
		return true
	}
	if b.strict && b.lined(other) || own.or(other).count() == b.g.squares {
		return false
	}
	key := [3]set[H]{own, other}
	if claiming {
		key[2].add(0)
	}
	if v, ok := b.known[key]; ok {
		return v
	}
	v := !claiming
	for sq := range b.g.squares {
		if own.has(sq) || other.has(sq) {
			continue
		}
		next := own
		if claiming {
			next.add(sq)
			v = v || b.holds(next, other, false)
		} else {
			next = other
			next.add(sq)
			v = v && b.holds(own, next, true)
		}
		if v == claiming {
			break
		}
	}
	b.known[key] = v
	return v
}

func (b *brute[H]) lined(stones set[H]) bool {
	for _, line := range b.g.lines {
		n := 0
		for _, sq := range line {
			if stones.has(sq) {
				n++
			}
		}
		if n == len(line) {
			return true
		}
	}
	return false
}

// TestClaims: on random positions brute force agrees with every verdict that a claim gives without a search, for a
// position or a move. It also agrees with the sequences of threats and the replies they allow.
func TestClaims(t *testing.T) {
	t.Run("narrow", testClaims[narrow])
	t.Run("broad", testClaims[broad])
}

func testClaims[H high](t *testing.T) {
	seen := map[string]int{}
	for i, r := range boardsFor[H]([]rules{
		{Columns: 3, Rows: 3, K: 3},
		{Columns: 4, Rows: 3, K: 3},
		{Columns: 4, Rows: 4, K: 3},
		{Columns: 4, Rows: 4, K: 4},
		{Columns: 5, Rows: 4, K: 4},
		{Columns: 5, Rows: 5, K: 4},
		{Columns: 6, Rows: 4, K: 4},
		{Columns: 9, Rows: 8, K: 4},
	}) {
		g, err := gameOf(r)
		if err != nil {
			t.Fatal(err)
		}
		random, tables := rand.New(rand.NewPCG(7, uint64(i))), newClaimTables[H](g)
		exact := [2]*brute[H]{{g, true, map[[3]set[H]]bool{}, nil}, {g, false, map[[3]set[H]]bool{}, map[oxo.Key]bool{}}}
		for range 120 {
			p := g.played(random, min(4+random.IntN(8), g.squares))
			if p.Outcome() != oxo.Ongoing {
				continue
			}
			for kind, b := range exact {
				for _, side := range []oxo.Side{oxo.First, oxo.Second} {
					checkClaim(t, p, lineClaimOf(tables, p.(stones), side, kind == 1), b, seen)
				}
			}
		}
	}
	t.Logf("checked: %v", seen)
	for _, what := range []string{"holds", "fails", "sequence", "irrelevant", "move holds", "move fails", "key"} {
		if seen[what] < 50 {
			t.Errorf("only %d of %q were checked", seen[what], what)
		}
	}
}

// boardsFor returns the boards whose squares fit into a set of this size.
func boardsFor[H high](boards []rules) []rules {
	return slices.DeleteFunc(boards, func(r rules) bool { return r.Columns*r.Rows > 64*(1+len(*new(H))) })
}

// played returns a random position with the given number of empty squares, or one where
// the game ended earlier.
func (g *game) played(random *rand.Rand, left int) oxo.Position {
	p := g.Start()
	for p.Outcome() == oxo.Ongoing && g.squares-g.filled(p.(stones)) > left {
		moves := p.Moves(nil)
		p.Make(moves[random.IntN(len(moves))])
	}
	return p
}

// filled counts the stones of a board.
func (g *game) filled(p stones) (n int) {
	for sq := range g.squares {
		if _, ok := p.stone(sq); ok {
			n++
		}
	}
	return n
}

// checkClaim compares the verdicts of a claim with brute force.
func checkClaim[H high](t *testing.T, p oxo.Position, c *lineClaim[H], b *brute[H], seen map[string]int) {
	t.Helper()
	name := c.t.size
	truth := b.holds(c.stones[0], c.stones[1], c.claiming)
	if key, _ := c.Key(); c.relaxed {
		if other, ok := b.keys[key]; ok {
			seen["key"]++
			if other != truth {
				t.Fatalf("%s: the claim is %v, but %v for a position with the same key", p.(stones).game().FormatPosition(p), truth, other)
			}
		}
		b.keys[key] = truth
	}
	children, verdict := c.Expand(nil)
	if verdict != knowledge.Open && (verdict == knowledge.Holds) != truth {
		t.Fatalf("%s (%d squares), relaxed %v, claiming %v: the claim %v", p.(stones).game().FormatPosition(p), name, c.relaxed, c.claiming, verdict)
	}
	seen[verdict.String()]++
	best := !c.claiming
	for _, child := range children {
		c.Make(child.Move)
		holds := b.holds(c.stones[0], c.stones[1], c.claiming)
		c.Unmake(child.Move)
		if child.Verdict != knowledge.Open {
			seen["move "+child.Verdict.String()]++
			if (child.Verdict == knowledge.Holds) != holds {
				t.Fatalf("%s: after %d the claim %v", p.(stones).game().FormatPosition(p), child.Move, child.Verdict)
			}
		}
		if holds == c.claiming {
			best = holds
		}
	}
	if verdict == knowledge.Open && best != truth {
		t.Fatalf("%s: no move kept decides the claim, relaxed %v, claiming %v", p.(stones).game().FormatPosition(p), c.relaxed, c.claiming)
	}
	if !c.claiming && c.threats(&c.sequence) && (c.relaxed || c.completes(1).empty()) {
		checkSequence(t, p, c, b, seen)
	}
}

// checkSequence: against a sequence of threats only the listed replies help.
func checkSequence[H high](t *testing.T, p oxo.Position, c *lineClaim[H], b *brute[H], seen map[string]int) {
	t.Helper()
	seen["sequence"]++
	relevant := c.relevant(&c.sequence)
	for sq := range c.t.size {
		if c.taken().has(sq) || relevant.has(sq) {
			continue
		}
		seen["irrelevant"]++
		other := c.stones[1]
		other.add(sq)
		if !b.holds(c.stones[0], other, true) {
			t.Fatalf("%s: %d stops a sequence that it has no part in", p.(stones).game().FormatPosition(p), sq)
		}
	}
}
