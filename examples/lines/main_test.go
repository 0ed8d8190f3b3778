package main

// Tests of the bots in this folder, which are written in several languages.

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/bottest"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/player/program"
	"oxo/protocol/lines"
	"oxo/search"
)

// check plays games on both sides with a bot, in one process and in one process for
// each move, and tests that it wins and blocks.
func check(t *testing.T, args ...string) {
	t.Helper()
	g := gametest.Game(t, "tictactoe")
	prog, err := program.Start(context.Background(), "", args...)
	if err != nil {
		t.Fatal(err)
	}
	defer prog.Kill()
	bot, err := lines.Connect(context.Background(), prog, g, nil)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		other := player.NewLeveled(g, 1, seed, search.Limits{})
		bottest.Play(t, g, [2]player.Player{bot, other}, player.Clock{})
		bottest.Play(t, g, [2]player.Player{other, bot}, player.Clock{})
	}
	for position, want := range map[string]string{"XX./OO./...": "c3", "OO./XX./X..": "c3", "X../.../...": "b2", "XX./O../...": "c3"} {
		p, err := g.ParsePosition(position)
		if err != nil {
			t.Fatal(err)
		}
		c, err := bot.Move(context.Background(), p)
		if err != nil || g.FormatMove(p, c.Move) != want {
			t.Errorf("%s: %s, %v, want %s", position, g.FormatMove(p, c.Move), err, want)
		}
	}
	if err := bot.Close(); err != nil {
		t.Error(err)
	}
}

func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: apt-get install python3")
	}
	check(t, python, "bot.py")
}

// TestPage: docs/lookup/lines.md contains the current program in Python.
func TestPage(t *testing.T) {
	bot, err := os.ReadFile("bot.py")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/lookup/lines.md")
	if err != nil || !strings.Contains(string(page), "```python\n"+string(bot)+"```\n") {
		t.Errorf("docs/lookup/lines.md does not show bot.py (%v)", err)
	}
}

func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	bot := filepath.Join(t.TempDir(), "bot.exe")
	if out, err := exec.Command("go", "build", "-o", bot, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	check(t, bot)
	g := gametest.Game(t, "tictactoe")
	p, _, err := catalog.Replay(g, "a1", "b1")
	if err != nil {
		t.Fatal(err)
	}
	c, err := lines.New([]string{bot}, g).Move(context.Background(), p)
	if err != nil || p.Outcome() != oxo.Ongoing || g.FormatMove(p, c.Move) != "b2" {
		t.Errorf("one position, and the end of the input: %+v, %v", c, err)
	}
}
