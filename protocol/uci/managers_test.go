package uci_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestManagers replays conversations of programs that manage games: each file names
// the program and the documentation of its commands. All begin with chess, as oxo bot
// uci does.
func TestManagers(t *testing.T) {
	files, err := filepath.Glob("testdata/managers/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	named := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "setoption name UCI_Variant") {
			named++
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			c := converse(t.Context(), t, "chess")
			c.hold(string(text))
			for _, line := range c.heard {
				unknown := strings.HasPrefix(line, "info string no command") || strings.HasPrefix(line, "info string no option")
				if line == "bestmove 0000" || strings.HasPrefix(line, "info string") && !unknown {
					t.Errorf("%q", line)
				}
			}
		})
	}
	if named == 0 || named == len(files) {
		t.Errorf("%d of %d conversations name the variant: want some that do and some that do not", named, len(files))
	}
}

// TestDocument: the table of docs/lookup/uci.md lists exactly the commands that oxo knows.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/lookup/uci.md")
	if err != nil {
		t.Fatal(err)
	}
	table, _, _ := strings.Cut(string(text), "Unknown words are passed over.")
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(table, -1) {
		for _, name := range regexp.MustCompile("`([a-z]+)").FindAllStringSubmatch(row[1], -1) {
			documented = append(documented, name[1])
		}
	}
	// oxo answers an unknown command with a list of its commands.
	c := converse(t.Context(), t, "chess")
	c.send("xyzzy\n")
	line := c.want("info string no command in ...")
	_, list, _ := strings.Cut(line, "want ")
	names := strings.Split(list, ", ")
	slices.Sort(documented)
	slices.Sort(names)
	documented = slices.DeleteFunc(slices.Compact(documented), func(name string) bool { return name == "moves" }) // a part of position
	if !slices.Equal(documented, names) {
		t.Errorf("docs/lookup/uci.md has\n%q, and oxo\n%q", documented, names)
	}
}
