package words_test

import (
	"strings"
	"testing"

	"oxo/internal/words"
)

func TestNearest(t *testing.T) {
	names := []string{"misere", "torus", "tictactoe"}
	for word, want := range map[string]string{"miser": "misere", "TORUS": "torus", "tick": "", "": "", strings.Repeat("x", 100): ""} {
		got, ok := words.Nearest(word, names)
		if ok != (want != "") || ok && got != want {
			t.Errorf("nearest to %q is %q, %v", word, got, ok)
		}
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"b2":                    "b2",
		`say "hello" \ 'it'`:    `say "hello" \ 'it'`,
		"café 象棋 ♞":             "café 象棋 ♞",
		"a\x1b[31mred\x1b[0m\n": `a\x1b[31mred\x1b[0m\n`,
		"\x00\a\t\r\x7f\u0085":  `\x00\a\t\r\x7f\u0085`,
		"\xff\xfe\u202e":        `\xff\xfe\u202e`,
		"\ufffd":                "\ufffd",
	} {
		if got := words.Escape(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
