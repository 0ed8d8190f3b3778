package rbg

import (
	"os"
	"strings"
	"testing"
)

// TestSurveySteps: the random games of a survey end by a count of steps, so that a slow machine reads the same sheets.
func TestSurveySteps(t *testing.T) {
	text, err := os.ReadFile("../../../examples/sheets/noughts.rbg")
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(t.Context(), "noughts.rbg", string(text), Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.surveyWithin(t.Context(), 100); err == nil || !strings.Contains(err.Error(), "too many steps") {
		t.Errorf("games of at most 100 steps: %v, want that they take too many", err)
	}
	if err := g.surveyWithin(t.Context(), surveySteps); err != nil {
		t.Error(err)
	}
}
