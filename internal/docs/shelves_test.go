//go:build !race

package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pages lists the pages of the four shelves of docs, as paths relative to docs.
func pages(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, shelf := range []string{"learn", "do", "know", "lookup"} {
		found, err := filepath.Glob(filepath.Join(root, "docs", shelf, "*.md"))
		if err != nil || len(found) == 0 {
			t.Fatalf("the shelf %s has %d pages: %v", shelf, len(found), err)
		}
		for _, file := range found {
			all = append(all, shelf+"/"+filepath.Base(file))
		}
	}
	return all
}

// TestIndex: docs/README.md has one line for each page, under the heading of its shelf.
func TestIndex(t *testing.T) {
	sections := map[string]string{}
	for section := range strings.SplitSeq(read(t, filepath.Join(root, "docs/README.md")), "\n## ") {
		shelf, _, _ := strings.Cut(section, ":")
		sections[shelf] = section
	}
	for _, page := range pages(t) {
		shelf, _, _ := strings.Cut(page, "/")
		if n := strings.Count(sections[shelf], "]("+page+")"); n != 1 {
			t.Errorf("docs/README.md links %d times to %s under %q, want once", n, page, shelf)
		}
	}
}

// TestShelves: every document in docs is on a shelf, except the index and the lab notes.
func TestShelves(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join(root, "docs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		switch e.Name() {
		case "README.md", "lab-notes.md":
		default:
			if filepath.Ext(e.Name()) == ".md" {
				t.Errorf("docs/%s is on no shelf: want learn, do, know or lookup", e.Name())
			}
		}
	}
}

// TestAnchors: a link to a heading of a document of the project finds it there.
func TestAnchors(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]*)#([^)]+)\)`)
	for _, file := range documents(t) {
		for _, m := range link.FindAllStringSubmatch(read(t, file), -1) {
			to := file
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(file), m[1])
			}
			if filepath.Ext(to) == ".md" && !anchors(read(t, to))[m[2]] {
				t.Errorf("%s links to %s#%s, and no heading there has this name", file, m[1], m[2])
			}
		}
	}
}

// anchors returns the names that a forge gives to the headings of a document.
func anchors(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		names[strings.ReplaceAll(name, " ", "-")] = true
	}
	return names
}

// TestPurpose: a page begins with one sentence that says what its reader can do after it.
func TestPurpose(t *testing.T) {
	begin := regexp.MustCompile(`\A# [^\n]+\n\nAfter this page you can (?:[^.\n]|\n[^\n]|\.[a-z.])+\.\n\n`)
	for _, page := range pages(t) {
		if text := read(t, filepath.Join(root, "docs", page)); !begin.MatchString(text) {
			t.Errorf("docs/%s begins with %.120q, want a heading and a paragraph \"After this page you can ...\" of one sentence", page, text)
		}
	}
}

// TestPaths: every document that the code, a script or a page names exists.
func TestPaths(t *testing.T) {
	path := regexp.MustCompile(`\bdocs/[a-z0-9/-]+\.(?:md|svg|json)\b`)
	err := filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == ".git" || d.Name() == "node_modules" || d.Name() == "bin" {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(file) {
		case ".go", ".md", ".mjs", ".js", ".html", ".yaml", ".yml", ".txtar", ".c", ".py", ".sh", "":
			for _, name := range path.FindAllString(read(t, file), -1) {
				if _, err := os.Stat(filepath.Join(root, name)); err != nil {
					t.Errorf("%s names %s: %v", file, name, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
