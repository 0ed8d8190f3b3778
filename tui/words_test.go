//go:build unix || windows

package tui

import (
	"regexp"
	"strings"
	"testing"

	"oxo/internal/languages"
)

// english finds words that show that a text was not translated.
var english = regexp.MustCompile(`\b(the|is|are|and|with|which|wins|loses|draws|moves|plays|to|for|by|worth|arrows|keys|back|you|your)\b`)

// TestWords: each screen in German has German words, and none that are English. Texts without a translation are
// listed here: notations, and words of options.
func TestWords(t *testing.T) {
	de, err := languages.For("de")
	if err != nil || de == nil {
		t.Fatal(de, err)
	}
	for _, p := range pictures() {
		t.Run(p.name, func(t *testing.T) {
			o := p.o
			p.o = func(options *Options) {
				if o != nil {
					o(options)
				}
				options.Words = de
			}
			text := p.take(t, 120, 40)
			if p.game != "" && !strings.Contains(text, "Enter") && !strings.Contains(text, "Pfeile") && !strings.Contains(text, "Esc") && !strings.Contains(text, "Leertaste") {
				t.Errorf("no German keys:\n%s", text)
			}
			for line := range strings.SplitSeq(text, "\n") {
				if p.game != "" && english.MatchString(line) {
					t.Errorf("English: %s", line)
				}
			}
		})
	}
}
