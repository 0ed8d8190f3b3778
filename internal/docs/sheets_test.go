//go:build !race

package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPieces: the pieces of a sheet that a tutorial shows are the whole sheet.
func TestPieces(t *testing.T) {
	for _, c := range []struct {
		page, language, sheet string
		lines                 int
	}{
		{"twenty-lines.md", "lisp", "twenty.kif", 20},
		{"a-board-in-rbg.md", "rbg", "hexapawn.rbg", 15},
	} {
		page, sheet := read(t, filepath.Join(root, "docs/learn", c.page)), read(t, filepath.Join(root, "examples/sheets", c.sheet))
		var pieces strings.Builder
		for _, m := range regexp.MustCompile("(?s)```"+c.language+"\n(.*?)```").FindAllStringSubmatch(page, -1) {
			pieces.WriteString(m[1])
		}
		if pieces.String() != sheet {
			t.Errorf("%s has\n%s\nbut the sheet\n%s", c.page, pieces.String(), sheet)
		}
		if n := strings.Count(sheet, "\n"); n != c.lines {
			t.Errorf("%s has %d lines, want %d", c.sheet, n, c.lines)
		}
	}
}
