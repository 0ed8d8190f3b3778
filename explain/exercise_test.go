//go:build !race

package explain_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"oxo/explain"
	"oxo/game/numbertree"
	"oxo/internal/gametest"
)

// byHand solves an exercise a second time, without any package of oxo.
type byHand struct {
	nodes  []explain.ExerciseNode
	below  [][]int
	prunes bool
	strict bool
	want   map[int]explain.Answer
}

func newByHand(e *explain.Exercise) *byHand {
	h := &byHand{nodes: e.Nodes, below: make([][]int, len(e.Nodes)), prunes: e.Kind != "minimax", strict: e.Kind == "alphabeta-strict", want: map[int]explain.Answer{}}
	for i, n := range e.Nodes {
		if n.Parent >= 0 {
			h.below[n.Parent] = append(h.below[n.Parent], i)
		}
	}
	h.walk(0, math.Inf(-1), math.Inf(1))
	return h
}

func text(v float64) string {
	if math.IsInf(v, 0) {
		return map[bool]string{true: "+inf", false: "-inf"}[v > 0]
	}
	return strconv.Itoa(int(v))
}

func (h *byHand) walk(i int, alpha, beta float64) float64 {
	n := h.nodes[i]
	if n.Value != "" {
		v, _ := strconv.Atoi(n.Value)
		return float64(v)
	}
	a := explain.Answer{}
	h.want[i] = a
	if h.prunes {
		a["alpha"], a["beta"] = text(alpha), text(beta)
	}
	best := math.Inf(1)
	if n.Max {
		best = math.Inf(-1)
	}
	for k, c := range h.below[i] {
		v := h.walk(c, alpha, beta)
		if n.Max {
			best = math.Max(best, v)
			alpha = math.Max(alpha, best)
		} else {
			best = math.Min(best, v)
			beta = math.Min(beta, best)
		}
		if h.prunes && (alpha > beta || alpha == beta && !h.strict) {
			for _, spared := range h.below[i][k+1:] {
				h.want[spared] = explain.Answer{"cut": "yes"}
			}
			break
		}
	}
	a["value"] = text(best)
	return best
}

// randomTree returns a random tree as text.
func randomTree(rng *rand.Rand, plies int) string {
	if plies == 0 || rng.IntN(6) == 0 {
		return fmt.Sprint(rng.IntN(9) - 4)
	}
	var below []string
	for range 1 + rng.IntN(3) {
		below = append(below, randomTree(rng, plies-1))
	}
	return "(" + strings.Join(below, " ") + ")"
}

// exercises calls f with exercises of every kind, from seeds and from trees.
func exercises(t *testing.T, number uint64, f func(e *explain.Exercise)) {
	g := gametest.Game(t, "tictactoe")
	rng := rand.New(rand.NewPCG(7, 7))
	for _, kind := range explain.Kinds() {
		for seed := range number {
			e, err := explain.NewExercise(kind[0], seed, "", g)
			if err != nil {
				t.Fatal(err)
			}
			again, err := explain.NewExercise(kind[0], seed, "", g)
			if err != nil || fmt.Sprint(again.Nodes) != fmt.Sprint(e.Nodes) {
				t.Fatalf("%s %d differs from itself: %v", kind[0], seed, err)
			}
			f(e)
			if kind[0] == "position" {
				continue
			}
			own, err := explain.NewExercise(kind[0], seed, "("+randomTree(rng, 4)+" "+randomTree(rng, 4)+")", nil)
			if err != nil || own.Seed != 0 || own.Game != "tree:"+own.Tree {
				t.Fatalf("%s of a tree: %v, %+v", kind[0], err, own)
			}
			f(own)
		}
	}
}

func answersOf(e *explain.Exercise) map[int]explain.Answer {
	right := map[int]explain.Answer{}
	for _, a := range e.Solution() {
		if right[a.Node] == nil {
			right[a.Node] = explain.Answer{}
		}
		right[a.Node][a.Field] = a.Text
	}
	return right
}

// TestExercises: in every tree the exercise's right answers equal the answers of a
// second implementation; all of them are marked right; a changed answer is marked
// wrong, and no other answer is; a removed answer is open, not wrong.
func TestExercises(t *testing.T) {
	exercises(t, 60, func(e *explain.Exercise) {
		right := answersOf(e)
		if e.Kind != "position" {
			if want := newByHand(e).want; fmt.Sprint(want) != fmt.Sprint(right) {
				t.Fatalf("%s %s: %v, by hand %v", e.Kind, e.Tree, right, want)
			}
		}
		of := len(e.Solution())
		if m := e.Mark(nil); m.Right != 0 || m.Wrong != 0 || m.Open != of || m.Of != of || len(m.Marks) != 0 {
			t.Fatalf("%s %d, blank: %+v, of %d", e.Kind, e.Seed, m, of)
		}
		if m := e.Mark(right); m.Right != of || m.Wrong != 0 || m.Open != 0 || m.Of != of {
			t.Fatalf("%s %d, all right: %+v, of %d", e.Kind, e.Seed, m, of)
		}
		for _, a := range e.Solution() {
			if a.Field == "cut" {
				continue
			}
			right[a.Node][a.Field] = "7777"
			m := e.Mark(right)
			if m.Right != of-1 || m.Wrong != 1 || m.Open != 0 {
				t.Fatalf("%s %d: after %+v became 7777: %+v", e.Kind, e.Seed, a, m)
			}
			for _, mark := range m.Marks {
				if mark.Right == (mark.Node == a.Node && mark.Field == a.Field) {
					t.Fatalf("%s %d: after %+v became 7777: %+v", e.Kind, e.Seed, a, mark)
				}
			}
			right[a.Node][a.Field] = " "
			if m := e.Mark(right); m.Right != of-1 || m.Wrong != 0 || m.Open != 1 {
				t.Fatalf("%s %d: without %+v: %+v", e.Kind, e.Seed, a, m)
			}
			right[a.Node][a.Field] = a.Text
		}
	})
}

// TestTicks: a tick at a visited node is wrong, a tick below the first node of a cut
// branch is ignored, a missing tick is open.
func TestTicks(t *testing.T) {
	e, err := explain.NewExercise("alphabeta", 0, "((3 5) (2 (9 1)) 7)", nil)
	if err != nil {
		t.Fatal(err)
	}
	// The tree: A; B 3 5 (C D); E 2 (F), cut off before G 9 1 (H I); J 7.
	for _, c := range []struct {
		answers            map[int]explain.Answer
		right, wrong, open int
	}{
		{map[int]explain.Answer{6: {"cut": "yes"}}, 1, 0, 9},
		{map[int]explain.Answer{6: {"cut": "yes"}, 7: {"cut": "yes"}}, 1, 0, 9},
		{map[int]explain.Answer{6: {"cut": "no"}, 1: {"cut": "no"}}, 0, 0, 10},
		{map[int]explain.Answer{1: {"cut": "yes"}}, 0, 1, 10},
		{map[int]explain.Answer{6: {"value": "9"}}, 0, 1, 10},
	} {
		if m := e.Mark(c.answers); m.Right != c.right || m.Wrong != c.wrong || m.Open != c.open || m.Of != 10 {
			t.Errorf("%v: %+v", c.answers, m)
		}
	}
}

// TestMarksTellNothing: a wrong mark does not reveal the right answer, and neither
// does a hint before its last degree.
func TestMarksTellNothing(t *testing.T) {
	exercises(t, 20, func(e *explain.Exercise) {
		right := answersOf(e)
		leaves := map[string]bool{}
		for _, n := range e.Nodes {
			leaves[n.Value] = true
		}
		for _, a := range e.Solution() {
			for degree := explain.HintRule; degree <= explain.HintAnswer; degree++ {
				h, err := e.Hint(a.Node, a.Field, degree)
				if err != nil || h.Text == "" || (h.Answer != "") != (degree == explain.HintAnswer) || h.Answer != "" && (h.Answer != right[a.Node][a.Field] || h.Text != a.Why) {
					t.Fatalf("%s %s %+v: %+v, %v", e.Kind, e.Tree, a, h, err)
				}
				if n, err := strconv.Atoi(a.Text); err == nil && degree < explain.HintAnswer && !leaves[a.Text] && strings.Contains(h.Text, fmt.Sprint(n)) {
					t.Errorf("%s %s %+v: the hint of degree %d is %q", e.Kind, e.Tree, a, degree, h.Text)
				}
			}
			wrong := map[int]explain.Answer{a.Node: {a.Field: "seven"}}
			if a.Field == "cut" || e.Kind == "position" {
				continue
			}
			if m := e.Mark(wrong).Marks; len(m) != 1 || m[0].Note != `"seven" is not a number: write one as 5 or -3, infinity as inf or -inf` {
				t.Errorf("seven: %+v", m)
			}
		}
	})
}

// TestReasons: a reason names the right source of a number.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		kind, tree string
		node       int
		field, why string
	}{
		{"minimax", "((3 5) (2 9))", 1, "value", "B is MIN's: the least of C (3), D (5) is 3."},
		{"minimax", "((3 5) (2 9))", 0, "value", "A is MAX's: the greatest of B (3), E (2) is 3."},
		{"minimax", "(left:(3 5) right:(2 9))", 0, "value", "A is MAX's: the greatest of left (3), right (2) is 3."},
		{"alphabeta", "((3 5) (2 9))", 0, "alpha", "Alpha is -inf: no move of MAX on the way down has returned yet."},
		{"alphabeta", "((3 5) (2 9))", 4, "alpha", "Alpha is 3: at A MAX already has 3 from B."},
		{"alphabeta", "((3 5) (2 9))", 4, "value", "E is MIN's: the least of F (2) is 2. The rest is cut off."},
		{"alphabeta", "((3 5) (2 9))", 6, "cut", "G is never visited: at E MIN has 2 from F, and at A MAX already has 3 from B, so MAX will not come to E."},
		{"alphabeta", "((3 5) (2 9))", 5, "cut", "F is visited. When its turn comes, alpha is 3 (at A MAX already has 3 from B) and beta is +inf (no move of MIN on the way down has returned yet): it can still matter."},
		{"alphabeta", "((5 (6 1)) 2)", 4, "cut", "E is visited. When its turn comes, alpha is -inf (no move of MAX on the way down has returned yet) and beta is 5 (at B MIN already has 5 from C): it can still matter."},
		{"alphabeta", "((5 (6 1)) 2)", 5, "cut", "F is never visited: at D MAX has 6 from E, and at B MIN already has 5 from C, so MIN will not come to D."},
	} {
		e, err := explain.NewExercise(c.kind, 0, c.tree, nil)
		if err != nil {
			t.Fatal(err)
		}
		h, err := e.Hint(c.node, c.field, explain.HintAnswer)
		if err != nil || h.Text != c.why {
			t.Errorf("%s %s, %s of %d:\n%v, %v, want\n%s", c.kind, c.tree, c.field, c.node, h, err, c.why)
		}
	}
}

// TestSources: if a reason says that a side has a number from a node, then by the
// second implementation that node returned it.
func TestSources(t *testing.T) {
	exercises(t, 60, func(e *explain.Exercise) {
		if e.Kind == "minimax" || e.Kind == "position" {
			return
		}
		value := map[string]string{}
		for i, a := range newByHand(e).want {
			value[e.Nodes[i].Label] = a["value"]
		}
		for _, n := range e.Nodes {
			if n.Value != "" {
				value[n.Label] = n.Value
			}
		}
		for _, a := range e.Solution() {
			_, said, found := strings.Cut(a.Why, "already has ")
			if a.Field != "value" && !found && !strings.Contains(a.Text, "inf") {
				t.Errorf("%s %+v: no source", e.Tree, a)
			}
			var number, from string
			if _, err := fmt.Sscanf(said, "%s from %s", &number, &from); !found || err != nil {
				continue
			}
			if value[strings.Trim(from, ".,")] != number || a.Field != "cut" && number != a.Text {
				t.Errorf("%s %+v: %s returned %s", e.Tree, a, from, value[from])
			}
		}
	})
}

func TestWrongExercises(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	for _, c := range []struct{ kind, tree, hint string }{
		{"chess", "", "want minimax, alphabeta, alphabeta-strict or position"}, {"minimax", "(3", "is not closed"}, {"position", "(3 5)", "a number, not a tree"},
	} {
		if _, err := explain.NewExercise(c.kind, 1, c.tree, g); err == nil || !strings.Contains(err.Error(), c.hint) {
			t.Errorf("%v: %v", c, err)
		}
	}
	e, err := explain.NewExercise("minimax", 1, "", g)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := numbertree.Parse(e.Tree); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		node, degree int
		field        string
	}{{-1, 1, "value"}, {99, 1, "value"}, {0, 0, "value"}, {0, 4, "value"}, {0, 1, "alpha"}, {0, 1, ""}, {len(e.Nodes) - 1, 1, "value"}} {
		if h, err := e.Hint(c.node, c.field, c.degree); err == nil {
			t.Errorf("%v: %v", c, h)
		}
	}
}
