//go:build !race

package docs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestBytes: the files that the description of certificates dissects have the bytes
// that oxo writes today. A block "bytes ARGUMENTS" contains them, some on each line
// in hexadecimal, followed by an optional explanation.
func TestBytes(t *testing.T) {
	bin := build(t)
	blocks := regexp.MustCompile("(?s)```bytes ([^\n]*)\n(.*?)```").FindAllStringSubmatch(read(t, filepath.Join(root, "docs/lookup/certificate-format.md")), -1)
	if len(blocks) < 4 {
		t.Fatalf("only %d files are taken apart", len(blocks))
	}
	for _, block := range blocks {
		file := filepath.Join(t.TempDir(), "file")
		arguments := append([]string{"solve", "--out", file}, strings.Fields(block[1])...)
		if out, err := exec.Command(bin, arguments...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		written, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		body := bytes.SplitN(written[:len(written)-sha256.Size], []byte("\n"), 6)
		if got := documented(block[2]); got != hex.EncodeToString(body[5]) {
			t.Errorf("%s: the document has\n%s, and the file\n%x", block[1], got, body[5])
		}
	}
}

// documented returns the bytes of a block: on each line those before two blanks.
func documented(block string) string {
	var all strings.Builder
	for line := range strings.Lines(block) {
		digits, _, _ := strings.Cut(line, "  ")
		all.WriteString(strings.Join(strings.Fields(digits), ""))
	}
	return all.String()
}
