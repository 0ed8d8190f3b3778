package version

import (
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// TestStamped: only a clean commit and a published version identify the code.
func TestStamped(t *testing.T) {
	vcs := func(modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123"}, {Key: "vcs.modified", Value: modified}}}
	}
	for what, c := range map[string]struct {
		info *debug.BuildInfo
		want bool
	}{
		"a clean commit":      {vcs("false"), true},
		"a changed commit":    {vcs("true"), false},
		"nothing":             {&debug.BuildInfo{}, false},
		"a published version": {&debug.BuildInfo{Main: debug.Module{Version: "v1.2.3", Sum: "h1:x"}}, true},
	} {
		if got := stamped(c.info); got != c.want {
			t.Errorf("%s names the code: %v", what, got)
		}
	}
}

// TestFileSum: files with equal contents have equal sums, and an unreadable file has
// a unique one.
func TestFileSum(t *testing.T) {
	dir := t.TempDir()
	sum := func(text string) string {
		name := filepath.Join(dir, text)
		if err := os.WriteFile(name, []byte(text[:1]), 0o600); err != nil {
			t.Fatal(err)
		}
		return fileSum(func() (string, error) { return name, nil })
	}
	if sum("a1") != sum("a2") || sum("a1") == sum("b1") {
		t.Error("sums of files do not tell what is in them")
	}
	none := func() (string, error) { return "", errors.New("none") }
	if a, b := fileSum(none), fileSum(none); a == b {
		t.Errorf("files that cannot be read are the same: %s", a)
	}
}

// TestSame: only the versions are compared, not the code.
func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"x, code 1", "x, code 2", true}, {"x", "x, code 2", true}, {"x, code 1", "y, code 1", false}} {
		if got := Same(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
	if !Same(Text(), Code()) || !strings.HasPrefix(Code(), Text()) {
		t.Errorf("%q and %q", Text(), Code())
	}
}
