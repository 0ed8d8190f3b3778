package cli

import (
	"context"
	"strings"
	"testing"
	"time"

	"oxo/arena/roster"
	"oxo/internal/race"
)

// TestWrongMovesInPlay: wrong words at a prompt get an answer and another
// prompt; the end of the input ends the game.
func TestWrongMovesInPlay(t *testing.T) {
	for input, want := range map[string]string{
		"z9":                       `"z9" is outside the board: columns a to c, rows 1 to 3`,
		"-1,-1":                    "write its column and row",
		"9 9":                      "outside the board",
		"99999999999999999999 1":   "outside the board",
		"b2 b2":                    "write its column and row",
		"\x1b[A":                   "write its column and row",
		"\xff\xff":                 "too long or is not text",
		strings.Repeat("a", 1<<20): "too long or is not text",
		strings.Repeat("9", 5000):  "outside the board",
		"undo":                     "no move of yours to take back",
		"":                         "Write a move, or help.",
		"b2\nb2":                   "b2 is taken",
		"help":                     "take back your last move",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		code, stdout, stderr := runWith(ctx, input+"\n", "play", "tictactoe", "--as", "both")
		cancel()
		if code != exitDone || !strings.Contains(stdout, want) || stderr != "" {
			t.Errorf("%.20q: exit %d, stderr %q, stdout %.2000q, want %q", input, code, stderr, stdout, want)
		}
	}
}

// TestInterrupted: a cancelled context ends every long verb with exit code 130. Otherwise each
// would take hours.
func TestInterrupted(t *testing.T) {
	for _, args := range []string{
		"analyze gomoku --time 1h", "review gomoku h8 --time 1h", "selfplay 1000000000 -q", "selfplay 1 -q --game gomoku", "selfplay 1 -q --game mnk:5x5x5 --player textbook-minimax",
		"count mnk:5x5x5", "perft gomoku 9", "explain mnk:5x5x5 --max-nodes 99999999", "play gomoku --as none --time 1h",
		"selfplay 1 -q --game mnk:4x4x4 --player table",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		code, _, stderr := runWith(ctx, "", strings.Fields(args)...)
		cancel()
		if code != exitInterrupted || !strings.Contains(stderr, "interrupted") {
			t.Errorf("oxo %s: exit %d, stderr %q", args, code, stderr)
		}
	}
}

// TestArenaNoProgram: if a program does not exist, the arena ends before the first game, even if
// the program would be started for each move.
func TestArenaNoProgram(t *testing.T) {
	for _, protocol := range roster.Protocols() {
		code, out, errs := runWith(context.Background(), "", "arena", "tictactoe", "1", protocol+":no-such-program-as-this", "--games", "2", "--quiet")
		if code != 1 || out != "" || !strings.Contains(errs, "cannot be started") {
			t.Errorf("%s: exit %d, %q, %q", protocol, code, out, errs)
		}
	}
}

// TestOnlyPass: a side that can only pass is not asked; undo goes back to a choice.
func TestOnlyPass(t *testing.T) {
	race.OneThread(t)
	moves := strings.Join(strings.Fields("a3 a2 a1 d3 b2 a5 d5 b5 c5 a4 a6 d6 d4 c2 b6 c6 d1 b1 c1"), "\n") + "\n"
	_, stdout, _ := runWith(context.Background(), moves+"undo\nmoves\n", "play", "othello:4x6", "--as", "both")
	_, after, found := strings.Cut(stdout, "white passes: no other move is legal.\n\n")
	if !found || !strings.HasPrefix(after, "black to move: ") {
		t.Errorf("white is asked for its pass: %s", after)
	}
	if made := "a3 a2 a1 d3 b2 a5 d5 b5 c5 a4 a6 d6 d4 c2 b6 c6 d1 b1"; !strings.Contains(after, made+"\n") {
		t.Errorf("undo leads to another position than that after %s: %s", made, after)
	}
}
