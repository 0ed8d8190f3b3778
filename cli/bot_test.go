//go:build !race

package cli

import (
	"strings"
	"testing"
)

// TestBotThreads: every bot takes --threads, and plays with them.
func TestBotThreads(t *testing.T) {
	for _, c := range []struct{ args, in, want string }{
		{"bot uci", "uci\nposition startpos\ngo movetime 1\nisready\nquit\n", "option name Threads type spin default 2 min 1 max 1024"},
		{"bot gomocup", "YXSHOWINFO\nEND\n", "MESSAGE INFO MAX_THREAD_NUM 2"},
		{"bot gtp tictactoe --time 1ms", "play b a1\nplay w b1\nplay b a2\nplay w b2\ngenmove b\n", "= A3"},
		{"bot lines tictactoe --time 1ms", "XX./OO./...\n", "c3"},
		{"bot hackerrank", "X\nXX_\nOO_\n___\n", "0 2"},
		{"bot clashofpawns --time 1ms", "1\n" + strings.Repeat("1 1 1 1 1 1 1 1 1 1 1 1\n", 2) + strings.Repeat(strings.Repeat("-1 ", 11)+"-1\n", 8) + strings.Repeat("0 0 0 0 0 0 0 0 0 0 0 0\n", 2), "1 "},
	} {
		code, out, errs := runWith(t.Context(), c.in, append(strings.Fields(c.args), "--threads", "2")...)
		if code != exitDone || errs != "" || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit %d, %q, %q", c.args, code, out, errs)
		}
	}
}
