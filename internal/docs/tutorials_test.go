//go:build !race

package docs

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFromTheTutorials checks every name and runs every command in the tables of
// docs/learn/from-the-tutorials.md.
func TestFromTheTutorials(t *testing.T) {
	build(t)
	text := read(t, filepath.Join(root, "docs/learn/from-the-tutorials.md"))
	code := regexp.MustCompile("`([^`]+)`")
	rows, commands, names := 0, 0, 0
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "|---") {
			continue
		}
		rows++
		cells := strings.Split(strings.ReplaceAll(strings.TrimSpace(line), `\|`, "\x00"), "|")
		for _, m := range code.FindAllStringSubmatch(strings.Join(cells[2:], "|"), -1) {
			switch what := strings.ReplaceAll(m[1], "\x00", "|"); {
			case strings.HasPrefix(what, "oxo ") || strings.HasPrefix(what, "printf "):
				commands++
				runs(t, what)
			case regexp.MustCompile(`^[a-z]+(\.[A-Z]\w*)+$`).MatchString(what):
				names++
				exists(t, what)
			case regexp.MustCompile(`^(max|min)Turn\w*$`).MatchString(what):
				names++
				inTextbook(t, what)
			}
		}
	}
	if rows < 50 || commands < 35 || names < 25 {
		t.Errorf("%d rows, %d commands and %d names: the tables are not read", rows, commands, names)
	}
}

// runs runs a command, which must print something and succeed.
func runs(t *testing.T, command string) {
	t.Helper()
	c := exec.Command("sh", "-c", command)
	c.Dir, c.Stdin = root, strings.NewReader("")
	if strings.HasPrefix(command, "oxo bot") {
		return // waits for a board: another row pipes one to it
	}
	if out, err := c.CombinedOutput(); err != nil || len(out) == 0 {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
}

// exists reports whether go doc finds a name.
func exists(t *testing.T, name string) {
	t.Helper()
	pkg, symbol, _ := strings.Cut(name, ".")
	if pkg != "oxo" {
		pkg = "oxo/" + pkg
	}
	c := exec.Command("go", "doc", pkg, symbol)
	c.Dir = root
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", name, err, out)
	}
}

// inTextbook reports whether the textbook has a function.
func inTextbook(t *testing.T, name string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "textbook/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.Contains(read(t, file), "func (w *walk) "+name+"(") {
			return
		}
	}
	t.Errorf("the textbook has no %s", name)
}
