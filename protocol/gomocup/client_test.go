package gomocup_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/player"
	"oxo/player/program"
	"oxo/protocol/gomocup"
	"oxo/search"
)

// TestOxoAgainstOxo plays whole games, from the start and from random positions, with
// one program for both sides and with one for each side.
func TestOxoAgainstOxo(t *testing.T) {
	names := []string{"mnk:15x15x5", "mnk:5x5x5,exact", "mnk:15x15x5,exact", "mnk:7x6x5", "mnk:20x20x5,exact", "mnk:9x9x5,renju", "mnk:8x8x5,exact,caro"}
	if testing.Short() {
		names = names[:2]
	}
	for _, name := range names {
		g, rng := lookup(t, name), rand.New(rand.NewPCG(3, 4))
		both := connect(t, "brain", name, map[string]string{"max_memory": "83886080"})
		clients := [2]*gomocup.Client{both, connect(t, "brain", name, nil)}
		for round := range 3 {
			players := clients
			if round == 1 {
				players[1] = both // BOARD before every move: the program makes the other side's moves as well
			}
			start := g.Start()
			if round == 2 {
				start = midgame(g, rng)
			}
			for _, p := range players {
				if err := player.Begin(context.Background(), p, g); err != nil {
					t.Fatal(err)
				}
			}
			turn := player.Turn{Game: g, Start: start, Now: start.Clone(), Clock: player.Clock{
				Counts: true, Left: [2]time.Duration{time.Second, time.Second}, Limits: search.Limits{Time: 20 * time.Millisecond},
			}}
			for turn.Now.Outcome() == oxo.Ongoing {
				choice, err := player.Ask(context.Background(), players[turn.Now.Turn()], turn)
				if err != nil {
					t.Fatalf("%s, after %d moves: %v", name, len(turn.Moves), err)
				}
				if choice.Value.Proven {
					t.Error("a program's value is called proven")
				}
				turn.Now.Make(choice.Move)
				turn.Moves = append(turn.Moves, choice.Move)
			}
			if _, err := players[0].MoveIn(context.Background(), turn); !errors.Is(err, oxo.ErrGameOver) {
				t.Errorf("a move of a finished game: %v", err)
			}
			t.Logf("%s: %d moves, %v", name, len(turn.Moves), turn.Now.Outcome())
		}
		for _, c := range clients {
			_ = c.Close()
		}
	}
}

// TestSearchIsTold: oxo's reports of its search arrive through the protocol.
func TestSearchIsTold(t *testing.T) {
	c := connect(t, "brain", "mnk:15x15x5", nil)
	g := lookup(t, "mnk:15x15x5")
	p := g.Start()
	for _, text := range []string{"a1", "h8", "a3", "h9", "o15", "h10", "o1", "h11"} { // O has four
		m, err := g.ParseMove(p, text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	choice, err := c.Move(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if s := g.FormatMove(p, choice.Move); s != "h7" && s != "h12" || choice.NoValue || choice.Nodes == 0 || choice.Value.Score != oxo.Loss(2) {
		t.Errorf("%s: %+v", s, choice)
	}
}

// TestPrograms: the lines that programs may write before a move, and the lines that
// they may not.
func TestPrograms(t *testing.T) {
	for _, c := range []struct{ part, want string }{
		{"7,7", ""},
		{"MESSAGE depth 4-9 ev 12 n 3K;DEBUG x;UNKNOWN y;;7,8", ""},
		{"ERROR Unknown command: TIME_LEFT;ERROR Unknown command: 2147483647;7,8", ""}, // Rapfi 3aedf3a
		{"SUGGEST 3,3", ""},
		{"ERROR no", `answered "ERROR no"`},
		{"hello", "a move is its column and row"},
		{"15,3", "not legal: 15,3 is outside"},
		{"1,2,3", "a move is its column and row"},
	} {
		client := connect(t, c.part, "mnk:15x15x5", nil)
		choice, err := client.Move(context.Background(), lookup(t, "mnk:15x15x5").Start())
		rubbish := &player.RubbishError{}
		switch {
		case c.want == "" && err != nil, c.want != "" && (!errors.As(err, &rubbish) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%q: %v, want %q", c.part, err, c.want)
		case strings.HasPrefix(c.part, "MESSAGE") && (choice.Depth != 4 || choice.Nodes != 3000 || choice.NoValue || choice.Value != (search.Value{Score: 12})):
			t.Errorf("%q: %+v", c.part, choice)
		case c.part == "7,7" && !choice.NoValue:
			t.Errorf("%+v: a value that nobody told", choice)
		}
		_ = client.Close()
		if _, err := client.Move(context.Background(), lookup(t, "mnk:15x15x5").Start()); !errors.Is(err, program.ErrGone) {
			t.Errorf("after its end: %v", err)
		}
	}
}

// TestRefused: games and programs that Connect refuses.
func TestRefused(t *testing.T) {
	for part, names := range map[string][]string{
		"brain":   {"mnk:15x15x6", "connect4", "mnk:4x5x5", "sticks", "mnk:15x15x5,misere", "mnk:9x9x5,torus,exact"},
		"refuses": {"mnk:15x15x5"},
	} {
		for _, name := range names {
			t.Setenv(asked, part)
			t.Setenv("GORACE", noWait)
			prog, err := program.Start(context.Background(), "", os.Args[0])
			if err != nil {
				t.Fatal(err)
			}
			_, err = gomocup.Connect(context.Background(), prog, lookup(t, name), nil)
			if err == nil || part == "brain" && name != "mnk:4x5x5" && !strings.Contains(err.Error(), "mnk:15x15x5") {
				t.Errorf("%s: %v", name, err)
			}
			_ = prog.Close()
		}
	}
}

// TestContextEnds: a move whose context ends is abandoned.
func TestContextEnds(t *testing.T) {
	c := connect(t, "DEBUG silent", "mnk:15x15x5", nil)
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer stop()
	if _, err := c.Move(ctx, lookup(t, "mnk:15x15x5").Start()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the end of the context", err)
	}
}
