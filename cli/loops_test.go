package cli

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/internal/race"
)

// runGames runs the command of a list of games.
func runGames(t *testing.T, families []catalog.Family, stdin, args string) (code int, stdout, stderr string) {
	t.Helper()
	limit := time.Hour
	if strings.Contains(args, "--json") && strings.Contains(args, "textbook-minimax") {
		limit = time.Second
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var out, errs bytes.Buffer
	a := &app{families: families, name: "mine", in: strings.NewReader(stdin), out: &out, err: &errs, getenv: func(string) string { return "" }}
	code = a.run(ctx, strings.Fields(args))
	return code, out.String(), errs.String()
}

// TestLoopingGame: every verb ends in a game whose positions can repeat.
func TestLoopingGame(t *testing.T) {
	families := []catalog.Family{catalog.Single(gametest.KingAndRook(4), "king and rook against king")}
	for args, want := range map[string]string{
		"count kingandrook":                                              "draws",
		"count kingandrook --json":                                       `"positions":`,
		"count kingandrook --depth 3":                                    "total",
		"solve kingandrook":                                              "win in",
		"solve kingandrook --max-positions 10":                           "win in",
		"solve kingandrook --result":                                     "first to move: win\n",
		"solve kingandrook --json":                                       `"result":"win"`,
		"analyze kingandrook --nodes 2000":                               "to move",
		"analyze kingandrook --depth 4":                                  "to move",
		"perft kingandrook 4":                                            "",
		"selfplay 3 --game kingandrook --player table":                   "first wins 3",
		"selfplay 2 --game kingandrook --nodes 3000":                     "2 games",
		"selfplay 2 --game kingandrook --level 2":                        "2 games",
		"explain kingandrook --depth 3":                                  "alphabeta",
		"explain kingandrook --depth 3 --algorithm search":               "search",
		"play kingandrook --as none --level 3":                           "",
		"bench":                                                          "signature",
		"selfplay 1 --game kingandrook --player textbook-minimax --json": "",
	} {
		code, stdout, stderr := runGames(t, families, "", args)
		if long := strings.Contains(args, "textbook-minimax"); long && code == exitInterrupted {
			continue // minimax of the whole game takes for ever, but can be interrupted
		}
		if code != exitDone || !strings.Contains(stdout, want) {
			t.Errorf("mine %s: exit %d, stdout %.400q, stderr %.400q", args, code, stdout, stderr)
		}
	}
}

// TestUndeclaredLoop: for a game that loops but does not declare it, the textbook's
// search returns an error and does not crash.
func TestUndeclaredLoop(t *testing.T) {
	families := []catalog.Family{catalog.Single(undeclared{gametest.KingAndRook(4)}, "loops without saying so")}
	code, _, stderr := runGames(t, families, "", "selfplay 1 --game kingandrook --player textbook-minimax")
	if code != exitFailure || !strings.Contains(stderr, "oxo.Looping") {
		t.Errorf("exit %d, stderr %.400q", code, stderr)
	}
}

// undeclared is a game that loops, without oxo.Looping.
type undeclared struct{ *gametest.Loops }

type plainPosition struct{ oxo.Position }

func (p plainPosition) Clone() oxo.Position { return plainPosition{p.Position.Clone()} }

func (g undeclared) Start() oxo.Position { return plainPosition{g.Loops.Start()} }

func (g undeclared) FormatPosition(p oxo.Position) string {
	return g.Loops.FormatPosition(p.(plainPosition).Position)
}

// TestLimitsOfSelfplay: games that nobody can prove end by a limit or a level, and
// wrong combinations are refused.
func TestLimitsOfSelfplay(t *testing.T) {
	race.OneThread(t)
	for args, want := range map[string]string{
		"selfplay 1 -q --game mnk:7x7x5 --nodes 200":             "1 game",
		"selfplay 1 -q --game othello --level 1":                 "1 game",
		"selfplay 1 -q --game connect4 --depth 2":                "1 game",
		"selfplay 1 -q --game connect4 --time 1ms --threads 1":   "1 game",
		"selfplay 1 -q --player table --level 3":                 "no level and no limits",
		"selfplay 1 -q --level 12":                               "from 1 to 10",
		"selfplay 1 -q --depth -1":                               "--depth -1: want 0 or more",
		"selfplay 1 -q --player textbook-alphabeta --nodes 1000": "no level and no limits",
	} {
		code, stdout, stderr := runWith(context.Background(), "", strings.Fields(args)...)
		if !strings.Contains(stdout+stderr, want) || (code == exitDone) != (stderr == "") {
			t.Errorf("oxo %s: exit %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
	}
}

// TestFullDisk: output that cannot be written is an error, even the output of help.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	for _, args := range []string{"--help", "help play", "--version", "games", "perft tictactoe 2", "analyze tictactoe", "selfplay 1 -q"} {
		var errs bytes.Buffer
		a := &app{families: games.All(), name: "oxo", in: strings.NewReader(""), out: full, err: &errs, getenv: func(string) string { return "" }}
		if code := a.run(context.Background(), strings.Fields(args)); code != exitFailure || !strings.Contains(errs.String(), "no space") {
			t.Errorf("oxo %s > /dev/full: exit %d, %q", args, code, errs.String())
		}
	}
}

// TestMemoryLimits: a table that GOMEMLIMIT or the machine does not allow is
// refused before it is made.
func TestMemoryLimits(t *testing.T) {
	race.OneThread(t)
	t.Setenv("GOMEMLIMIT", "100MiB")
	for args, want := range map[string]string{
		"solve tictactoe":                       "--table 256MB: GOMEMLIMIT allows 100MB",
		"analyze tictactoe --table 99MB":        "a smaller table does",
		"analyze tictactoe --table 16384GB":     "a smaller table does",
		"serve --addr 127.0.0.1:0 --table 64GB": "a smaller table does",
	} {
		code, _, stderr := runWith(context.Background(), "", strings.Fields(args)...)
		if code != exitUsage || !strings.Contains(stderr, want) {
			t.Errorf("oxo %s: exit %d, %q, want %q", args, code, stderr, want)
		}
	}
	if code, _, stderr := runWith(context.Background(), "", "solve", "tictactoe", "--table", "32MB"); code != exitDone {
		t.Errorf("a table that fits: exit %d, %q", code, stderr)
	}
}
