package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"oxo/api"
	"oxo/games"
)

// TestUnknownEnds: an unknown bound of a value is not written as a number. A tree of
// numbers has no guide, and any margin is possible in it.
func TestUnknownEnds(t *testing.T) {
	got, err := ask(t, api.New(games.All()), "solve", `{"game":"tree:(((3 12) (8 2)) ((4 6) (14 5)))","depth":1}`)
	if err != nil || len(got["solution"]) == 0 {
		t.Fatal(err, got)
	}
	for _, text := range got["solution"] {
		var s api.Solution
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		if s.AtLeast != "unknown" || s.AtMost != "unknown" || strings.Contains(s.Text, "268") {
			t.Errorf("worth at least %q, at most %q: want unknown", s.AtLeast, s.AtMost)
		}
	}
	got, err = ask(t, api.New(games.All()), "solve", `{"game":"tree:(((3 12) (8 2)) ((4 6) (14 5)))"}`)
	if last := strings.Join(got["solution"], "\n"); err != nil || !strings.Contains(last, `"atLeast":"win by 8","atMost":"win by 8"`) {
		t.Error(err, last)
	}
}
