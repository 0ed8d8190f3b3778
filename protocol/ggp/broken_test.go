package ggp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/player"
	"oxo/search"
)

// rare is a sheet that seems to be a game of turns. After one rare move of a thousand both
// roles choose at the same time.
func rare(points string) string {
	var sheet strings.Builder
	sheet.WriteString("(role x) (role o) (init (turn x)) (init (left 8)) (other x o) (other o x)\n")
	for n := range 10 {
		fmt.Fprintf(&sheet, "(d %d) (after %d %d)", n, n, n-1)
	}
	sheet.WriteString("(<= (legal ?r (go ?a ?b ?c)) (true (turn ?r)) (d ?a) (d ?b) (d ?c))\n(<= (legal ?r wait) (other ?r ?s) (true (turn ?s)) (not (true both)))\n(<= (legal ?r (both 1)) (role ?r) (true both))\n(<= (legal ?r (both 2)) (role ?r) (true both))\n")
	sheet.WriteString("(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))\n(<= (next (left ?m)) (true (left ?n)) (after ?n ?m))\n(<= (next both) (does x (go 7 7 7)) (true (left 6)))\n(<= terminal (true (left 0)))\n")
	return sheet.String() + points
}

// levelPoints are goals that make the game of the sheet rare end in a draw.
const levelPoints = "(<= (goal x 50))\n(<= (goal o 50))\n"

// TestBreaks: if a search meets a position that breaks the game, it ends, with any number
// of threads. Then random games choose a move.
func TestBreaks(t *testing.T) {
	sheet := readSheet(context.Background(), "rare", rare(levelPoints)) // once: under the race detector it takes seconds
	<-sheet.surveyed
	if sheet.why != nil {
		t.Fatal(sheet.why)
	}
	for _, method := range player.Methods() {
		for _, threads := range []int{1, 2} {
			m := newMatch(t.Context(), &message{match: "rare", role: "x"})
			m.sheet = sheet
			if err := m.begin(); err != nil {
				t.Fatal(err)
			}
			m.hear([]string{"go(0,0,0)", "wait"})
			m.hear([]string{"wait", "go(0,0,0)"})
			if err := m.advance(); err != nil {
				t.Fatal(err)
			}
			th := newThinker(&Options{Method: method, Search: search.Options{TableBytes: 1 << 20, Threads: threads}})
			var last choice
			ctx, cancel := context.WithCancel(t.Context())
			err := th.choose(ctx, m, m.state.Legal(0, nil), func(c choice) {
				if last = c; c.by == "random games" {
					cancel()
				} else if m.broken.Load() {
					t.Errorf("%+v is reported although the game has broken", c)
				}
			})
			cancel()
			if err == nil || !strings.Contains(err.Error(), "random games choose the moves from now on") || !strings.Contains(err.Error(), "both roles choose at the same time") || last.by != "random games" {
				t.Errorf("%s, %d threads: %v, %+v", method, threads, err, last)
			}
		}
	}
}

// TestGuard: a guarded position has the abilities of its game, and behaves as it does until that
// breaks. After that all moves can still be taken back.
func TestGuard(t *testing.T) {
	sheet := readSheet(context.Background(), "rare", rare(levelPoints))
	<-sheet.surveyed
	ended := false
	b := &breach{cancel: func() { ended = true }}
	p := guard(sheet.game.Start(), b)
	start := sheet.game.FormatPosition(sheet.game.Start())
	var made []oxo.Move
	for _, text := range []string{"go(0,0,0)", "go(0,0,0)", "go(7,7,7)"} {
		move, err := sheet.game.ParseMove(bare(p), text)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, move)
		p.Make(move)
	}
	if b.first.Load() == nil || !ended || len(p.Moves(nil)) != 0 || p.Outcome().String() != "drawn" {
		t.Errorf("after the break: %v, %v, %v", b.first.Load(), ended, p.Outcome())
	}
	c := p.Clone()
	if len(c.Moves(nil)) != 0 {
		t.Error("the copy goes on")
	}
	for i := range made {
		p.Unmake(made[len(made)-1-i])
	}
	if got := sheet.game.FormatPosition(bare(p)); got != start {
		t.Errorf("taken back: %s, want %s", got, start)
	}
}

// bare returns the position in a guard.
func bare(p oxo.Position) oxo.Position {
	switch p := p.(type) {
	case *guarded:
		return p.Keyed
	case *guardedLooping:
		return p.Keyed
	case *guardedMargined:
		return p.Keyed
	}
	return p.(*guardedBoth).Keyed
}

// TestPlainReports: a move is reported after the first random game, so that a thinker that is
// cut short has one.
func TestPlainReports(t *testing.T) {
	sheet := readSheet(context.Background(), "rare", rare(levelPoints))
	<-sheet.read
	state := sheet.engine.Begin()
	p := &plain{state: state, moves: state.Legal(0, nil), rng: rand.New(rand.NewPCG(1, 1))}
	var reports []float64
	p.choose(t.Context(), 1, func(_ int32, points float64) { reports = append(reports, points) })
	if len(reports) != 1 || reports[0] != 50 {
		t.Errorf("%v, want one report of 50 points", reports)
	}
	<-sheet.surveyed
}
