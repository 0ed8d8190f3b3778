//go:build !race

package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestProgram: the program of the README compiles as it is printed, is formatted, and prints what the README says.
func TestProgram(t *testing.T) {
	m := regexp.MustCompile("(?s)```go\n(.*?)```\n\n```text\n(.*?)```\n").FindStringSubmatch(read(t, filepath.Join(root, "README.md")))
	if m == nil {
		t.Fatal("the README has no program with its output")
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(m[1]), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", file)
	run.Dir = root
	out, err := run.CombinedOutput()
	if err != nil || string(out) != m[2] {
		t.Errorf("the README's program prints (%v)\n%s\nand the README says\n%s", err, out, m[2])
	}
	if unformatted, err := exec.Command("gofmt", "-l", file).CombinedOutput(); err != nil || len(unformatted) > 0 {
		t.Errorf("gofmt: %v, %s", err, unformatted)
	}
	_, body, _ := strings.Cut(m[1], "func main() {\n")
	if n := strings.Count(body, "\n") - 1; n > 10 {
		t.Errorf("the README's program has %d lines, want 10 at most", n)
	}
}

// TestTwoScreens: what a newcomer reads of the README, up to the table of folders, is 700 words at most.
func TestTwoScreens(t *testing.T) {
	text, _, found := strings.Cut(read(t, filepath.Join(root, "README.md")), "\n## Where things are\n")
	if n := len(strings.Fields(text)); !found || n > 700 {
		t.Errorf("the README has %d words before its table of folders, want 700 at most", n)
	}
}
