package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"oxo"
	"oxo/game/rules"
	"oxo/internal/race"
)

// turns is a game of three plies for two roles, which pick items in turn. The rules that a test adds define which
// items are seen, and a side may say these items.
const turns = `
(role a) (role b) (init (turn a)) (init (step 1)) (after 1 2) (after 2 3) (after 3 4)
(item 1) (item 2) (item 3) (succ 1 2) (succ 2 3)
(<= (next (turn a)) (true (turn b)))
(<= (next (turn b)) (true (turn a)))
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= terminal (true (step 4)))
(<= (goal ?r 100) (true (turn ?r)))
(<= (goal ?r 0) (role ?r) (not (true (turn ?r))))
(<= (legal ?r (pick ?x)) (true (turn ?r)) (item ?x))
(<= (legal ?r (say ?x)) (true (turn ?r)) (true (seen ?x)))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
`

// said plays moves, and returns what may be said then.
func said(t *testing.T, g *rules.Game, moves string) string {
	t.Helper()
	p := g.Start()
	for text := range strings.FieldsSeq(moves) {
		m, err := g.ParseMove(p, text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	var all []string
	for _, m := range p.Moves(nil) {
		if what, ok := strings.CutPrefix(g.FormatMove(p, m), "say("); ok {
			all = append(all, strings.TrimSuffix(what, ")"))
		}
	}
	return strings.Join(all, " ")
}

// TestMeaning: each way to write a condition means what the language says.
func TestMeaning(t *testing.T) {
	race.OneThread(t)
	for _, c := range []struct{ name, rules, moves, want string }{
		{"a move", "(<= (next (seen ?x)) (does a (pick ?x)))", "pick(2)", "2"},
		{"not this move", "(<= (next (seen ?x)) (item ?x) (not (does a (pick ?x))))", "pick(2)", "1 3"},
		{"distinct", "(<= (next (seen ?x)) (item ?x) (does a (pick ?y)) (distinct ?x ?y))", "pick(2)", "1 3"},
		{"distinct terms", "(<= (next (seen ?x)) (item ?x) (does a (pick ?y)) (distinct (f ?x) (f ?y)))", "pick(3)", "1 2"},
		{"or", "(<= (next (seen ?x)) (item ?x) (or (does a (pick ?x)) (succ ?x 2)))", "pick(3)", "1 3"},
		{"not or", "(<= (next (seen ?x)) (item ?x) (not (or (does a (pick ?x)) (succ ?x 2))))", "pick(3)", "2"},
		{"not and", "(<= (next (seen ?x)) (item ?x) (not (and (does a (pick ?x)) (succ ?x 2))))", "pick(1)", "2 3"},
		{"never", "(<= (next (seen ?x)) (does a (pick ?x)) (not (does a (pick ?x))))", "pick(2)", ""},
		{"equal", "(<= (next (seen ?x)) (item ?x) (does a (pick ?y)) (not (distinct ?x ?y)))", "pick(3)", "3"},
		{"not equal", "(<= (next (seen 3)) (does a (pick 2)) (not (distinct (pair 1 2) (pair 1 2 2))))", "pick(2)", ""},
		{"a closure", "(<= (far ?x ?y) (succ ?x ?y)) (<= (far ?x ?z) (far ?x ?y) (far ?y ?z)) (<= (next (seen ?y)) (does a (pick ?x)) (far ?x ?y))", "pick(1)", "2 3"},
		{"a closure of what changes", "(<= (on ?x) (does a (pick ?x))) (<= (on ?y) (on ?x) (succ ?x ?y)) (<= (next (seen ?x)) (on ?x))", "pick(2)", "2 3"},
		{"the start by a rule", "(<= (init (seen ?x)) (item ?x) (distinct ?x 2)) (<= (next (seen ?x)) (true (seen ?x)))", "", "1 3"},
		{"what stays", "(init (seen 3)) (init (seen 1)) (<= (next (seen ?x)) (true (seen ?x)) (not (does a (pick ?x))))", "pick(3)", "1"},
		{"what stays for one ply", "(init (on)) (<= (next (on)) (true (on)) (does a (pick 1))) (<= (next (seen ?x)) (item ?x) (true (on)))", "pick(2) pick(1)", ""},
		{"what stays for two plies", "(init (on)) (<= (next (on)) (true (on)) (does a (pick 1))) (<= (next (seen ?x)) (item ?x) (true (on)))", "pick(1) pick(1)", "1 2 3"},
		{"what comes", "(<= (next (on)) (does a (pick 1))) (<= (next (seen ?x)) (item ?x) (true (on)))", "pick(1) pick(2)", "1 2 3"},
		{"what never comes", "(<= (next (on)) (true (on))) (<= (next (seen ?x)) (item ?x) (true (on)))", "pick(1) pick(2)", ""},
		{"not what never comes", "(<= (next (on)) (true (on))) (<= (next (seen ?x)) (item ?x) (not (true (on))))", "pick(1)", "1 2 3"},
		{"a join", "(p 1) (q 1 2) (q 1 3) (q 2 1) (<= (next (seen ?x)) (item ?x) (p ?y) (q ?y ?z) (does a (pick ?z)))", "pick(2)", "1 2 3"},
		{"a join without", "(p 1) (q 1 2) (q 1 3) (q 2 1) (<= (next (seen ?x)) (item ?x) (p ?y) (q ?y ?z) (does a (pick ?z)))", "pick(1)", ""},
		{"a long join", "(q 1 2) (q 2 3) (q 3 1) (<= (next (seen ?x)) (q ?x ?y) (q ?y ?z) (does a (pick ?z)))", "pick(3)", "1"},
		{"terms in terms", "(of (pair 2 3)) (of (pair 2 1)) (of (pair 1 2)) (of (pair 2 2 2)) (of 2) (<= (next (seen ?y)) (does a (pick ?x)) (of (pair ?x ?y)))", "pick(2)", "1 3"},
		{"any move", "(<= (next (seen 1)) (does a ?any)) (<= (next (seen 3)) (does a (pick ?any)))", "pick(2)", "1 3"},
		{"all moves but one", "(item 4) (item 5) (item 6) (<= (next (seen ?x)) (item ?x) (does a (pick ?y)) (distinct ?x ?y))", "pick(4)", "1 2 3 5 6"},
		{"most moves", "(item 4) (item 5) (item 6) (<= (next (seen 1)) (item ?y) (does a (pick ?y)) (distinct ?y 5))", "pick(5)", ""},
		{"most moves, and this one", "(item 4) (item 5) (item 6) (<= (next (seen 1)) (item ?y) (does a (pick ?y)) (distinct ?y 5))", "pick(4)", "1"},
		{"not one of the moves", "(<= (next (seen 1)) (item ?y) (not (does a (pick ?y))))", "pick(1) pick(1)", "1"},
		{"each move but one", "(<= (next (seen 1)) (does a ?m) (distinct ?m (pick 2)))", "pick(2)", ""},
		{"not a contradiction", "(<= odd (true (turn a)) (not (true (turn a)))) (<= (next (seen ?x)) (item ?x) (not odd))", "pick(2)", "1 2 3"},
		{"not what is always so", "(init (on)) (<= (next (on)) (true (on))) (<= (next (seen ?x)) (item ?x) (not (true (on))))", "pick(2)", ""},
		{"a contradiction of two names", "(<= p (true (turn a))) (<= q (true (turn a))) (<= r p (not q)) (<= (next (seen ?x)) (item ?x) r)", "pick(2)", ""},
		{"a move that is never legal", "(<= (legal a (pick 9)) (true (turn a)) (true (nothing))) (<= (next (seen ?x)) (item ?x) (not (does a (pick 9))))", "pick(1)", "1 2 3"},
	} {
		for way, g := range map[string]*rules.Game{"a circuit": parse(t, turns+c.rules), "without a circuit": unfolded(t, turns+c.rules)} {
			if got := said(t, g, c.moves); got != c.want {
				t.Errorf("%s, %s: after %s one may say %q, want %q", c.name, way, c.moves, got, c.want)
			}
		}
	}
}

// TestEndOfMeaning: the goals give the points at the end.
func TestEndOfMeaning(t *testing.T) {
	g := parse(t, turns)
	p := g.Start()
	for range 3 {
		if p.Outcome() != oxo.Ongoing {
			t.Fatalf("the game is over after %s", g.FormatPosition(p))
		}
		p.Make(p.Moves(nil)[0])
	}
	if p.Outcome() != oxo.Won || p.Turn() != oxo.Second {
		t.Errorf("%s: %v for %v", g.FormatPosition(p), p.Outcome(), p.Turn())
	}
}

// things is a game in which each thing exists or not, and a side wins when it quits. Rules say which things exist after
// a move.
const things = `
(role a) (role b) (init (turn a)) (thing 1) (thing 2) (thing 3) (<= (init (has ?x)) (thing ?x))
(<= (next (turn a)) (true (turn b)))
(<= (next (turn b)) (true (turn a)))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (goal ?r 100) (true (turn ?r)))
(<= (goal ?r 0) (role ?r) (not (true (turn ?r))))
`

// TestEndless: a game whose states cannot come back has no rule for that, and each other game has one.
func TestEndless(t *testing.T) {
	race.OneThread(t)
	const (
		quits = "(<= (legal ?r quit) (true (turn ?r))) (<= (next (off)) (does ?r quit)) (<= terminal (true (off)))"
		takes = "(<= (next (has ?x)) (true (has ?x)) (not (does a (take ?x))) (not (does b (take ?x))))"
		empty = "(<= some (true (has ?x))) (<= terminal (not some))"
		steps = "(init (step 1)) (<= (legal ?r (go ?n)) (true (turn ?r)) (true (step ?n))) (<= (legal ?r stay) (true (turn ?r)))"
	)
	for _, c := range []struct {
		name, text string
		loops      bool
	}{
		{"steps to an end", turns, false},
		{"things are taken", things + takes + empty + "(<= (legal ?r (take ?x)) (true (turn ?r)) (true (has ?x)))", false},
		{"what is gone may be taken", things + takes + empty + "(<= (legal ?r (take ?x)) (true (turn ?r)) (thing ?x))", true},
		{"things come back", things + empty + "(<= (legal ?r (take ?x)) (true (turn ?r)) (thing ?x)) (<= taken (does ?r (take ?x))) (<= (takes ?x) (does ?r (take ?x)))" +
			"(<= (next (has ?x)) (thing ?x) (not (true (has ?x))) (takes ?x)) (<= (next (has ?x)) (true (has ?x)) (not (takes ?x)))", true},
		{"steps in a circle", things + quits + steps + "(after 1 2) (after 2 3) (after 3 1) (<= (next (step ?n)) (true (step ?m)) (after ?m ?n))", true},
		{"steps that begin again", things + quits + steps + "(after 1 2) (after 2 3) (after 3 3) (<= back (does ?r back)) (<= (legal ?r back) (true (turn ?r)))" +
			"(<= (next (step 1)) back) (<= (next (step ?n)) (true (step ?m)) (after ?m ?n) (not back))", true},
		{"steps that stop", things + quits + steps + "(after 1 2) (after 2 3) (<= (next (step ?n)) (true (step ?m)) (after ?m ?n))", true},
	} {
		g := parse(t, c.text)
		if _, loops := g.Start().(oxo.Looping); loops != c.loops {
			t.Errorf("%s: the game may loop: %v, want %v", c.name, loops, c.loops)
		}
		keys(t, g, 9)
	}
}

// keys checks that in all positions up to a number of plies, equal positions have equal keys, and different positions
// have different keys.
func keys(t *testing.T, g *rules.Game, plies int) {
	t.Helper()
	texts, seen := map[oxo.Key]string{}, map[string]oxo.Key{}
	var walk func(p oxo.Position, plies int)
	walk = func(p oxo.Position, plies int) {
		text, key := g.FormatPosition(p), p.(oxo.Keyed).Key()
		if before, ok := texts[key]; ok && before != text {
			t.Fatalf("%s and %s have the key %v", before, text, key)
		}
		before, ok := seen[text]
		if ok && before != key {
			t.Fatalf("%s has the keys %v and %v", text, before, key)
		}
		if texts[key], seen[text] = text, key; ok || plies == 0 {
			return
		}
		for _, m := range p.Moves(nil) {
			p.Make(m)
			walk(p, plies-1)
			p.Unmake(m)
		}
	}
	walk(g.Start(), plies)
	bits := g.Start().(oxo.Keyed).KeyBits()
	for key, text := range texts {
		if bits < 64 && (key.Hi != 0 || key.Lo>>bits != 0) || bits > 64 && key.Hi>>(bits-64) != 0 {
			t.Fatalf("%s has the key %v of more than %d bits", text, key, bits)
		}
	}
	if bits < 2 || bits < 20 && len(texts) > 1<<bits {
		t.Errorf("%d positions have keys of %d bits", len(texts), bits)
	}
}

// picks is a sheet in which a role moves twice, the second time without a choice.
const picks = `
(role a) (role b) (init (step 1)) (after 1 2) (after 2 3) (after 3 4) (item 1) (item 2)
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= (turn a) (true (step 1)))
(<= (turn a) (true (step 2)))
(<= (turn b) (true (step 3)))
(<= (legal a (pick ?x)) (true (step 1)) (item ?x))
(<= (legal a go) (true (step 2)))
(<= (legal b (pick ?x)) (true (step 3)) (item ?x))
(<= (legal ?r wait) (role ?r) (not (turn ?r)))
(<= terminal (true (step 4)))
(goal a 100) (goal b 0)
`

// TestPass: a side that may not move passes while the other one moves again, even with a single move.
func TestPass(t *testing.T) {
	g := parse(t, picks)
	p := g.Start()
	for _, want := range []string{"pick(1) pick(2)", "pass", "go", "pick(1) pick(2)"} {
		var all []string
		for _, m := range p.Moves(nil) {
			all = append(all, g.FormatMove(p, m))
		}
		if got := strings.Join(all, " "); got != want {
			t.Fatalf("%s: %s, want %s", g.FormatPosition(p), got, want)
		}
		p.Make(p.Moves(nil)[0])
	}
	keys(t, g, 4)
}

// TestRepeated: if a state returns after four plies, Repeated says that it last occurred four plies ago.
func TestRepeated(t *testing.T) {
	g := parse(t, things+"(init (step 1)) (<= (legal ?r (go ?n)) (true (turn ?r)) (true (step ?n))) (<= (legal ?r quit) (true (turn ?r))) (<= (next (off)) (does ?r quit)) (<= terminal (true (off)))"+
		"(after 1 2) (after 2 3) (after 3 4) (after 4 1) (<= (next (step ?n)) (true (step ?m)) (after ?m ?n))")
	p := g.Start()
	for n := range 6 {
		want := 0
		if n >= 4 {
			want = 4
		}
		if plies, _ := p.(oxo.Looping).Repeated(); plies != want {
			t.Errorf("after %d plies the state was there %d plies ago, want %d", n, plies, want)
		}
		m, err := g.ParseMove(p, fmt.Sprintf("go(%d)", n%4+1))
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
}

// TestWideKeys: 45 squares with a stone of either side or none have keys of more than 64 bits, without collisions.
func TestWideKeys(t *testing.T) {
	race.OneThread(t)
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(things, "(thing 1) (thing 2) (thing 3)", ""))
	for n := range 45 {
		fmt.Fprintf(&b, "(thing %d)", n+1)
	}
	b.WriteString("(<= (legal ?r (take ?x)) (true (turn ?r)) (true (has ?x)))" +
		"(<= (next (has ?x)) (true (has ?x)) (not (does a (take ?x))) (not (does b (take ?x))))" +
		"(<= (next (by ?x ?r)) (does ?r (take ?x))) (<= (next (by ?x ?r)) (true (by ?x ?r)))" +
		"(<= some (true (has ?x))) (<= terminal (not some)) (<= (legal a (see ?x)) (true (by ?x b)) (true (by ?x a)) (true (turn a)))" +
		"(<= terminal (true (by 44 a)) (true (by 45 a)) (true (by 43 b)) (true (by 42 b)))")
	g := parse(t, b.String())
	if bits := g.Start().(oxo.Keyed).KeyBits(); bits <= 64 || bits > 128 {
		t.Errorf("keys of %d bits, want 65 to 128", bits)
	}
	keys(t, g, 2)
}

// TestMargins: points of all, half and nothing are a win, a draw and a loss; other points are
// margins.
func TestMargins(t *testing.T) {
	for name, want := range map[string]bool{"noughts.kif": false, "nim.kif": false, "coins.kif": true} {
		if _, ok := load(t, name).Start().(oxo.Margined); ok != want {
			t.Errorf("%s: margins are %v, want %v", name, ok, want)
		}
	}
}
