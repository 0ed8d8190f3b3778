//go:build !race

package cli

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"

	"oxo"
	"oxo/games"
	"oxo/protocol/uci"
)

// TestUCIBeginsWithChess plays a whole game of chess between two programs, as a manager does that never sends
// UCI_Variant.
func TestUCIBeginsWithChess(t *testing.T) {
	lookedUp, err := uci.Lookup(games.All(), "chess")
	if err != nil {
		t.Fatal(err)
	}
	g := lookedUp.(uci.Variant)
	players := [2]*uciPlayer{startUCI(t), startUCI(t)}
	p, moves := g.Start(), ""
	for p.Outcome() == oxo.Ongoing {
		text := players[p.Turn()].move("position startpos moves" + moves)
		m, err := g.ParseUCI(p, text)
		if err != nil {
			t.Fatalf("after%s: %v", moves, err)
		}
		p.Make(m)
		moves += " " + text
	}
}

// uciPlayer is oxo bot uci without arguments.
type uciPlayer struct {
	t   *testing.T
	in  *io.PipeWriter
	out *bufio.Scanner
}

// startUCI starts oxo bot uci, which ends with the test.
func startUCI(t *testing.T) *uciPlayer {
	t.Helper()
	in, send := io.Pipe()
	receive, out := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a := &app{families: games.All(), name: "oxo", in: in, out: out, err: io.Discard, getenv: func(string) string { return "" }}
		if code := a.run(context.WithoutCancel(t.Context()), []string{"bot", "uci"}); code != exitDone {
			t.Errorf("oxo bot uci: exit %d", code)
		}
		_ = out.Close()
	}()
	t.Cleanup(func() {
		_ = send.Close()
		_, _ = io.Copy(io.Discard, receive)
		<-ended
	})
	u := &uciPlayer{t: t, in: send, out: bufio.NewScanner(receive)}
	u.ask("uci", "uciok")
	u.ask("setoption name Hash value 1\nisready", "readyok")
	u.ask("ucinewgame\nisready", "readyok")
	return u
}

// ask sends lines, and returns the first line of the answer that begins with a word.
func (u *uciPlayer) ask(lines, word string) string {
	u.t.Helper()
	if _, err := io.WriteString(u.in, lines+"\n"); err != nil {
		u.t.Fatal(err)
	}
	for u.out.Scan() {
		if strings.HasPrefix(u.out.Text(), word) {
			return u.out.Text()
		}
	}
	u.t.Fatalf("%q: the program ended, want %s", lines, word)
	return ""
}

// move returns the move that the program makes in a position, after 100 nodes.
func (u *uciPlayer) move(position string) string {
	u.t.Helper()
	fields := strings.Fields(u.ask(position+"\ngo nodes 100", "bestmove"))
	if len(fields) < 2 {
		u.t.Fatalf("%s: bestmove without a move", position)
	}
	return fields[1]
}
