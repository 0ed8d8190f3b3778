package contest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/games"
	"oxo/internal/bottest"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/player/program"
	"oxo/protocol/clashofpawns"
	"oxo/protocol/contest"
	"oxo/protocol/hackerrank"
	"oxo/search"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if part := bottest.Part(); part != "" {
		play(part)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func options() contest.Options {
	return contest.Options{Search: search.Options{TableBytes: 1 << 20}, Limits: search.Limits{Nodes: 300}}
}

// play is the program in the subprocess.
func play(part string) {
	if bottest.Misbehave(part) {
		return
	}
	var err error
	switch part {
	case "hackerrank":
		err = hackerrank.Serve(context.Background(), os.Stdin, os.Stdout, games.All(), options())
	case "clashofpawns", "clashofpawns,teleport":
		opts := clashofpawns.Options{Options: options(), Teleport: part != "clashofpawns"}
		err = clashofpawns.Serve(context.Background(), os.Stdin, os.Stdout, games.All(), opts)
	case "nothing":
	case "half":
		fmt.Println("0")
	case "late":
		time.Sleep(time.Hour)
	case "1 1 and dies":
		fmt.Println("1 1")
		bottest.Misbehave("die")
	default:
		fmt.Println(part)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// TestWholeGames: oxo as a contest program, started again for each move, plays
// against a level.
func TestWholeGames(t *testing.T) {
	g := gametest.Game(t, hackerrank.Game)
	weak := player.NewLeveled(g, 1, 1, search.Limits{})
	bot := hackerrank.New(bottest.Program(t, "hackerrank"), g)
	bottest.Play(t, g, [2]player.Player{bot, weak}, player.Clock{})
	bottest.Play(t, g, [2]player.Player{weak, bot}, player.Clock{})
	if err := bot.Close(); err != nil {
		t.Error(err)
	}
	for _, teleport := range []bool{false, true} {
		if teleport && testing.Short() {
			break
		}
		name := clashofpawns.Game(teleport)
		g := gametest.Game(t, name)
		bot := clashofpawns.New(bottest.Program(t, name), g)
		players := [2]player.Player{bot, weak}
		if teleport {
			players = [2]player.Player{weak, bot}
		}
		bottest.Play(t, g, players, player.Clock{})
	}
}

// TestHostile: whatever a program does, the caller gets the right error in time.
func TestHostile(t *testing.T) {
	gone := func(text string) func(error) bool {
		return func(err error) bool { return errors.Is(err, program.ErrGone) && strings.Contains(err.Error(), text) }
	}
	rubbish := func(text string) func(error) bool {
		return func(err error) bool { return bottest.Rubbish(err) && strings.Contains(err.Error(), text) }
	}
	late := func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }
	for _, c := range []struct {
		part                     string
		hackerrank, clashofpawns func(error) bool
	}{
		{"die", gone("out of ideas"), gone("exit status 3")},
		{"1 1 and dies", gone("exit status 3"), gone("exit status 3")},
		{"flood", gone("wrote more than"), gone("wrote more than")},
		{"long", gone("wrote more than"), gone("wrote more than")},
		{"hang", late, late},
		{"late", late, late},
		{"nothing", rubbish("as in 0 2"), rubbish("as in 1 4 2 4")},
		{"half", rubbish("as in 0 2"), rubbish("as in 1 4 2 4")},
		{"3 3", rubbish("from 0 to 2"), rubbish("as in 1 4 2 4")},
		{"0 0 0", rubbish("as in 0 2"), rubbish("as in 1 4 2 4")},
		{"one two", rubbish("as in 0 2"), rubbish("as in 1 4 2 4")},
		{"1 1", rubbish("is taken"), rubbish("as in 1 4 2 4")},
		{"1 4 12 4", rubbish("as in 0 2"), rubbish("from 0 to 11")},
		{"1 4 5 4", rubbish("as in 0 2"), rubbish("cannot go to")},
	} {
		patience := time.Hour
		if c.part == "hang" || c.part == "late" {
			patience = 50 * time.Millisecond
		}
		move := func(bot *contest.Client, p oxo.Position) error {
			ctx, stop := context.WithTimeout(context.Background(), patience)
			defer stop()
			_, err := bot.MoveIn(ctx, player.Turn{Now: p})
			return err
		}
		g, p := gametest.Position(t, hackerrank.Game, ".../.X./...")
		if err := move(hackerrank.New(bottest.Program(t, c.part), g), p); !c.hackerrank(err) {
			t.Errorf("hackerrank, %s: %v", c.part, err)
		}
		g = gametest.Game(t, clashofpawns.Game(false))
		if err := move(clashofpawns.New(bottest.Program(t, c.part), g), g.Start()); !c.clashofpawns(err) {
			t.Errorf("clashofpawns, %s: %v", c.part, err)
		}
	}
}

// TestOtherGames: a contest has one game.
func TestOtherGames(t *testing.T) {
	ctx := context.Background()
	for _, name := range []string{"tictactoe:4", "connect4", "nim", "breakthrough"} {
		g := gametest.Game(t, name)
		for _, bot := range []*contest.Client{hackerrank.New(nil, g), clashofpawns.New(nil, g)} {
			if err := bot.NewGame(ctx, g); err == nil {
				t.Errorf("%s is accepted", name)
			}
			if _, err := bot.Move(ctx, g.Start()); err == nil {
				t.Errorf("%s is played", name)
			}
		}
	}
	g, p := gametest.Position(t, hackerrank.Game, "XXX/OO./...")
	bot := hackerrank.New(nil, g)
	if _, err := bot.Move(ctx, p); !errors.Is(err, oxo.ErrGameOver) {
		t.Errorf("a game that is over: %v", err)
	}
	if err := bot.NewGame(ctx, g); err != nil {
		t.Error(err)
	}
	if err := bot.NewGame(ctx, gametest.Game(t, "tictactoe:4")); err == nil {
		t.Error("another game than that of New")
	}
}

// pawns is the board at the beginning of Clash of Pawns, white to move.
func pawns() string {
	row := func(cell string) string { return strings.TrimSpace(strings.Repeat(cell+" ", 12)) + "\n" }
	return "1\n" + strings.Repeat(row("1"), 2) + strings.Repeat(row("-1"), 8) + strings.Repeat(row("0"), 2)
}

// serve is one of the contests, as a conversation.
type serve func(ctx context.Context, in io.Reader, out io.Writer) error

func serves() map[string]serve {
	return map[string]serve{
		"X\nXX_\nOO_\n___\n": func(ctx context.Context, in io.Reader, out io.Writer) error {
			return hackerrank.Serve(ctx, in, out, games.All(), options())
		},
		pawns(): func(ctx context.Context, in io.Reader, out io.Writer) error {
			return clashofpawns.Serve(ctx, in, out, games.All(), clashofpawns.Options{Options: options()})
		},
	}
}

// TestConversation: each board gets its answer. A wrong board ends the conversation
// with an error that names the fault, after the answers to the boards before it.
func TestConversation(t *testing.T) {
	for board, serve := range serves() {
		for _, c := range []struct {
			input, want string
			answers     int
		}{
			{board, "", 1},
			{strings.TrimSpace(board), "", 1},
			{board + board + "\n\n" + board, "", 3},
			{strings.ReplaceAll(board+board, "\n", "\r\n"), "", 2},
			{"", "one for the player", 0},
			{" \n\n", "one for the player", 0},
			{board + "what?\n", "text follows", 0},
			{board + board[:1] + "\n", "has ", 1},
			{strings.Repeat("x", 1<<20), "x", 0},
		} {
			var out bytes.Buffer
			err := serve(context.Background(), strings.NewReader(c.input), &out)
			if c.want == "one for the player" && board[0] == '1' {
				c.want = "the input is empty"
			}
			_, wrong := errors.AsType[*contest.InputError](err)
			if wrong != (c.want != "") || wrong && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%.30q: %v, want %q", c.input, err, c.want)
			}
			if n := strings.Count(out.String(), "\n"); n != c.answers {
				t.Errorf("%.30q: %d answers, want %d: %q", c.input, n, c.answers, out.String())
			}
		}
	}
}

// TestAtOnce: while the input stays open, each board is answered when it is complete,
// even if it arrives byte by byte; and the end of the context ends the conversation.
func TestAtOnce(t *testing.T) {
	for board, serve := range serves() {
		in, w := io.Pipe()
		out := make(chan string, 9)
		ctx, stop := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- serve(ctx, in, writer(out)) }()
		for range 3 {
			for i := range len(board) {
				if _, err := io.WriteString(w, board[i:i+1]); err != nil {
					t.Fatal(err)
				}
			}
			select {
			case <-out:
			case <-time.After(time.Hour):
				t.Fatalf("%.20q: no answer", board)
			}
		}
		stop()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%.20q: %v", board, err)
		}
		_ = w.Close()
	}
}

// writer is a channel of the texts written to it.
type writer chan string

func (w writer) Write(b []byte) (int, error) {
	w <- string(b)
	return len(b), nil
}

// FuzzServe: for any input the conversation ends, and a fault is reported as an
// InputError.
func FuzzServe(f *testing.F) {
	for board := range serves() {
		f.Add(board)
		f.Add(board + board)
		f.Add(board + "\x00")
	}
	f.Fuzz(func(t *testing.T, input string) {
		for _, serve := range serves() {
			err := serve(context.Background(), strings.NewReader(input), io.Discard)
			if _, wrong := errors.AsType[*contest.InputError](err); err != nil && !wrong {
				t.Fatal(err)
			}
		}
	})
}
