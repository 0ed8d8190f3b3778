package main

import (
	"context"
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

// TestEveryPosition asks for a move in each of the 4520 positions that are not
// over: it is worth what the position is worth, plies included, which is what
// the search behind "oxo bot hackerrank" says, and takes less than a second.
func TestEveryPosition(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := g.Start()
	s := search.New(search.Options{})
	seen := map[uint64]bool{}
	var slowest time.Duration
	var visit func()
	visit = func() {
		if seen[p.Hash()] || p.Outcome() != oxo.Ongoing {
			return
		}
		seen[p.Hash()] = true
		if p.Turn() == oxo.First {
			check(t, g, p, s, "X", &slowest)
		} else {
			check(t, g, p, s, "O", &slowest)
		}
		for _, m := range p.Moves(nil) {
			p.Make(m)
			visit()
			p.Unmake(m)
		}
	}
	visit()
	if len(seen) != 4520 || slowest > time.Second {
		t.Errorf("%d positions, the slowest took %v", len(seen), slowest)
	}
	t.Logf("the slowest of %d positions took %v", len(seen), slowest)
}

// check compares the move of the file with the search's value of the position.
func check(t *testing.T, g oxo.Game, p oxo.Position, s *search.Searcher, player string, slowest *time.Duration) {
	t.Helper()
	text := strings.NewReplacer("/", "\n", ".", "_").Replace(g.FormatPosition(p))
	lines := append([]string{player}, strings.Split(text, "\n")...)
	me, b, ok := read(lines)
	if !ok {
		t.Fatalf("%q is not read", lines)
	}
	began := time.Now()
	move := bestMove(&b, me)
	*slowest = max(*slowest, time.Since(began))
	q, err := hackerrank.Read(strings.NewReader(strings.Join(lines, "\n")), g)
	if err != nil {
		t.Fatal(err)
	}
	want := s.Search(context.Background(), q, search.Limits{}).Score
	m := oxo.Move(move) // both count squares row by row from the top left
	p.Make(m)
	r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{})
	p.Unmake(m)
	if err != nil || r.Value.ToParent() != want {
		t.Fatalf("%q: square %d is worth %v, the position %v", lines, move, r.Value.ToParent(), want)
	}
}

// TestAlone builds the file alone, outside of any module, and runs it: on the
// sample of the contest, the first move and a reply, and on rubbish.
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
