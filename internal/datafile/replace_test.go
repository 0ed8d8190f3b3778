package datafile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo/internal/datafile"
)

// write returns a function that writes a text.
func write(text string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
}

// TestReplaceByOne: while one process writes a file, another is refused, and damages
// nothing. Both once wrote into NAME.part.
func TestReplaceByOne(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	err := datafile.Replace(name, func(w io.Writer) error {
		if _, err := io.WriteString(w, strings.Repeat("a", 2<<20)); err != nil {
			return err
		}
		for _, err := range []error{datafile.Replace(name, write("b")), datafile.Ready(name)} {
			if err == nil || !strings.Contains(err.Error(), "another process is writing it") {
				t.Errorf("the second one: %v", err)
			}
		}
		return nil
	})
	if got, _ := os.ReadFile(name); err != nil || len(got) != 2<<20 || strings.Trim(string(got), "a") != "" {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if left, _ := filepath.Glob(name + "?*"); len(left) > 0 {
		t.Errorf("%q stay", left)
	}
}

// TestReplaceTarget: a target that is not an ordinary file is refused and
// unchanged, and a link leads to its target.
func TestReplaceTarget(t *testing.T) {
	folder := t.TempDir()
	name, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	for _, text := range []string{"of a link to nothing", "new"} {
		if err := datafile.Replace(link, write(text)); err != nil {
			t.Error(err)
		}
		if got, _ := os.ReadFile(name); string(got) != text {
			t.Errorf("behind the link: %q", got)
		}
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	for path, hint := range map[string]string{folder: "is a folder", os.DevNull: "not an ordinary file", filepath.Join(folder, "none", "file"): "cannot be written"} {
		for _, err := range []error{datafile.Ready(path), datafile.Replace(path, write("x"))} {
			if err == nil || !strings.Contains(err.Error(), hint) {
				t.Errorf("%s: %v, want %q", path, err, hint)
			}
		}
	}
}

// TestOpen: a folder, a device and a named pipe are refused, and so is a file larger
// than the limit.
func TestOpen(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	if err := os.WriteFile(name, []byte("1234"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := datafile.Read(name, 4); string(got) != "1234" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for path, hint := range map[string]string{name: "has 4 bytes: want at most 3", folder: "is a folder", os.DevNull: "not an ordinary file", name + "s": "no such file"} {
		if _, err := datafile.Read(path, 3); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v, want %q", path, err, hint)
		}
	}
}

// TestContinue: a failure leaves its part, and the next call continues after the
// bytes that it keeps. The old file remains until the new one is complete and
// finished.
func TestContinue(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	fails := errors.New("interrupted")
	for _, c := range []struct {
		before string // exists before
		keeps  int64
		writes string
		err    error
		part   string // remains
	}{
		{"", 0, "", fails, ""},
		{"", 0, "abcdef", fails, "abcdef"},
		{"abcdef", 4, "xyz", fails, "abcdxyz"},
		{"abcdxyz", 2, "", fails, "ab"},
		{"ab", 2, "new", nil, "abnew"},
	} {
		left, err := datafile.Continue(name, func(unfinished io.Reader, keep func(int64) error, to io.Writer) error {
			if before, err := io.ReadAll(unfinished); string(before) != c.before || err != nil {
				t.Errorf("%q is there, not %q, %v", before, c.before, err)
			}
			_, err := io.WriteString(to, c.writes)
			return errors.Join(keep(c.keeps), err, c.err)
		})
		part, _ := os.ReadFile(name + ".part")
		if !errors.Is(err, c.err) || string(part) != c.part || (left == name+".part") != (c.part != "") {
			t.Errorf("%+v: %q is left in %q, %v", c, part, left, err)
		}
		if got, _ := os.ReadFile(name); string(got) != "old" {
			t.Errorf("%+v: the file is %q", c, got)
		}
	}
	err := datafile.Finish(name)
	if got, _ := os.ReadFile(name); err != nil || string(got) != "abnew" {
		t.Errorf("finished: %q, %v", got, err)
	}
}

// TestPartOf: a folder or a pipe with the name of a part is refused.
func TestPartOf(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if part, err := datafile.PartOf(name); err != nil || part != name+".part" {
		t.Errorf("%q, %v", part, err)
	}
	if err := os.Mkdir(name+".part", 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := datafile.PartOf(name); err == nil || !strings.Contains(err.Error(), "file.part is not a file") {
		t.Error(err)
	}
}
