package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRulesOfSheets: a program that sends its board is compared with a sheet in GDL and in RBG. The shortest
// difference of a program with a fault is shown with both boards.
func TestRulesOfSheets(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	right, err := os.ReadFile("../examples/referee/sheet.py")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	program := func(name, old, faulty string) string {
		if old != "" && !strings.Contains(string(right), old) {
			t.Fatalf("sheet.py has no %q", old)
		}
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(right), old, faulty)), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	line := program("line.py", "036", "037")
	moves := program("moves.py", `== ".")`, `== "." and (i != 4 or len(set(squares)) < 3))`)
	turn := program("turn.py", `answer = rows + " " + "xo"[(9`, `answer = rows + " " + "xo"[(10`)
	piece := program("piece.py", "squares[NAMES.index(rest)] =", "squares[NAMES.index(rest) % 8] =")
	for _, c := range []struct {
		sheet, program string
		code           int
		want           []string
	}{
		{"kif", program("right.py", "", ""), 0, []string{"18730 positions up to ply 5 of all lines, ", "no difference"}},
		{"rbg", program("right.py", "", ""), 0, []string{"18730 positions up to ply 5 of all lines, ", "no difference"}},
		{"kif", line, exitFailure, []string{
			"after mark(1,1) mark(1,3) mark(1,2) mark(2,1) mark(2,3) (found at ply 5 of all lines)", "oxo: no, the program: loss",
			"   3  o  x  .      3  o  x  .\n   2  x  .  .      2  x  .  .\n   1  x  o  .      1  x  o  .\n",
		}},
		{"rbg", line, exitFailure, []string{"(found at ply 5 of all lines)", "oxo: loss, the program: no", "   3  C  n  n      3  C  n  n\n   2  C  .  .      2  C  .  .\n"}},
		{"kif", moves, exitFailure, []string{"(found at ply 2 of all lines)", "only oxo has: mark(2,2)\n"}},
		{"rbg", moves, exitFailure, []string{"(found at ply 2 of all lines)", "only oxo has: b2\n"}},
		{"kif", turn, exitFailure, []string{"at the beginning", "who is to move? oxo: x, the program: o\n"}},
		{"rbg", piece, exitFailure, []string{"after c3 ", "the boards differ\n", "   3  .  .  C      3  .  .  .\n", "   1  .  .  .      1  C  .  .\n"}},
	} {
		code, stdout, stderr := runWith(context.Background(), "", "rules", "diff", "../examples/sheets/noughts."+c.sheet, "--depth", "5", "--games", "5", "--", "python3", c.program, c.sheet)
		for _, want := range c.want {
			if code != c.code || !strings.Contains(stdout, want) {
				t.Errorf("%s %s: exit %d, %s, %s: want %q", c.sheet, filepath.Base(c.program), code, stdout, stderr, want)
			}
		}
	}
}
