//go:build !race

package connect4_test

import (
	"bufio"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"oxo"
	"oxo/games/connect4"
	"oxo/oxotest"
	"oxo/search"
)

var update = flag.Bool("update", false, "record the playthrough again")

func game(t testing.TB, parameters string) oxo.Game {
	t.Helper()
	g, err := connect4.Family().New(parameters, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestConformance(t *testing.T) {
	for size, perft := range map[string][]uint64{
		"7x6":  {1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234},
		"4x4":  {1, 4, 16, 64},
		"5x4":  {},
		"4x5":  {},
		"6x5":  {},
		"8x7":  {1, 8, 64},
		"7x8":  {},
		"9x6":  {},
		"12x4": {},
		"4x15": {},
	} {
		t.Run(size, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && len(perft) > 8 {
				perft = perft[:8]
			}
			oxotest.Run(t, game(t, size), oxotest.Options{Perft: perft})
		})
	}
}

func TestPlaythrough(t *testing.T) {
	const file = "testdata/playthrough/7x6.txt"
	got := oxotest.Playthrough(game(t, "7x6"), 1, 100)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != got {
		t.Errorf("the recorded game is now another (%v): write it again with -update if that is intended", err)
	}
}

// TestSmallBoards checks published values of small boards.
func TestSmallBoards(t *testing.T) {
	s := search.New(search.Options{})
	for size, want := range map[string]int{"4x4": 0, "5x4": 0, "4x5": 0} {
		r := s.Search(context.Background(), game(t, size).Start(), search.Limits{})
		if !r.Proven || r.Score.Sign() != want {
			t.Errorf("%s: %v, want sign %d", size, r.Value, want)
		}
	}
}

// TestPublicPositions compares scores with the public benchmark, if its data are next to the
// checkout.
func TestPublicPositions(t *testing.T) {
	groups := map[string]int{"end-easy": 1000, "middle-easy": 1000, "begin-easy": 100, "middle-medium": 100}
	if testing.Short() {
		groups = map[string]int{"end-easy": 1000, "middle-easy": 100}
	}
	for group, positions := range groups {
		t.Run(group, func(t *testing.T) { checkGroup(t, group, positions) })
	}
}

// checkGroup solves the first positions of a group.
func checkGroup(t *testing.T, group string, positions int) {
	file, err := os.Open(filepath.Join("../../../shared/data/connect4", group+".txt"))
	if err != nil {
		t.Skip("the public benchmark positions are not beside this checkout")
	}
	defer file.Close()
	g, s := game(t, "7x6"), search.New(search.Options{})
	lines := bufio.NewScanner(file)
	n := 0
	for n < positions && lines.Scan() {
		moves, score, _ := strings.Cut(lines.Text(), " ")
		want, err := strconv.Atoi(score)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.ParsePosition(moves)
		if err != nil {
			t.Fatal(err)
		}
		r := s.Search(context.Background(), p, search.Limits{})
		if got := publicScore(r.Score, len(moves)); !r.Proven || got != want {
			t.Fatalf("%s: score %d (%v), want %d", moves, got, r.Value, want)
		}
		n++
	}
	if n != positions {
		t.Errorf("%d positions, want %d", n, positions)
	}
}

// publicScore counts a win by the winner's remaining stones, including the winning one.
func publicScore(s oxo.Score, ply int) int {
	if s.Sign() == 0 {
		return 0
	}
	last := ply + s.Plies() // stones on the board at the end
	return s.Sign() * ((42-last)/2 + 1)
}

func TestWrongText(t *testing.T) {
	for parameters, hint := range map[string]string{
		"7": "7x6", "7x": "7x6", "x6": "7x6", "7x6x5": "7x6", "a7x6": "7x6", "-7x6": "7x6", "07x6": "7x6",
		"3x6": "at least 4", "12x10": "at most 128", "99x99": "at most 128", "9999x4": "7x6",
	} {
		if _, err := connect4.Family().New(parameters, nil); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%q: %v, want %q", parameters, err, hint)
		}
	}
	g := game(t, "7x6")
	for text, hint := range map[string]string{
		"":        "6, from the top",
		"8":       "1 to 7",
		"0":       "1 to 7",
		"4444444": "column 4 is full",
		"44x":     "1 to 7",
		"......./......./......./......./......./X......X": "8 squares",
		"......./......./......./......./X....../.......":  "is in the air",
		"......./......./......./......./......./O......":  "X moves first",
		"......./......./......./......./......./Z......":  "write X, O",
		"......./......./......./OOO..../XXXX.../OOO....":  "X moves first",
		"......./......./......./......./XXX..../XOOOOX.":  "",
	} {
		_, err := g.ParsePosition(text)
		if hint == "" {
			hint = "the game was over before"
		}
		if err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%q: %v, want %q", text, err, hint)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, seed := range []string{"", "44455554221", "4444444", "......./......./......./......./......./...X...", "x/y", "\xff", "1234567"} {
		f.Add(seed)
	}
	g := game(f, "7x6")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := g.ParsePosition(text)
		if err != nil {
			return
		}
		again, err := g.ParsePosition(g.FormatPosition(p))
		if err != nil || again.Hash() != p.Hash() || again.Outcome() != p.Outcome() {
			t.Fatalf("%q is read as %q, and that as %v, %v", text, g.FormatPosition(p), again, err)
		}
	})
}
