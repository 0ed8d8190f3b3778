package main

import (
	"strings"
	"testing"
)

const planted = `package p

// first is the position behind
// a move. Of two lines the first counts. It has so
// many squares.
func first() {
	mostNodes := 1 // The worker who asks is told.
	_ = mostNodes  // There is no move. X stands for a side, and is no longer used.
	_ = "behind %q is no move"
}

// Thought of alone.

/* all but one */
`

// A planted habit is found, across the end of a line too. What only looks like one
// is not.
func TestFind(t *testing.T) {
	var got []string
	for _, p := range newFinder().find("p.go", []byte(planted)) {
		got = append(got, p.habit+" "+p.text)
	}
	want := []string{
		"behind behind",
		"so-many so many",
		"of-first . Of two",
		"name-most mostNodes",
		"told is told",
		"who worker who",
		"name-most mostNodes",
		"text-is-no is no move",
		"but-except all but",
	}
	if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("found\n%s\nwant\n%s", a, b)
	}
}

// Each habit has an example that it finds.
func TestEveryHabit(t *testing.T) {
	examples := map[string]string{
		"behind":     "the node behind it",
		"so-many":    "so many nodes",
		"told":       "it tells the caller",
		"is-no":      "a pass is no move",
		"stands":     "a man stands here",
		"of-which":   "lines of which one is left",
		"who":        "the thread, who",
		"what-is":    "what is left",
		"of-first":   "Of lines the first",
		"but-except": "all but one",
		"goes-on":    "the search goes on",
		"at-hand":    "the node at hand",
	}
	for _, h := range inComments() {
		places := newFinder().find("p.go", []byte("package p\n\n// "+examples[h.name]+"\n"))
		if len(places) != 1 || places[0].habit != h.name {
			t.Errorf("%s: %q gives %v", h.name, examples[h.name], places)
		}
	}
}

// A count above the baseline is an error, one below is not.
func TestGrown(t *testing.T) {
	k := key{"./p", "behind"}
	if err := grown(map[key]int{k: 1}, map[key]int{k: 2}); err == nil || !strings.Contains(err.Error(), "./p: behind: 2, want at most 1") {
		t.Errorf("2 for 1: %v", err)
	}
	if err := grown(map[key]int{k: 2}, map[key]int{k: 1}); err != nil {
		t.Errorf("1 for 2: %v", err)
	}
}
