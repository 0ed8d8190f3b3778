package explain_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"oxo/catalog"
	"oxo/explain"
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

// TestReview judges every move of a small game, the last first, and leaves the start.
func TestReview(t *testing.T) {
	p := gameOf(t, "tictactoe", "b2", "b1", "a1", "c3", "a3", "c1", "a2")
	want := []explain.Judgement{explain.Good, explain.Mistake, explain.Good, explain.Good, explain.Good, explain.Good, explain.Good}
	before := p.Game.FormatPosition(p.Start)
	ply := len(p.Moves)
	for m := range explain.Review(t.Context(), search.New(search.Options{}), p, explain.ReviewLimits{Total: time.Minute}) {
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

// TestReviewEnds where its context does, or nobody listens any more.
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

// TestReviewBetter: the line that is better than a win let go is that of the win.
func TestReviewBetter(t *testing.T) {
	p := gameOf(t, "gomoku", "h8", "g8", "i8", "a15", "j8", "c15", "k8", "e15", "a1")
	for m := range explain.Review(t.Context(), search.New(search.Options{}), p, explain.ReviewLimits{Total: 300 * time.Millisecond}) {
		if m.Judgement != explain.LetGo || !slices.Equal(m.Better, []string{"l8"}) {
			t.Errorf("a1 instead of l8: %s, better is %v", m.Judgement, m.Better)
		}
		break
	}
}
