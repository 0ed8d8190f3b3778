package gdl

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rays is a game with an auxiliary rule. Only one in 64 of its instances is needed: whether a queen sees a square
// depends on a third square too, which counts as empty, whichever it is.
const rays = game + `
(d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8)
(s 1 2) (s 2 3) (s 3 4) (s 4 5) (s 5 6) (s 6 7) (s 7 8)
(init (queen 2 2)) (init (stone 2 4)) (init (stone 5 2))
(<= (legal ?r (go ?x ?y)) (true (turn ?r)) (true (queen ?u ?v)) (sees ?u ?v ?x ?y 2 4))
(<= (sees ?u ?v ?u ?y ?i ?j) (d ?u) (s ?v ?y) (d ?i) (d ?j))
(<= (sees ?u ?v ?x ?v ?i ?j) (d ?v) (s ?u ?x) (d ?i) (d ?j))
(<= (sees ?u ?v ?u ?y ?i ?j) (s ?v ?w) (free ?u ?w ?i ?j) (sees ?u ?w ?u ?y ?i ?j))
(<= (sees ?u ?v ?x ?v ?i ?j) (s ?u ?w) (free ?w ?v ?i ?j) (sees ?w ?v ?x ?v ?i ?j))
(<= (free ?x ?y ?x ?y) (d ?x) (d ?y))
(<= (free ?x ?y ?i ?j) (d ?x) (d ?y) (d ?i) (d ?j) (not (true (stone ?x ?y))))
(<= (next (queen ?x ?y)) (does ?r (go ?x ?y)))
(<= (next (queen ?x ?y)) (does ?r take) (true (queen ?x ?y)) (true (turn ?r)))
(<= (next (stone ?x ?y)) (true (stone ?x ?y)) (not (true (queen ?x ?y))))
(<= (next (stone ?x ?y)) (true (queen ?x ?y)) (not (sees ?x ?y 8 2 1 1)))
(<= terminal (true (queen ?x ?y)) (true (stone ?x ?y)) (sees ?x ?y 2 8 3 3) (not (sees ?x ?y 8 2 4 4)))
`

// plainRules reads the rules of a sheet that have an effect.
func plainRules(t *testing.T, text string) []plain {
	t.Helper()
	lists, err := read(text)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := normalise(lists)
	if err != nil {
		t.Fatal(err)
	}
	return useful(rules)
}

// compiled makes the circuit of a sheet in one of four ways.
func compiled(t *testing.T, text, way string) *Circuit {
	t.Helper()
	rules := plainRules(t, text)
	var g *grounder
	var err error
	switch way {
	case "whole":
		g, err = attempt(t.Context(), rules, Bounds{}, false)
	case "parts":
		g, err = attempt(t.Context(), slices.Concat(split(rules)...), Bounds{}, false)
	case "on demand":
		g, err = attempt(t.Context(), slices.Concat(split(rules)...), Bounds{}, true)
	default:
		var ways []*grounder
		if ways, err = ground(t.Context(), rules, Bounds{}); err == nil {
			g = ways[len(ways)-1]
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.circuit()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// values computes all atoms from the fluents and the moves.
func values(c *Circuit, state []bool, moves [2]int) []bool {
	v := make([]bool, c.Atoms)
	v[0] = true
	copy(v[1:], state)
	for role, m := range moves {
		if m >= 0 {
			v[c.FirstMove(role)+m] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for first := 0; first < len(c.Rules); {
			head, last := c.Rules[first].Head, first
			holds := false
			for ; last < len(c.Rules) && c.Rules[last].Head == head; last++ {
				holds = holds || !slices.ContainsFunc(c.Rules[last].Body, func(l Literal) bool { return !is(v, l) })
			}
			changed = changed || v[head] != holds
			v[head], first = holds, last
		}
	}
	return v
}

func is(v []bool, l Literal) bool { return v[l.Atom()] != l.Not() }

// facts writes what a state decides, and its legal moves.
func facts(c *Circuit, state []bool) (text string, legal [2][]string) {
	v := values(c, state, [2]int{-1, -1})
	var b strings.Builder
	for role, moves := range c.Moves {
		for m, name := range moves {
			if is(v, c.Legal[role][m]) && is(v, c.Guards[role][m]) {
				legal[role] = append(legal[role], name)
			}
		}
		for _, g := range c.Goals[role] {
			if is(v, g.If) {
				b.WriteString(string(rune('0'+role)) + " gets " + string(rune(g.Points)) + " ")
			}
		}
		b.WriteString(strings.Join(legal[role], " ") + "; ")
	}
	if is(v, c.Over) {
		b.WriteString("over")
	}
	return b.String(), legal
}

// play makes the moves with these names.
func play(c *Circuit, state []bool, names [2]string) []bool {
	moves := [2]int{slices.Index(c.Moves[0], names[0]), slices.Index(c.Moves[1], names[1])}
	v := values(c, state, moves)
	after := make([]bool, len(state))
	for f, l := range c.Next {
		after[f] = is(v, l)
	}
	return after
}

// TestWays: however the instances are found, the game is the same.
func TestWays(t *testing.T) {
	sheets := map[string]string{"rays": rays, "game": game}
	files, err := filepath.Glob("../../../examples/sheets/*.kif")
	if err != nil || len(files) < 8 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		sheets[filepath.Base(f)] = string(text)
	}
	for name, text := range sheets {
		parts := compiled(t, text, "parts")
		for _, way := range []string{"whole", "on demand", "as it is"} {
			other := compiled(t, text, way)
			rng := rand.New(rand.NewPCG(1, 1))
			for range 20 {
				a, b := parts.Start, other.Start
				for range 60 {
					said, legal := facts(parts, a)
					if also, _ := facts(other, b); also != said {
						t.Fatalf("%s, %s: %q, and of parts %q", name, way, also, said)
					}
					if strings.HasSuffix(said, "over") {
						break
					}
					var made [2]string
					for role := range made {
						made[role] = legal[role][rng.IntN(len(legal[role]))]
					}
					a, b = play(parts, a, made), play(other, b, made)
				}
			}
		}
	}
}

// TestOnDemand: a sheet that has too many instances is read all the same if few of them decide the game.
func TestOnDemand(t *testing.T) {
	few := Bounds{Rules: 2500}
	if _, err := Read(context.Background(), rays, few); err != nil {
		t.Error(err)
	}
	if _, err := attempt(context.Background(), slices.Concat(split(plainRules(t, rays))...), few, false); err == nil {
		t.Error("there are only few instances without questions, too: the sheet shows nothing")
	}
}
