package calls_test

import (
	"strings"
	"testing"
)

// TestTexts: the texts and the numbers are of the same legal moves, in the same order.
func TestTexts(t *testing.T) {
	for _, name := range []string{"tictactoe", "chess", "go:5x5"} {
		p := position(t, name, "")
		legal, err := p.Legal(nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Texts([]byte("before "))
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, m := range legal {
			text, err := p.MoveText(m)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, text)
		}
		if string(got) != "before "+strings.Join(want, "\n") {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got, err := position(t, "tictactoe", "a1 b1 a2 b2 a3").Texts(nil); err != nil || len(got) != 0 {
		t.Errorf("a game that is over has the moves %q, %v", got, err)
	}
}
