package gtp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/internal/bottest"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/player/program"
	"oxo/search"
)

// lockedBuffer is a buffer that several goroutines may use.
type lockedBuffer struct {
	mu    sync.Mutex
	text  bytes.Buffer
	wrote chan struct{}
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case b.wrote <- struct{}{}:
	default:
	}
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// wait waits until there are n answers.
func (b *lockedBuffer) wait(t *testing.T, answers int) {
	t.Helper()
	late := time.After(time.Hour)
	for strings.Count(b.String(), "\n\n") < answers {
		select {
		case <-b.wrote:
		case <-late:
			t.Fatalf("no %d answers: %q", answers, b.String())
		}
	}
}

// engine is a simple engine that knows only the required commands, and misbehaves
// when it is asked for a move.
func engine(how string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "protocol_version":
			fmt.Print("hello, I am an engine\n\n= 2\n\n")
		case "list_commands":
			fmt.Print("=\nprotocol_version\nplay\ngenmove\nquit\n\n")
		case "quit":
			fmt.Print("=\n\n")
			return
		case "genmove":
			genmove(how)
		default:
			_ = rest
			fmt.Print("= \n\n")
		}
	}
}

func genmove(how string) {
	switch how {
	case "hang", "die", "flood", "long":
		bottest.Misbehave(how)
	case "late":
		time.Sleep(300 * time.Millisecond)
		fmt.Print("= B2\n\n")
	case "comments":
		for {
			fmt.Println("I think")
		}
	case "endless":
		fmt.Println("=")
		for {
			fmt.Println("I think")
		}
	default:
		fmt.Print("debug: thinking\n\n" + how + "\n\n")
	}
}

func connect(t *testing.T, part, game string, options map[string]string) (*Client, error) {
	t.Helper()
	p, err := program.Start(context.Background(), "", bottest.Program(t, part)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Kill() })
	ctx, stop := context.WithTimeout(context.Background(), time.Hour)
	defer stop()
	return Connect(ctx, p, gametest.Game(t, game), options)
}

// TestWholeGames: oxo plays itself over the protocol in games of all kinds, and both
// sides agree on every move.
func TestWholeGames(t *testing.T) {
	for _, c := range []struct{ game, started string }{
		{"tictactoe", "mnk:4x4x3"},
		{"mnk:10x9x4", "tictactoe"},
		{"connect4:5x4", "connect4"},
		{"othello:6x6", "othello"},
		{"breakthrough:5x5", "tictactoe"},
		{"nim", "tictactoe"},
		{"sticks", "sticks"},
		{"tree:((3 5) (2 9))", "tree:((3 5) (2 9))"},
	} {
		t.Run(c.game, func(t *testing.T) {
			g := gametest.Game(t, c.game)
			options := map[string]string{}
			if strings.Contains(c.game, " ") {
				options["set_game"] = strings.ReplaceAll(g.Name(), " ", "")
			}
			client, err := connect(t, "oxo "+c.started, c.game, options)
			if err != nil {
				t.Fatal(err)
			}
			if client.Name() != "oxo" {
				t.Errorf("the name is %q", client.Name())
			}
			other := player.NewLeveled(g, 3, 1, search.Limits{})
			first := bottest.Play(t, g, [2]player.Player{client, other}, player.Clock{})
			bottest.Play(t, g, [2]player.Player{other, client}, player.Clock{Counts: true, Left: [2]time.Duration{time.Minute, 30 * time.Second}})
			bottest.Play(t, g, [2]player.Player{client, client}, player.Clock{Limits: search.Limits{Time: 100 * time.Millisecond}})
			if len(first) == 0 {
				t.Error("no moves")
			}
			if err := client.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestChoice: the client reads the engine's analysis of its move, and sets up a
// position that has no earlier moves.
func TestChoice(t *testing.T) {
	client, err := connect(t, "oxo tictactoe", "tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, p := gametest.Position(t, "tictactoe", "X.O/OX./...")
	c, err := client.Move(context.Background(), p)
	if want := (search.Value{Score: oxo.Win(1)}); err != nil || c.Value != want || c.NoValue || c.Nodes == 0 {
		t.Errorf("%+v, %v", c, err)
	}
	client.known = slices.DeleteFunc(client.known, func(s string) bool { return strings.HasPrefix(s, "oxo-") })
	if c, err := client.Move(context.Background(), p); err != nil || c.Value.Score <= 0 || c.Value.Proven {
		t.Errorf("%+v, %v", c, err)
	}
	client.known = slices.DeleteFunc(client.known, func(s string) bool { return strings.Contains(s, "analyze") })
	if c, err := client.Move(context.Background(), p); err != nil || !c.NoValue || p.Outcome() != oxo.Ongoing {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := client.Move(context.Background(), gametest.Game(t, "tictactoe").Start()); err != nil {
		t.Errorf("another game: %v", err)
	}
	_, over := gametest.Position(t, "tictactoe", "XXX/OO./...")
	if _, err := client.Move(context.Background(), over); !errors.Is(err, oxo.ErrGameOver) {
		t.Errorf("a game that is over: %v", err)
	}
	if err := client.NewGame(context.Background(), gametest.Game(t, "connect4")); err == nil {
		t.Error("another game than that of Connect")
	}
}

// TestReach: moves to a position are found in games where pieces stay, and only
// there.
func TestReach(t *testing.T) {
	for _, c := range []struct {
		game, position string
		want           bool
	}{
		{"tictactoe", "XO./.X./..O", true},
		{"mnk:15x15x5", "15/15/15/15/5XXXO6/15/15/7X7/6O8/5O9/15/15/15/15/15", true},
		{"connect4", "......./......./......./......./...O.../..OXX..", true},
		{"breakthrough:5x5", ".bbbb/bbbbb/...../wwwww/.wwww white", false},
		{"sticks", "7 first", false},
	} {
		g, p := gametest.Position(t, c.game, c.position)
		moves, ok := reach(g, p)
		q := g.Start()
		for _, m := range moves {
			q.Make(m)
		}
		if ok != c.want || ok && g.FormatPosition(q) != g.FormatPosition(p) {
			t.Errorf("%s %s: %v, %v", c.game, c.position, moves, ok)
		}
	}
}

// TestHostile: whatever an engine does when it is asked for a move, the caller gets
// the right error.
func TestHostile(t *testing.T) {
	gone := func(err error) bool { return errors.Is(err, program.ErrGone) }
	waited := func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }
	for _, c := range []struct {
		how  string
		want func(error) bool
	}{
		{"hang", waited},
		{"die", gone},
		{"long", gone},
		{"flood", bottest.Rubbish},
		{"comments", bottest.Rubbish},
		{"endless", bottest.Rubbish},
		{"= d9", bottest.Rubbish},
		{"= pass", bottest.Rubbish},
		{"= ", bottest.Rubbish},
		{"? I will not", bottest.Rubbish},
		{"=12 B2", func(err error) bool { return err == nil }},
		{"=resign", func(err error) bool { return err == nil }},
	} {
		client, err := connect(t, "genmove "+c.how, "tictactoe", nil)
		if err != nil {
			t.Fatalf("%s: %v", c.how, err)
		}
		patience := time.Hour
		if c.how == "hang" || c.how == "late" {
			patience = 50 * time.Millisecond
		}
		ctx, stop := context.WithTimeout(context.Background(), patience)
		_, err = client.Move(ctx, gametest.Game(t, "tictactoe").Start())
		if !c.want(err) {
			t.Errorf("%s: %v", c.how, err)
		}
		stop()
		client.program.Kill()
	}
}

// TestNoEngine: a program that does not speak the protocol, or does not know the
// game, is refused with a reason.
func TestNoEngine(t *testing.T) {
	for _, c := range []struct {
		part, game string
		options    map[string]string
		want       string
	}{
		{"die", "tictactoe", nil, "out of ideas"},
		{"flood", "tictactoe", nil, "begins with = or ?"},
		{"oxo tictactoe", "tictactoe", map[string]string{"brew": "tea"}, "option brew"},
		{"oxo tictactoe", "tictactoe", map[string]string{"set_game": "shogi"}, "no game"},
	} {
		if _, err := connect(t, c.part, c.game, c.options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.part, err)
		}
	}
	p, err := program.Start(context.Background(), "", bottest.Program(t, "hang")...)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer stop()
	if _, err := Connect(ctx, p, gametest.Game(t, "tictactoe"), nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an engine that says nothing: %v", err)
	}
	if _, err := connect(t, "oxo tictactoe", "tictactoe", map[string]string{"level": "2"}); err != nil {
		t.Errorf("level: %v", err)
	}
}

// TestRhino plays whole games of Othello with Debian's GRhino, an independent engine:
// it accepts every move, makes only legal ones, and counts the same score.
func TestRhino(t *testing.T) {
	path, err := exec.LookPath("gtp-rhino")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/gtp-rhino"); err != nil {
			t.Skip("gtp-rhino is not installed: apt-get install grhino")
		}
	}
	ctx := context.Background()
	prog, err := program.Start(ctx, "", path, "--level=1")
	if err != nil {
		t.Fatal(err)
	}
	defer prog.Kill()
	g := gametest.Game(t, "othello")
	client, err := Connect(ctx, prog, g, nil)
	if err != nil {
		t.Fatal(err)
	}
	passes := 0
	for n := range 6 {
		players := [2]player.Player{client, player.NewLeveled(g, 1, uint64(n), search.Limits{})}
		if n%2 == 1 {
			players[0], players[1] = players[1], players[0]
		}
		moves := bottest.Play(t, g, players, player.Clock{Counts: n < 3, Left: [2]time.Duration{time.Minute, time.Minute}})
		end := g.Start()
		for _, m := range moves {
			if client.notation.mustPass(end) {
				passes++
			}
			end.Make(m)
		}
		if err := client.follow(ctx, player.Turn{Game: g, Start: g.Start(), Moves: moves, Now: end}); err != nil {
			t.Fatal(err)
		}
		score, err := client.ask(ctx, "final_score")
		if err != nil {
			t.Fatal(err)
		}
		// GRhino gives the empty squares of a finished board to the winner.
		s := &server{now: end}
		own, _ := s.finalScore(nil)
		if want := withEmpties(t, own, end.(board.Grid)); strings.TrimSuffix(score, ".0") != want {
			t.Errorf("game %d: the score is %s, oxo says %s, and %s with the empty squares", n, score, own, want)
		}
	}
	t.Logf("%d passes", passes)
	if _, err := Connect(ctx, prog, gametest.Game(t, "tictactoe"), nil); err == nil || !strings.Contains(err.Error(), "plays Othello, not mnk:3x3x3") {
		t.Errorf("another game: %v", err)
	}
}

// withEmpties adds the empty squares of a board to a score, "B+12".
func withEmpties(t *testing.T, score string, end board.Grid) string {
	t.Helper()
	side, margin, won := strings.Cut(score, "+")
	if !won {
		return score
	}
	n, err := strconv.Atoi(margin)
	if err != nil {
		t.Fatal(err)
	}
	columns, rows := end.Size()
	for x := range columns {
		for y := range rows {
			if end.At(board.Square{Column: x, Row: y}).Text == "" {
				n++
			}
		}
	}
	return side + "+" + strconv.Itoa(n)
}
