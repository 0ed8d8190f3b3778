//go:build !race

package rbg

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEnds: a game is proven to end if squares fill, a variable counts, captures do not
// come back or pieces march. It is not proven to end if a small change lets a state come
// back.
func TestEnds(t *testing.T) {
	files := map[string]string{"small": small}
	for _, name := range []string{"noughts", "breakthrough", "jumps"} {
		text, err := os.ReadFile(filepath.Join("../../../examples/sheets", name+".rbg"))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	for _, c := range []struct {
		name, file, old, other string
		loops                  bool
	}{
		{"squares fill", "small", "", "", false},
		{"any square, filled or not", "small", "any {e} ->>", "any {e, x} ->>", true},
		{"a square becomes empty", "small", "[x] [$", "[x] any [e] [$", true},
		{"a square is filled and another emptied", "small", "[x] [$", "[x] any {x} [e] [$", true},
		{"squares fill with noughts and crosses", "noughts", "", "", false},
		{"a full board is cleared", "noughts", "{! three(piece)}\n", "{! three(piece)} + {! anySquare {empty}} anySquare [empty]\n", true},
		{"turns count", "jumps", "", "", false},
		{"turns do not count", "jumps", "turns + 1", "turns + 0", true},
		{"turns count down, too", "jumps", "turns = turns + 1]", "turns = turns + 1] ({$ turns < 5} + {$ turns == 5} [$ turns = turns - 1])", true},
		{"turns begin again", "jumps", "turns = turns + 1]", "turns = turns + 1] ({$ turns < 9} + {$ turns == 9} [$ turns = 0])", true},
		{"pawns march", "breakthrough", "", "", false},
		{"pawns march the other way", "breakthrough", "turn(white; black; up) turn(black; white; down)", "turn(white; black; down) turn(black; white; up)", false},
		{"pawns march along the rows", "breakthrough", "forward ( {empty} + (left + right) {empty, other~Pawn} )", "(right {empty} + right forward {empty, other~Pawn})", false},
		{"pawns step back", "breakthrough", "forward ( {empty}", "(forward + up {empty}) ( {empty}", true},
		{"pawns step aside", "breakthrough", "forward ( {empty}", "(forward + left {empty}) ( {empty}", true},
		{"pawns stay", "breakthrough", "forward ( {empty}", "(forward + .) ( {empty}", true},
		{"pawns come back after a capture", "breakthrough", "->> [me~Pawn]", "->> [me~Pawn] (. + anySquare {empty} [other~Pawn] ->>)", true},
	} {
		sheet := strings.Replace(files[c.file], c.old, c.other, 1)
		if c.old != "" && sheet == files[c.file] {
			t.Fatalf("%s: the sheet has no %s", c.name, c.old)
		}
		p, err := load(context.Background(), sheet, Bounds{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if loops := !ends(p, analyze(p)); loops != c.loops {
			t.Errorf("%s: loops %v, want %v", c.name, loops, c.loops)
		}
	}
}
