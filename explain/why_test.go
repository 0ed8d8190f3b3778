//go:build !race

package explain_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/search"
)

// told counts answers.
type told struct {
	answers, named, sentences, longest int
	motives                            map[string]int
}

func (c *told) add(b *explain.Because) {
	if c.answers++; len(b.Motives) > 0 {
		c.named++
	}
	c.sentences += len(b.Sentences)
	c.longest = max(c.longest, len(b.Sentences))
	if c.motives == nil {
		c.motives = map[string]int{}
	}
	for _, m := range b.Motives {
		c.motives[m]++
	}
}

func (c *told) report(t *testing.T, what string, share float64) {
	t.Helper()
	named := float64(c.named) / float64(c.answers)
	t.Logf("%s: %d answers, of them %.1f%% name a motive; %.1f sentences on average, %d at most; %v",
		what, c.answers, 100*named, float64(c.sentences)/float64(c.answers), c.longest, c.motives)
	if named < share {
		t.Errorf("%s: a motive is named in %.1f%%, want %.0f%%", what, 100*named, 100*share)
	}
}

// TestWhyTicTacToe explains every move of 3x3 that throws away a win or a draw, and
// every other move in one position of each symmetry class. Every claim is checked.
func TestWhyTicTacToe(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	j, s := newJudge(t, g), search.New(search.Options{TableBytes: 1 << 20})
	seen, classes := map[string]bool{}, map[oxo.Key]bool{}
	positions, moves := 0, 0
	var thrown, kept told
	var visit func(p oxo.Position)
	visit = func(p oxo.Position) {
		if key := g.FormatPosition(p); p.Outcome() != oxo.Ongoing || seen[key] {
			return
		} else {
			seen[key] = true
		}
		class, _ := p.(oxo.Symmetric).Canonical()
		first := !classes[class]
		classes[class] = true
		positions++
		for _, m := range p.Moves(nil) {
			moves++
			throws := j.worth(p, m).Sign() < j.value(p).Sign()
			if throws && (first || !testing.Short()) || first {
				b, err := explain.Why(t.Context(), g, p, m, explain.WhyOptions{Searcher: s})
				if err != nil {
					t.Fatal(err)
				}
				if b.Value.Score != j.worth(p, m) || !b.Value.Proven {
					t.Errorf("%s %s is worth %v, not %v", g.FormatPosition(p), g.FormatMove(p, m), j.worth(p, m), b.Value)
				}
				j.check(p, m, b, 6)
				if throws {
					thrown.add(b)
				} else {
					kept.add(b)
				}
			}
			visit(played(p, m))
		}
	}
	visit(g.Start())
	t.Logf("3x3: %d ongoing positions that can come about, %d up to symmetry, with %d moves", positions, len(classes), moves)
	thrown.report(t, "moves that throw value away", 0.9)
	kept.report(t, "other moves", 0)
}

// randomMoves calls f with n random positions and a random move of each that loses
// value. The number of plies before each position is from least to most. The positions
// have no immediate win.
func randomMoves(t *testing.T, g oxo.Game, s *search.Searcher, n, least, most int, f func(oxo.Position, oxo.Move)) {
	rng := rand.New(rand.NewPCG(16, 3))
	for found := 0; found < n; {
		p := g.Start()
		for plies := least + rng.IntN(most-least+1); plies > 0 && p.Outcome() == oxo.Ongoing; plies-- {
			moves := p.Moves(nil)
			p.Make(moves[rng.IntN(len(moves))])
		}
		if p.Outcome() != oxo.Ongoing || len(winsNow(p)) > 0 {
			continue
		}
		moves := s.Analyze(t.Context(), p, search.Limits{})
		m := moves[rng.IntN(len(moves))]
		if m.Score.Sign() < moves[0].Score.Sign() {
			found++
			f(p, m.Move)
		}
	}
}

// TestWhyConnectFour does the same for random positions of Connect Four.
func TestWhyConnectFour(t *testing.T) {
	n := 500
	if testing.Short() {
		n = 30
	}
	g := gametest.Game(t, "connect4")
	j, s := newJudge(t, g), search.New(search.Options{TableBytes: 8 << 20, KeepTable: true})
	var c, later told
	randomMoves(t, g, s, n, 18, 28, func(p oxo.Position, m oxo.Move) {
		b, err := explain.Why(t.Context(), g, p, m, explain.WhyOptions{Searcher: s})
		if err != nil {
			t.Fatal(err)
		}
		j.check(p, m, b, 6)
		if c.add(b); b.Value.Score != oxo.Loss(2) {
			later.add(b)
		}
	})
	c.report(t, "Connect Four, no win at once, 18 to 28 stones", 0.6)
	later.report(t, "of them all but losses in 2", 0.6)
}

// TestWhyOthers does the same for games without lines, without a board, with margins,
// and with loops.
func TestWhyOthers(t *testing.T) {
	for _, x := range []struct {
		game           string
		n, least, most int
		named          float64
	}{
		{"breakthrough:4x5", 60, 8, 16, 0.6},
		{"sticks", 40, 0, 6, 0.9},
		{"nim", 30, 0, 4, 0.9},
		{"sticks:3+4+2x2", 20, 0, 3, 0.9},
		{"mnk:4x4x3", 30, 4, 9, 0.6},
		{"mnk:3x3x3,misere", 30, 2, 6, 0},
		{"connect4:5x4", 60, 4, 12, 0.6},
	} {
		g := gametest.Game(t, x.game)
		j, s := newJudge(t, g), search.New(search.Options{TableBytes: 8 << 20, KeepTable: true})
		var c told
		if testing.Short() {
			x.n /= 4
		}
		randomMoves(t, g, s, x.n, x.least, x.most, func(p oxo.Position, m oxo.Move) {
			b, err := explain.Why(t.Context(), g, p, m, explain.WhyOptions{Searcher: s})
			if err != nil {
				t.Fatal(err)
			}
			j.check(p, m, b, 6)
			c.add(b)
		})
		c.report(t, x.game, x.named)
	}
}

// TestWhyUnproven: an unproven value is called unproven; gains are counted
// independently.
func TestWhyUnproven(t *testing.T) {
	g := gametest.Game(t, "breakthrough:6x6")
	j, gained := newJudge(t, g), 0
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		p := g.Start()
		for range 8 + rng.IntN(8) {
			if moves := p.Moves(nil); len(moves) > 0 {
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
		for _, m := range p.Moves(nil) {
			b, err := explain.Why(t.Context(), g, p, m, explain.WhyOptions{Limits: search.Limits{Depth: 1}})
			if err != nil {
				t.Fatal(err)
			}
			text := b.Sentences[0].Text
			if unsure := strings.Contains(text, "not proven") || strings.Contains(text, "certain"); unsure == b.Value.Proven {
				t.Errorf("%v is told as %q", b.Value, text)
			}
			for _, s := range b.Sentences {
				for _, c := range s.Claims {
					if c.Kind == explain.HasMotive && c.Motive.Kind == board.Gains {
						gained++
						j.gains(p, m)
					}
				}
			}
		}
	}
	if gained == 0 {
		t.Error("no pawn was ever won")
	}
}

// TestWhyWrong: a move that cannot be explained gives an error.
func TestWhyWrong(t *testing.T) {
	g, p := gametest.Position(t, "tictactoe", "XXX/OO./...")
	if _, err := explain.Why(t.Context(), g, p, 5, explain.WhyOptions{}); !errors.Is(err, oxo.ErrGameOver) {
		t.Errorf("a finished game: %v", err)
	}
	g, p = gametest.Position(t, "tictactoe", "X../.O./...")
	if _, err := explain.Why(t.Context(), g, p, 0, explain.WhyOptions{}); err == nil || !strings.Contains(err.Error(), "a legal one is") {
		t.Errorf("a move that is not legal: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := explain.Why(ctx, g, p, 1, explain.WhyOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestWhyNamesTheSame: if several moves are equally good, the one that a review calls better is named
// first.
func TestWhyNamesTheSame(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := g.Start()
	if _, err := catalog.ReplayFrom(g, p, "b2"); err != nil {
		t.Fatal(err)
	}
	b1, err := g.ParseMove(p, "b1")
	if err != nil {
		t.Fatal(err)
	}
	for _, better := range []string{"a1", "a3", "c1", "c3"} {
		o := explain.WhyOptions{HasBetter: true}
		if o.Better, err = g.ParseMove(p, better); err != nil {
			t.Fatal(err)
		}
		b, err := explain.Why(t.Context(), g, p, b1, o)
		if err != nil {
			t.Fatal(err)
		}
		if last := b.Sentences[len(b.Sentences)-1].Text; !strings.HasPrefix(last, better+" draws, and so do 3 other moves") {
			t.Errorf("the review says %s is better, and the reason ends: %s", better, last)
		}
	}
}
