//go:build !race

package explain_test

import (
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/explain"
	"oxo/player"
	"oxo/search"
)

// reviewedWith returns the review of each move of a game, with a limit of nodes.
func reviewedWith(t *testing.T, nodes uint64, game string, moves ...string) []explain.Reviewed {
	t.Helper()
	p := gameOf(t, game, moves...)
	engine := player.Proving(search.New(search.Options{KeepTable: true}), p.Start)
	var all []explain.Reviewed
	for m := range explain.Review(t.Context(), engine, p, explain.ReviewLimits{Each: search.Limits{Nodes: nodes}}) {
		all = append(all, m)
	}
	slices.Reverse(all)
	return all
}

// TestReviewEstimates: where nothing is proven, moves are rated by the chance they lose, and the
// review says that this is an estimate; a certain result counts as a chance, too.
func TestReviewEstimates(t *testing.T) {
	for _, c := range []struct {
		name, game, moves string
		ply               int
		sign              string
	}{
		{"a queen hangs", "chess", "e2e4 e7e5 d1h5 b8c6 h5e5 c6e5", 5, "≈??"},
		{"fool's mate", "chess", "f2f3 e7e5 g2g4 d8h4", 3, "≈??"},
		{"a man hangs", "checkers", "10-14 23-19 14-18 22x15 11x18 19-15 9-14 24-20 7-11 28-24 12-16 24-19 16x23 26x19 6-9 31-26 1-6 26-22 9-13 32-28 6-10 15x6 2x9 22x15 11x18 25-22 18x25 29x22 14-17 21x14 9x25 30x21 13-17 21x14", 33, "≈??"},
		{"a corner is given", "othello", "c4 e3 f6 c5 c3 e6 c6 g6 f4 g3 e2 b5 d6 d7 f5 g5 b4 e1 a5 c2 b6 d3 f3 c7 g4 h4 e8 f2 b7 a8", 29, "≈??"},
		{"a capture of the queen is good", "chess", "e2e4 e7e5 d1h5 b8c6 h5e5 c6e5", 6, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := reviewedWith(t, 2000, c.game, strings.Fields(c.moves)...)
			if m := &all[c.ply-1]; m.Sign() != c.sign {
				t.Errorf("%d. %s is %q (%s), want %q", m.Ply, m.Name, m.Sign(), m.Words, c.sign)
			}
			again := reviewedWith(t, 2000, c.game, strings.Fields(c.moves)...)
			for i := range all {
				m := &all[i]
				if !m.Forced && m.Estimated == (m.Before.Proven && m.After.Proven) {
					t.Errorf("%d. %s: before %+v, after %+v, estimated is %v", m.Ply, m.Name, m.Before, m.After, m.Estimated)
				}
				if m.Sign() != "" && len(m.Better) == 0 {
					t.Errorf("%d. %s has no better line", m.Ply, m.Name)
				}
				if m.Words != again[i].Words || m.Judgement != again[i].Judgement {
					t.Errorf("%d. %s: %q, and %q the second time", m.Ply, m.Name, m.Words, again[i].Words)
				}
			}
		})
	}
}

// TestAccuracy: the accuracy of a side is the mean over its moves; forced moves do not count.
func TestAccuracy(t *testing.T) {
	var a explain.Accuracy
	for _, m := range []explain.Reviewed{
		{Side: oxo.First, ChanceBefore: 0.5, ChanceAfter: 0.5},
		{Side: oxo.First, ChanceBefore: 0.9, ChanceAfter: 0},
		{Side: oxo.First, ChanceBefore: 1, ChanceAfter: 0, Forced: true},
		{Side: oxo.Second, Judgement: explain.Unclear},
	} {
		a.Add(&m)
	}
	if p, n := a.Of(oxo.First); n != 2 || p < 49.5 || p > 50.5 { // 100 and 0
		t.Errorf("the first side: %.2f%% of %d moves, want 50%% of 2", p, n)
	}
	if _, n := a.Of(oxo.Second); n != 0 {
		t.Errorf("the second side: %d moves, want 0", n)
	}
}

// TestForcedLabel: the only legal move is neither good nor bad.
func TestForcedLabel(t *testing.T) {
	p := gameOf(t, "tictactoe", "b2", "b1", "a1", "c3", "a3", "c1", "a2")
	last := gameOf(t, "tictactoe", "b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3")
	for m := range explain.Review(t.Context(), search.New(search.Options{}), last, explain.ReviewLimits{}) {
		if !m.Forced || m.Label() != "forced" || m.Words != "c3 was the only move" {
			t.Errorf("%d. %s is %q: %s", m.Ply, m.Name, m.Label(), m.Words)
		}
		break
	}
	for m := range explain.Review(t.Context(), search.New(search.Options{}), p, explain.ReviewLimits{}) {
		if m.Forced || m.Label() != "good" {
			t.Errorf("%d. %s is %q", m.Ply, m.Name, m.Label())
		}
		break
	}
}
