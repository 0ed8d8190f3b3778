package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// coqc compiles a file in a folder that has the files of formal/.
func coqc(t *testing.T, folder, file string) (string, error) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "coqc", "-R", ".", "Oxo", file)
	c.Dir = folder
	out, err := c.CombinedOutput()
	return string(out), err
}

// theorem solves a game and writes its theorem.
func theorem(t *testing.T, folder, game, file string) string {
	t.Helper()
	proof := filepath.Join(folder, file+".proof")
	for _, args := range [][]string{{"solve", game, "--out", proof}, {"verify", "--coq", proof, "--out", filepath.Join(folder, file)}} {
		if code, _, stderr := runWith(context.Background(), "", args...); code != exitDone {
			t.Fatalf("%v: %d, %s", args, code, stderr)
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCoqFile: the file has the theorem, and a strategy for each side of a draw; other games are refused.
func TestCoqFile(t *testing.T) {
	folder := t.TempDir()
	draw := theorem(t, folder, "tictactoe", "draw.v")
	win := theorem(t, folder, "mnk:4x4x3", "win.v")
	if !strings.Contains(draw, "Theorem proven : (value g p = 0)%Z.") || strings.Count(draw, ": strategy g :=") != 2 {
		t.Error(draw)
	}
	if !strings.Contains(win, "Theorem proven : (value g p = 1)%Z.") || strings.Count(win, ": strategy g :=") != 1 {
		t.Error(win)
	}
	proof := filepath.Join(folder, "connect4.proof")
	if code, _, stderr := runWith(context.Background(), "", "solve", "connect4:4x4", "--out", proof); code != exitDone {
		t.Fatal(stderr)
	}
	code, _, stderr := runWith(context.Background(), "", "verify", "--coq", proof, "--out", filepath.Join(folder, "c.v"))
	if code != exitFailure || !strings.Contains(stderr, "want k in a row without options") {
		t.Errorf("%d, %s", code, stderr)
	}
	checkWrong(t, "verify --coq x.proof", "", "--coq writes a file: add --out FILE.v")
	checkWrong(t, "verify --coq x.proof --json --out x.v", "", "--coq FILE writes one certificate")
}

// TestCoq: coqc accepts the theorems without an axiom, and none of the damaged ones. It needs coqc: make formal.
func TestCoq(t *testing.T) {
	if _, err := exec.LookPath("coqc"); err != nil {
		t.Skip("coqc is not installed: make formal installs it")
	}
	folder := t.TempDir()
	for _, file := range []string{"Game.v", "Rows.v", "Perft.v"} {
		text, err := os.ReadFile(filepath.Join("../formal", file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, file), text, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := coqc(t, folder, file); err != nil {
			t.Fatalf("%s: %v\n%s", file, err, out)
		}
	}
	for game, file := range map[string]string{"tictactoe": "draw.v", "mnk:4x4x3": "win.v"} {
		text := theorem(t, folder, game, file)
		out, err := coqc(t, folder, file)
		if err != nil || !strings.Contains(out, "Closed under the global context") {
			t.Errorf("%s: %v\n%s", game, err, out)
		}
		damage(t, folder, text)
	}
}

// damage changes moves of a strategy, one at a time, to squares that are taken.
func damage(t *testing.T, folder, text string) {
	t.Helper()
	moves := regexp.MustCompile(`Own \(g := g\) \d+%nat`).FindAllStringIndex(text, -1)
	const times = 3
	for n := range times {
		at := moves[(n*len(moves)/times+len(moves)/2)%len(moves)]
		bad := text[:at[0]] + "Own (g := g) 99%nat" + text[at[1]:]
		if err := os.WriteFile(filepath.Join(folder, "bad.v"), []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := coqc(t, folder, "bad.v"); err == nil || !strings.Contains(out, "Unable to unify") {
			t.Errorf("a damaged strategy: %v\n%s", err, out)
		}
	}
}
