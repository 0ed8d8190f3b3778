package uci_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/player"
	"oxo/player/program"
	"oxo/protocol/uci"
	"oxo/search"
)

// asked is the environment variable that names the program whose part this test binary
// plays.
const asked = "OXO_TEST_UCI"

// play is the program in the subprocess.
func play(part string) {
	if part == "oxo" {
		g, err := uci.Lookup(games.All(), "tictactoe")
		if err == nil {
			err = uci.Serve(context.Background(), os.Stdin, os.Stdout, games.All(), uci.Options{Name: "oxo", Author: "the tests", Game: g})
		}
		if err != nil {
			panic(err)
		}
		return
	}
	answers := map[string][]string{ // to the command go
		"good":    {"", "noise", "debug: x", "info string bestmove P@a1", "info depth 7 nodes 12 multipv 2 score cp 99", "info depth 5 seldepth 9 score cp 31 nodes 1234 pv P@a1 depth 9", "info currmove P@b1", "  bestmove P@b2 ponder P@a1"},
		"mate":    {"info depth 3 score mate 2 pv P@b2", "bestmove P@b2"},
		"mated":   {"info depth 3 score mate -1 pv P@b2", "bestmove P@b2"},
		"none":    {"bestmove (none)"},
		"null":    {"bestmove 0000"},
		"empty":   {"bestmove"},
		"illegal": {"bestmove P@d9"},
		"chess":   {"bestmove e2e4"},
		"silent":  {},
		"twice":   {"bestmove P@b2", "bestmove P@b2"},
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch command, _, _ := strings.Cut(in.Text(), " "); command {
		case "uci":
			fmt.Println("hello\nid name The Other\nid author x\noption name Hash type spin default 1 min 1 max 2\noption name Style of Play type combo default Very Bold var Very Bold var Shy")
			if part == "variants" {
				fmt.Println("option name UCI_Variant type combo default chess var chess\noption name VariantPath type string default")
			}
			if part != "deaf" {
				fmt.Println("uciok")
			}
		case "isready":
			fmt.Println("readyok")
		case "go":
			if part == "dies" {
				fmt.Fprintln(os.Stderr, "no idea")
				os.Exit(3)
			}
			for _, line := range answers[part] {
				fmt.Println(line)
			}
		case "quit":
			return
		}
	}
}

func start(t *testing.T, part string) *program.Program {
	t.Helper()
	t.Setenv(asked, part)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // the race detector makes a process wait a second at its end
	p, err := program.Start(context.Background(), "", os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func find(t testing.TB, name string) oxo.Game {
	t.Helper()
	g, err := uci.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestAnswers: the answers of programs, and the results for the caller.
func TestAnswers(t *testing.T) {
	estimate := func(s oxo.Score) search.Value { return search.Value{Score: s} }
	for _, test := range []struct {
		part    string
		want    player.Choice
		rubbish string
	}{
		{part: "good", want: player.Choice{Value: estimate(31), Effort: player.Effort{Nodes: 1234, Depth: 5}}},
		{part: "mate", want: player.Choice{Value: estimate(oxo.Win(3)), Effort: player.Effort{Depth: 3}}},
		{part: "mated", want: player.Choice{Value: estimate(oxo.Loss(2)), Effort: player.Effort{Depth: 3}}},
		{part: "none", rubbish: "it has no move"},
		{part: "null", rubbish: "it has no move"},
		{part: "empty", rubbish: "a move is missing"},
		{part: "illegal", rubbish: `"P@d9" is not a move`},
		{part: "chess", rubbish: `"e2e4" is not a move`},
	} {
		g := find(t, "tictactoe")
		c, err := uci.Connect(t.Context(), start(t, test.part), g, map[string]string{"hash": "2", "Style of Play": "Very Bold"})
		if err != nil {
			t.Fatal(err)
		}
		if c.Name() != "The Other" {
			t.Errorf("its name is %q", c.Name())
		}
		got, err := c.Move(t.Context(), g.Start())
		rubbish, isRubbish := errors.AsType[*player.RubbishError](err)
		switch {
		case test.rubbish != "":
			if !isRubbish || !strings.Contains(rubbish.Reason, test.rubbish) || !strings.Contains(rubbish.Answer, "bestmove") {
				t.Errorf("%s: %v, want rubbish: %s", test.part, err, test.rubbish)
			}
		case err != nil:
			t.Errorf("%s: %v", test.part, err)
		default:
			if test.want.Move, err = g.ParseMove(g.Start(), "b2"); err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("%s: %+v, want %+v", test.part, got, test.want)
			}
		}
		_ = c.Close()
	}
}

// TestFaults: programs that end, hang or cannot do what they are asked.
func TestFaults(t *testing.T) {
	g := find(t, "tictactoe")
	c, err := uci.Connect(t.Context(), start(t, "dies"), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Move(t.Context(), g.Start()); !errors.Is(err, program.ErrGone) || !strings.Contains(err.Error(), "no idea") {
		t.Errorf("a program that dies: %v", err)
	}
	if c, err = uci.Connect(t.Context(), start(t, "twice"), g, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Move(t.Context(), g.Start()); err != nil {
		t.Errorf("the first of two answers: %v", err)
	}
	for range 1000 { // the second one may come late
		if _, err = c.Move(t.Context(), g.Start()); err != nil {
			break
		}
	}
	if err == nil || !strings.Contains(err.Error(), "it came before go was sent") {
		t.Errorf("the second of two answers: %v", err)
	}
	if c, err = uci.Connect(t.Context(), start(t, "silent"), g, nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := c.Move(ctx, g.Start()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a program that is silent: %v", err)
	}
	if _, err := uci.Connect(ctx, start(t, "deaf"), g, nil); err == nil || !strings.Contains(err.Error(), "did not say uciok in time") {
		t.Errorf("a program that does not say uciok: %v", err)
	}
	for options, want := range map[[2]string]string{
		{"Hsh", "1"}:      `The Other has no option "Hsh": did you mean hash?`,
		{"Contempt", "1"}: `The Other has no option "Contempt": want hash, style of play`,
	} {
		if _, err := uci.Connect(t.Context(), start(t, "good"), g, map[string]string{options[0]: options[1]}); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %s", options, err, want)
		}
	}
	if _, err := uci.Connect(t.Context(), start(t, "variants"), g, nil); err == nil || !strings.Contains(err.Error(), "does not have the game mnk:3x3x3 as tictactoe: oxo bot uci --variants") {
		t.Errorf("a program without the game: %v", err)
	}
}

// TestWholeGames: oxo plays itself over the protocol with legal moves only, in games
// that other programs know and in games that they do not.
func TestWholeGames(t *testing.T) {
	for _, name := range []string{"tictactoe", "mnk:5x4x4,misere", "mnk:9x9x5,torus", "cfour", "breakthrough5", "breakthrough", "othello:6x6", "nim", "2048", "sticks:21x3", "tree:((3 5) (2 9))"} {
		g := find(t, name)
		c, err := uci.Connect(t.Context(), start(t, "oxo"), g, map[string]string{"Hash": "1"})
		if err != nil {
			t.Fatal(err)
		}
		turn := player.Turn{Game: g, Start: g.Start(), Now: g.Start(), Clock: player.Clock{Limits: search.Limits{Nodes: 50}}}
		for turn.Now.Outcome() == oxo.Ongoing && len(turn.Moves) < 100 {
			choice, err := c.MoveIn(t.Context(), turn)
			if err != nil {
				t.Fatalf("%s after %v: %v", name, catalog.FormatLine(g, turn.Start, turn.Moves), err)
			}
			if choice.NoValue || choice.Value.Proven {
				t.Errorf("%s: %+v is no estimate", name, choice)
			}
			turn.Now.Make(choice.Move)
			turn.Moves = append(turn.Moves, choice.Move)
		}
		if len(turn.Moves) < 2 {
			t.Errorf("%s: a game of %d moves", name, len(turn.Moves))
		}
		if err := c.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestClocks: the clock commands of a program, a game with another start, and another
// game with the same program.
func TestClocks(t *testing.T) {
	g := find(t, "breakthrough5")
	c, err := uci.Connect(t.Context(), start(t, "oxo"), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	second := find(t, "othello:4x4")
	for _, clock := range []player.Clock{
		{Counts: true, Left: [2]time.Duration{200 * time.Millisecond, time.Millisecond}, Increment: [2]time.Duration{time.Millisecond, 0}, MovesToGo: 3},
		{Counts: true, Left: [2]time.Duration{-time.Second, -time.Second}},
		{Limits: search.Limits{Time: 5 * time.Millisecond}},
		{Limits: search.Limits{Depth: 2}},
	} {
		for _, g := range []oxo.Game{g, second} {
			p := g.Start()
			p.Make(p.Moves(nil)[0])
			turn := player.Turn{Game: g, Start: p.Clone(), Now: p, Clock: clock}
			for range 2 {
				choice, err := c.MoveIn(t.Context(), turn)
				if err != nil {
					t.Fatal(err)
				}
				p.Make(choice.Move)
				turn.Moves = append(turn.Moves, choice.Move)
			}
		}
	}
	if err := c.NewGame(t.Context(), g); err != nil {
		t.Error(err)
	}
	_ = c.Close()
	if _, err := c.Move(t.Context(), g.Start()); !errors.Is(err, program.ErrGone) {
		t.Errorf("after Close: %v", err)
	}
}
