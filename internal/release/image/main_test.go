//go:build unix

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTree: the project's Containerfile is read completely, and its COPY lines put
// their files in the right places.
func TestTree(t *testing.T) {
	text, err := os.ReadFile("../../../Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	c, err := parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if c.uid == 0 || !slices.Equal(c.entrypoint, []string{"/usr/bin/oxo"}) {
		t.Errorf("the image runs %q as user %d: it is /usr/bin/oxo, and not root", c.entrypoint, c.uid)
	}
	context, root := t.TempDir(), t.TempDir()
	for _, name := range []string{"oxo", "LICENSE", "licences/go/LICENSE"} {
		if err := copyFile("../../../Containerfile", filepath.Join(context, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.build(context, root); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"usr/bin/oxo", "usr/share/licenses/oxo/LICENSE", "usr/share/licenses/oxo/go/LICENSE", c.workdir} {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestRefused: an instruction that cannot be checked here is not skipped.
func TestRefused(t *testing.T) {
	for text, say := range map[string]string{
		"FROM alpine\nENTRYPOINT [\"/oxo\"]":                  "FROM scratch",
		"FROM scratch\nRUN true":                              "container engine",
		"FROM scratch\nCOPY oxo oxo\nENTRYPOINT [\"/oxo\"]":   "begins with /",
		"FROM scratch\nCOPY a b /c\nENTRYPOINT [\"/oxo\"]":    "ends with /",
		"FROM scratch\nCOPY --link a /c\nENTRYPOINT [\"/c\"]": "without options",
		"FROM scratch\nUSER oxo\nENTRYPOINT [\"/oxo\"]":       "UID:GID",
		"FROM scratch\nENTRYPOINT oxo":                        "line 2",
		"FROM scratch\nCOPY oxo /oxo":                         "the ENTRYPOINT is missing",
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%q: %v, not %q", text, err, say)
		}
	}
}
