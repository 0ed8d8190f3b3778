package docs

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEdits makes each edit that the essay on minimax proposes in a copy of the
// project, and checks that the sessions below it print what the essay says: the
// effect on the play, on the tree and on the tests.
func TestEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command five times")
	}
	const essay = "docs/minimax.md"
	file := filepath.Join(root, essay)
	text := read(t, file)
	source := copyProject(t)
	t.Setenv("PATH", filepath.Join(source, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	edit := regexp.MustCompile("(?ms)^```diff\n(.*?)^```\n(.*?)^```edited\n(.*?)^```\n")
	edits := 0
	changed := edit.ReplaceAllStringFunc(text, func(all string) string {
		edits++
		m := edit.FindStringSubmatch(all)
		restore := apply(t, source, m[1])
		defer restore()
		build := exec.Command("go", "build", "-o", "bin/", "./cmd/oxo")
		build.Dir = source
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("edit %d: %v\n%s", edits, err, out)
		}
		return "```diff\n" + m[1] + "```\n" + m[2] + "```edited\n" + sessionIn(t, source, essay, m[3]) + "```\n"
	})
	if edits != 5 {
		t.Errorf("%d edits, want 5", edits)
	}
	if *update && changed != text {
		if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// copyProject copies what a build needs, and returns where.
func copyProject(t *testing.T) string {
	t.Helper()
	to := t.TempDir()
	skip := regexp.MustCompile(`^(\.git|\.ci|bin|site|web/test|web/node_modules|node_modules)$`)
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch {
		case skip.MatchString(filepath.ToSlash(name)) && e.IsDir():
			return filepath.SkipDir
		case e.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		case !e.Type().IsRegular():
			return nil
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), raw, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// apply makes the changes of a unified diff of one file, whose old lines must
// stand there exactly once, and returns what takes them back.
func apply(t *testing.T, dir, diff string) (restore func()) {
	t.Helper()
	hunks := regexp.MustCompile(`(?m)^@@.*\n`).Split(diff, -1)
	name := regexp.MustCompile(`(?m)^\+\+\+ b/(.*)$`).FindStringSubmatch(hunks[0])
	if name == nil || len(hunks) < 2 {
		t.Fatalf("no change:\n%s", diff)
	}
	file := filepath.Join(dir, name[1])
	before := read(t, file)
	after := before
	for _, hunk := range hunks[1:] {
		var from, to strings.Builder
		for line := range strings.Lines(hunk) {
			if line[0] != '+' {
				from.WriteString(line[1:])
			}
			if line[0] != '-' {
				to.WriteString(line[1:])
			}
		}
		old := from.String()
		if old == "}\n" { // at the end of the file
			after = strings.TrimSuffix(after, old) + to.String()
			continue
		}
		if n := strings.Count(after, old); n != 1 {
			t.Fatalf("these lines stand %d times in %s:\n%s", n, name[1], old)
		}
		after = strings.Replace(after, old, to.String(), 1)
	}
	if err := os.WriteFile(file, []byte(after), 0o644); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.WriteFile(file, []byte(before), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
