package lines_test

import (
	"bufio"
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
	"oxo/protocol/lines"
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

func options(game string) lines.Options {
	return lines.Options{Game: game, Search: search.Options{TableBytes: 1 << 20}, Limits: search.Limits{Nodes: 500}}
}

func converse(t testing.TB, opts lines.Options, input string) string {
	t.Helper()
	var out bytes.Buffer
	if err := lines.Serve(context.Background(), strings.NewReader(input), &out, games.All(), opts); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestConversation: each position gets an answer, in any game.
func TestConversation(t *testing.T) {
	values, once := options("tictactoe"), options("tictactoe")
	values.Values, once.Once = true, true
	for _, c := range []struct {
		name    string
		opts    lines.Options
		in, out string
	}{
		{"a position", options("tictactoe"), "XX./OO./...\n", "c3\n"},
		{"no end of line", options("tictactoe"), "XX./OO./...", "c3\n"},
		{"several, blanks, comments", options("tictactoe"), "\n XX./OO./...\t\n# hello\n#time 1\n# time 1\n# time x\n# game tictactoe\nXX./OO./X..\n", "c3\nc2\n"},
		{"not a position", options("tictactoe"), "hello\nXXX/OO./...\nXX./OO./...\n", "? position \"hello\" has 1 row(s): mnk:3x3x3 has 3, from the top and joined by /, as in .../.../...\n? the game is over: X has won\nc3\n"},
		{"values", values, "XX./OO./...\nXOX/XOO/OX.\n", "# value win in 1\n# depth 0\n# nodes 1\nc3\n# value 0.000\n# depth 0\n# nodes 1\nc1\n"},
		{"once", once, "# time 5\n\nXX./OO./...\nXX./OO./X..\n", "c3\n"},
		{"Connect Four", options("connect4"), "......./......./......./O....../OO...../XXX....\n", "4\n"},
		{"nothing", options("tictactoe"), "", ""},
	} {
		for _, end := range []string{"\n", "\r\n"} {
			if got := converse(t, c.opts, strings.ReplaceAll(c.in, "\n", end)); got != c.out {
				t.Errorf("%s: %q, want %q", c.name, got, c.out)
			}
		}
	}
}

// TestAnswersAtOnce: while the input stays open, each position is answered when it
// has arrived; and the end of the input ends a search of an hour.
func TestAnswersAtOnce(t *testing.T) {
	in, w := io.Pipe()
	r, out := io.Pipe()
	opts := options("mnk:15x15x5")
	opts.Limits = search.Limits{}
	opts.Limits.Time = 10 * time.Millisecond
	done := make(chan error, 1)
	go func() { done <- lines.Serve(context.Background(), in, out, games.All(), opts) }()
	g := gametest.Game(t, opts.Game)
	answers := bufio.NewScanner(r)
	for range 3 {
		if _, err := fmt.Fprintln(w, g.FormatPosition(g.Start())); err != nil {
			t.Fatal(err)
		}
		if !answers.Scan() {
			t.Fatal("no answer")
		}
		if _, err := g.ParseMove(g.Start(), answers.Text()); err != nil {
			t.Error(err)
		}
	}
	_ = w.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
	opts.Limits.Time = time.Hour
	if got := converse(t, opts, g.FormatPosition(g.Start())+"\n"); len(strings.Fields(got)) != 1 {
		t.Errorf("at the end of the input: %q", got)
	}
	ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stop()
	in, w = io.Pipe()
	defer func() { _ = w.Close() }()
	go func() { _, _ = fmt.Fprintln(w, g.FormatPosition(g.Start())) }()
	if err := lines.Serve(ctx, in, io.Discard, games.All(), opts); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("interrupted: %v", err)
	}
}

// play is the program in the subprocess.
func play(part string) {
	if bottest.Misbehave(part) {
		return
	}
	if name, ok := strings.CutPrefix(part, "oxo "); ok {
		opts := options(strings.TrimPrefix(name, "once "))
		opts.Once, opts.Values = strings.HasPrefix(name, "once "), true
		if err := lines.Serve(context.Background(), os.Stdin, os.Stdout, games.All(), opts); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch part {
		case "echo":
			fmt.Println(in.Text())
		case "comments":
			for {
				fmt.Println("# I think")
			}
		case "die in thought":
			bottest.Misbehave("die")
		case "late":
			time.Sleep(200 * time.Millisecond)
			fmt.Println("b2")
		default:
			fmt.Println(part)
		}
	}
}

func connect(t *testing.T, part, game string, options map[string]string) *lines.Client {
	t.Helper()
	p, err := program.Start(context.Background(), "", bottest.Program(t, part)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	c, err := lines.Connect(context.Background(), p, gametest.Game(t, game), options)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWholeGames: oxo plays over the protocol, in one process and in one process for
// each move.
func TestWholeGames(t *testing.T) {
	for _, name := range []string{"tictactoe", "mnk:10x9x4", "connect4:5x4", "othello:6x6", "breakthrough:5x5", "nim", "tree:((3 5) (2 9))"} {
		g := gametest.Game(t, name)
		client := connect(t, "oxo "+name, name, map[string]string{"tell": "game, time"})
		other := player.NewLeveled(g, 3, 1, search.Limits{})
		clock := player.Clock{Limits: search.Limits{Time: time.Second}}
		bottest.Play(t, g, [2]player.Player{client, other}, clock)
		bottest.Play(t, g, [2]player.Player{other, client}, player.Clock{})
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"tictactoe", "connect4:5x4"} {
		g := gametest.Game(t, name)
		again := lines.New(bottest.Program(t, "oxo once "+name), g)
		bottest.Play(t, g, [2]player.Player{again, player.NewLeveled(g, 3, 1, search.Limits{})}, player.Clock{})
	}
}

// TestAnswers: the outputs of a program, and their effects for the caller.
func TestAnswers(t *testing.T) {
	start := gametest.Game(t, "tictactoe").Start()
	for _, c := range []struct{ part, want string }{
		{"b2", ""},
		{" B2\t", ""},
		{"2,2", ""},
		{"# hello\n\nb2", ""},
		{"echo", "is not a square"},
		{"d9", "outside the board"},
		{"? I am lost", "has no move"},
		{"b2 or a1", "is not a square"},
		{"die in thought", "out of ideas"},
		{"long", "a line of more than"},
		{"comments", "comments and no move"},
		{"hang", "deadline"},
		{"late", "deadline"},
	} {
		client := connect(t, c.part, "tictactoe", nil)
		patience := time.Hour
		if c.want == "deadline" {
			patience = 50 * time.Millisecond
		}
		ctx, stop := context.WithTimeout(context.Background(), patience)
		choice, err := client.Move(ctx, start)
		stop()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, %v", c.part, choice, err)
		}
		if gone := errors.Is(err, program.ErrGone); gone != (c.part == "die in thought" || c.part == "long") {
			t.Errorf("%q: %v", c.part, err)
		}
		if rubbish := bottest.Rubbish(err); rubbish != (c.want != "" && c.want != "deadline" && !errors.Is(err, program.ErrGone)) {
			t.Errorf("%q: %v", c.part, err)
		}
	}
	client := connect(t, "# value 0.5\n# depth 7\n# nodes 123\n# value nothing\nresign", "tictactoe", nil)
	got, err := client.Move(context.Background(), start)
	want := player.Choice{Value: search.Value{Score: 64}, Notes: player.Notes{Resigns: true}, Effort: player.Effort{Depth: 7, Nodes: 123}}
	if err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	client = connect(t, "# value win in 5\nb2", "tictactoe", nil)
	if got, err := client.Move(context.Background(), start); err != nil || got.Value != (search.Value{Score: oxo.Win(5)}) || got.NoValue {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestTwoAnswers: a second move for a position is detected at the next one.
func TestTwoAnswers(t *testing.T) {
	client := connect(t, "b2\na1", "tictactoe", nil)
	start := gametest.Game(t, "tictactoe").Start()
	ctx, stop := context.WithTimeout(context.Background(), time.Hour)
	defer stop()
	for range 60_000 { // the second line may take a moment, or minutes
		c, err := client.Move(ctx, start)
		if err != nil {
			if !bottest.Rubbish(err) || !strings.Contains(err.Error(), "before the position was sent") {
				t.Error(err)
			}
			return
		}
		if c.Move != 4 && c.Move != 6 {
			t.Fatalf("%+v", c)
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("never found out")
}

// TestOptions: unknown options are refused.
func TestOptions(t *testing.T) {
	for _, options := range []map[string]string{{"level": "3"}, {"tell": "everything"}} {
		if _, err := lines.Connect(context.Background(), nil, gametest.Game(t, "tictactoe"), options); err == nil || !strings.Contains(err.Error(), "time") {
			t.Errorf("%v: %v", options, err)
		}
	}
	client := connect(t, "b2", "tictactoe", nil)
	if err := client.NewGame(context.Background(), gametest.Game(t, "connect4")); err == nil {
		t.Error("another game")
	}
	_, over := gametest.Position(t, "tictactoe", "XXX/OO./...")
	if _, err := client.Move(context.Background(), over); !errors.Is(err, oxo.ErrGameOver) {
		t.Errorf("%v", err)
	}
}

// TestAnew: the outputs of a program that is started again for each move, and their
// effects for the caller.
func TestAnew(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	for _, c := range []struct {
		part string
		want func(error) bool
	}{
		{"b2", func(err error) bool { return err == nil }},
		{"# only this", bottest.Rubbish},
		{"echo", bottest.Rubbish},
		{"d9", bottest.Rubbish},
		{"die", func(err error) bool {
			return errors.Is(err, program.ErrGone) && strings.Contains(err.Error(), "exit status 3") && strings.Contains(err.Error(), "out of ideas")
		}},
		{"flood", func(err error) bool { return errors.Is(err, program.ErrGone) }},
		{"long", func(err error) bool { return errors.Is(err, program.ErrGone) }},
		{"hang", func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }},
		{"late", func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }},
	} {
		patience := time.Hour
		if c.part == "hang" || c.part == "late" {
			patience = 100 * time.Millisecond
		}
		ctx, stop := context.WithTimeout(context.Background(), patience)
		if _, err := lines.New(bottest.Program(t, c.part), g).Move(ctx, g.Start()); !c.want(err) {
			t.Errorf("%s: %v", c.part, err)
		}
		stop()
	}
	nobody := lines.New([]string{"no-such-program-as-this"}, g)
	if _, err := nobody.Move(context.Background(), g.Start()); !errors.Is(err, program.ErrGone) || !strings.Contains(err.Error(), "no-such-program-as-this") {
		t.Errorf("no program: %v", err)
	}
	if _, err := lines.New(nil, g).Move(context.Background(), g.Start()); err == nil {
		t.Error("no command")
	}
}

// FuzzServe: for any input each answer is a move or a question mark.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{"XX./OO./...\n", "# time 1\n\r\n", "?\n", "\xff\x00/\n", "# time 1e99\nXX./OO./...\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		opts := options("tictactoe")
		opts.Search.TableBytes = 1 << 16
		for line := range strings.Lines(converse(t, opts, input)) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "? ") && len(line) != 2 {
				t.Fatalf("%q", line)
			}
		}
	})
}
