package resolver_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"oxo/game/rules/gdl"
	"oxo/game/rules/machine"
	"oxo/game/rules/resolver"
)

// riders is a game like chess on a board of 5 by 5 with kings and rooks. After a move a rook of the other side may not
// reach the king, not even through the square that the moved piece has left.
const riders = `
(role white) (role black)
(init (at 1 1 white king)) (init (at 3 1 white rook)) (init (at 4 2 white rook))
(init (at 5 5 black king)) (init (at 3 5 black rook)) (init (at 2 4 black rook))
(init (turn white)) (init (step 1))
(up 1 2) (up 2 3) (up 3 4) (up 4 5)
(<= (number ?x) (up ?x ?y)) (<= (number ?y) (up ?x ?y))
(<= (square ?x ?y) (number ?x) (number ?y))
(<= (close ?x ?x) (number ?x)) (<= (close ?x ?y) (up ?x ?y)) (<= (close ?y ?x) (up ?x ?y))
(<= (full ?x ?y) (true (at ?x ?y ?who ?what)))
(<= (mine ?x ?y ?who) (true (at ?x ?y ?who ?what)))
(other white black) (other black white)
(<= (free ?x ?y ?u ?v) (square ?x ?y) (square ?u ?v) (not (full ?x ?y)))
(<= (free ?u ?v ?u ?v) (square ?u ?v))
(<= (slide ?x ?y ?x ?w ?u ?v) (up ?y ?w) (square ?u ?v) (number ?x))
(<= (slide ?x ?y ?x ?w ?u ?v) (slide ?x ?y ?x ?z ?u ?v) (free ?x ?z ?u ?v) (up ?z ?w))
(<= (slide ?x ?y ?z ?y ?u ?v) (up ?x ?z) (square ?u ?v) (number ?y))
(<= (slide ?x ?y ?z ?y ?u ?v) (slide ?x ?y ?w ?y ?u ?v) (free ?w ?y ?u ?v) (up ?w ?z))
(<= (reach ?x ?y ?z ?w ?u ?v) (slide ?x ?y ?z ?w ?u ?v))
(<= (reach ?x ?y ?z ?w ?u ?v) (slide ?z ?w ?x ?y ?u ?v))
(<= (danger ?who ?x ?y ?u ?v) (other ?who ?foe) (true (at ?a ?b ?foe rook)) (or (distinct ?a ?x) (distinct ?b ?y)) (reach ?a ?b ?x ?y ?u ?v))
(<= (danger ?who ?x ?y ?u ?v) (other ?who ?foe) (true (at ?a ?b ?foe king)) (close ?a ?x) (close ?b ?y) (square ?u ?v))
(<= (legal ?who (move king ?u ?v ?x ?y))
    (true (turn ?who)) (true (at ?u ?v ?who king)) (close ?u ?x) (close ?v ?y)
    (not (mine ?x ?y ?who)) (not (danger ?who ?x ?y ?u ?v)))
(<= (legal ?who (move rook ?u ?v ?x ?y))
    (true (turn ?who)) (reach ?u ?v ?x ?y ?u ?v) (true (at ?u ?v ?who rook)) (not (mine ?x ?y ?who)))
(<= (legal ?who (give up)) (true (turn ?who)))
(<= (legal ?who noop) (other ?who ?foe) (true (turn ?foe)))
(<= (next (at ?x ?y ?who ?what)) (does ?who (move ?what ?u ?v ?x ?y)))
(<= (next (at ?x ?y ?who ?what)) (true (at ?x ?y ?who ?what)) (does ?m (move ?k ?u ?v ?z ?w))
    (or (distinct ?x ?u) (distinct ?y ?v)) (or (distinct ?x ?z) (distinct ?y ?w)))
(<= (next (turn ?who)) (true (turn ?foe)) (other ?who ?foe))
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= (next (gone ?who)) (does ?who (give up)))
(<= (alive ?who) (true (at ?x ?y ?who king)) (not (true (gone ?who))))
(<= terminal (role ?who) (not (alive ?who)))
(<= terminal (true (step 60)))
(<= (goal ?who 50) (role ?who) (alive white) (alive black))
(<= (goal ?who 100) (other ?who ?foe) (not (alive ?foe)))
(<= (goal ?who 0) (role ?who) (not (alive ?who)))
`

// steps returns the facts that a game needs to count to n.
func steps(n int) string {
	var b strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "(after %d %d) ", i, i+1)
	}
	return b.String()
}

// paths is a game whose rules look for ways through a graph with circles. The ways are lists, and one condition is "not"
// such a way.
const paths = `
(role a) (role b) (init (turn a)) (init (step 1))
(node 1) (node 2) (node 3) (node 4) (node 5)
(edge 1 2) (edge 2 3) (edge 3 1) (edge 3 4) (edge 4 5) (edge 5 3) (edge 2 5)
(<= (on ?x) (node ?x) (not (true (cut ?x))))
(<= (joined ?x ?y) (edge ?x ?y) (on ?x) (on ?y))
(<= (joined ?x ?z) (joined ?x ?y) (joined ?y ?z))
(<= (even ?x ?y) (joins ?x ?z) (odd ?z ?y))
(<= (odd ?x ?y) (joins ?x ?y))
(<= (odd ?x ?y) (joins ?x ?z) (even ?z ?y))
(<= (joins ?x ?y) (edge ?x ?y) (on ?x) (on ?y))
(<= (apart ?x ?y) (on ?x) (on ?y) (not (joined ?x ?y)))
(<= (in ?x (list ?x ?rest)) (node ?x) (walk ?rest))
(<= (in ?x (list ?y ?rest)) (node ?y) (walk (list ?y ?rest)) (in ?x ?rest))
(walk nil)
(<= (walk (list ?x nil)) (node ?x))
(<= (walk (list ?x (list ?y nil))) (node ?x) (node ?y))
(<= (walk (list ?x (list ?y (list ?z nil)))) (node ?x) (node ?y) (node ?z))
(<= (way ?x ?y (list ?y (list ?x nil))) (joins ?x ?y))
(<= (way ?x ?z (list ?z ?list)) (way ?x ?y ?list) (joins ?y ?z) (walk ?list) (not (in ?z ?list)))
(<= (legal ?r (cut ?x)) (true (turn ?r)) (on ?x))
(<= (legal ?r (go ?x ?y)) (true (turn ?r)) (joined ?x ?y))
(<= (legal ?r (even ?x ?y)) (true (turn ?r)) (even ?x ?y))
(<= (legal ?r (far ?x ?y)) (true (turn ?r)) (apart ?x ?y))
(<= (legal ?r (via ?list)) (true (turn ?r)) (way 1 ?y ?list))
(<= (legal ?r stop) (true (turn ?r)))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (cut ?x)) (does ?r (cut ?x)))
(<= (next (cut ?x)) (true (cut ?x)) (not (opens ?x)))
(<= (opens ?x) (does ?r (go ?x ?y)))
(<= (opens ?x) (does ?r (via ?list)) (in ?x ?list))
(<= (next (said ?what)) (does ?r ?what) (distinct ?what wait))
(<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= terminal (true (step 12)))
(<= terminal (not any))
(<= any (on ?x))
(<= (goal ?r 100) (true (turn ?r))) (<= (goal ?r 0) (role ?r) (not (true (turn ?r))))
`

// pair runs a sheet as a circuit and with its variables.
type pair struct {
	circuit *gdl.Circuit
	whole   *machine.Machine
	sheet   *resolver.Sheet
	asked   *resolver.Machine
}

func both(t *testing.T, text string) pair {
	t.Helper()
	circuits, err := gdl.Read(t.Context(), text, gdl.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := resolver.Read(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return pair{circuits[0], machine.New(circuits[0]).Machine(), sheet, sheet.Machine()}
}

// compare reports a difference of both states. It returns the legal moves of both, in the same order.
func (p pair) compare(t *testing.T) (whole, asked [2][]int32) {
	t.Helper()
	var state []string
	for f, name := range p.circuit.Fluents {
		if p.whole.Fluent(f) {
			state = append(state, name)
		}
	}
	at := strings.Join(state, " ")
	for _, f := range p.asked.Facts(nil) { // a circuit leaves out fluents that decide nothing, and fluents that are always true
		if name := p.sheet.Fluent(f); slices.Contains(p.circuit.Fluents, name) && !slices.Contains(state, name) {
			t.Fatalf("%s holds only without a circuit; with it: %s", name, at)
		}
	}
	if got, want := p.asked.Over(), p.whole.Over(); got != want {
		t.Fatalf("%s: over %v, want %v", at, got, want)
	}
	for role := range whole {
		points, ok := p.whole.Points(role)
		if got, has := p.asked.Points(role); ok && (got != points || !has) {
			t.Fatalf("%s: %d points %v for role %d, want %d", at, got, has, role, points)
		}
		whole[role], asked[role] = p.whole.Legal(role, nil), p.asked.Legal(role, nil)
		var names, others []string
		for _, m := range whole[role] {
			names = append(names, p.circuit.Moves[role][m])
		}
		for _, m := range asked[role] {
			others = append(others, p.sheet.Move(m))
		}
		if !slices.Equal(names, others) {
			t.Fatalf("%s: moves of role %d\n%v, want\n%v", at, role, others, names)
		}
	}
	if why := p.asked.Fault(); why != "" {
		t.Fatalf("%s: %s", at, why)
	}
	return whole, asked
}

// play plays random games with both. It takes back some moves.
func (p pair) play(t *testing.T, rng *rand.Rand, games, plies int) (longest int) {
	t.Helper()
	for range games {
		g := p
		g.whole, g.asked = p.whole.Clone(), p.asked.Clone()
		for n := range plies {
			whole, asked := g.compare(t)
			if g.whole.Over() || len(whole[0]) == 0 || len(whole[1]) == 0 {
				longest = max(longest, n)
				break
			}
			for _, back := range []bool{true, false} {
				i, j := rng.IntN(len(whole[0])), rng.IntN(len(whole[1]))
				changes := slices.Clone(g.whole.Make(whole[0][i], whole[1][j]))
				others := slices.Clone(g.asked.Make(asked[0][i], asked[1][j]))
				g.compare(t)
				if back {
					g.whole.Unmake(changes)
					g.asked.Unmake(others)
					g.compare(t)
				}
			}
		}
	}
	return longest
}

// TestSame: in random games a sheet with its variables has the same states, moves, ends and points as the circuit of the
// sheet.
func TestSame(t *testing.T) {
	files, err := filepath.Glob("../../../examples/sheets/*.kif")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	texts := map[string]string{"riders": riders + steps(60), "paths": paths + steps(12)}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(text)
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			if longest := both(t, text).play(t, rand.New(rand.NewPCG(1, 2)), 6, 60); longest < 3 {
				t.Errorf("the longest game has %d plies: want a test of longer ones", longest)
			}
		})
	}
}

// TestTooLarge: with a limit below the number of rules of its circuit, the circuit of riders is refused with ErrTooLarge,
// and the sheet runs without a circuit.
func TestTooLarge(t *testing.T) {
	if _, err := gdl.Read(t.Context(), riders+steps(60), gdl.Bounds{Rules: 1000}); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("a bound of 1000 rules: %v", err)
	}
}

// TestOrder: moves are in the order of their text, and the sums of facts are the same in each run. The states that were
// met before do not matter.
func TestOrder(t *testing.T) {
	sums := map[string]string{}
	for seed := range uint64(4) {
		p := both(t, riders+steps(60))
		p.play(t, rand.New(rand.NewPCG(seed, 1)), 1, 10)
		for f := range int32(p.sheet.Fluents()) {
			sum := fmt.Sprint(p.sheet.Sum(f))
			if before, ok := sums[p.sheet.Fluent(f)]; ok && before != sum {
				t.Fatalf("%s has the sums %s and %s", p.sheet.Fluent(f), before, sum)
			}
			sums[p.sheet.Fluent(f)] = sum
		}
		legal := p.sheet.Machine().Legal(0, nil)
		if !slices.IsSortedFunc(legal, func(a, b int32) int { return cmp.Compare(p.sheet.Move(a), p.sheet.Move(b)) }) {
			t.Errorf("the moves are not sorted: %v", legal)
		}
	}
	seen := map[string]bool{}
	for name, sum := range sums {
		if seen[sum] {
			t.Errorf("%s has the sum of another fact", name)
		}
		seen[sum] = true
	}
}

// TestShared: several goroutines may play games of one sheet.
func TestShared(t *testing.T) {
	sheet, err := resolver.Read(t.Context(), riders+steps(60))
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	ends := make([]string, 4)
	for i := range ends {
		group.Go(func() {
			rng, m := rand.New(rand.NewPCG(7, 7)), sheet.Machine()
			for range 12 {
				if m.Over() {
					break
				}
				first, second := m.Legal(0, nil), m.Legal(1, nil)
				m.Make(first[rng.IntN(len(first))], second[rng.IntN(len(second))])
			}
			var names []string
			for _, f := range m.Facts(nil) {
				names = append(names, sheet.Fluent(f))
			}
			slices.Sort(names)
			ends[i] = strings.Join(names, " ")
		})
	}
	group.Wait()
	for _, end := range ends[1:] {
		if end != ends[0] {
			t.Errorf("the same moves lead to\n%s and\n%s", ends[0], end)
		}
	}
}

// TestFault: rules that ask without end, and rules that depend on their own opposite, are reported as a fault.
func TestFault(t *testing.T) {
	const base = `(role a) (role b) (init (turn a)) (<= (legal ?r go) (role ?r)) (<= (next (turn a)) (true (turn a))) (goal a 50) (goal b 50)`
	for rules, want := range map[string]string{
		`(<= (more ?x) (true (turn ?x))) (<= (more (s ?x)) (more ?x)) (<= terminal (true (turn ?y)) (more ?x) (distinct ?x ?y))`: "without end",
		`(<= p (true (turn a)) (not q)) (<= q (true (turn a)) (not p)) (<= terminal p)`:                                          "opposite of itself",
		`(<= (p ?x) (true (turn ?x)) (not (q ?x))) (<= (q ?x) (p ?x) (true (turn ?x))) (<= terminal (p a))`:                      "opposite of itself",
	} {
		s, err := resolver.Read(t.Context(), base+rules)
		if err != nil {
			t.Errorf("%s: %v", rules, err)
			continue
		}
		m := s.Machine()
		m.Over()
		if !strings.Contains(m.Fault(), want) {
			t.Errorf("%s: the fault is %q, want one with %q", rules, m.Fault(), want)
		}
	}
}

// TestParse: Parse finds facts by their text, and refuses a text that is not a fact of the sheet.
func TestParse(t *testing.T) {
	s, err := resolver.Read(t.Context(), riders+steps(60))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"at(5,4,black,rook)": true, "turn(black)": true, "at(5,4,black)": false, "at(5,4,black,queen)": false, "at(5,4,black,rook": false,
		"at(5,4,black,rook))": false, "at(": false, "at()": false, "": false, "(": false, "at(5,4,black,rook)x": false, ",": false,
	} {
		f, ok := s.Parse(text)
		if ok != want || ok && s.Fluent(f) != text {
			t.Errorf("%q is a fact: %v, want %v", text, ok, want)
		}
	}
}
