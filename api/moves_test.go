package api

import (
	"slices"
	"testing"
)

// TestSplitMoves: moves are split at dots, commas and blanks; brackets hold a move together.
func TestSplitMoves(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil, "b2.a1,c3 b1\n": {"b2", "a1", "c3", "b1"}, "..a1": {"a1"}, "mark(1,2).mark(2,1)": {"mark(1,2)", "mark(2,1)"},
		"put(f(1,2),3.5) pass": {"put(f(1,2),3.5)", "pass"}, "mark(1,2": {"mark(1,2"}, "a),b": {"a)", "b"},
	} {
		if got := SplitMoves(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
