package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module m\n\ngo 1.26\n",
		"m.go":        "package m\n\nimport \"strings\"\n\nvar Fits int = 1 << 30\n\nfunc Of(s string) int { return strings.Count(s, s) }\n",
		"wide.go":     "package m\n\nvar Wide int = 1 << 40\n",
		"m_test.go":   "package m\n\nfunc of(n int) bool { return n == 1<<35 }\n",
		"64_amd64.go": "package m\n\nvar Elsewhere int = 1 << 40\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	faults, err := check(folder, []string{"./..."})
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(faults, "\n")
	for _, want := range []string{"wide.go:3", "m_test.go:3"} {
		if !strings.Contains(all, want) {
			t.Errorf("no error at %s in\n%s", want, all)
		}
	}
	for _, never := range []string{"m.go:5", "m.go:7", "64_amd64.go"} {
		if strings.Contains(all, "/"+never) {
			t.Errorf("an error at %s in\n%s", never, all)
		}
	}
}
