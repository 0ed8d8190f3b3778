//go:build !race

package cli

import (
	"context"
	"strings"
	"testing"
	"time"
)

// FuzzPlay: whatever the input, a game neither panics nor hangs, and ends with exit
// code 0.
func FuzzPlay(f *testing.F) {
	for _, seed := range []string{"b2\nundo\nhint\nquit\n", "a1\nb1\na2\nb2\na3\ny\nquit\n", "\xff\n\x00\n", "help\nboard\nmoves\n1 1\n", "undo\nundo\nb2\nundo"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		if strings.Count(input, "\n") > 200 {
			return
		}
		for _, as := range []string{"first", "both"} {
			if code, _, stderr := runWith(ctx, input, "play", "tictactoe", "--as", as); code != exitDone {
				t.Fatalf("exit %d, %s", code, stderr)
			}
		}
	})
}

// FuzzArguments: no command line makes the command panic, and an error says
// something on one line.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{"analyze tictactoe b2", "perft tictactoe 3", "count mnk:3x2x2", "explain tictactoe --depth 1", "play x", "--help", "bot hackerrank -x", "games --json", "-1", "--", "analyze tictactoe --position ./"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		defer cancel()
		code, _, stderr := runWith(ctx, "", strings.Fields(line)...)
		if code == exitDone {
			return
		}
		if !strings.HasPrefix(stderr, "oxo: ") || strings.TrimSpace(stderr) == "oxo:" {
			t.Fatalf("exit %d, stderr %q", code, stderr)
		}
	})
}
