package gdl

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// game is a sheet for the tests: the roles count down from 3.
const game = `
(role a) (role b)
(init (left 3)) (init (turn a))
(after 3 2) (after 2 1) (after 1 0)
(<= (legal ?r take) (true (turn ?r)))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (left ?n)) (true (left ?m)) (after ?m ?n))
(<= (next (turn a)) (true (turn b)))
(<= (next (turn b)) (true (turn a)))
(<= terminal (true (left 0)))
(<= (goal ?r 100) (true (turn ?r)))
(<= (goal ?r 0) (role ?r) (not (true (turn ?r))))
`

// TestErrors: each fault of a sheet is named, with its line.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"closed too often", game + ")", "line 13: a ) without a (: remove it"},
		{"never closed", game + "(<= (next (x)) (true (x))", "line 13: a ( is never closed"},
		{"empty brackets", "(role ())", "line 1: empty brackets"},
		{"a list first", "((role a) b)", "line 1: a list begins with"},
		{"unbound", game + "(<= (next (left ?z)) (true (left 3)))", "line 13: nothing bounds the values of ?z"},
		{"unbound under not", game + "(<= (next (x)) (not (true (left ?z))))", "line 13: nothing bounds the values of ?z"},
		{"true defined", game + "(<= (true (x)) (true (left 3)))", `line 13: a rule defines "true": want "next"`},
		{"does defined", game + "(<= (does a take) (true (left 3)))", `line 13: a rule defines "does"`},
		{"terms", game + "(<= (next (x)) (true (left 3) 4))", `"true" has 2 terms, want 1`},
		{"legal of does", game + "(<= (legal a jump) (does b take))", `"legal" depends on "does"`},
		{"init of true", game + "(<= (init (x)) (true (left 3)))", `"init" depends on the state`},
		{"a circle of not", game + "(<= (p) (not (q)) (role a))\n(<= (q) (not (p)) (role a))\n(<= (next (x)) (p))", "depends on its own opposite"},
		{"a circle of not in a state", game + "(<= (p) (not (q)) (true (left 3)))\n(<= (q) (not (p)) (true (left 3)))\n(<= (next (x)) (p))\n(<= (legal a jump) (true (x)))", "depends on the opposite of itself in one state"},
		{"a role alone", strings.Replace(game, "(role b)", "", 1), "the sheet is not for two roles: it has 1, want two"},
		{"three roles", game + "(role c)", "the sheet is not for two roles: it has 3, want two"},
		{"a goal without points", game + "(<= (goal a much) (true (left 0)))", "the goal much: want a number of points"},
		{"without end", game + "(<= (next (s (s ?x))) (true (s ?x)))(init (s 0))(<= (legal a ?x) (true (s ?x)))", "terms in terms without end"},
		{"deep", strings.Repeat("(a ", 10_000), "more than 200 brackets in brackets"},
		{"a long name", "(role " + strings.Repeat("a", 1<<20) + ")", "want at most 200"},
		{"not of two", game + "(<= (next (x)) (not (true (left 3)) (true (left 2))))", `"not" has 2 conditions: want one`},
		{"distinct of one", game + "(<= (next (x)) (true (left ?x)) (distinct ?x))", `"distinct" has 1 terms: want two`},
	} {
		_, err := Read(context.Background(), c.text, Bounds{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestBounds: a sheet that exceeds a bound is refused with the rule that has most instances.
func TestBounds(t *testing.T) {
	var many strings.Builder
	many.WriteString(game)
	for i := range 60 {
		many.WriteString("(d " + strings.Repeat("x", i+1) + ")\n")
	}
	many.WriteString("(<= (next (p ?a ?b ?c ?d)) (true (left 3)) (d ?a) (d ?b) (d ?c) (d ?d))\n(<= (legal a (jump ?a ?b ?c ?d)) (true (p ?a ?b ?c ?d)))")
	for _, b := range []Bounds{{Rules: 10_000}, {Terms: 10_000}} {
		_, err := Read(context.Background(), many.String(), b)
		if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "line 73") {
			t.Errorf("%+v: %v", b, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, many.String(), Bounds{}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestWriting: the same rules written in other ways give the same circuit.
func TestWriting(t *testing.T) {
	want, err := Read(context.Background(), game, Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, old, other string }{
		{"capitals", "(true (turn ?r))", "(TRUE (Turn ?R))"},
		{"or", "(<= (next (turn a)) (true (turn b)))", "(<= (next (turn a)) (or (true (turn b)) (true (nothing))))"},
		{"and in or", "(<= (next (turn a)) (true (turn b)))", "(<= (next (turn a)) (or (and (role a) (true (turn b))) (role c)))"},
		{"two nots", "(<= terminal (true (left 0)))", "(<= terminal (not (not (true (left 0)))))"},
		{"not of or", "(<= terminal (true (left 0)))", "(<= terminal (true (left ?n)) (not (or (distinct ?n 0) (role c))))"},
		{"not distinct", "(<= terminal (true (left 0)))", "(<= terminal (true (left ?n)) (not (distinct ?n 0)))"},
		{"distinct first", "(<= terminal (true (left 0)))", "(<= terminal (distinct ?n 3) (distinct ?n 2) (distinct ?n 1) (true (left ?n)))"},
		{"brackets", "(<= terminal (true (left 0)))", "(<= (terminal) (true (left 0)))"},
		{"unused", "(role a)", "(role a) (base (left 3)) (<= (input ?r take) (role ?r)) ; nothing else\n"},
		{"a fluent for the picture", "(init (left 3))", "(init (left 3)) (init (drawn)) (<= (next (drawn)) (true (drawn)))"},
	} {
		text := strings.Replace(game, c.old, c.other, 1)
		if text == game {
			t.Fatalf("%s: the sheet has no %s", c.name, c.old)
		}
		got, err := Read(context.Background(), text, Bounds{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if a, b := text2(got[0]), text2(want[0]); a != b {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, a, b)
		}
	}
}

// text2 writes a circuit without the numbers of its terms.
func text2(c *Circuit) string {
	var b strings.Builder
	for _, list := range [][]string{c.Roles[:], c.Fluents, c.Moves[0], c.Moves[1]} {
		b.WriteString(strings.Join(list, " ") + "\n")
	}
	for f, l := range c.Next {
		b.WriteString(c.Fluents[f] + " next if " + string(rune('0'+l)) + "\n")
	}
	b.WriteString(string(rune('0' + c.Over)))
	return b.String()
}

// FuzzRead: the reader neither panics nor hangs on any text.
func FuzzRead(f *testing.F) {
	f.Add(game)
	f.Add("(<= (a ?x) (or (b ?x) (not (c ?x))))")
	f.Add("(role a)(role b)(<= (next ?f) (true ?f))(init (f (g x)))(<= (legal ?r ?f) (role ?r) (true ?f))")
	f.Fuzz(func(t *testing.T, text string) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		c, err := Read(ctx, text, Bounds{Terms: 2000, Rules: 2000})
		if (c == nil) == (err == nil) {
			t.Errorf("%v, %v", c, err)
		}
	})
}
