package ggp

import (
	"os"
	"strings"
	"testing"

	"oxo/internal/race"
)

// TestDocument: oxo gives the answers of the conversation in the documents.
func TestDocument(t *testing.T) {
	race.OneThread(t)
	text, err := os.ReadFile("../../docs/lookup/ggp.md")
	if err != nil {
		t.Fatal(err)
	}
	url, message, lines := serve(t, New(options())), "", 0
	for line := range strings.Lines(string(text)) {
		if to, ok := strings.CutPrefix(line, "> "); ok {
			message = strings.ReplaceAll(to, "{nim}", sheetOf(t, "nim"))
		} else if want, ok := strings.CutPrefix(line, "< "); ok {
			lines++
			if got := post(t, url, message); got != strings.TrimSpace(want) {
				t.Errorf("%.50s: %s, want %s", message, got, want)
			}
		}
	}
	if lines < 6 {
		t.Errorf("only %d answers in the document", lines)
	}
}
