//go:build !race

package docs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEdits makes each edit that the essay on minimax proposes, in an overlay of the
// project's files, so that only what the edit changes is rebuilt. It checks that the
// sessions after the edit print what the essay says: the effect on the play, on the
// tree and on the tests.
func TestEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command five times")
	}
	const essay = "docs/learn/minimax.md"
	file := filepath.Join(root, essay)
	text := read(t, file)
	bin := t.TempDir()
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	flags := os.Getenv("GOFLAGS")
	edit := regexp.MustCompile("(?ms)^```diff\n(.*?)^```\n(.*?)^```edited\n(.*?)^```\n")
	edits := 0
	changed := edit.ReplaceAllStringFunc(text, func(all string) string {
		edits++
		m := edit.FindStringSubmatch(all)
		t.Setenv("GOFLAGS", strings.TrimSpace(flags+" -overlay="+overlay(t, m[1])))
		build := exec.Command("go", "build", "-o", bin, "oxo/cmd/oxo")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("edit %d: %v\n%s", edits, err, out)
		}
		return "```diff\n" + m[1] + "```\n" + m[2] + "```edited\n" + session(t, essay, m[3]) + "```\n"
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

// overlay writes an overlay for the go command's -overlay, with the changes of a
// unified diff of one file, and returns its name.
func overlay(t *testing.T, diff string) string {
	t.Helper()
	name, content := edited(t, diff)
	from, err := filepath.Abs(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	to := filepath.Join(dir, filepath.Base(name))
	raw, err := json.Marshal(map[string]map[string]string{"Replace": {from: to}})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	for path, content := range map[string]string{to: content, list: string(raw)} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// edited applies a unified diff to a file, and returns the file's name and new content.
// The old lines of each hunk must occur exactly once in the file.
func edited(t *testing.T, diff string) (name, content string) {
	t.Helper()
	hunks := regexp.MustCompile(`(?m)^@@.*\n`).Split(diff, -1)
	found := regexp.MustCompile(`(?m)^\+\+\+ b/(.*)$`).FindStringSubmatch(hunks[0])
	if found == nil || len(hunks) < 2 {
		t.Fatalf("no change:\n%s", diff)
	}
	name = found[1]
	content = read(t, filepath.Join(root, name))
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
			content = strings.TrimSuffix(content, old) + to.String()
			continue
		}
		if n := strings.Count(content, old); n != 1 {
			t.Fatalf("these lines stand %d times in %s:\n%s", n, name, old)
		}
		content = strings.Replace(content, old, to.String(), 1)
	}
	return name, content
}
