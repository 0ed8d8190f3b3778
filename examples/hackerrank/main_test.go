package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/protocol/hackerrank"
	"oxo/search"
	"oxo/textbook"
)

// TestEveryPosition asks for a move in each of the 4520 unfinished positions: the
// move keeps the position's value, plies included, by the search that "oxo bot
// hackerrank" uses. The log shows the slowest answer: the contest allows a second.
func TestEveryPosition(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	s := search.New(search.Options{})
	var slowest time.Duration
	positions := 0
	each(g, func(_ int, p oxo.Position) {
		positions++
		slowest = max(slowest, check(t, g, p, s))
	})
	if positions != 4520 {
		t.Errorf("%d positions", positions)
	}
	t.Logf("the slowest of %d positions took %v", positions, slowest)
}

// each calls f for every unfinished position of a game, with its number.
func each(g oxo.Game, f func(n int, p oxo.Position)) {
	p := g.Start()
	seen := map[uint64]bool{}
	var visit func()
	visit = func() {
		if seen[p.Hash()] || p.Outcome() != oxo.Ongoing {
			return
		}
		seen[p.Hash()] = true
		f(len(seen)-1, p)
		for _, m := range p.Moves(nil) {
			p.Make(m)
			visit()
			p.Unmake(m)
		}
	}
	visit()
}

// inputOf writes a position in the contest's format.
func inputOf(g oxo.Game, p oxo.Position) []string {
	player := map[oxo.Side]string{oxo.First: "X", oxo.Second: "O"}[p.Turn()]
	text := strings.NewReplacer("/", "\n", ".", "_").Replace(g.FormatPosition(p))
	return append([]string{player}, strings.Split(text, "\n")...)
}

// check compares the value of the move that the program chooses with the search's value
// of the position, and returns the time of the answer.
func check(t *testing.T, g oxo.Game, p oxo.Position, s *search.Searcher) time.Duration {
	t.Helper()
	lines := inputOf(g, p)
	me, b, ok := read(lines)
	if !ok {
		t.Fatalf("%q is not read", lines)
	}
	began := time.Now()
	move := bestMove(&b, me)
	took := time.Since(began)
	q, err := hackerrank.Read(strings.NewReader(strings.Join(lines, "\n")), g)
	if err != nil {
		t.Fatal(err)
	}
	want := s.Search(context.Background(), q, search.Limits{}).Score
	if got := worth(t, p, fmt.Sprint(move/3, move%3)); got != want {
		t.Fatalf("%q: square %d is worth %v, the position %v", lines, move, got, want)
	}
	return took
}

// TestBesideTheCommand runs the file and "oxo bot hackerrank" on every fiftieth
// position: their moves have the same value.
func TestBesideTheCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	dir := t.TempDir()
	for program, pkg := range map[string]string{"file": "./main.go", "oxo": "oxo/cmd/oxo"} {
		if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, program), pkg).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	g := gametest.Game(t, "tictactoe")
	asked := 0
	each(g, func(n int, p oxo.Position) {
		if n%50 != 0 {
			return
		}
		asked++
		input := strings.Join(inputOf(g, p), "\n") + "\n"
		if a, b := worth(t, p, run(t, input, filepath.Join(dir, "file"))), worth(t, p, run(t, input, filepath.Join(dir, "oxo"), "bot", "hackerrank")); a != b {
			t.Errorf("%q: the file's move is worth %v, the command's %v", input, a, b)
		}
	})
	if asked < 90 {
		t.Errorf("%d positions", asked)
	}
}

// worth returns the value of an answer for the side to move.
func worth(t *testing.T, p oxo.Position, answer string) oxo.Score {
	t.Helper()
	var row, column int
	if _, err := fmt.Sscan(answer, &row, &column); err != nil {
		t.Fatalf("%q: %v", answer, err)
	}
	m := oxo.Move(3*row + column) // squares count row by row from the top left
	p.Make(m)
	defer p.Unmake(m)
	r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Value.ToParent()
}

func run(t *testing.T, input, program string, args ...string) string {
	t.Helper()
	c := exec.Command(program, args...)
	c.Stdin = strings.NewReader(input)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%q: %v", input, err)
	}
	return string(out)
}

// TestAlone builds the file alone, outside any module, and runs it on the contest's
// sample, the first move, a reply, and rubbish.
func TestAlone(t *testing.T) {
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, program := filepath.Join(dir, "bot.go"), filepath.Join(dir, "bot.exe")
	if err := os.WriteFile(file, source, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", program, file)
	build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for input, want := range map[string]string{
		"X\n___\n___\n_XO\n": "0 0", "X\n___\n___\n___\n": "0 0", "O\nX__\n___\n___": "1 1",
		"X\nXX_\nOO_\n___\n": "0 2", "X \r\n ___\r\n___ \r\n\r\n_XO\r\n": "0 0",
		"": "", "X\nXXX\nOO_\n___": "", "X\n_________X\n__\n__": "", "Y\n___\n___\n___": "", "X\nabc\n___\n___": "",
	} {
		c := exec.Command(program)
		c.Stdin = strings.NewReader(input)
		out, err := c.Output()
		if strings.TrimSpace(string(out)) != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", input, out, err, want)
		}
	}
}
