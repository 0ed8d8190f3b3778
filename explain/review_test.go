//go:build !race

package explain_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"oxo"
	"oxo/explain"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/search"
)

// gameOf reads a game.
func gameOf(t *testing.T, game string, moves ...string) explain.Played {
	t.Helper()
	g, err := catalog.Lookup(games.All(), game)
	if err != nil {
		t.Fatal(err)
	}
	made, err := catalog.ReplayFrom(g, g.Start(), moves...)
	if err != nil {
		t.Fatal(err)
	}
	return explain.Played{Game: g, Start: g.Start(), Moves: made}
}

// TestReview judges every move of a small game, the last first. Afterwards the position is the start.
func TestReview(t *testing.T) {
	p := gameOf(t, "tictactoe", "b2", "b1", "a1", "c3", "a3", "c1", "a2")
	want := []explain.Judgement{explain.Good, explain.Mistake, explain.Good, explain.Good, explain.Good, explain.Good, explain.Good}
	before := p.Game.FormatPosition(p.Start)
	ply := len(p.Moves)
	for m := range explain.Review(t.Context(), search.New(search.Options{}), p, explain.ReviewLimits{Total: time.Hour}) {
		if m.Ply != ply || m.Judgement != want[ply-1] {
			t.Errorf("ply %d of %d: %+v, want %s", m.Ply, ply, m, want[ply-1])
		}
		if (m.Judgement == explain.Mistake) != (len(m.Better) > 0) {
			t.Errorf("ply %d: better is %v", m.Ply, m.Better)
		}
		ply--
	}
	if ply != 0 || p.Game.FormatPosition(p.Start) != before {
		t.Errorf("%d moves were left out; the start is %s", ply, p.Game.FormatPosition(p.Start))
	}
}

// TestReviewEnds: a review ends when its context does, or when the caller stops the
// iteration.
func TestReviewEnds(t *testing.T) {
	p := gameOf(t, "gomoku", "h8", "i9", "i8")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for m := range explain.Review(ctx, search.New(search.Options{}), p, explain.ReviewLimits{Total: time.Hour}) {
		t.Errorf("judged %+v", m)
	}
	n := 0
	for range explain.Review(t.Context(), search.New(search.Options{}), p, explain.ReviewLimits{Total: 30 * time.Millisecond}) {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d moves were judged for who left at the first", n)
	}
}

// TestReviewBetter: if a move gave away a win, the better line is the winning one.
func TestReviewBetter(t *testing.T) {
	p := gameOf(t, "gomoku", "h8", "g8", "i8", "a15", "j8", "c15", "k8", "e15", "a1")
	for m := range explain.Review(t.Context(), search.New(search.Options{}), p, explain.ReviewLimits{Total: 3 * time.Second}) {
		// The win is let go, or some of the chance is lost: that depends on the estimate.
		if m.Judgement != explain.LetGo && m.Judgement != explain.Inaccuracy || !slices.Equal(m.Better, []string{"l8"}) {
			t.Errorf("a1 instead of l8: %s, better is %v", m.Judgement, m.Better)
		}
		break
	}
}

// counting is an engine that records the limits of each search.
type counting struct {
	*search.Searcher
	limits []search.Limits
}

func (c *counting) Search(ctx context.Context, p oxo.Position, limits search.Limits) search.Result {
	c.limits = append(c.limits, limits)
	return c.Searcher.Search(ctx, p, limits)
}

// TestReviewLimits: limits for each move are passed to each search; with a total
// limit a search gets at most its share. The best lines are legal.
func TestReviewLimits(t *testing.T) {
	p := gameOf(t, "gomoku", "h8", "i9", "i8", "j8", "g8")
	each := search.Limits{Nodes: 300, Depth: 3, Time: time.Minute}
	engine := &counting{Searcher: search.New(search.Options{})}
	n := 0
	for m := range explain.Review(t.Context(), engine, p, explain.ReviewLimits{Each: each}) {
		at := p.Start.Clone()
		for _, made := range p.Moves[:m.Ply-1] {
			at.Make(made)
		}
		for _, better := range m.Best {
			if !slices.Contains(at.Moves(nil), better) {
				t.Fatalf("ply %d: %v is no move", m.Ply, better)
			}
			at.Make(better)
		}
		n++
	}
	if n != 5 || len(engine.limits) <= n { // one for each position, and more before a move is blamed
		t.Errorf("%d moves, %d searches", n, len(engine.limits))
	}
	for _, l := range engine.limits {
		if l != each {
			t.Errorf("a search was given %+v, want %+v", l, each)
		}
	}
	engine.limits = nil
	for range explain.Review(t.Context(), engine, p, explain.ReviewLimits{Total: 60 * time.Millisecond, Each: search.Limits{Depth: 2, Time: time.Hour}}) {
	}
	for i, l := range engine.limits {
		if l.Depth != 2 || l.Time > 60*time.Millisecond || l.Time <= 0 {
			t.Errorf("search %d was given %+v", i, l)
		}
	}
}
