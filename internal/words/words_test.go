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
