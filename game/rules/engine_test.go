package rules_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/game/rules"
	"oxo/game/rules/gdl"
	"oxo/internal/race"
	"oxo/oxotest"
	"oxo/textbook"
)

// unfolded makes the game of a sheet without a circuit.
func unfolded(t *testing.T, text string) *rules.Game {
	t.Helper()
	e, err := rules.Unfolded(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := rules.FromEngine(t.Context(), "test.kif@123456789abc", e)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestUnfolded: without a circuit a sheet is the same game, but nothing is claimed that only a circuit can prove: its keys are
// hashes, it has no symmetries, and it may loop.
func TestUnfolded(t *testing.T) {
	race.OneThread(t)
	for _, name := range []string{"noughts.kif", "nim.kif", "coins.kif", "hex.kif"} {
		g, whole := unfolded(t, text(t, name)), load(t, name)
		for n := range 5 {
			got, err := textbook.Perft(t.Context(), g.Start(), n)
			want, other := textbook.Perft(t.Context(), whole.Start(), n)
			if err != nil || other != nil || got != want {
				t.Errorf("%s: %d games of %d plies, want %d (%v, %v)", name, got, n, want, err, other)
			}
		}
		p := g.Start()
		if bits := p.(oxo.Keyed).KeyBits(); bits != 0 {
			t.Errorf("%s: exact keys of %d bits, want hashes", name, bits)
		}
		if n := p.(oxo.Symmetric).Symmetries(); n != 1 {
			t.Errorf("%s: %d symmetries, want 1", name, n)
		}
		if _, ok := p.(oxo.Looping); !ok {
			t.Errorf("%s: no state comes back, want that nothing is known of it", name)
		}
		if got, want := g.FormatPosition(p), whole.FormatPosition(whole.Start()); got != want {
			t.Errorf("%s: the start is\n%s, want\n%s", name, got, want)
		}
		failures, err := oxotest.CheckContext(t.Context(), g, oxotest.Options{Games: 4})
		for _, f := range failures {
			t.Errorf("%s: %s: %s: %s", name, f.Check, f.Promise, f.Detail)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWithoutCircuit: a sheet with too many rules without variables is a game nevertheless, with the default bounds alone.
func TestWithoutCircuit(t *testing.T) {
	race.OneThread(t)
	var b strings.Builder
	b.WriteString(turns)
	for n := range 17 {
		fmt.Fprintf(&b, "(number %d)", n)
	}
	b.WriteString("(<= (legal ?r (name ?a ?b ?c ?d ?e)) (true (turn ?r)) (true (step 1)) (number ?a) (number ?b) (number ?c) (number ?d) (number ?e)" +
		"(or (distinct ?a 3) (distinct ?b 5)) (true (at ?a ?b ?c ?d ?e)))" +
		"(init (at 3 4 5 6 7)) (<= (next (at ?b ?c ?d ?e ?a)) (number ?a) (number ?b) (number ?c) (number ?d) (number ?e) (true (at ?a ?b ?c ?d ?e)))" +
		"(<= (next (at ?a ?b ?c ?d ?e)) (does ?r (name ?e ?d ?c ?b ?a)))" +
		"(<= (next (at ?e ?b ?c ?d ?a)) (number ?e) (true (at ?a ?b ?c ?d ?x)))")
	g := parse(t, b.String())
	if bits := g.Start().(oxo.Keyed).KeyBits(); bits != 0 {
		t.Errorf("exact keys of %d bits: want a test of a sheet that is too large for a circuit", bits)
	}
	for n, want := range []uint64{1, 4, 4 * 3} {
		if got, err := textbook.Perft(t.Context(), g.Start(), n); got != want || err != nil {
			t.Errorf("%d games of %d plies, want %d (%v)", got, n, want, err)
		}
	}
	_, err := rules.New(context.Background(), "test.kif", b.String(), rules.Small())
	if !errors.Is(err, gdl.ErrTooLarge) {
		t.Errorf("with bounds: %v, want that it is too large", err)
	}
}

// TestFaultInPlay: if rules ask without end in a rare state, the game stops there with [rules.Broken].
func TestFaultInPlay(t *testing.T) {
	var items strings.Builder
	for n := range 20 {
		fmt.Fprintf(&items, "(item %d)", n)
	}
	g := unfolded(t, turns+items.String()+"(<= (next (first ?x)) (does a (pick ?x)) (true (step 1))) (<= (next bad) (true (first 11)) (does b (pick 12)))"+
		"(<= (more 0) (true bad)) (<= (more (s ?x)) (more ?x)) (<= terminal (more ?x) (distinct ?x 2))")
	p := g.Start()
	first, err := g.ParseMove(p, "pick(11)")
	if err != nil {
		t.Fatal(err)
	}
	p.Make(first)
	defer func() {
		if b, ok := recover().(rules.Broken); !ok || !strings.Contains(b.Why, "without end") {
			t.Errorf("the panic is %v, want that the rules make terms without end", b)
		}
	}()
	m, err := g.ParseMove(p, "pick(12)")
	if err != nil {
		t.Fatal(err)
	}
	p.Make(m)
	t.Errorf("no panic in %s", g.FormatPosition(p))
}

// TestSurveySteps: random games without a circuit end by a count of steps, so that a slow machine reads the same sheets.
func TestSurveySteps(t *testing.T) {
	e, err := rules.Unfolded(t.Context(), text(t, "noughts.kif"))
	if err != nil {
		t.Fatal(err)
	}
	if err := rules.SurveyWithin(t.Context(), e, 1000); err == nil || !strings.Contains(err.Error(), "too many steps") {
		t.Errorf("games of at most 1000 steps: %v, want that they take too many", err)
	}
	if err := rules.SurveyWithin(t.Context(), e, 10_000_000); err != nil {
		t.Error(err)
	}
}

// TestReadTime: the clock stops only a sheet that takes very long.
func TestReadTime(t *testing.T) {
	_, err := new(rules.Files).Open("../../examples/sheets/noughts.kif", func(ctx context.Context, _, _ string) (oxo.Game, error) {
		if end, ok := ctx.Deadline(); ok && time.Until(end) < 5*time.Minute {
			t.Errorf("a sheet must be read within %v, want at least 5 minutes", time.Until(end))
		}
		return nil, errors.New("enough")
	})
	if err == nil || err.Error() != "enough" {
		t.Error(err)
	}
}
