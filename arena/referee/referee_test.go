package referee_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/arena/referee"
	"oxo/game/catalog"
	"oxo/games"
)

func game(t *testing.T, name string) oxo.Game {
	t.Helper()
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// honest is a program with oxo's rules, with one change.
type honest struct {
	t      *testing.T
	g      oxo.Game
	p      oxo.Position
	boards bool // it sends its position after a change
	moves  func(p oxo.Position, names []string) []string
	over   func(p oxo.Position, answer string) string
	asked  int
}

func (h *honest) Ask(_ context.Context, question string) (string, error) {
	h.asked++
	word, rest, _ := strings.Cut(question, " ")
	switch word {
	case "position":
		if h.p = h.g.Start(); rest != "start" {
			p, err := h.g.ParsePosition(rest)
			if err != nil {
				h.t.Errorf("%s: %v", rest, err)
			}
			h.p = p
		}
	case "make":
		m, err := h.g.ParseMove(h.p, rest)
		if err != nil {
			h.t.Errorf("%s is not legal: %v", rest, err)
		}
		h.p.Make(m)
	case "over":
		answer := map[oxo.Outcome]string{oxo.Ongoing: "no", oxo.Won: "win", oxo.Drawn: "draw", oxo.Lost: "loss"}[h.p.Outcome()]
		if h.over != nil {
			answer = h.over(h.p, answer)
		}
		return answer, nil
	case "moves":
		var names []string
		for _, m := range catalog.Playable(h.p, nil) {
			names = append(names, h.g.FormatMove(h.p, m))
		}
		if h.moves != nil {
			names = h.moves(h.p, names)
		}
		return strings.Join(names, " "), nil
	}
	if h.boards {
		return h.g.FormatPosition(h.p), nil
	}
	return "ok", nil
}

// TestNoDifference: the same rules do not differ, and the number of positions is perft's.
func TestNoDifference(t *testing.T) {
	for _, c := range []struct {
		game       string
		depth      int
		exhaustive int
		boards     bool
	}{
		{"chess", 2, 1 + 20 + 400, true},
		{"tictactoe", 4, 1 + 9 + 72 + 504 + 3024, false},
		{"othello:4x4", 3, 1 + 4 + 12 + 44, true},
	} {
		g := game(t, c.game)
		report, err := referee.Compare(t.Context(), &honest{t: t, g: g, boards: c.boards}, referee.Options{Game: g, Depth: c.depth, Games: 3, Seed: 1})
		if err != nil || report.Difference != nil || report.Exhaustive != c.exhaustive || report.Games != 3 || report.Random < 10 {
			t.Errorf("%s: %+v, %+v, %v", c.game, report, report.Difference, err)
		}
	}
}

// TestPast: a move that superko forbids is not legal, although oxo's list of moves has it.
func TestPast(t *testing.T) {
	g := game(t, "go:2x2")
	all := func(p oxo.Position, _ []string) []string {
		var names []string
		for _, m := range p.Moves(nil) {
			names = append(names, g.FormatMove(p, m))
		}
		return names
	}
	for name, moves := range map[string]func(oxo.Position, []string) []string{"playable": nil, "all": all} {
		report, err := referee.Compare(t.Context(), &honest{t: t, g: g, moves: moves}, referee.Options{Game: g, Games: 20, Seed: 1})
		if err != nil || (report.Difference != nil) != (name == "all") {
			t.Errorf("%s: %+v, %v", name, report.Difference, err)
		}
	}
}

// TestShortest: no line of moves shows the first difference sooner. The moves of a random game that shows one
// are made fewer.
func TestShortest(t *testing.T) {
	g := game(t, "chess")
	noCastling := func(_ oxo.Position, names []string) []string {
		return slices.DeleteFunc(names, func(name string) bool { return name == "a7a6" })
	}
	rules := &honest{t: t, g: g, moves: noCastling, boards: true}
	report, err := referee.Compare(t.Context(), rules, referee.Options{Game: g, Depth: 3})
	d := report.Difference
	if err != nil || d == nil || len(d.Moves) != 1 || !slices.Equal(d.OnlyOurs, []string{"a7a6"}) || d.OnlyTheirs != nil || d.What != "moves" || d.From != d.Position || len(d.Then) != 0 || d.Board == nil {
		t.Fatalf("%+v, %v", d, err)
	}
	for seed := range uint64(3) {
		report, err = referee.Compare(t.Context(), &honest{t: t, g: g, over: noFifth}, referee.Options{Game: g, Games: 5, Seed: seed})
		if d = report.Difference; err != nil || d == nil || d.What != "over" || len(d.Moves) > 5 || d.Ours != "no" || d.Theirs != "draw" {
			t.Errorf("seed %d: %+v, %v", seed, d, err)
		}
	}
}

// noFifth answers that a game is drawn as soon as a pawn is on the fifth row of its side.
func noFifth(p oxo.Position, answer string) string {
	g, _ := catalog.Lookup(games.All(), "chess")
	rows := strings.Split(g.FormatPosition(p), "/")
	if answer == "no" && strings.Contains(rows[3], "P") {
		return "draw"
	}
	return answer
}

// TestKinds: each kind of difference is named.
func TestKinds(t *testing.T) {
	g := game(t, "tictactoe")
	for _, c := range []struct {
		rules *honest
		what  func(d *referee.Difference) bool
	}{
		{&honest{moves: func(_ oxo.Position, names []string) []string { return append(names, names[0]) }}, func(d *referee.Difference) bool { return len(d.Twice) == 1 && len(d.Moves) == 0 }},
		{&honest{moves: func(_ oxo.Position, names []string) []string { return append(names, "d4") }}, func(d *referee.Difference) bool { return slices.Equal(d.OnlyTheirs, []string{"d4"}) }},
		{&honest{over: func(_ oxo.Position, answer string) string { return strings.Replace(answer, "loss", "win", 1) }}, func(d *referee.Difference) bool { return d.What == "over" && len(d.Moves) == 5 && d.Ours == "loss" }},
		{&honest{over: func(_ oxo.Position, answer string) string { return strings.Replace(answer, "loss", "yes", 1) }}, func(d *referee.Difference) bool { return d == nil }},
	} {
		c.rules.t, c.rules.g = t, g
		report, err := referee.Compare(t.Context(), c.rules, referee.Options{Game: g, Depth: 5})
		if err != nil || !c.what(report.Difference) {
			t.Errorf("%+v, %v", report.Difference, err)
		}
	}
}

// TestBadPrograms: a program that hangs, dies, babbles, floods or answers nonsense ends the comparison with
// an error that says so.
func TestBadPrograms(t *testing.T) {
	or := map[string]string{"floods": `"over" with "y"`, "babbles": `"over" with "more"`} // if its second line comes late
	const good = `while read a b; do case $a in over) echo no;; moves) echo a1;; *) echo ok;; esac; done`
	for _, c := range []struct{ name, script, want string }{
		{"hangs", "sleep 600", `no answer to "position start" within`},
		{"hangs later", "read x; echo ok; sleep 600", `no answer to "over" within`},
		{"no line end", "read x; echo ok; read x; printf no; sleep 600", `"no" has no line end`},
		{"dies", "read x; echo ok; exit 3", `"over": `},
		{"babbles", `while read x; do echo ok; echo more; done`, "without a question"},
		{"nonsense", `while read x; do echo 7; done`, `it answered "7": want ok, the position, or error and a reason`},
		{"nonsense over", `while read x; do echo ok; done`, `it answered "over" with "ok": want no, yes, win, draw or loss`},
		{"refuses", `while read x; do echo error no; done`, `it refused "position start"`},
		{"floods", `read x; echo ok; yes`, "without a question"},
		{"one move", good, ""},
	} {
		p, err := referee.Start(t.Context(), 2*time.Second, "sh", "-c", c.script)
		if err != nil {
			t.Fatal(err)
		}
		g := game(t, "tictactoe")
		report, err := referee.Compare(t.Context(), p, referee.Options{Game: g, Depth: 1})
		_ = p.Close()
		if c.want == "" {
			if err != nil || report.Difference == nil || len(report.Difference.OnlyOurs) != 8 {
				t.Errorf("%s: %+v, %v", c.name, report.Difference, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) && (or[c.name] == "" || !strings.Contains(err.Error(), or[c.name])) {
			t.Errorf("%s: %v: want %s", c.name, err, c.want)
		}
	}
}
