//go:build !race

package gogame_test

import (
	"strings"
	"testing"

	"oxo/internal/gametest"
)

// TestSuicide: the error for a suicide of several stones names the rules that allow it; the
// error for a single stone does not, since that would recreate the board.
func TestSuicide(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, move string
		several    bool
	}{
		{"X.O/OO./... black", "B3", true},
		{"XX./OOO/... black", "C3", true},
		{".O./O../... black", "A3", false},
	} {
		g, p := gametest.Position(t, "go:3x3", c.text)
		_, err := g.ParseMove(p, c.move)
		if err == nil || !strings.Contains(err.Error(), "no liberty") {
			t.Errorf("%s, %s: %v", c.text, c.move, err)
			continue
		}
		if got := strings.Contains(err.Error(), "the rules of oxo forbid suicide; the New Zealand rules (RU[NZ]), which allow it, are not known to oxo"); got != c.several {
			t.Errorf("%s, %s: %v", c.text, c.move, err)
		}
	}
}
