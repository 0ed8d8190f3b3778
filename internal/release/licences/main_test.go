package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestModules: the licence of a module is found above its package, and so is the
// licence of a folder with third-party code; a module without a licence is refused.
func TestModules(t *testing.T) {
	dir, to := t.TempDir(), t.TempDir()
	inner := filepath.Join(dir, "internal", "theirs")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	p := linkedPackage{ImportPath: "example.org/m/internal/theirs", Dir: inner}
	p.Module = &struct {
		Path, Version, Dir string
		Main               bool
	}{Path: "example.org/m", Version: "v1.2.3", Dir: dir}

	write(t, filepath.Join(inner, "LICENSE"))
	if err := modules([]linkedPackage{p}, to); err == nil || !strings.Contains(err.Error(), "example.org/m@v1.2.3 has no file LICENSE") {
		t.Errorf("a module without a licence: %v", err)
	}
	for _, name := range []string{"COPYING.md", "NOTICE", "license.go"} {
		write(t, filepath.Join(dir, name))
	}
	if err := modules([]linkedPackage{p}, to); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"COPYING.md": true, "NOTICE": true, "internal/theirs/LICENSE": true, "license.go": false} {
		_, err := os.Stat(filepath.Join(to, "example.org/m@v1.2.3", name))
		if (err == nil) != want {
			t.Errorf("%s: copied %t, not %t", name, err == nil, want)
		}
	}
}

// TestVendored: the page's third-party files have their licences next to them.
func TestVendored(t *testing.T) {
	to := t.TempDir()
	if err := vendored("../../../web/page/vendor", to); err != nil {
		t.Error(err)
	}
	if found, _ := filepath.Glob(filepath.Join(to, "*.txt")); len(found) == 0 {
		t.Error("no licence was copied")
	}
	from := t.TempDir()
	write(t, filepath.Join(from, "plot.js"))
	if err := vendored(from, to); err == nil || !strings.Contains(err.Error(), "no licence next to it") {
		t.Errorf("a file without a licence: %v", err)
	}
}

func write(t *testing.T, file string) {
	t.Helper()
	if err := os.WriteFile(file, []byte("text\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}
