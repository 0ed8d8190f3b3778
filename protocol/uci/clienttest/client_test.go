// Package clienttest drives oxo with an independent UCI client. It contains only a
// test.
package clienttest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"

	"github.com/corentings/chess/v2/uci"
)

// position is the position command. The library's own needs a chess board.
type position string

// String returns the command.
func (p position) String() string { return string(p) }

// ProcessResponse implements the library's command; there is no response.
func (p position) ProcessResponse(*uci.Engine) error { return nil }

// engine builds oxo and starts it under the library. The library passes no arguments to
// programs, so a script passes them.
func engine(t *testing.T) *uci.Engine {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the library starts programs without arguments, and a shell script that adds them needs a shell")
	}
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "oxo"), "./cmd/oxo")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	script := filepath.Join(dir, "oxo-uci")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nexec \""+dir+"/oxo\" bot uci\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	e, err := uci.New(script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// TestGames: the library, made for chess, plays whole games of Breakthrough with oxo;
// the moves look like chess moves. The library's side moves at random; every move of
// oxo is legal, and oxo wins nearly always.
func TestGames(t *testing.T) {
	all := 100
	if testing.Short() {
		all = 10
	}
	e := engine(t)
	if err := e.Run(uci.CmdUCI, uci.CmdIsReady); err != nil {
		t.Fatal(err)
	}
	if name := e.ID()["name"]; !strings.HasPrefix(name, "oxo") {
		t.Errorf("its name is %q", name)
	}
	// The library does not read names of two words, not even Stockfish's.
	for _, option := range []string{"Hash", "Threads", "Ponder", "MultiPV", "UCI_Variant", "Game"} {
		if _, ok := e.Options()[option]; !ok {
			t.Errorf("the library reads no option %s", option)
		}
	}
	g, err := catalog.Lookup(games.All(), "breakthrough:6x6")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(uci.CmdSetOption{Name: "UCI_Variant", Value: "breakthrough6"}, uci.CmdIsReady); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(17, 0))
	wins := 0
	for n := range all {
		side := oxo.Side(n % 2)
		if winner := play(t, e, g, side, rng); winner == side {
			wins++
		}
	}
	if wins < all*9/10 {
		t.Errorf("oxo won %d of %d games against random moves", wins, all)
	}
	t.Logf("%d games, oxo won %d", all, wins)
}

// play plays a game, and returns the winner.
func play(t *testing.T, e *uci.Engine, g oxo.Game, side oxo.Side, rng *rand.Rand) oxo.Side {
	t.Helper()
	if err := e.Run(uci.CmdUCINewGame, uci.CmdIsReady); err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	var line []oxo.Move
	for p.Outcome() == oxo.Ongoing {
		moves := p.Moves(nil)
		m := moves[rng.IntN(len(moves))]
		if p.Turn() == side {
			m = ask(t, e, g, p, line)
		}
		p.Make(m)
		line = append(line, m)
	}
	winner, _ := p.Outcome().Winner(p.Turn())
	return winner
}

// ask asks oxo for its move, and checks what the library understood.
func ask(t *testing.T, e *uci.Engine, g oxo.Game, p oxo.Position, line []oxo.Move) oxo.Move {
	t.Helper()
	text := "position startpos"
	if len(line) > 0 {
		text += " moves " + strings.Join(catalog.FormatLine(g, g.Start(), line), " ")
	}
	const depth = 2
	if err := e.Run(position(text), uci.CmdGo{Depth: depth}); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	r := e.SearchResults()
	m, err := g.ParseMove(p, fmt.Sprintf("%v%v", r.BestMove.S1(), r.BestMove.S2()))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if info := r.Info; info.Depth < 1 || info.Nodes < 1 || len(info.PV) == 0 || info.PV[0].String() != r.BestMove.String() {
		t.Fatalf("%s: the library read %+v, and the move %v", text, r.Info, r.BestMove)
	}
	return m
}
